import { sql } from 'kysely';
import { listStatusTexts, listUnknownStatuses, readStatusText, saveStatusTexts } from '#contract/collecting/statuses.ts';
import { messages } from '#contract/kit/messages.ts';
import { no, ok } from '#contract/kit/result.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { done } from '#server/kit/http/audited.ts';
import { type Actor, type Handler, handle } from '#server/kit/http/handle.ts';
import { row } from '#server/kit/http/loaders.ts';
import { customerStatusRows, holdStatuses } from '#server/posting/statuses/read-statuses.ts';
import { startCollection } from '../runs/collect-run.ts';
import { TaskMarks } from '../runs/task-state.ts';
import { mapStatus, publishedMeanings, vendorStatuses } from '../status-texts/vendor-statuses.ts';

const task = row('task', 'task');
const shown = (statuses: Awaited<ReturnType<typeof vendorStatuses>>) =>
  statuses.map(({ text, statusId, readAs, jobs }) => ({ text, statusId, readAs, jobs }));

export const vendorStatusRoutes: Handler[] = [
  handle(listStatusTexts, { load: { task } }, async ({ cust }, { services }, { task: { row } }) =>
    ok(shown(await vendorStatuses(services.db, { customerId: cust, sourceId: row.sourceId }))),
  ),
  handle(readStatusText, { load: { task } }, async ({ cust, text }, { services }, { task: { row } }) =>
    ok(shown(await vendorStatuses(services.db, { customerId: cust, sourceId: row.sourceId }, text))),
  ),
  handle(
    saveStatusTexts,
    { audit: 'task.statuses', load: { task } },
    async ({ cust, statuses }, { tx, services, actor, write }, { task: { row } }) => {
      const place = { customerId: cust, sourceId: row.sourceId };
      await holdStatuses(tx, cust);
      const own = await customerStatusRows(tx, cust);
      for (const { text, statusId } of statuses) {
        const chosen = own.find(({ id }) => id === statusId) ?? null;
        if (statusId !== null && !chosen)
          return no({ kind: 'invalid' as const, fields: { statuses: `Choose a status of this customer for “${text}”.` } });
        if (!(await mapStatus(tx, place, text, chosen)))
          return no({ kind: 'invalid' as const, fields: { statuses: `No job of this source has the status “${text}”.` } });
      }
      for (const publication of await publishedMeanings(tx, place)) write(publication);
      const runId = await moveWaiting(tx, place, actor, services.now());
      const facts = { source: row.site ?? row.name, texts: statuses.length };
      return done({ message: messages.saved, runId }, { object: ['task', row.id], facts });
    },
  ),
  handle(listUnknownStatuses, async (_args, { services }) => {
    const { rows } = await sql<{
      customerId: number;
      customer: string;
      source: string;
      text: string;
      taskId: number | null;
      firstSeenAt: string;
      total: number;
    }>`
      select v.customer_id as "customerId", c.name as customer, s.row ->> 'name' as source, v.text, v.first_seen_at as "firstSeenAt",
        (select min(t.id) from task t where t.customer_id = v.customer_id and not t.deleted
          and (t.row ->> 'sourceId')::integer = v.source_id) as "taskId", count(*) over ()::integer as total
      from vendor_status v join customer c on c.id = v.customer_id
        join source s on s.customer_id = v.customer_id and s.id = v.source_id and not s.deleted
      where v.read_as is null and v.status is null and c.deleted_at is null
      order by v.first_seen_at desc, v.customer_id, v.key limit 500`.execute(services.db);
    const shownRows = rows.map((line) => {
      const { total: _, ...one } = line;
      return one;
    });
    return ok({ total: rows[0]?.total ?? 0, rows: shownRows });
  }),
];

/** Reads the last file of each task of the source again, with what the texts mean now. Returns one of the runs. */
async function moveWaiting(
  tx: Tx,
  { customerId, sourceId }: { readonly customerId: number; readonly sourceId: number },
  by: Actor,
  now: Date,
): Promise<number | null> {
  const { rows } = await sql<{ id: number; name: string; marks: unknown }>`
    select t.id, t.row ->> 'name' as name, t.marks from task t
    where t.customer_id = ${customerId} and not t.deleted and (t.row ->> 'sourceId')::integer = ${sourceId} order by t.id`.execute(
    tx,
  );
  let first: number | null = null;
  for (const { id, name, marks } of rows) {
    const { fileId } = TaskMarks.parse(marks);
    if (fileId === null) {
      const read = await rereadMails(tx, { customerId, sourceId, taskId: id }, now);
      if (read > 0) first ??= await startCollection(tx, { customerId, taskId: id, name, feed: '', how: 'manual', now, by });
      continue;
    }
    // A task that runs at this moment reads with the new meanings the next time.
    const runId = await startCollection(tx, { customerId, taskId: id, name, feed: '', how: 'replay', fileId, now, by });
    first ??= runId;
  }
  return first;
}

/** Lets the emails of a task wait again whose jobs have a status text that no one knew. Returns how many they are. */
async function rereadMails(
  tx: Tx,
  { customerId, sourceId, taskId }: { readonly customerId: number; readonly sourceId: number; readonly taskId: number },
  now: Date,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update received_mail set state = 'waiting', due_at = ${now}
    where customer_id = ${customerId} and task_id = ${taskId} and state = 'read' and id in (
      select received_mail_id from job where customer_id = ${customerId} and source_id = ${sourceId} and not deleted
        and collected ? 'statusUnknown')`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}
