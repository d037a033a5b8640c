import type { Condition } from '#domain/query/condition.ts';
import type { jobConditions } from '#src/entities/job/job-query.ts';
import type { StagingView } from './staging-address.ts';

export const viewLabels: Record<StagingView, string> = {
  triage: 'Triage',
  topost: 'To post',
  posted: 'Posted',
  held: 'Held',
  failed: 'Needs attention',
  all: 'All',
};

/** The jobs of each view. A query narrows them further. */
export function viewConditions(states: ReturnType<typeof jobConditions>): Record<StagingView, Condition> {
  const { all, not, open, unmapped, held, cancelled } = states;
  return {
    triage: all(open, unmapped),
    topost: states.postable,
    posted: states.posted,
    held: all(held, not(cancelled)),
    failed: states.failed,
    all: all(),
  };
}
