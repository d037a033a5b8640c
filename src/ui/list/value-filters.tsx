import { ListFilter } from './list-filter.tsx';
import type { List } from './use-list.ts';

/** The fields of a row that are filtered by the values that the rows have, each with its label. */
type FilteredFields<T> = Partial<Record<keyof T & string, string>>;

/** The `filters` of a list for these fields: a row has exactly the chosen value. */
export const filtersByValue = <T,>(fields: FilteredFields<T>) =>
  Object.fromEntries(
    (Object.keys(fields) as (keyof T & string)[]).map((field) => [
      field,
      (row: T, value: string) => String(row[field]) === value,
    ]),
  );

type Props<T> = {
  list: Pick<List<unknown>, 'filter' | 'setFilter'>;
  /** All rows; null while there are none. */
  rows: readonly T[] | null;
  fields: FilteredFields<T>;
};

/** One filter for each field, with the values that the rows have. */
export function ValueFilters<T>({ list, rows, fields }: Props<T>) {
  return (Object.entries(fields) as [keyof T & string, string][]).map(([field, label]) => {
    const values = [...new Set((rows ?? []).map((row) => String(row[field])))];
    const sorted = values.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
    return (
      <ListFilter
        key={field}
        list={list}
        name={field}
        label={label}
        choices={sorted.map((value) => ({ value, label: wordOf(value) }))}
      />
    );
  });
}

const wordOf = (value: string): string => ({ true: 'Yes', false: 'No' })[value] ?? value;
