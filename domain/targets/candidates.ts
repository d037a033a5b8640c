import type { TargetRow } from '#contract/rows/rows.ts';
import { targetKind } from './target-kinds.ts';

/** Whether Jobdock can ask targets of this kind for their candidates. */
export const hasCandidates = (typeId: number): boolean => targetKind(typeId).adapter === 'bullhorn';

/** Why a target cannot be asked for its candidates, with the remedy; null where it can. */
export function candidatesProblem(target: Pick<TargetRow, 'name' | 'typeId' | 'disabled'> | undefined): string | null {
  if (!target) return 'This target was removed. Choose another one.';
  if (!hasCandidates(target.typeId))
    return `${targetKind(target.typeId).name} cannot be asked for candidates. Choose a Bullhorn target.`;
  return target.disabled ? `${target.name} is disabled. Enable it, or choose another target.` : null;
}
