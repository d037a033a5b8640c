import { type ConfigurationBody, reportBase } from '#contract/rows/report-rows.ts';
import { arrange } from '../../lists/arrange.ts';
import type { Report, ReportColumn } from './report.ts';
import { keepsRow } from './report-filter.ts';
import { readFilters } from './saved-filters.ts';

/** The columns of a report that its search looks into. */
export const searchedColumns = <T>({ columns }: Pick<Report<T>, 'columns'>): (keyof T & string)[] =>
  columns.filter(({ type }) => type === 'text' || type === 'link').map(({ key }) => key);

/** A saved view on a report as it is now: the columns that it shows in their order, and what is gone, by key or filter name. */
type SavedReport<T> = { readonly columns: readonly ReportColumn<T>[]; readonly skipped: readonly string[] };

/** Reads the columns of a saved view. The first column names the row, so it is always shown, and shown first. */
export function savedReport<T>(
  { columns, filters }: Report<T>,
  body: Pick<ConfigurationBody, 'columns' | 'query'>,
): SavedReport<T> {
  const [first, ...others] = columns;
  const shown = body.columns.flatMap((key) => others.find((column) => column.key === key) ?? []);
  const goneColumns = body.columns.filter((key) => !columns.some((column) => column.key === key));
  const goneFilters = readFilters(body.query).filter(({ name }) => name !== 'q' && !filters.some((one) => one.name === name));
  return { columns: [first, ...shown], skipped: [...goneColumns, ...goneFilters.map(({ name }) => name)] };
}

/**
 * The rows that a saved view shows, in its order. `dayOf` gives the day of an instant, as `keepsRow` needs it. Filters and a sort
 * column that the report no longer has are left out.
 */
export function savedRows<T>(
  report: Report<T>,
  { query, sort }: Pick<ConfigurationBody, 'query' | 'sort'>,
  rows: readonly T[],
  dayOf: (cell: string) => string,
): T[] {
  const wanted = readFilters(query);
  const kept = wanted.reduce<readonly T[]>((left, { name, value }) => {
    const filter = report.filters.find((one) => one.name === name);
    return filter ? left.filter((row) => keepsRow(filter, row, value, dayOf)) : left;
  }, rows);
  const saved = sort.find(({ key }) => report.columns.some((column) => column.key === key));
  const order = saved ? { sort: saved.key as keyof T & string, descending: saved.descending } : undefined;
  return arrange(kept, {
    search: wanted.find(({ name }) => name === 'q')?.value ?? '',
    searchIn: searchedColumns(report),
    ...(order ?? { sort: report.sort.key, descending: report.sort.descending }),
  });
}

/** What the page of a report shows before anyone changes it. */
export const usualBody = <T>({ columns, sort }: Pick<Report<T>, 'columns' | 'sort'>): ConfigurationBody => ({
  base: reportBase,
  query: '',
  sort: [{ ...sort }],
  group: [],
  columns: columns.filter(({ hidden }) => !hidden).map(({ key }) => key),
  start: [],
  end: [],
  widths: {},
  density: 'normal',
});
