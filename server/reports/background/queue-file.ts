import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import * as z from 'zod';
import type { LongWork } from '#contract/system/long-work.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { findLongWork } from '#server/runs/long-work.ts';
import { defineRunKind } from '#server/runs/run-kind.ts';
import { startRun } from '#server/runs/run-rows.ts';
import type { FileRow } from './file-rows.ts';

/** Files of reports that are made in the background. */
export const fileRuns = defineRunKind({
  name: 'report-file',
  work: z.object({ fileId: z.number() }),
  limits: { atOnce: 2, perCustomer: 2, perHost: 1 },
  tries: 3,
});

/** What a person wants as a file. */
export type FileRequest = Pick<FileRow, 'customer_id' | 'asked_by' | 'report_id' | 'report' | 'kind' | 'body'>;
/** Who asks, and when. */
type Asker = { readonly name: string; readonly now: Date };

/**
 * Queues the work that makes a file. Answers with the work under way if the person has asked for the same already: `fileId` is then that
 * of the earlier request.
 */
export async function queueFile(
  tx: Tx,
  request: FileRequest,
  asker: Asker,
): Promise<{ work: LongWork; fileId: number; isNew: boolean }> {
  const key = keyOf(request);
  // Two requests at once: the second one finds the work of the first.
  await sql`select pg_advisory_xact_lock(hashtext('report file'), hashtext(${`${request.customer_id} ${key}`}))`.execute(tx);
  const active = await activeRun(tx, request.customer_id, key);
  if (active) {
    const work = await findLongWork(tx, request.customer_id, active.runId);
    if (work) return { work, fileId: active.fileId, isNew: false };
  }
  const { id: fileId } = await tx
    .insertInto('report_file')
    .values({ ...request, body: JSON.stringify(request.body), asked_at: asker.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const runId = await startRun(tx, fileRuns, {
    customerId: request.customer_id,
    key,
    name: `Export “${request.report}” ${request.kind === 'xlsx' ? 'for Excel' : 'as CSV'}`,
    work: { fileId },
    total: 0,
    askedBy: request.asked_by,
    byName: asker.name,
    now: asker.now,
  });
  const work = runId === null ? undefined : await findLongWork(tx, request.customer_id, runId);
  if (!work) throw new Error('the work of a file could not be queued');
  await tx
    .updateTable('report_file')
    .set({ run_id: work.id })
    .where('customer_id', '=', request.customer_id)
    .where('id', '=', fileId)
    .execute();
  return { work, fileId, isNew: true };
}

/** The same for the same person, report, kind and view. */
function keyOf({ asked_by: askedBy, report_id: reportId, kind, body }: FileRequest): string {
  const { query, sort, columns } = body;
  const view = createHash('sha256')
    .update(JSON.stringify([query, sort.map((one) => [one.key, one.descending]), columns]))
    .digest('base64url');
  return `${askedBy}/${reportId}/${kind}/${view}`;
}

async function activeRun(tx: Tx, customerId: number, key: string): Promise<{ runId: number; fileId: number } | undefined> {
  const { rows } = await sql<{ runId: number; fileId: number }>`
    select id as "runId", (work ->> 'fileId')::int as "fileId" from run
    where customer_id = ${customerId} and kind = ${fileRuns.name} and key = ${key} and state in ('queued', 'running')`.execute(
    tx,
  );
  return rows[0];
}
