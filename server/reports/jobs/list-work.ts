import type { JobQuestion, ListGround } from '#domain/job-list/job-list.ts';

/** What the thread of a list of jobs starts with. `near` are the keys of the zip codes around those that the list asks for. */
export type ListStart = {
  readonly question: JobQuestion;
  readonly ground: ListGround;
  readonly near: ReadonlyMap<string, ReadonlySet<number> | null>;
};

/** What the thread gets: jobs to look at first or to take, as JSON; or that there are no more. */
export type ListOrder = { readonly kind: 'look' | 'take'; readonly jobs: readonly string[] } | { readonly kind: 'end' };

/** A row of the list. */
export type ListLine = Readonly<Record<string, string | number | boolean | null>>;

/** What the thread answers: whether it looks at all jobs first; how many rows the list has so far; a part of its rows in their order. */
export type ListAnswer =
  | { readonly kind: 'ready'; readonly looksFirst: boolean }
  | { readonly kind: 'has'; readonly rows: number }
  | { readonly kind: 'lines'; readonly lines: readonly ListLine[]; readonly isLast: boolean };

/** The name under which the zip codes around one are given. */
export const nearName = (zip: string, miles: number): string => `${zip}~${miles}`;
