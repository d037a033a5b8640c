import type { ShortSubmissionTarget } from '#contract/submissions/targets.ts';
import type { SystemType } from '#contract/submissions/words.ts';

/** How people call each type of system. */
export const typeLabels: Readonly<Record<SystemType, string>> = { 2: 'ATS', 3: 'VMS', 4: 'Job board' };

/** What a target is used for in a submission. */
export function usedAs({ isSource, isDestination }: Pick<ShortSubmissionTarget, 'isSource' | 'isDestination'>): string {
  if (isSource && isDestination) return 'Source and destination';
  if (isSource) return 'Source';
  return isDestination ? 'Destination' : 'Lists only';
}

/** Targets as choices of a field. */
export const targetChoices = (targets: readonly Pick<ShortSubmissionTarget, 'id' | 'name'>[] | null) =>
  (targets ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
