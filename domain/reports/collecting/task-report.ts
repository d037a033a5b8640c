import type { Report } from '../kit/report.ts';
import { reportIds } from '../kit/report-ids.ts';

/** One task as its report shows it. Days as `yyyy-MM-dd`, other times as instants; `listed` and `refused` are of its last run. */
export type TaskReportLine = {
  readonly id: number;
  readonly task: string;
  readonly alias: string | null;
  readonly description: string | null;
  readonly site: string | null;
  readonly crawler: string;
  readonly status: string;
  readonly schedule: string;
  readonly lastRunAt: string | null;
  readonly lastSuccessAt: string | null;
  readonly nextRunAt: string | null;
  readonly lastResult: string | null;
  readonly alarm: string | null;
  readonly listed: number;
  readonly refused: number;
  readonly passwordExpiresOn: string | null;
  readonly passwordChangedAt: string | null;
  /** The jobs of its source. */
  readonly jobsTo: string;
};

/** `/report_customertasks`: every data collection task of the customer. */
export const customerTasksReport: Report<TaskReportLine> = {
  id: reportIds.customerTasks,
  title: 'Customer tasks',
  about: 'Every task of this customer: what it collects, how its last run went, and what needs attention.',
  group: 'Collecting',
  audience: 'tasks.read',
  path: '/report_customertasks',
  answeredBy: 'device',
  noun: 'task',
  columns: [
    { key: 'task', label: 'Task', type: 'text', to: ({ id }) => `/edittask/${id}` },
    { key: 'id', label: 'ID', type: 'number', hidden: true },
    { key: 'alias', label: 'Alias', type: 'text' },
    { key: 'site', label: '{source|Source}', type: 'text', to: ({ jobsTo }) => jobsTo },
    { key: 'crawler', label: 'Crawler', type: 'text' },
    { key: 'status', label: 'Status', type: 'text' },
    { key: 'schedule', label: 'Schedule', type: 'text' },
    { key: 'lastRunAt', label: 'Last run', type: 'instant' },
    { key: 'lastSuccessAt', label: 'Last success', type: 'instant' },
    { key: 'nextRunAt', label: 'Next run', type: 'instant', hidden: true },
    { key: 'lastResult', label: 'Last result', type: 'text' },
    { key: 'alarm', label: 'Needs attention', type: 'text' },
    { key: 'listed', label: 'Listed', type: 'number', sum: true },
    { key: 'refused', label: 'Refused', type: 'number', sum: true },
    { key: 'passwordExpiresOn', label: 'Password expires', type: 'date' },
    { key: 'passwordChangedAt', label: 'Password changed', type: 'instant', hidden: true },
    { key: 'description', label: 'Description', type: 'text', hidden: true },
  ],
  filters: [
    { kind: 'value', name: 'status', label: 'Status', key: 'status' },
    { kind: 'value', name: 'site', label: '{source|Source}', key: 'site' },
    { kind: 'value', name: 'crawler', label: 'Crawler', key: 'crawler' },
    {
      kind: 'choice',
      name: 'alarm',
      label: 'Attention',
      choices: [
        { value: 'yes', label: 'Needs attention' },
        { value: 'no', label: 'Needs none' },
      ],
      keeps: ({ alarm }, value) => (alarm !== null) === (value === 'yes'),
    },
    { kind: 'days', name: 'run', label: 'Last run', key: 'lastRunAt' },
  ],
  sort: { key: 'task', descending: false },
};
