import type { RowData } from '@tanstack/react-table';
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { namedReport, type Report, type ReportChoice } from '#domain/reports/kit/report.ts';
import { valuesOf } from '#domain/reports/kit/report-filter.ts';
import { reportSheet } from '#domain/reports/kit/report-sheet.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useSyncState } from '#src/sync/hooks/use-sync-state.ts';
import type { RowAction } from '#src/ui/actions/row-action.ts';
import { ExportButton } from '#src/ui/export/export-button.tsx';
import { clockAt } from '#src/ui/form/zoned-time.ts';
import { Ago, useFormat } from '#src/ui/format/use-format.tsx';
import type { PagedList } from '#src/ui/list/use-list.ts';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { DataTable } from '#src/ui/table/data-table.tsx';
import type { ReportChart as Chart } from '../charts/report-chart.tsx';
import { fieldNameIn } from './field-name.ts';
import { useLayoutName } from './layout-name.ts';
import { chipsOf, ReportChips } from './report-chips.tsx';
import { tableColumns } from './report-columns.tsx';
import { type OfferedFilter, ReportFilters } from './report-filters.tsx';
import { useNoteOpening } from './report-marks.ts';
import { useBackgroundExport } from './use-background-export.tsx';
import { useReportViews } from './use-report-views.tsx';
import { useShownColumns } from './use-shown-columns.ts';
import './report.css';

// A lazy component forgets what its rows are; its props say it again.
const ReportChart = lazy(() => import('../charts/report-chart.tsx').then((m) => ({ default: m.ReportChart }))) as typeof Chart;

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
  /** How many rows the service has before the page narrows them, if they are more than the page holds. */
  total?: number;
};

/** The page of a report: what it answers and as of when, its filters, its rows, and its files. */
export function ReportPage<T extends RowData>({
  report: plain,
  list,
  rowKey,
  choices = {},
  actions,
  rowActions,
  below,
  total,
}: Props<T>) {
  const names = useFieldNames();
  const report = useMemo(() => namedReport(plain, fieldNameIn(names)), [plain, names]);
  const { id, title, noun, plural } = report;
  useNoteOpening(id);
  const columns = tableColumns(report, useFormat());
  const filters = report.filters.map((filter): OfferedFilter => ({ filter, choices: offeredBy(filter, list, choices) }));
  const asOf = useAsOf(report, list.at);
  const sheet = useSheet(report, list, filters, asOf);
  const views = useReportViews(report, list);
  const layoutName = useLayoutName(report);
  const background = useBackgroundExport(report, list, total);
  return (
    <ListPage
      title={title}
      noun={noun}
      {...(plural !== undefined && { plural })}
      list={list}
      filters={
        <>
          <ReportFilters list={list} filters={filters.filter((one) => isOffered(one, report, list))} />
          <ReportChips list={list} filters={filters} />
          {views.state}
        </>
      }
      actions={
        <>
          {actions}
          {views.menu}
          <ExportButton title={title} list={list} columns={columns} sheet={sheet} items={background.item} />
        </>
      }
      below={below}
      dialogs={background.dialog}
      isKept={report.answeredBy === 'device' || report.offline !== 'never'}
    >
      <About report={report} asOf={list.problem === null ? asOf : null} />
      <ChartOf report={report} list={list} />
      <DataTable
        list={list}
        label={title}
        layoutName={layoutName}
        columns={columns}
        rowKey={rowKey}
        {...(rowActions && { actions: rowActions })}
      />
    </ListPage>
  );
}

function ChartOf<T extends RowData>({ report, list }: Pick<Props<T>, 'report' | 'list'>) {
  if (!report.chart || !list.matches) return null;
  return (
    <Suspense fallback={<Waiting rows={6} label="Drawing the chart" />}>
      <ReportChart report={report} chart={report.chart} rows={list.matches} filter={list.filter} />
    </Suspense>
  );
}

/** What the report answers, and as of when; null while that is not known. */
const About = ({
  report: { about, answeredBy },
  asOf,
}: {
  report: Pick<Report<never>, 'about' | 'answeredBy'>;
  asOf: string | null;
}) => (
  <p className="report-about muted">
    <span>{about}</span>
    {asOf !== null && (
      <span>
        {answeredBy === 'device' ? 'From this device, synced ' : 'As of '}
        <Ago at={asOf} />.
      </span>
    )}
  </p>
);

/** Whether a filter's control is shown. What only names bars further, such as the customer, is not while all rows have the same. */
const isOffered = <T,>({ filter, choices }: OfferedFilter, { chart }: Report<T>, list: PagedList<T>): boolean =>
  chart === undefined ||
  chart.kind === 'calendar' ||
  !chart.by.slice(1).includes(filter.name) ||
  choices.length > 1 ||
  list.filter(filter.name) !== '';

function offeredBy<T>(
  filter: Report<T>['filters'][number],
  { whole }: PagedList<T>,
  given: NonNullable<Props<T>['choices']>,
): readonly ReportChoice[] {
  if (filter.kind === 'choice') return filter.choices;
  if (filter.kind !== 'value') return [];
  return given[filter.name] ?? valuesOf(whole ?? [], filter.key).map((value) => ({ value, label: value }));
}

/** The instant of the newest rows: the last sync of this device, or the service's answer at `answeredAt`. */
function useAsOf<T>({ answeredBy }: Report<T>, answeredAt: string | null): string | null {
  const { lastSyncedAt } = useSyncState();
  return answeredBy === 'device' ? lastSyncedAt : answeredAt;
}

/** Makes the sheet of the report's files: the rows given, in the columns shown. */
function useSheet<T>(report: Report<T>, list: PagedList<T>, filters: readonly OfferedFilter[], asOf: string | null) {
  const { customer, role } = useSession();
  const format = useFormat();
  const shown = useShownColumns(report);
  const columns = shown.map((column) => ({ key: column.key, label: column.label, type: column.type }));
  return (rows: readonly T[]) => {
    const origin = {
      customer: customer.name,
      person: role.name,
      filters: chipsOf(list, filters, format).map(({ words }) => words),
      search: list.search,
      asOf,
      madeAt: new Date().toISOString(),
      timeZone: format.preferences.timeZone,
    };
    return reportSheet(report, columns, rows as readonly object[], origin, onClock);
  };
}

function onClock(instant: string, timeZone: string): string {
  const { day, time } = clockAt(instant, timeZone);
  return `${day}T${time}`;
}
