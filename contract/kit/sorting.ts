import * as z from 'zod';
import { wireNameOf, wireValues } from './wire-names.ts';

/** A column that a list may be ordered by; `-` before it turns the order round. */
export type SortOf<K extends string> = K | `-${K}`;

/** The documented names of fields of a row and the same with `-`, by the plain ones. */
export function wireSorts(row: z.ZodObject, columns: readonly string[]): Record<string, string> {
  const names = columns.map((column) => {
    const field = row.shape[column];
    return [column, (field && wireNameOf(field)) ?? column] as const;
  });
  return Object.fromEntries(names.flatMap(([plain, name]) => [[plain, name] as const, [`-${plain}`, `-${name}`] as const]));
}

/** What a list that the service pages is ordered by: one of the fields named of its rows. They travel under their documented names. */
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
