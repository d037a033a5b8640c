import { sql } from 'kysely';
import * as z from 'zod';
import type { LongWork } from '#contract/system/long-work.ts';
import { workName } from '#domain/reports/exports/export-words.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { findLongWork } from '#server/runs/long-work.ts';
import { defineRunKind } from '#server/runs/run-kind.ts';
import { startRun } from '#server/runs/run-rows.ts';
import { dropParts, type ExportRow } from './export-rows.ts';

/** Exports of a customer's data. One customer has one of them at a time. */
export const exportRuns = defineRunKind({
  name: 'data-export',
  work: z.object({ fileId: z.number() }),
  limits: { atOnce: 1, perCustomer: 1, perHost: 1 },
  tries: 3,
  async noteRefused(tx, { customerId, runId }) {
    const row = await tx
      .selectFrom('data_export')
      .select('id')
      .where('customer_id', '=', customerId)
      .where('run_id', '=', runId)
      .executeTakeFirst();
    if (row) await dropParts(tx, { customerId, exportId: row.id });
  },
});

/** What a person wants as an export. */
export type ExportRequest = Pick<ExportRow, 'customer_id' | 'asked_by' | 'lists' | 'kind'>;
/** The export of a customer that is being made. */
export type Running = { readonly by: string; readonly since: string; readonly askedBy: number | null };

/** The export of a customer that waits or is being made; undefined if there is none. */
export async function runningExport(db: Db | Tx, customerId: number): Promise<Running | undefined> {
  const { rows } = await sql<Running>`
    select by_name as by, queued_at as since, asked_by as "askedBy" from run
    where customer_id = ${customerId} and kind = ${exportRuns.name} and state in ('queued', 'running')`.execute(db);
  return rows[0];
}

/** Queues the work that makes an export. Null if another export of the customer has not ended. */
export async function queueExport(
  tx: Tx,
  request: ExportRequest,
  asker: { readonly name: string; readonly now: Date },
): Promise<{ work: LongWork; exportId: number } | null> {
  const { id: exportId } = await tx
    .insertInto('data_export')
    .values({ ...request, asked_at: asker.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const runId = await startRun(tx, exportRuns, {
    customerId: request.customer_id,
    key: 'data',
    name: workName(request.kind),
    work: { fileId: exportId },
    total: 0,
    askedBy: request.asked_by,
    byName: asker.name,
    now: asker.now,
  });
  const ofRequest = { customer_id: request.customer_id, id: exportId };
  if (runId === null) {
    await tx
      .deleteFrom('data_export')
      .where((e) => e.and(ofRequest))
      .execute();
    return null;
  }
  await tx
    .updateTable('data_export')
    .set({ run_id: runId })
    .where((e) => e.and(ofRequest))
    .execute();
  const work = await findLongWork(tx, request.customer_id, runId);
  if (!work) throw new Error('the work of an export could not be queued');
  return { work, exportId };
}
