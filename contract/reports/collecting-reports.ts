import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, IdOrNone, Instant } from '../kit/ids.ts';
import { sortBy } from '../kit/sorting.ts';
import { wire } from '../kit/wire-names.ts';
import { CollectError } from '../rows/collect-errors.ts';
import { ofCustomer, rangeArgs, reportArgs, reportRows, sourceArg } from './report-lists.ts';

const Text = z.string().nullable();

export const listReportSources = endpoint('GET /api/reports/sources/:cust', {
  about: 'The sources that the filters of reports offer; -1 means those of all customers.',
  args: z.object({ cust: CustomerRef }),
  reply: z.array(z.object({ id: wire('ID', z.number()), name: wire('Source', z.string()), ...ofCustomer })),
  fails: ['not_found'],
  needs: 'session',
  offline: 'cached',
  example: [{ id: 3, name: 'Medloop', customerId: 2, customer: 'Harborview Staffing' }],
});

const ofTask = { ...ofCustomer, taskId: z.number(), task: z.string(), source: z.string(), crawler: z.string() };
const taskExample = {
  customerId: 2,
  customer: 'Harborview Staffing',
  taskId: 1,
  task: 'Medloop',
  source: 'Medloop',
  crawler: 'Feed',
};

/** How a task collects now, and what its last runs counted. */
export const TaskErrorRow = z.object({
  ...ofTask,
  alias: Text,
  lastRunAt: Instant.nullable(),
  lastSuccessAt: Instant.nullable(),
  lastResult: Text,
  /** The jobs that the vendor listed in the last run that read a file without an error; null if none did. */
  lastValue: z.number().nullable(),
  /** The kind of the error or alarm, and its words; null for none. */
  error: CollectError.nullable(),
  exception: Text,
  /** Counters of the last run, since they were reset: jobs that the vendor listed, new ones, and rows that were refused. */
  pulled: z.number(),
  opened: z.number(),
  refused: z.number(),
  /** Failed runs in a row. Each one lengthens the pause before the next run. */
  breakLevel: z.number(),
  /** Until when no scheduled run asks the vendor's host, since it failed too often; null if it may be asked. */
  pausedUntil: Instant.nullable(),
  /** The user name at the vendor. Blank for who may not change tasks, and where only administrators see it. */
  user: z.string(),
  isIgnored: z.boolean(),
});
export const taskErrorSorts = [
  'task',
  'customer',
  'source',
  'lastSuccessAt',
  'lastRunAt',
  'breakLevel',
  'pulled',
  'opened',
] as const;

export const reportTaskErrors = endpoint('GET /api/reports/dcerrors/:cust', {
  about: 'How each task collects: last success, last result, exception, counters and break level.',
  args: z.object({
    ...reportArgs,
    ...sourceArg,
    sort: sortBy(TaskErrorRow, taskErrorSorts).default('-breakLevel'),
  }),
  reply: reportRows(TaskErrorRow),
  fails: ['invalid', 'not_found'],
  needs: 'tasks.read',
  // It has the user names of tasks, which no device stores.
  offline: 'online',
  example: {
    total: 1,
    rows: [
      {
        ...taskExample,
        alias: null,
        lastRunAt: '2026-11-21T09:00:00.000Z',
        lastSuccessAt: '2026-11-20T09:00:00.000Z',
        lastResult: 'The vendor did not answer in time.',
        lastValue: 120,
        error: 'timeout',
        exception: 'The vendor did not answer in time.',
        pulled: 120,
        opened: 4,
        refused: 1,
        breakLevel: 3,
        pausedUntil: '2026-11-21T09:30:00.000Z',
        user: 'harborview',
        isIgnored: false,
      },
    ],
  },
});

/** The jobs of one task by status. */
export const TaskStatusRow = z.object({
  ...ofTask,
  isActive: z.boolean(),
  /** Jobs whose status is Open, and those that were canceled. */
  open: z.number(),
  canceled: z.number(),
  /** Jobs that are filled, on hold or closed. */
  others: z.number(),
  lastSuccessAt: Instant.nullable(),
});
export const taskStatusSorts = ['task', 'customer', 'source', 'open', 'canceled', 'others', 'lastSuccessAt'] as const;

export const reportTaskStatus = endpoint('GET /api/reports/dcstatus/:cust', {
  about: 'How many jobs of each task are open and how many are canceled.',
  args: z.object({
    ...reportArgs,
    ...sourceArg,
    sort: sortBy(TaskStatusRow, taskStatusSorts).default('task'),
  }),
  reply: reportRows(TaskStatusRow),
  fails: ['invalid', 'not_found'],
  needs: 'tasks.read',
  offline: 'cached',
  example: {
    total: 1,
    rows: [{ ...taskExample, isActive: true, open: 118, canceled: 30, others: 2, lastSuccessAt: '2026-11-21T09:00:00.000Z' }],
  },
});

/** Whether a task collects, and what went wrong in a range of days. */
export const TaskAuditRow = z.object({
  ...ofTask,
  /** As the list of tasks says it: `setup` lacks what its crawler asks for, the others are switched off, by whom. */
  state: z.enum(['active', 'setup', 'customer', 'team', 'provider']),
  runs: z.number(),
  /** Runs that the vendor did not let in. */
  loginFailures: z.number(),
  /** Runs that ended with an error or an alarm, those among them. */
  exceptions: z.number(),
  lastExceptionAt: Instant.nullable(),
  lastException: Text,
  /** The newest of those runs, at most 50, and which of them failed; `ago` counts runs back, 0 is the newest one. */
  recent: z
    .object({
      runs: z.number(),
      failed: z.array(z.object({ id: z.number(), ago: z.number(), at: Instant, error: CollectError })),
    })
    .default({ runs: 0, failed: [] }),
});
export const taskAuditSorts = ['exceptions', 'loginFailures', 'runs', 'task', 'customer', 'source', 'lastExceptionAt'] as const;

export const reportTaskAudit = endpoint('GET /api/reports/taskaudit/:cust', {
  about:
    'Which tasks are active or disabled, and their sign-in failures and exceptions in a range of days of the customer’s time zone, the last 7 unless given; most exceptions first.',
  args: z.object({
    ...reportArgs,
    ...sourceArg,
    ...rangeArgs,
    sort: sortBy(TaskAuditRow, taskAuditSorts).default('-exceptions'),
  }),
  reply: reportRows(TaskAuditRow),
  fails: ['invalid', 'not_found'],
  needs: 'tasks.read',
  offline: 'cached',
  example: {
    total: 1,
    rows: [
      {
        ...taskExample,
        state: 'active',
        runs: 168,
        loginFailures: 1,
        exceptions: 3,
        lastExceptionAt: '2026-11-21T09:00:00.000Z',
        lastException: 'The vendor did not answer in time.',
        recent: { runs: 50, failed: [{ id: 812, ago: 3, at: '2026-11-21T09:00:00.000Z', error: 'timeout' }] },
      },
    ],
  },
});

/** What is wrong with values of jobs or rows of files: missing values, values that contradict each other, rows that gave no job. */
export const IssueKind = z.enum(['missing', 'contradiction', 'refused']);
export type IssueKind = z.infer<typeof IssueKind>;

/** One fault of one source, and how many open jobs or rows have it. */
export const DataIssueRow = z.object({
  ...ofCustomer,
  sourceId: z.number(),
  source: z.string(),
  kind: IssueKind,
  /** Names the fault, for the call that lists its rows. */
  fault: z.string(),
  /** What is wrong, and the field that it is about. */
  problem: z.string(),
  field: z.string(),
  count: z.number(),
  /** The first job or row that has it, with its value. */
  example: z.string(),
  remedy: z.string(),
});
export const dataIssueSorts = ['count', 'kind', 'problem', 'source', 'customer'] as const;

export const reportDataIssues = endpoint('GET /api/reports/dataissues/:cust', {
  about:
    'Values of open jobs that are missing or contradict each other, and rows that the last file of each task or upload gave no job for: per fault and source the count, an example and the remedy.',
  args: z.object({
    ...reportArgs,
    ...sourceArg,
    sort: sortBy(DataIssueRow, dataIssueSorts).default('-count'),
  }),
  reply: reportRows(DataIssueRow),
  fails: ['invalid', 'not_found'],
  needs: 'jobs.report',
  offline: 'cached',
  example: {
    total: 1,
    rows: [
      {
        customerId: 2,
        customer: 'Harborview Staffing',
        sourceId: 3,
        source: 'Medloop',
        kind: 'contradiction',
        fault: 'endBeforeStart',
        problem: 'The job ends before it starts',
        field: 'endDate',
        count: 4,
        example: 'M-4: 2026-12-07 to 2026-11-30',
        remedy: 'Ask the vendor which date is right.',
      },
    ],
  },
});

/** One job, or one row of a file, that has the fault. */
export const FaultyRow = z.object({
  /** The job; null for a row that gave none. */
  jobId: z.number().nullable(),
  /** The vendor's number of the job; for a row its place in the file. */
  providerJobId: z.string(),
  title: Text,
  source: z.string(),
  /** The values that are wrong. */
  value: z.string(),
  /** When the job was last changed, or the file was read. */
  at: Instant.nullable(),
});

export const reportFaultyRows = endpoint('GET /api/reports/dataissues/:cust/:fault', {
  about: 'The jobs or the rows of files that one count of the data issues counts.',
  args: z.object({
    ...reportArgs,
    source: IdOrNone,
    fault: z.string().max(100, 'Take it from the list of data issues'),
    sort: sortBy(FaultyRow, ['providerJobId', 'title', 'at']).default('providerJobId'),
  }),
  reply: reportRows(FaultyRow),
  fails: ['invalid', 'not_found'],
  needs: 'jobs.report',
  offline: 'online',
  example: {
    total: 1,
    rows: [
      {
        jobId: 4,
        providerJobId: 'M-4',
        title: 'RN ICU',
        source: 'Medloop',
        value: '2026-12-07 to 2026-11-30',
        at: '2026-11-21T09:00:00.000Z',
      },
    ],
  },
});

export const collectingReportEndpoints = [
  listReportSources,
  reportTaskErrors,
  reportTaskStatus,
  reportTaskAudit,
  reportDataIssues,
  reportFaultyRows,
];
