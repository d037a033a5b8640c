import type { RowData } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import type { Report, ReportChoice } from '#domain/reports/kit/report.ts';
import { valuesOf } from '#domain/reports/kit/report-filter.ts';
import { useSyncState } from '#src/sync/hooks/use-sync-state.ts';
import type { RowAction } from '#src/ui/actions/row-action.ts';
import { ExportButton } from '#src/ui/export/export-button.tsx';
import { Ago, useFormat } from '#src/ui/format/use-format.tsx';
import type { PagedList } from '#src/ui/list/use-list.ts';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { ReportChips } from './report-chips.tsx';
import { tableColumns } from './report-columns.tsx';
import { type OfferedFilter, ReportFilters } from './report-filters.tsx';
import './report.css';

type Props<T> = {
  report: Report<T>;
  list: PagedList<T>;
  rowKey: (row: T) => string | number;
  /** The values of `value` filters by name, for rows that are not all on this page. */
  choices?: Readonly<Record<string, readonly ReportChoice[]>>;
  /** Beside the export. */
  actions?: ReactNode;
  rowActions?: readonly RowAction<T>[];
  /** Shown under the rows. */
  below?: ReactNode;
};

/** The page of a report: what it answers and as of when, its filters, its rows, and its files. */
export function ReportPage<T extends RowData>({ report, list, rowKey, choices = {}, actions, rowActions, below }: Props<T>) {
  const { title, noun, plural, about } = report;
  const columns = tableColumns(report, useFormat());
  const filters = report.filters.map((filter): OfferedFilter => ({ filter, choices: offeredBy(filter, list, choices) }));
  return (
    <ListPage
      title={title}
      noun={noun}
      {...(plural !== undefined && { plural })}
      list={list}
      filters={
        <>
          <ReportFilters list={list} filters={filters} />
          <ReportChips list={list} filters={filters} />
        </>
      }
      actions={
        <>
          {actions}
          <ExportButton title={title} list={list} columns={columns} />
        </>
      }
      below={below}
    >
      <p className="report-about muted">
        <span>{about}</span>
        {list.problem === null && <AsOfLine report={report} at={list.at} />}
      </p>
      <DataTable list={list} label={title} columns={columns} rowKey={rowKey} {...(rowActions && { actions: rowActions })} />
    </ListPage>
  );
}

function offeredBy<T>(
  filter: Report<T>['filters'][number],
  { whole }: PagedList<T>,
  given: NonNullable<Props<T>['choices']>,
): readonly ReportChoice[] {
  if (filter.kind === 'choice') return filter.choices;
  if (filter.kind !== 'value') return [];
  return given[filter.name] ?? valuesOf(whole ?? [], filter.key).map((value) => ({ value, label: value }));
}

/** How old the rows are. */
function AsOfLine<T>({ report, at }: { report: Report<T>; at: string | null }) {
  const { lastSyncedAt } = useSyncState();
  const from = report.answeredBy === 'device' ? lastSyncedAt : at;
  if (from === null) return null;
  return (
    <span>
      {report.answeredBy === 'device' ? 'From this device, synced ' : 'As of '}
      <Ago at={from} />.
    </span>
  );
}
