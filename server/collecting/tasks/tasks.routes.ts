import {
  listAllTasks,
  listCustomerSources,
  listMapSources,
  previewTask,
  removeTask,
  resetTaskCounters,
  saveTaskColumns,
} from '#contract/collecting/tasks.ts';
import { messages } from '#contract/kit/messages.ts';
import { no, ok } from '#contract/kit/result.ts';
import { changesBetween } from '#server/kit/db/audit.ts';
import { rowsOf } from '#server/kit/db/rows.ts';
import { done, onlyReads } from '#server/kit/http/audited.ts';
import { namedCustomers } from '#server/kit/http/customer-access.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { row } from '#server/kit/http/loaders.ts';
import { sourcesOf } from '#server/mapping/sources/sources.ts';
import { columnAliasesOf } from '#server/rules/field-aliases/read-field-aliases.ts';
import { rememberedOf, rememberMapping } from '../column-mappings/column-mappings.ts';
import { previewOf } from '../column-mappings/feed-preview.ts';
import { collectPorts } from '../runs/collect-ports.ts';
import { fileNow, lookMs } from '../runs/file-now.ts';
import { stopCollection } from '../runs/stop-collection.ts';
import { fileOptions } from '../runs/task-state.ts';
import { removeCredentials } from '../task-rows/task-credentials.ts';
import { removeWebhook } from '../webhooks/webhook-address.ts';
import { orphaned } from './shared-sign-in.ts';
import { cancelJobsOf } from './task-removal.ts';

export const taskRoutes: Handler[] = [
  handle(listAllTasks, { allCustomers: true }, async ({ cust }, { services }) =>
    ok((await rowsOf(services.db, namedCustomers(cust), 'task')).map((row) => ({ id: row.id, name: row.name }))),
  ),
  handle(
    removeTask,
    { audit: 'task.remove', load: { task: row('task', 'id', { lock: true }) } },
    async ({ cust, id, keepJobs }, { services: { now, secrets }, tx, actor, write }, { task: { row } }) => {
      await stopCollection(tx, { customerId: cust, taskId: id }, now());
      const { sourceId, name } = row;
      const removed = { customerId: cust, taskId: id, sourceId, source: row.site ?? name, name, by: actor, now: now() };
      const cancelled = keepJobs === 1 ? 0 : await cancelJobsOf(tx, removed);
      await removeCredentials(tx, secrets, { customerId: cust, taskId: id });
      await removeWebhook(tx, secrets, { customerId: cust, taskId: id });
      // Emails to a removed task are refused, so that its vendor learns of it.
      await tx.deleteFrom('mail_address').where('customer_id', '=', cust).where('task_id', '=', id).execute();
      await tx.deleteFrom('mailbox_cursor').where('customer_id', '=', cust).where('task_id', '=', id).execute();
      write(...(await orphaned(tx, secrets, cust, id)), { collection: 'task', id, removed: true });
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
      const signal = AbortSignal.timeout(lookMs);
      const file = await fileNow(ports, { customerId: cust, taskId: id, signal });
      if (!file.ok) return no({ kind: 'invalid' as const, fields: { url: file.error } });
      const learned = await rememberedOf(services.db, cust, task.row.sourceId);
      const settings = fileOptions(task.settings, services.now());
      const fieldAliases = await columnAliasesOf(services.db, cust);
      const options = { ...settings, learned, fieldAliases, propose: true, ...(mapping && { mapping }) };
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
