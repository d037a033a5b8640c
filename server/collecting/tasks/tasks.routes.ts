import {
  listAllTasks,
  listCustomerSources,
  listMapSources,
  listTasks,
  previewTask,
  readTask,
  removeTask,
  resetTaskCounters,
  saveTask,
  saveTaskColumns,
} from '#contract/collecting/tasks.ts';
import type { ArgsOf, ReplyOf } from '#contract/kit/endpoint.ts';
import { messages } from '#contract/kit/messages.ts';
import { no, ok } from '#contract/kit/result.ts';
import { collectErrors } from '#contract/rows/collect-errors.ts';
import type { TaskRow } from '#contract/rows/rows.ts';
import { may } from '#domain/rights/may.ts';
import { nextIds } from '#server/feed/publish.ts';
import { changesBetween } from '#server/kit/db/audit.ts';
import { pageOf } from '#server/kit/db/paging.ts';
import { rowsOf, type Stored, storedRows } from '#server/kit/db/rows.ts';
import { done, onlyReads } from '#server/kit/http/audited.ts';
import { namedCustomers } from '#server/kit/http/customer-access.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { row } from '#server/kit/http/loaders.ts';
import { sourceNamed, sourcesOf } from '#server/mapping/sources/sources.ts';
import { rememberedOf, rememberMapping } from '../column-mappings/column-mappings.ts';
import { previewOf } from '../column-mappings/feed-preview.ts';
import { feedCrawler } from '../crawlers/crawlers.ts';
import { collectPorts } from '../runs/collect-ports.ts';
import { fileNow } from '../runs/file-now.ts';
import { stopCollection } from '../runs/stop-collection.ts';
import { fileOptions } from '../runs/task-state.ts';
import { feedAddressOf, storeFeedAddress } from '../task-rows/feed-address.ts';
import { cancelJobsOf } from './task-removal.ts';

type Reply = ReplyOf<typeof readTask>;

/** A person waits for the feed. */
const previewMs = 60_000;

export const taskRoutes: Handler[] = [
  handle(listTasks, { audit: onlyReads, allCustomers: true }, async ({ cust, t, a, s, id, ...page }, { services }) => {
    const states: Record<string, (row: TaskRow) => boolean> = { active: (row) => !row.disabled, disabled: (row) => row.disabled };
    const holds = (text: string, part: string) => text.toLowerCase().includes(part.trim().toLowerCase());
    const tasks = (await storedRows(services.db, namedCustomers(cust), 'task')).filter(
      ({ row }) =>
        holds(row.name, t) &&
        holds(row.site ?? '', a) &&
        (states[s]?.(row) ?? true) &&
        (id === '' || String(row.id) === id.trim()),
    );
    return ok(pageOf(tasks, page).rows.map((task) => taskReply(task)));
  }),
  handle(listAllTasks, { allCustomers: true }, async ({ cust }, { services }) =>
    ok((await rowsOf(services.db, namedCustomers(cust), 'task')).map((row) => ({ id: row.id, name: row.name }))),
  ),
  handle(
    readTask,
    { load: { task: row('task', 'id') } },
    async ({ cust, id }, { services: { db, secrets }, actor }, { task }) => {
      const whole = may(actor, 'tasks.write') ? await feedAddressOf(db, secrets, { customerId: cust, taskId: id }) : undefined;
      return ok(taskReply(task, whole));
    },
  ),
  handle(
    saveTask,
    { audit: 'task.save', load: { task: row('task', 'id', { lock: true, orNew: true }) } },
    async (args, { services, tx, customerId, write }, { task: before }) => {
      const [newId = 0] = before ? [] : await nextIds(tx, 'task', 1);
      const { source, publications } = await sourceNamed(tx, customerId, args.site);
      const row = savedRow(args, before?.row ?? { ...newTask, id: newId }, source.id, services.now().toISOString());
      const place = { customerId, taskId: row.id };
      const moved = (await feedAddressOf(tx, services.secrets, place)) !== args.url;
      const settings = { ...before?.settings, ...(await storeFeedAddress(tx, services.secrets, place, args.url)) };
      write(...publications, { collection: 'task', row, extra: { settings, next_run_at: services.now().toISOString() } });
      return done(taskReply({ customerId, row, settings }, args.url), {
        object: ['task', row.id],
        changed: changesBetween(before && { ...before.row, nextRunAt: row.nextRunAt }, row),
        facts: { settings: moved ? ['url'] : [] },
      });
    },
  ),
  handle(
    removeTask,
    { audit: 'task.remove', load: { task: row('task', 'id', { lock: true }) } },
    async ({ cust, id, keepJobs }, { services: { now, secrets }, tx, actor, write }, { task: { row } }) => {
      await stopCollection(tx, { customerId: cust, taskId: id }, now());
      const { sourceId, name } = row;
      const removed = { customerId: cust, taskId: id, sourceId, source: row.site ?? name, name, by: actor, now: now() };
      const cancelled = keepJobs === 1 ? 0 : await cancelJobsOf(tx, removed);
      await storeFeedAddress(tx, secrets, { customerId: cust, taskId: id }, '');
      write({ collection: 'task', id, removed: true });
      return done(cancelled, { object: ['task', id], facts: { name, cancelledJobs: cancelled } });
    },
  ),
  handle(
    resetTaskCounters,
    { audit: 'task.reset', load: { task: row('task', 'id', { lock: true }) } },
    async (_args, { write }, { task }) => {
      const reset = { ...task.row, staged: 0, refused: 0, lastResult: null, alarm: null };
      write({ collection: 'task', row: reset });
      return done({ message: messages.countersReset }, { object: ['task', reset.id], changed: changesBetween(task.row, reset) });
    },
  ),
  handle(
    previewTask,
    { audit: onlyReads, load: { task: row('task', 'id') } },
    async ({ cust, id, mapping }, { services }, { task }) => {
      const ports = collectPorts(services);
      const signal = AbortSignal.timeout(previewMs);
      const file = await fileNow(ports, { customerId: cust, taskId: id, signal });
      if (!file.ok) return no({ kind: 'invalid' as const, fields: { url: file.error } });
      const learned = await rememberedOf(services.db, cust, task.row.sourceId);
      const settings = fileOptions(task.settings, services.now());
      const options = { ...settings, learned, propose: true, ...(mapping && { mapping }) };
      const read = await ports.read(file.value, options, { customerId: cust }, { signal });
      if (!read.ok) return no({ kind: 'invalid' as const, fields: { url: read.error.words } });
      return ok({ ...previewOf(read.value), signature: read.value.signature });
    },
  ),
  handle(
    saveTaskColumns,
    { audit: 'task.columns', load: { task: row('task', 'id') } },
    async ({ cust, id, signature, mapping }, { tx, services, actor }, { task }) => {
      const choice = { customerId: cust, sourceId: task.row.sourceId, signature, mapping };
      await rememberMapping(tx, { ...choice, userId: actor.userId, at: services.now() });
      const facts = { source: task.row.site ?? task.row.name, columns: Object.keys(mapping).length };
      return done({ message: messages.saved }, { object: ['task', id], facts });
    },
  ),
  handle(listMapSources, { allCustomers: true }, async ({ cust }, { services }) =>
    ok((await sourcesOf(services.db, namedCustomers(cust))).map(({ id, name }) => ({ id, name }))),
  ),
  handle(listCustomerSources, { allCustomers: true }, async ({ cust }, { services }) => {
    const collecting = new Set((await rowsOf(services.db, namedCustomers(cust), 'task')).map(({ sourceId }) => sourceId));
    return ok(
      (await sourcesOf(services.db, namedCustomers(cust)))
        .filter(({ id }) => collecting.has(id))
        .map(({ id, name }) => ({ id, name })),
    );
  }),
];

/** A task as the calls return it, with the shown part of its feed's address unless the `whole` one is given. */
function taskReply({ customerId, row, settings }: Stored<'task'>, whole?: string): Reply {
  return {
    id: row.id,
    customerId,
    name: row.name,
    site: row.site ?? '',
    url: whole ?? (typeof settings['feed'] === 'string' ? settings['feed'] : ''),
    crawler: row.crawler,
    crawlerId: row.crawlerId,
    isDisabled: row.disabled,
    isDisabledByAdmin: row.disabledByAdmin,
    isIgnored: row.ignored,
    lastSuccessAt: row.lastSuccessAt,
    lastResult: row.lastResult,
    alarm: row.alarm,
    everyMinutes: row.everyMinutes,
    runAt: row.runAt,
    nextRunAt: row.nextRunAt,
    errorCode: row.error === null ? null : collectErrors[row.error].code,
    staged: row.staged,
  };
}

/** Defaults of a new task. It starts disabled. */
const newTask = {
  crawlerId: feedCrawler.id,
  crawler: feedCrawler.name,
  disabledByAdmin: false,
  ignored: false,
  lastRunAt: null,
  lastSuccessAt: null,
  lastResult: null,
  alarm: null,
  error: null,
  staged: 0,
  refused: 0,
};

type Kept = Omit<TaskRow, 'sourceId' | 'name' | 'site' | 'disabled' | 'ready' | 'everyMinutes' | 'runAt' | 'nextRunAt'> &
  Partial<Pick<TaskRow, 'runAt'>>;

function savedRow(args: ArgsOf<typeof saveTask>, before: Kept, sourceId: number, now: string): TaskRow {
  return {
    ...before,
    runAt: args.runAt ?? before.runAt ?? [],
    nextRunAt: now,
    sourceId,
    name: args.name,
    site: args.site,
    disabled: args.id === 0 ? true : args.isDisabled,
    // A task without an address cannot run.
    ready: args.url !== '',
    everyMinutes: args.everyMinutes,
  };
}
