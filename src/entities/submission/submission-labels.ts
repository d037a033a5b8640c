import type { SubmissionState } from '#contract/rows/submission.ts';
import type { ShortSubmissionTarget } from '#contract/submissions/targets.ts';
import type { SystemType } from '#contract/submissions/words.ts';
import type { BadgeTone } from '#src/ui/mark/state-badge.tsx';

/** How people call each type of system. */
export const typeLabels: Readonly<Record<SystemType, string>> = { 2: 'ATS', 3: 'VMS', 4: 'Job board' };

/** The color of each state of a submission. The text says the same. */
export const stateTones: Readonly<Record<SubmissionState, BadgeTone>> = {
  wanted: 'pending',
  sending: 'pending',
  unknown: 'warn',
  human: 'warn',
  sent: 'good',
  refused: 'bad',
  withdrawn: 'neutral',
};

/** What a target is used for in a submission. */
export function usedAs({ isSource, isDestination }: Pick<ShortSubmissionTarget, 'isSource' | 'isDestination'>): string {
  if (isSource && isDestination) return 'Source and destination';
  if (isSource) return 'Source';
  return isDestination ? 'Destination' : 'Lists only';
}

/** Targets as choices of a field. */
export const targetChoices = (targets: readonly Pick<ShortSubmissionTarget, 'id' | 'name'>[] | null) =>
  (targets ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
