import * as z from 'zod';
import { wireNameOf, wireValues } from './wire-names.ts';

/** A column that a list may be sorted by; a leading `-` reverses the order. */
export type SortOf<K extends string> = K | `-${K}`;

/** Documented sort values by plain ones: each column's name, and the same with a leading `-`. */
export function wireSorts(row: z.ZodObject, columns: readonly string[]): Record<string, string> {
  const names = columns.map((column) => {
    const field = row.shape[column];
    return [column, (field && wireNameOf(field)) ?? column] as const;
  });
  return Object.fromEntries(names.flatMap(([plain, name]) => [[plain, name] as const, [`-${plain}`, `-${name}`] as const]));
}

/** Schema for the sort order of a paged list: one of the named columns, sent under its documented name. */
export function sortBy<R extends z.ZodObject, const K extends keyof z.output<R> & string>(row: R, columns: readonly K[]) {
  const sorts = wireSorts(row, columns);
  const documented = Object.values(sorts).filter((name) => !name.startsWith('-'));
  return wireValues(
    sorts,
    z.enum(
      columns.flatMap((column): SortOf<K>[] => [column, `-${column}`]),
      `Order by one of ${documented.join(', ')}, with a - before it for the other way round`,
    ),
  );
}
