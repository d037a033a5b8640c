import type { ConfigurationBody } from '#contract/rows/report-rows.ts';
import type { TargetRow } from '#contract/rows/rows.ts';
import { type Condition, inZone } from '../query/condition.ts';
import { conditionOf } from '../query/condition-of.ts';
import { parseQuery } from '../query/parse-query.ts';
import type { QuerySchema } from '../query/query-schema.ts';
import { type JobConditions, jobConditions } from '../staging/job-conditions.ts';

/** The views of the staging grid, as tabs. */
export const stagingViews = ['triage', 'topost', 'posted', 'held', 'failed', 'all'] as const;
export type StagingView = (typeof stagingViews)[number];

/** The base view of a saved one. A base that this version does not know shows all jobs. */
export const baseOf = ({ base }: Pick<ConfigurationBody, 'base'>): StagingView =>
  stagingViews.find((view) => view === base) ?? 'all';

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
  { view, query }: { readonly view: StagingView; readonly query: string },
  { target, schema, today, timeZone }: At,
): Condition {
  const { chips } = parseQuery(query, schema);
  return inZone({ kind: 'all', of: [viewConditions(jobConditions(target))[view], conditionOf(chips, schema, today)] }, timeZone);
}
