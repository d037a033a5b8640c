import { type Report, reportSizes } from '#domain/reports/kit/report.ts';
import { keepsRow } from '#domain/reports/kit/report-filter.ts';
import { searchedColumns } from '#domain/reports/kit/saved-report.ts';
import { clockAt } from '#src/ui/form/zoned-time.ts';
import { useFormat } from '#src/ui/format/use-format.tsx';
import { type From, type PagedList, usePagedList } from '#src/ui/list/use-list.ts';

/**
 * The list of a report whose rows are all on this page: searched, filtered, sorted and paged here. Null while they load. `from` gives
 * the age of rows that came from the service.
 */
export function useReportList<T>(report: Report<T>, rows: readonly T[] | null, from?: From): PagedList<T> {
  const { preferences } = useFormat();
  const dayOf = (instant: string) => clockAt(instant, preferences.timeZone).day;
  return usePagedList(rows, {
    sort: report.sort.key,
    descending: report.sort.descending,
    sizes: reportSizes,
    searchIn: searchedColumns(report),
    filters: Object.fromEntries(
      report.filters.map((filter) => [filter.name, (row: T, value: string) => keepsRow(filter, row, value, dayOf)]),
    ),
    ...(from && { from }),
  });
}
