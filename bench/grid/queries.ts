import type { Condition } from '#domain/query/condition.ts';

/** A query that each engine translates into its own form. */
export type BenchQuery = {
  readonly name: 'sel' | 'wide' | 'free';
  readonly contains: readonly (readonly [key: string, text: string])[];
  readonly between: readonly (readonly [key: string, from: number, to: number])[];
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
];

export const conditionFor = (query: BenchQuery): Condition => ({
  kind: 'all',
  of: [
    ...query.contains.map(([column, text]) => ({ kind: 'contains', column, text }) as const),
    ...query.between.map(([column, from, to]) => ({ kind: 'between', column, from, to }) as const),
  ],
});
