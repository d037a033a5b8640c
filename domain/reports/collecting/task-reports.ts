import type { ReplyOf } from '#contract/kit/endpoint.ts';
import type { reportTaskAudit, reportTaskErrors, reportTaskStatus } from '#contract/reports/collecting-reports.ts';
import { collectErrors } from '#contract/rows/collect-errors.ts';
import type { Report } from '../kit/report.ts';
import { reportIds } from '../kit/report-ids.ts';
import { whose } from '../kit/whose.ts';

/** Whether the row is of the customer on screen, so that its addresses open here. */
type Here = { readonly isHere: boolean };
type Service<T> = Report<T> & { readonly answeredBy: 'service' };

/** `errorName` is the kind of the error in words, blank for none. */
export type TaskErrorLine = ReplyOf<typeof reportTaskErrors>['rows'][number] & Here & { readonly errorName: string };
export type TaskStatusLine = ReplyOf<typeof reportTaskStatus>['rows'][number] & Here;
/** `stateName` is the state as the list of tasks says it. */
export type TaskAuditLine = ReplyOf<typeof reportTaskAudit>['rows'][number] & Here & { readonly stateName: string };

const taskAt = ({ isHere, taskId }: Here & { readonly taskId: number }) => (isHere ? `/edittask/${taskId}` : null);

/** The jobs of a task with a status, in every view of staging. */
const jobsAt =
  (status: string) =>
  ({ isHere, taskId }: TaskStatusLine) =>
    isHere ? `/staging?view=all&q=${encodeURIComponent(`status:${status} task:${taskId}`)}` : null;

const ofTask = [
  { key: 'customer', label: 'Customer', type: 'text' },
  { key: 'source', label: '{source}', type: 'text' },
  { key: 'crawler', label: 'Crawler', type: 'text', hidden: true },
] as const;
const source = { kind: 'value', name: 'source', label: '{source}', key: 'source' } as const;
/** What together names one task, as bars of charts need it. */
const byTask = [
  { kind: 'value', name: 'task', label: 'Task', key: 'task' },
  { kind: 'value', name: 'customer', label: 'Customer name', key: 'customer' },
] as const;
const taskBars = { by: ['task', 'customer'], noun: ['task', 'tasks'] } as const;

/** `/report_dcerrors`: how each task collects. */
export const taskErrorsReport: Service<TaskErrorLine> = {
  id: reportIds.taskErrors,
  title: 'Task errors',
  about:
    'How each task collects: its last success, what went wrong, and what the last run counted. Those that fail longest come first.',
  group: 'Collecting',
  audience: 'tasks.read',
  path: '/report_dcerrors',
  answeredBy: 'service',
  call: 'GET /api/reports/dcerrors/:cust',
  offline: 'never',
  noun: 'task',
  columns: [
    { key: 'task', label: 'Task', type: 'text', to: taskAt },
    ...ofTask,
    { key: 'lastSuccessAt', label: 'Last success', type: 'instant', none: () => 'Never' },
    { key: 'lastResult', label: 'Last result', type: 'text' },
    { key: 'lastValue', label: 'Last value', type: 'number' },
    { key: 'errorName', label: 'Error', type: 'text' },
    { key: 'exception', label: 'Exception', type: 'text' },
    { key: 'pulled', label: 'Pulled', type: 'number', sum: true },
    { key: 'opened', label: 'Opened', type: 'number', sum: true },
    { key: 'refused', label: 'Refused', type: 'number', sum: true },
    { key: 'breakLevel', label: 'Break level', type: 'number' },
    { key: 'pausedUntil', label: 'Paused until', type: 'instant' },
    { key: 'alias', label: 'Alias', type: 'text' },
    { key: 'user', label: 'User', type: 'text' },
    { key: 'isIgnored', label: 'Ignored', type: 'yes-no' },
    { key: 'lastRunAt', label: 'Last run', type: 'instant', hidden: true },
  ],
  filters: [
    {
      kind: 'choice',
      name: 'show',
      label: 'Task',
      choices: [
        { value: 'problems', label: 'With a problem' },
        { value: 'fine', label: 'Without a problem' },
      ],
      keeps: ({ exception, error, breakLevel }, value) =>
        (exception !== null || error !== null || breakLevel > 0) === (value === 'problems'),
    },
    { kind: 'value', name: 'error', label: 'Error', key: 'errorName' },
    source,
    { kind: 'value', name: 'ignored', label: 'Ignored', key: 'isIgnored' },
    whose,
  ],
  sort: { key: 'breakLevel', descending: true },
};

/** `/report_dcstatus`: the open and canceled jobs of each task. */
export const taskStatusReport: Service<TaskStatusLine> = {
  id: reportIds.taskStatus,
  title: 'Task status',
  about: 'How many jobs of each task are open and how many are canceled.',
  group: 'Collecting',
  audience: 'tasks.read',
  path: '/report_dcstatus',
  answeredBy: 'service',
  call: 'GET /api/reports/dcstatus/:cust',
  offline: 'cached',
  noun: 'task',
  columns: [
    { key: 'task', label: 'Task', type: 'text', to: taskAt },
    ...ofTask,
    { key: 'open', label: 'Open', type: 'number', sum: true, to: jobsAt('Open') },
    { key: 'canceled', label: 'Canceled', type: 'number', sum: true, to: jobsAt('Cancelled') },
    { key: 'others', label: 'Filled, on hold or closed', type: 'number', sum: true },
    { key: 'isActive', label: 'Active', type: 'yes-no' },
    { key: 'lastSuccessAt', label: 'Last success', type: 'instant', none: () => 'Never' },
  ],
  filters: [
    {
      kind: 'choice',
      name: 'status',
      label: 'Status',
      choices: [
        { value: 'open', label: 'With open jobs' },
        { value: 'canceled', label: 'With canceled jobs' },
        { value: 'none', label: 'Without jobs' },
      ],
      keeps: ({ open, canceled, others }, value) =>
        value === 'none' ? open + canceled + others === 0 : (value === 'open' ? open : canceled) > 0,
    },
    source,
    { kind: 'value', name: 'active', label: 'Active', key: 'isActive' },
    ...byTask,
    whose,
  ],
  chart: {
    ...taskBars,
    kind: 'stacked',
    title: 'Jobs by status',
    about: 'Jobs of each task by status. A figure opens its jobs.',
    parts: [
      { key: 'open', words: 'open', tone: 1 },
      { key: 'canceled', words: 'canceled', tone: 2 },
      { key: 'others', words: 'filled, on hold or closed', tone: 5 },
    ],
    none: { words: 'without jobs', filters: { status: 'none' } },
  },
  sort: { key: 'task', descending: false },
};

/** `/report_taskaudit`: which tasks are active, and what went wrong on some days. */
export const taskAuditReport: Service<TaskAuditLine> = {
  id: reportIds.taskAudit,
  title: 'Task audit',
  about:
    'Which tasks are active or disabled, their sign-in failures and exceptions of the last 7 days, or of the days that you choose.',
  group: 'Collecting',
  audience: 'tasks.read',
  path: '/report_taskaudit',
  answeredBy: 'service',
  call: 'GET /api/reports/taskaudit/:cust',
  offline: 'cached',
  noun: 'task',
  columns: [
    { key: 'task', label: 'Task', type: 'text', to: taskAt },
    ...ofTask,
    { key: 'stateName', label: 'State', type: 'text' },
    { key: 'runs', label: 'Runs', type: 'number', sum: true },
    { key: 'loginFailures', label: 'Login failures', type: 'number', sum: true },
    { key: 'exceptions', label: 'Exceptions', type: 'number', sum: true },
    { key: 'lastExceptionAt', label: 'Last exception at', type: 'instant', none: () => 'None' },
    { key: 'lastException', label: 'Last exception', type: 'text' },
  ],
  filters: [
    { kind: 'days', name: 'days', label: 'Days' },
    {
      kind: 'choice',
      name: 'state',
      label: 'State',
      choices: [
        { value: 'active', label: 'Active' },
        { value: 'disabled', label: 'Disabled' },
      ],
      keeps: ({ state }, value) => (state === 'active') === (value === 'active'),
    },
    source,
    ...byTask,
    whose,
  ],
  chart: {
    ...taskBars,
    kind: 'squares',
    title: 'Last runs',
    about:
      'The last 50 runs of each task in these days, the newest one last. A failed run has a cross; choose it to open the run.',
    recent: ({ recent: { runs, failed } }) => ({
      runs,
      failed: failed.map((run) => ({ ...run, error: collectErrors[run.error].name })),
    }),
    runAt: ({ isHere, taskId }, run) => (isHere ? `/edittask/${taskId}${run === null ? '' : `?run=${run}`}` : null),
    counts: [
      { key: 'runs', words: 'runs', one: 'run' },
      { key: 'loginFailures', words: 'login failures', one: 'login failure' },
      { key: 'exceptions', words: 'exceptions', one: 'exception' },
    ],
    none: { words: 'without a run in these days', filters: null },
  },
  sort: { key: 'exceptions', descending: true },
};
