import {
  listAllTasks,
  listCustomerSources,
  listMapSources,
  listRuns,
  previewTask,
  removeTask,
  resetTaskCounters,
  runTaskNow,
  saveTaskColumns,
} from '#contract/collecting/tasks.ts';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { messages } from '#contract/kit/messages.ts';
import { no, ok } from '#contract/kit/result.ts';
import { writeRows } from '#server/feed/publish.ts';
import { changesBetween } from '#server/kit/db/audit.ts';
import { readNewest } from '#server/kit/db/paging.ts';
import { rowsOf } from '#server/kit/db/rows.ts';
import { serviceValue } from '#server/kit/db/service-items.ts';
import { done, onlyReads, unchanged } from '#server/kit/http/audited.ts';
import { namedCustomers } from '#server/kit/http/customer-access.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { row } from '#server/kit/http/loaders.ts';
import { sourcesOf } from '#server/mapping/sources/sources.ts';
import { rememberedOf, rememberMapping } from '../column-mappings/column-mappings.ts';
import { previewOf } from '../column-mappings/feed-preview.ts';
import { collectorPorts } from '../runs/collector-ports.ts';
import { feedOptions, runTask } from '../runs/run-task.ts';
import { withdrawMissing } from '../staging/stage-jobs.ts';
import { removeCredentials } from '../task-rows/task-credentials.ts';
import { orphaned } from './shared-sign-in.ts';

/** A person waits for the feed. */
const previewMs = 60_000;

export const taskRoutes: Handler[] = [
  handle(listAllTasks, { allCustomers: true }, async ({ cust }, { services }) =>
    ok((await rowsOf(services.db, namedCustomers(cust), 'task')).map((row) => ({ id: row.id, name: row.name }))),
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
        await removeCredentials(tx, secrets, { customerId: cust, taskId: id });
        await writeRows(tx, cust, [...(await orphaned(tx, secrets, cust, id)), { collection: 'task', id, removed: true }]);
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

/** The response for a run that a user stopped. Its counts are incomplete, so they are 0. */
const stoppedReply = (message: string) => ({ message, alarm: message, added: 0, changed: 0, cancelled: 0, refused: 0 });
