import { type ConfigurationBody, reportBase } from '#contract/rows/report-rows.ts';
import type { Report } from '#domain/reports/kit/report.ts';
import { readFilters, type SavedFilter, writeFilters } from '#domain/reports/kit/saved-filters.ts';
import { laidOut, readableWidth, type TableLayout } from '#src/ui/table/table-layout.ts';

/** What the address of a report shows: its search, filters and order. */
export type ReportAddress = {
  readonly search: string;
  readonly filter: (name: string) => string;
  readonly sort: string;
  readonly descending: boolean;
};

type Shape = Pick<Report<never>, 'columns' | 'filters' | 'sort'>;

/** Names of the search and the filters in the order in which they are saved. */
const namesIn = ({ filters }: Shape): string[] => ['q', ...filters.map(({ name }) => name)];

const queryOf = (report: Shape, valueOf: (name: string) => string): string =>
  writeFilters(
    namesIn(report).flatMap((name): SavedFilter[] => {
      const value = valueOf(name).trim();
      return value === '' ? [] : [{ name, value }];
    }),
  );

/** What a view of a report would save: what the address shows, in this layout. */
export function bodyOf(
  report: Shape,
  layout: TableLayout,
  { search, filter, sort, descending }: ReportAddress,
): ConfigurationBody {
  const columns = laidOut(report.columns, layout).map(({ key }): string => key);
  const widths = columns.flatMap((key) => {
    const width = layout.widths[key];
    return width === undefined ? [] : [[key, readableWidth(width)] as const];
  });
  return {
    base: reportBase,
    query: queryOf(report, (name) => (name === 'q' ? search : filter(name))),
    sort: [{ key: sort, descending }],
    group: [],
    columns,
    start: [],
    end: [],
    widths: Object.fromEntries(widths),
    density: 'normal',
  };
}

/** A saved body as this report would write it, with filters and order that it still has. Columns that are gone stay, to be named. */
export function fitted(report: Shape, body: ConfigurationBody): ConfigurationBody {
  const saved = new Map(readFilters(body.query).map(({ name, value }) => [name, value]));
  const first: string = report.columns[0].key;
  const sort = body.sort.find(({ key }) => report.columns.some((column) => column.key === key));
  return {
    ...body,
    base: reportBase,
    query: queryOf(report, (name) => saved.get(name) ?? ''),
    sort: [sort ?? { ...report.sort }],
    group: [],
    columns: [first, ...body.columns.filter((key) => key !== first)],
    start: [],
    end: [],
    density: 'normal',
  };
}

/** Filters of a saved view that the report no longer has. */
export const goneFilters = (report: Shape, { query }: ConfigurationBody): string[] =>
  readFilters(query).flatMap(({ name }) => (namesIn(report).includes(name) ? [] : [name]));

/** The layout of a table that shows the columns of a saved view. */
export const layoutOf = ({ columns }: Shape, body: ConfigurationBody): TableLayout => ({
  hidden: Object.fromEntries(columns.flatMap(({ key }) => (body.columns.includes(key) ? [] : [[key, true] as const]))),
  order: [...body.columns],
  widths: { ...body.widths },
});

/** The parameters that say what a report shows; others, such as its target, do not belong to a view. */
export const ownParams = (report: Shape): string[] => [...namesIn(report), 'sort', 'page'];

/** Parameters for a view as it is saved, under the id by which the address calls it. */
export function paramsOf(report: Shape, now: URLSearchParams, cfid: string, saved: ConfigurationBody): URLSearchParams {
  const { query, sort } = fitted(report, saved);
  const shown = withoutView(report, now);
  shown.set('cfid', cfid);
  for (const { name, value } of readFilters(query)) shown.set(name, value);
  const [order] = sort;
  const isUsual = order?.key === report.sort.key && order.descending === report.sort.descending;
  if (order && !isUsual) shown.set('sort', `${order.descending ? '-' : ''}${order.key}`);
  return shown;
}

/** The parameters without a view and without what it says. */
export function withoutView(report: Shape, now: URLSearchParams): URLSearchParams {
  const left = new URLSearchParams(now);
  for (const name of [...ownParams(report), 'cfid']) left.delete(name);
  return left;
}
