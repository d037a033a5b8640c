import type { MapKind, TargetRow } from '#contract/rows/rows.ts';
import { type Labels, workTypeKeys } from '#domain/fields/labels.ts';
import { neededKinds } from '#domain/posting/needed-kinds.ts';
import type { Condition } from '#domain/query/condition.ts';
import { jobConditions } from '#domain/staging/job-conditions.ts';

/** One count of the dashboard, with the query that shows the same rows in the staging grid. */
export type Counted = { key: string; where: Condition; query: string };

const all = (...of: Condition[]): Condition => ({ kind: 'all', of });

const anyOf = (of: Condition[]): Condition => (of.length === 1 && of[0] ? of[0] : { kind: 'any', of });

const usualTypes: Readonly<Record<number, string>> = { 1: 'Travel', 2: 'Permanent', 3: 'Per Diem' };

/** Work types with the customer's words for them. Types with one word are one bar: in healthcare, 1 and 3 are Contract. */
export function workTypesOf(labels: Labels): { key: string; label: string; types: number[] }[] {
  const byLabel = new Map<string, number[]>();
  for (const [type, usual] of Object.entries(usualTypes)) {
    const label = labels(workTypeKeys[Number(type)] ?? '')?.one ?? usual;
    byLabel.set(label, [...(byLabel.get(label) ?? []), Number(type)]);
  }
  return [...byLabel].map(([label, types]) => ({ key: `types ${types.join(',')}`, label, types }));
}

/** A job that starts within this many days and is not posted is at risk. */
export const soonDays = 14;
const soonSpan = `start:today..+${soonDays}d`;
export const soonNotPosted = `is:open -is:posted ${soonSpan}`;
export const soonReady = `is:ready ${soonSpan}`;

/** Conditions of the first row and of the work types, in a fixed order. `today` is a day number. */
export function countedWork(target: TargetRow | null, labels: Labels, today: number): Counted[] {
  const { open, unmapped, postFailed, posted, postable, not } = jobConditions(target);
  const soon: Condition = { kind: 'days', column: 'startDate', from: today, to: today + soonDays };
  const kinds = neededKinds(target).map(
    (kind: MapKind): Counted => ({
      key: kind,
      where: all(open, { kind: 'empty', column: `${kind}Name` }),
      query: `is:open is:no${kind}`,
    }),
  );
  const types = workTypesOf(labels).map(
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
