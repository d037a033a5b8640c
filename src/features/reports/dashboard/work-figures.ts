import type { MapKind, TargetRow } from '#contract/rows/rows.ts';
import { neededKinds } from '#domain/posting/needed-kinds.ts';
import type { Condition } from '#domain/query/condition.ts';
import { jobConditions } from '#domain/staging/job-conditions.ts';

/** One count of the dashboard, with the query that shows the same rows in the staging grid. */
export type Counted = { key: string; where: Condition; query: string };

const all = (...of: Condition[]): Condition => ({ kind: 'all', of });

const anyOf = (of: Condition[]): Condition => (of.length === 1 && of[0] ? of[0] : { kind: 'any', of });

/** Work types with the labels of the customer's industry. */
export function workTypesOf(industry: number): { key: string; label: string; types: number[] }[] {
  if (industry === 2) {
    return [
      { key: 'contract', label: 'Contract', types: [1, 3] },
      { key: 'direct', label: 'Direct Hire', types: [2] },
    ];
  }
  return [
    { key: 'travel', label: 'Travel', types: [1] },
    { key: 'permanent', label: 'Permanent', types: [2] },
    { key: 'perDiem', label: 'Per Diem', types: [3] },
  ];
}

/** A job that starts within this many days and is not posted is at risk. */
export const soonDays = 14;
const soonSpan = `start:today..+${soonDays}d`;
export const soonNotPosted = `is:open -is:posted ${soonSpan}`;
export const soonReady = `is:ready ${soonSpan}`;

/** Conditions of the first row and of the work types, in a fixed order. `today` is a day number. */
export function countedWork(target: TargetRow | null, industry: number, today: number): Counted[] {
  const { open, unmapped, postFailed, posted, postable, not } = jobConditions(target);
  const soon: Condition = { kind: 'days', column: 'startDate', from: today, to: today + soonDays };
  const kinds = neededKinds(target).map(
    (kind: MapKind): Counted => ({
      key: kind,
      where: all(open, { kind: 'empty', column: `${kind}Name` }),
      query: `is:open is:no${kind}`,
    }),
  );
  const types = workTypesOf(industry).map(
    ({ key, types }): Counted => ({
      key,
      where: all(open, anyOf(types.map((type) => ({ kind: 'between', column: 'workType', from: type, to: type })))),
      query: `is:open workType:${types.join(',')}`,
    }),
  );
  return [
    { key: 'all', where: all(), query: '' },
    { key: 'posted', where: posted, query: 'is:posted' },
    { key: 'open', where: open, query: 'is:open' },
    { key: 'unmapped', where: all(open, unmapped), query: 'is:open is:unmapped' },
    // Refused changes do not count here: the outbox counts them, and a conflict is one decision, not two.
    { key: 'failed', where: postFailed, query: 'is:refused' },
    {
      key: 'soon',
      where: all(open, not(posted), soon),
      query: soonNotPosted,
    },
    { key: 'soonReady', where: all(postable, soon), query: soonReady },
    ...kinds,
    ...types,
  ];
}

/** Jobs that the map counts by place. */
export const openJobs: Condition = jobConditions(null).open;
