import * as z from 'zod';

/** A column that a list may be ordered by; `-` before it turns the order round. */
export type SortOf<K extends string> = K | `-${K}`;

/** What a list that the service pages is ordered by: one of the columns named. */
export const sortBy = <const K extends string>(columns: readonly K[]) =>
  z.enum(
    columns.flatMap((column): SortOf<K>[] => [column, `-${column}`]),
    `Order by one of ${columns.join(', ')}, with a - before it for the other way round`,
  );
