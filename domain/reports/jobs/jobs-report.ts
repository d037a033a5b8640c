import { type FieldColumn, fieldColumns } from '../../fields/field-columns.ts';
import { fieldLabel } from '../../job-list/job-fields.ts';
import type { Report, ReportColumn, ReportColumnType, ReportFilter } from '../kit/report.ts';
import { reportIds } from '../kit/report-ids.ts';

/** One job: its id under `id`, and a value for each column that is shown, by the grid's keys. */
export type JobReportLine = Readonly<Record<string, string | number | boolean | null>>;

type Column = ReportColumn<JobReportLine>;

/** Opens the job beside the staging grid. */
const openJob = ({ id }: JobReportLine): string => `/staging?view=all&open=job:${String(id)}`;

/** Fields that hold an instant where the catalog of fields says day. */
const instants: ReadonlySet<string> = new Set(['postedAt', 'firstSeenAt', 'changedAt', 'rateChangedAt', 'canceledAt']);

/** What the report shows first; the other columns of the staging grid wait in its column chooser. */
const shownFirst: ReadonlySet<string> = new Set([
  'providerJobId',
  'source',
  'alias',
  'facility',
  'facilityName',
  'degree',
  'specialty',
  'shift',
  'city',
  'state',
  'status',
  'startDate',
  'durationDays',
  'billRate',
  'positions',
  'firstSeenAt',
]);

/** A place for the customer's name of a field, with its usual one. */
export const namePlace = (key: string): string => `{${key}|${fieldLabel(key)}}`;

/** Columns of the staging grid that are no fields of the catalog. */
const gridColumns: readonly Column[] = [
  { key: 'id', label: namePlace('id'), type: 'number' },
  { key: 'alsoFrom', label: namePlace('alsoFrom'), type: 'text' },
  { key: 'rateChangedAt', label: namePlace('rateChangedAt'), type: 'instant' },
  { key: 'canceledAt', label: namePlace('canceledAt'), type: 'instant' },
  { key: 'assignee', label: namePlace('assignee'), type: 'text' },
  { key: 'assignmentRuleId', label: namePlace('assignmentRuleId'), type: 'number' },
  { key: 'attachments', label: namePlace('attachments'), type: 'number', to: openJob },
  { key: 'noteCount', label: namePlace('noteCount'), type: 'number', to: openJob },
];

function columnOf({ source, field, label, type }: FieldColumn): Column {
  const kind: ReportColumnType = instants.has(source) ? 'instant' : source === 'jobUrl' ? 'link' : type;
  // Screens name a field as the catalog does, unless they have a shorter name.
  const own = fieldLabel(source);
  const name = `{${field}|${own === source ? label : own}}`;
  return {
    key: source,
    label: source === 'durationDays' ? `${name} (days)` : name,
    type: kind,
    ...(kind === 'money' && { currency: 'currency' }),
  };
}

const first: Column = { key: 'providerJobId', label: namePlace('providerJobId'), type: 'text', to: openJob };
const others = [...fieldColumns.filter(({ source }) => source !== first.key).map(columnOf), ...gridColumns];
const columns: Report<JobReportLine>['columns'] = [
  first,
  // The fields in view come first, so that the column chooser begins with them.
  ...others.filter(({ key }) => shownFirst.has(key)),
  ...others.filter(({ key }) => !shownFirst.has(key)).map((column) => ({ ...column, hidden: true })),
].map((column) => (column.key === 'positions' ? { ...column, sum: true } : column)) as [Column, ...Column[]];

const mapped = (name: string, label: string): ReportFilter<JobReportLine> => ({
  kind: 'choice',
  name,
  label,
  choices: [
    { value: '1', label: 'Mapped' },
    { value: '2', label: 'Not mapped' },
  ],
});

/** The documented filter of the report, by its documented names; `domain/staging/documented-filter.ts` says which jobs each finds. */
const filters: readonly ReportFilter<JobReportLine>[] = [
  { kind: 'value', name: 'source', label: '{source|Source}', key: 'sourceId' },
  { kind: 'value', name: 'tid', label: 'Target', key: 'targetId' },
  mapped('mapstate', 'Map state'),
  mapped('fmapped', '{facility|Facility} mapped'),
  mapped('dmapped', '{degree|Degree} mapped'),
  mapped('smapped', '{specialty|Specialty} mapped'),
  mapped('shmapped', '{shift|Shift} mapped'),
  { kind: 'choice', name: 'imported', label: 'Imported', choices: [{ value: '2', label: 'In the ATS' }] },
  {
    kind: 'choice',
    name: 'newjobs',
    label: 'New jobs',
    choices: [
      { value: '9', label: 'Since yesterday' },
      { value: '10', label: 'Between two dates' },
    ],
  },
  { kind: 'days', name: 'dates', label: '{firstSeenAt|First seen}' },
  {
    kind: 'choice',
    name: 'jstatus',
    label: 'Job status',
    choices: [
      { value: '1', label: 'Not posted' },
      { value: '2', label: 'Open' },
      { value: '3', label: 'Canceled' },
      { value: '4', label: 'On hold' },
      { value: '5', label: 'Hidden' },
    ],
  },
  { kind: 'choice', name: 'vendorStatus', label: '{status|Vendor status}', choices: [] },
  { kind: 'text', name: 'state', label: '{state|State}' },
  { kind: 'text', name: 'zip', label: '{zip|Zip}' },
  {
    kind: 'choice',
    name: 'distance',
    label: 'Miles around the {zip|Zip}',
    choices: [10, 25, 50, 100, 200].map((miles) => ({ value: String(miles), label: `${miles} miles` })),
  },
];

/** `/report_jobs`: every collected job, in the columns of the staging grid. */
export const jobsReport: Report<JobReportLine> = {
  id: reportIds.jobs,
  title: 'Jobs',
  about: 'Every collected job, hidden ones too, in the columns of the staging grid.',
  group: 'Jobs',
  audience: 'jobs.report',
  path: '/report_jobs',
  answeredBy: 'device',
  noun: 'job',
  columns,
  filters,
  sort: { key: 'source', descending: false },
};
