import * as z from 'zod';
import { messages } from '#contract/kit/messages.ts';
import { endpoint } from '../kit/endpoint.ts';
import { vendorUrl } from '../kit/http-url.ts';
import { CustomerRef, Id, IdOrNone, PageNumber } from '../kit/ids.ts';
import { wire } from '../kit/wire-names.ts';
import { EveryMinutes, RunAt } from '../rows/task-schedule.ts';
import { ColumnMapping } from './column-mapping.ts';
import { taskCredentialArgs, taskCredentials, taskCredentialsExample } from './task-credentials.ts';
import { FeedPreview, feedPreviewExample } from './uploads.ts';

/**
 * A data collection task as the documented calls return it, without its secrets: `URL` is the host of its feed, as vendors put keys
 * into the rest. A person who may change the task reads the whole address with the one task.
 */
const DocumentedTask = z.object({
  id: wire('ID', z.number()),
  customerId: wire('objID', z.number()),
  name: wire('Name', z.string()),
  site: wire('Site', z.string()),
  url: wire('URL', z.string()),
  crawler: wire('Crawler', z.string()),
  crawlerId: wire('id', z.number()),
  isDisabled: wire('Disabled_Fl', z.boolean()),
  isDisabledByAdmin: wire('DisabledAdmin_Fl', z.boolean()),
  isIgnored: wire('Ignore_Fl', z.boolean()),
  lastSuccessAt: wire('LastSuccess', z.string().nullable()),
  lastResult: wire('LastResult', z.string().nullable()),
  /** What an administrator must check; null if nothing. */
  alarm: wire('Alarm', z.string().nullable()),
  everyMinutes: wire('EveryMinutes', z.number().nullable()),
  /** Times of the customer's day at which it runs instead, as `HH:mm`. */
  runAt: wire('RunAt', z.array(z.string())),
  nextRunAt: wire('NextRun', z.string().nullable()),
  /** The documented code of the last run's error; null for none. */
  errorCode: wire('ErrorTypeCode', z.number().nullable()),
  staged: wire('total', z.number()),
  ...taskCredentials,
});
const taskExample = {
  id: 1,
  customerId: 2,
  name: 'Medloop',
  site: 'Medloop',
  url: 'https://vendor.example/jobs.xml',
  crawler: 'Feed',
  crawlerId: 1,
  isDisabled: false,
  isDisabledByAdmin: false,
  isIgnored: false,
  lastSuccessAt: null,
  lastResult: null,
  alarm: null,
  everyMinutes: 10,
  runAt: [],
  nextRunAt: '2026-11-21T12:10:00.000Z',
  errorCode: null,
  staged: 1,
  ...taskCredentialsExample,
};

export const listTasks = endpoint('POST /api/agent/list/:pageSize/:page/:cust', {
  about:
    'Data collection tasks by filter (t name, a alias or source, k org key, u user name, s state, id), a page at a time; page size 10000 means all. Filters k and u need the right to change tasks.',
  args: z.object({
    cust: CustomerRef,
    pageSize: z.coerce.number().int().min(1).max(10_000),
    page: PageNumber,
    t: z.string().default(''),
    a: z.string().default(''),
    k: z.string().max(1000).default(''),
    u: z.string().max(1000).default(''),
    s: z.string().default(''),
    id: z.string().default(''),
  }),
  reply: z.array(DocumentedTask),
  fails: ['invalid', 'not_found'],
  needs: 'tasks.read',
  offline: 'online',
  example: [taskExample],
});

export const listAllTasks = endpoint('GET /api/agent/list/:cust', {
  about: 'Names and ids of the customer’s tasks, for filters.',
  args: z.object({ cust: CustomerRef }),
  reply: z.array(z.object({ id: wire('ID', z.number()), name: wire('Name', z.string()) })),
  fails: ['not_found'],
  needs: 'session',
  offline: 'replicated',
  example: [{ id: 1, name: 'Medloop' }],
});

export const readTask = endpoint('GET /api/agent/:id/:cust', {
  about: 'One task with its settings. Its `URL` is the whole address for who may change tasks, and the host for others.',
  args: z.object({ id: Id, cust: CustomerRef }),
  reply: DocumentedTask,
  fails: ['not_found'],
  needs: 'tasks.read',
  offline: 'online',
  example: taskExample,
});

export const saveTask = endpoint('POST /api/agent/update/:cust', {
  about:
    'Saves a task, or adds one with ID 0, which starts disabled. A task awaits its setup until it has what its crawler asks for. A blank secret stays; null removes it. A new task, and an enabled one, need a connection of the plan.',
  args: z.object({
    cust: CustomerRef,
    id: wire('ID', IdOrNone),
    name: wire('Name', z.string().trim().min(1, 'Name the task').max(100)),
    site: wire('Site', z.string().trim().min(1, 'Name the source its jobs come from').max(100)),
    url: wire('URL', z.union([z.literal(''), vendorUrl('Write the whole address of the feed, with https://')]).nullable()),
    everyMinutes: wire('EveryMinutes', EveryMinutes),
    /** Left out: the times stay as they are. */
    runAt: wire('RunAt', RunAt).optional(),
    isDisabled: wire('Disabled_Fl', z.boolean()),
    ...taskCredentialArgs,
  }),
  reply: DocumentedTask,
  fails: ['invalid', 'not_found', 'forbidden'],
  needs: 'tasks.write',
  offline: 'online',
  example: taskExample,
});

/** What a save sends, with the customer in the body as documented. */
const { cust: _cust, ...savedFields } = saveTask.args.shape;

export const checkCredentials = endpoint('POST /api/agent/check', {
  about:
    'Signs in at the vendor as the task would after this save, and saves nothing. Returns an empty text if the vendor lets it in, else what to do. A crawler that signs in nowhere answers “Not implemented”.',
  args: z.object({ cust: wire('objID', CustomerRef), ...savedFields }),
  reply: z.string(),
  fails: ['invalid', 'not_found', 'forbidden'],
  needs: 'tasks.write',
  offline: 'online',
  example: '',
});

export const removeTask = endpoint('DELETE /api/agent/remove/:cust/:id/:keepJobs', {
  about: 'Removes a task. Its open jobs are canceled in the background unless `keepJobs` is 1. Returns how many those are.',
  args: z.object({ cust: CustomerRef, id: Id, keepJobs: z.coerce.number().int().min(0).max(1) }),
  reply: z.number(),
  fails: ['not_found', 'forbidden'],
  needs: 'tasks.write',
  offline: 'online',
  example: 12,
});

export const resetTaskCounters = endpoint('POST /api/agent/resetcrawlercounter/:cust/:id', {
  about: 'Clears a task’s counts and last result.',
  args: z.object({ cust: CustomerRef, id: Id }),
  reply: z.object({ message: z.string() }),
  fails: ['not_found', 'forbidden'],
  needs: 'tasks.write',
  offline: 'online',
  example: { message: messages.countersReset },
});

export const previewTask = endpoint('POST /api/agent/preview/:cust/:id', {
  about:
    'Fetches the feed of a task and returns a preview with a proposal for each column, read with `mapping` where it names one. Stages nothing.',
  args: z.object({ cust: CustomerRef, id: Id, mapping: ColumnMapping.optional() }),
  /** `signature` identifies the headers of the feed. */
  reply: FeedPreview.extend({ signature: z.string() }),
  fails: ['not_found', 'invalid', 'forbidden'],
  needs: 'tasks.write',
  offline: 'online',
  example: { ...feedPreviewExample, signature: 'a'.repeat(32) },
});

export const saveTaskColumns = endpoint('POST /api/agent/columns/:cust/:id', {
  about:
    'Remembers how the columns of a task’s feed are read, for its source and the headers of `signature`. Its next run uses it.',
  args: z.object({
    cust: CustomerRef,
    id: Id,
    signature: z.string().regex(/^[0-9a-f]{32}$/, 'Take it from the preview of the task'),
    mapping: ColumnMapping,
  }),
  reply: z.object({ message: z.string() }),
  fails: ['not_found', 'invalid', 'forbidden'],
  needs: 'tasks.write',
  offline: 'online',
  example: { message: messages.saved },
});

const source = z.object({ id: wire('ID', z.number()), name: wire('Source', z.string()) });
const sourceExample = [{ id: 1, name: 'Medloop' }];

export const listMapSources = endpoint('GET /api/map/sources/:cust', {
  about: 'Sources that the customer’s jobs come from.',
  args: z.object({ cust: CustomerRef }),
  reply: z.array(source),
  fails: ['not_found'],
  needs: 'session',
  offline: 'replicated',
  example: sourceExample,
});

export const listCustomerSources = endpoint('GET /api/custSources/:cust', {
  about: 'Sources that the customer’s tasks collect from.',
  args: z.object({ cust: CustomerRef }),
  reply: z.array(source),
  fails: ['not_found'],
  needs: 'session',
  offline: 'replicated',
  example: sourceExample,
});

export const taskEndpoints = [
  listTasks,
  listAllTasks,
  readTask,
  saveTask,
  checkCredentials,
  removeTask,
  resetTaskCounters,
  previewTask,
  saveTaskColumns,
  listMapSources,
  listCustomerSources,
];
