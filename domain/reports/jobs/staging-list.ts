import type { ConfigurationBody } from '#contract/rows/report-rows.ts';
import { catalogueFields } from '../../job-list/catalogue-fields.ts';
import { stateKey } from '../../job-list/cell-texts.ts';
import { isGroupKey } from '../../job-list/job-groups.ts';
import type { LineColumn } from '../../job-list/job-line.ts';
import { mapKinds } from '../../jobs/mapping-of.ts';
import type { Report, ReportColumn } from '../kit/report.ts';
import { reportIds } from '../kit/report-ids.ts';
import { type JobReportLine, jobsReport, namePlace } from './jobs-report.ts';

type Shown = { readonly column: ReportColumn<JobReportLine>; readonly line: LineColumn };

/** Every column of the staging grid by its key, as its saved views are sent and saved. Amounts, days and times keep their types. */
function shownColumn(key: string): Shown | null {
  if (key === stateKey) return { column: { key, label: 'Status', type: 'text' }, line: { key, from: key, as: 'states' } };
  if (mapKinds.some((kind) => kind === key))
    return { column: { key, label: namePlace(key), type: 'text' }, line: { key, from: key, as: 'mapped' } };
  const field = catalogueFields.find((one) => one.key === key);
  const source = field?.source ?? key;
  const known = jobsReport.columns.find((column) => column.key === source);
  if (!known) return null;
  const { hidden: _, to: __, sum: ___, ...column } = known;
  return {
    column: { ...column, key, label: field ? `{${field.field}|${field.label}}` : known.label },
    line: { key, from: source, as: 'value' },
  };
}

const ofJob: Shown = {
  column: { key: 'providerJobId', label: namePlace('providerJobId'), type: 'text' },
  line: { key: 'providerJobId', from: 'providerJobId', as: 'value' },
};

/** The columns of a saved view of the staging grid from left to right, with those that no longer exist by their keys. */
export function stagingColumns({ columns, start, end }: Pick<ConfigurationBody, 'columns' | 'start' | 'end'>): {
  readonly shown: readonly Shown[];
  readonly gone: readonly string[];
} {
  const isAtEnd = (key: string) => end.includes(key) && !start.includes(key);
  const isFree = (key: string) => !start.includes(key) && !end.includes(key);
  const inOrder = [...columns.filter((key) => start.includes(key)), ...columns.filter(isFree), ...columns.filter(isAtEnd)];
  const found = inOrder.map((key) => [key, shownColumn(key)] as const);
  const shown = found.flatMap(([, one]) => one ?? []);
  return {
    // A row without any column would name nothing.
    shown: shown.length > 0 ? shown : [ofJob],
    gone: found.flatMap(([key, one]) => (one ? [] : [key])),
  };
}

/** The order of a saved view of the staging grid: its groups first, whose rows stay together. */
export function stagingSort({ sort, group }: Pick<ConfigurationBody, 'sort' | 'group'>): ConfigurationBody['sort'] {
  const keys = group.filter(isGroupKey);
  const outer = keys.map((key) => sort.find((one) => one.key === key) ?? { key, descending: false });
  return [...outer, ...sort.filter(({ key }) => !keys.includes(key))];
}

/** A saved view of the staging grid as a report: its rows are those of the grid, its columns those of the view. */
export function stagingReport(body: ConfigurationBody): Report<JobReportLine> {
  const [first = ofJob, ...others] = stagingColumns(body).shown;
  return {
    id: reportIds.jobs,
    title: 'Staging',
    about: 'Jobs as a saved view of the staging grid shows them.',
    group: 'Jobs',
    audience: 'staging.read',
    path: '/report_jobs',
    answeredBy: 'device',
    noun: 'job',
    columns: [first.column, ...others.map(({ column }) => column)],
    filters: [],
    sort: { key: 'firstSeenAt', descending: true },
  };
}
