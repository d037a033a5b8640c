import type { TargetRow } from '#contract/rows/rows.ts';
import { isPublished, isSentTo } from '../targets/target-kinds.ts';

/** Whether a target takes jobs at all: one whose kind Jobdock has no connection to, or that never takes any, does not. */
export const takesJobs = ({ typeId, canPost }: Pick<TargetRow, 'typeId' | 'canPost'>): boolean =>
  canPost && (isSentTo(typeId) || isPublished(typeId));
