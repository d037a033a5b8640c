import type { TargetRow } from '#contract/rows/rows.ts';
import { type Condition, inZone } from '#domain/query/condition.ts';
import { conditionOf } from '#domain/query/condition-of.ts';
import { parseQuery } from '#domain/query/parse-query.ts';
import type { QuerySchema } from '#domain/query/query-schema.ts';
import { type JobConditions, jobConditions } from '#domain/staging/job-conditions.ts';
import type { StagingAddress, StagingView } from './staging-address.ts';

export const viewLabels: Record<StagingView, string> = {
  triage: 'Triage',
  topost: 'To post',
  posted: 'Posted',
  held: 'Held',
  failed: 'Needs attention',
  all: 'All',
};

/** The jobs of each view. A query narrows them further. */
export function viewConditions(states: JobConditions): Record<StagingView, Condition> {
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

type At = { readonly target: TargetRow | null; readonly schema: QuerySchema; readonly today: string; readonly timeZone: string };

/** The jobs that an address of the grid shows: those of its view that match its query. */
export function conditionAt(
  { view, query }: Pick<StagingAddress, 'view' | 'query'>,
  { target, schema, today, timeZone }: At,
): Condition {
  const { chips } = parseQuery(query, schema);
  return inZone({ kind: 'all', of: [viewConditions(jobConditions(target))[view], conditionOf(chips, schema, today)] }, timeZone);
}
