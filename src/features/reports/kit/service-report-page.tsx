import type { RowData } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { mostReportRows } from '#contract/reports/report-lists.ts';
import type { Report, ReportChoice } from '#domain/reports/kit/report.ts';
import { readDays } from '#domain/reports/kit/report-filter.ts';
import { whoseFilter } from '#domain/reports/kit/whose.ts';
import type { Kept } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import type { RowAction } from '#src/ui/actions/row-action.ts';
import { counted } from '#src/ui/format/format.ts';
import { useListAddress } from '#src/ui/list/list-address.ts';
import { ReportPage } from './report-page.tsx';
import { useReportList } from './use-report-list.ts';

/** What the address asks of a report that the service narrows: whose rows, at first those of all customers for administrators, and of which days. Days that cannot be read are left out. */
export function useReportArgs() {
  const { customer, administrator } = useSession();
  const { filter } = useListAddress({ sort: '', filters: [whoseFilter, 'days'] });
  const isAll = administrator && filter(whoseFilter) !== 'one';
  const span = readDays(filter('days'));
  return {
    cust: isAll ? -1 : customer.id,
    pageSize: mostReportRows,
    ...(span?.from && { from: span.from }),
    ...(span?.to && { to: span.to }),
  };
}

type Props<T> = {
  report: Report<T> & { readonly answeredBy: 'service' };
  lines: readonly T[] | null;
  from: Omit<Kept<never>, 'reply' | 'failure'> & { readonly reply: { readonly total: number } | null };
  rowKey: (row: T) => string | number;
  choices?: Readonly<Record<string, readonly ReportChoice[]>>;
  actions?: ReactNode;
  rowActions?: readonly RowAction<T>[];
};

/** The page of a report that the service answers with at most 10,000 rows; it says so if there are more. */
export function ServiceReportPage<T extends RowData>({ report, lines, from: { reply, ...from }, ...page }: Props<T>) {
  const { administrator } = useSession();
  const shown = administrator ? report : { ...report, filters: report.filters.filter(({ name }) => name !== whoseFilter) };
  const list = useReportList(shown, lines, from);
  const total = reply?.total ?? 0;
  return (
    <ReportPage
      report={shown}
      list={list}
      below={
        total > mostReportRows && (
          <p className="muted">{`The first ${counted(mostReportRows, 'row')} of ${counted(total, 'row')} are shown.`}</p>
        )
      }
      {...(total > mostReportRows && { total })}
      {...page}
    />
  );
}
