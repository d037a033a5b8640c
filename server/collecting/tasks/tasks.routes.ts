import {
  listAllTasks,
  listCustomerSources,
  listMapSources,
  listRuns,
  listTasks,
  previewTask,
  readTask,
  removeTask,
  resetTaskCounters,
  runTaskNow,
  saveTask,
  saveTaskColumns,
} from '#contract/collecting/tasks.ts';
import type { ArgsOf, ReplyOf } from '#contract/kit/endpoint.ts';
import { messages } from '#contract/kit/messages.ts';
import { no, ok } from '#contract/kit/result.ts';
import type { TaskRow } from '#contract/rows/rows.ts';
import { may } from '#domain/rights/may.ts';
import { nextIds, writeRows } from '#server/feed/publish.ts';
import { changesBetween } from '#server/kit/db/audit.ts';
import { pageOf, readNewest } from '#server/kit/db/paging.ts';
import { rowsOf, type Stored, storedRows } from '#server/kit/db/rows.ts';
import { serviceValue } from '#server/kit/db/service-items.ts';
import { done, onlyReads, unchanged } from '#server/kit/http/audited.ts';
import { namedCustomers } from '#server/kit/http/customer-access.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { row } from '#server/kit/http/loaders.ts';
import { sourceNamed, sourcesOf } from '#server/mapping/sources/sources.ts';
import { rememberedOf, rememberMapping } from '../column-mappings/column-mappings.ts';
import { previewOf } from '../column-mappings/feed-preview.ts';
import { feedCrawlerId } from '../crawlers/shipped-crawlers.ts';
import { collectorPorts } from '../runs/collector-ports.ts';
import { feedOptions, runTask } from '../runs/run-task.ts';
import { withdrawMissing } from '../staging/stage-jobs.ts';
import { feedAddressOf, storeFeedAddress } from '../task-rows/feed-address.ts';
import { taskDefaults } from '../task-rows/new-task.ts';

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
      const row = savedRow(args, before?.row ?? { ...newTask, id: newId }, source.id);
      const place = { customerId, taskId: row.id };
      const moved = (await feedAddressOf(tx, services.secrets, place)) !== args.url;
      const settings = { ...before?.settings, ...(await storeFeedAddress(tx, services.secrets, place, args.url)) };
      write(...publications, { collection: 'task', row, extra: { settings, next_run_at: services.now().toISOString() } });
      return done(taskReply({ customerId, row, settings }, args.url), {
        object: ['task', row.id],
        changed: changesBetween(before?.row, row),
        facts: { settings: moved ? ['url'] : [] },
      });
    },
  ),
  handle(
    runTaskNow,
    { audit: 'task.run', ownTransactions: true, load: { task: row('task', 'id') } },
    async ({ cust, id, acceptSilence }, { services, actor, record }) => {
      const note = { object: ['task', id], facts: { acceptSilence } } as const;
      const run = await runTask(collectorPorts(services), cust, id, 'manual', acceptSilence, (tx) => record(tx, note), actor);
      if (!run.ok) {
        if (run.error.kind === 'not_found') return no({ kind: 'not_found' as const });
        if (run.error.kind === 'busy') return no({ kind: 'conflict' as const, current: { words: run.error.words } });
        if (run.error.kind === 'stopped') return unchanged(stoppedReply(run.error.words));
        return no({ kind: 'invalid' as const, fields: { url: run.error.words } });
      }
      const { counts, refused, alarm, begun } = run.value;
      const message =
        alarm ??
        `${counts.added + counts.changed + counts.same} jobs listed, ${counts.added} new, ${counts.changed} changed, ${counts.cancelled} canceled`;
      const { added, changed, cancelled } = counts;
      return done({ message, alarm, added, changed, cancelled, refused }, begun);
    },
  ),
  handle(
    removeTask,
    { audit: 'task.remove', ownTransactions: true, load: { task: row('task', 'id') } },
    async ({ cust, id, keepJobs }, { services: { db, now, secrets }, record }, { task: { row } }) => {
      const place = { customerId: cust, taskId: id, sourceId: row.sourceId, source: row.site ?? row.name };
      const cancelled = keepJobs === 1 ? 0 : await withdrawMissing(db, place, new Set(), now);
      const receipt = await db.transaction().execute(async (tx) => {
        const written = await record(tx, { object: ['task', id], facts: { name: row.name, cancelledJobs: cancelled } });
        await storeFeedAddress(tx, secrets, { customerId: cust, taskId: id }, '');
        await writeRows(tx, cust, [{ collection: 'task', id, removed: true }]);
        return written;
      });
      return done(cancelled, receipt);
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
      const ports = collectorPorts(services);
      const url = await ports.feedAddress(cust, id);
      if (url === '') return no({ kind: 'invalid' as const, fields: { url: 'Give the task the address of its feed first.' } });
      const bytes = await ports.fetchFeed(url, AbortSignal.timeout(previewMs));
      if (!bytes.ok) return no({ kind: 'invalid' as const, fields: { url: bytes.error.words } });
      const learned = await rememberedOf(services.db, cust, task.row.sourceId);
      const settings = feedOptions(task.settings, services.now());
      const options = { ...settings, learned, propose: true, ...(mapping && { mapping }) };
      const read = await ports.read(bytes.value, options, { customerId: cust });
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
  handle(listRuns, async ({ cust, id }, { services }) => {
    const query = services.db
      .selectFrom('collection_run')
      .selectAll()
      .where('customer_id', '=', cust)
      .where('task_id', '=', id)
      .orderBy('id', 'desc');
    const { total, rows } = await readNewest(query, await serviceValue(services.db, 'collection.attemptsListed', cust));
    return ok({
      total,
      rows: rows.map((run) => ({
        id: run.id,
        startedAt: run.started_at,
        endedAt: run.ended_at,
        how: run.how,
        outcome: run.outcome,
        counts: run.counts,
        refused: run.refused as ReplyOf<typeof listRuns>['rows'][number]['refused'],
        warned: run.warned as ReplyOf<typeof listRuns>['rows'][number]['warned'],
      })),
    });
  }),
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
    staged: row.staged,
  };
}

const newTask = { ...taskDefaults, crawlerId: feedCrawlerId, crawler: 'Feed' };

type Kept = Omit<TaskRow, 'sourceId' | 'name' | 'site' | 'disabled' | 'ready' | 'everyMinutes'>;

function savedRow(args: ArgsOf<typeof saveTask>, before: Kept, sourceId: number): TaskRow {
  return {
    ...before,
    sourceId,
    name: args.name,
    site: args.site,
    disabled: args.id === 0 ? true : args.isDisabled,
    // A task without an address cannot run.
    ready: args.url !== '',
    has: args.url === '' ? [] : ['url'],
    everyMinutes: args.everyMinutes,
  };
}

/** The response for a run that a user stopped. Its counts are incomplete, so they are 0. */
const stoppedReply = (message: string) => ({ message, alarm: message, added: 0, changed: 0, cancelled: 0, refused: 0 });
