import type { Condition } from '#domain/query/condition.ts';
import type { Near } from './places.ts';
import { zipOf } from './sample-jobs.ts';

/** A query that each engine translates into its own form. */
export type BenchQuery = {
  readonly name: 'sel' | 'wide' | 'free' | 'near';
  readonly contains: readonly (readonly [key: string, text: string])[];
  readonly between: readonly (readonly [key: string, from: number, to: number])[];
  readonly near?: Near;
  readonly sort: readonly { readonly key: string; readonly descending: boolean }[];
};

const twoKeys = [
  { key: 'facility', descending: false },
  { key: 'billRate', descending: true },
];

export const queries: readonly BenchQuery[] = [
  // About 0.7% of the rows: one facility in ten, three settings in ten, a quarter of the rates.
  {
    name: 'sel',
    contains: [
      ['facility', 'mercy'],
      ['specialty', 'unit'],
    ],
    between: [['billRate', 60, 80]],
    sort: twoKeys,
  },
  { name: 'wide', contains: [], between: [['billRate', 80, 200]], sort: twoKeys },
  { name: 'free', contains: [['note', 'weekend badge']], between: [], sort: [] },
  { name: 'near', contains: [], between: [], near: { zip: zipOf(2550), miles: 150 }, sort: twoKeys },
];

export const conditionFor = (query: BenchQuery): Condition => ({
  kind: 'all',
  of: [
    ...query.contains.map(([column, text]) => ({ kind: 'contains', column, text }) as const),
    ...query.between.map(([column, from, to]) => ({ kind: 'between', column, from, to }) as const),
    ...(query.near ? [{ kind: 'near', column: 'zip', ...query.near } as const] : []),
  ],
});
