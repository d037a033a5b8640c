import type { JobRow } from '#contract/rows/jobs.ts';
import { rowSet } from '#domain/commands/row-set.ts';
import { withoutRules } from '#domain/rules/without-rules.ts';
import { auditRow, historyRows } from '#server/commands/record.ts';
import { writeRows } from '#server/feed/publish.ts';
import type { Actor, Services } from '#server/kit/http/handle.ts';

/** Reverts what rules wrote to a job. Returns the reverted fields, or null if there is no such job. */
export async function clearRules(
  { db, now }: Pick<Services, 'db' | 'now'>,
  actor: Actor,
  customerId: number,
  jobId: number,
): Promise<string[] | null> {
  return db.transaction().execute(async (tx) => {
    const found = await tx
      .selectFrom('job')
      .select('row')
      .where('customer_id', '=', customerId)
      .where('id', '=', jobId)
      .where('deleted', '=', false)
      .forUpdate()
      .executeTakeFirst();
    if (!found) return null;
    const before = found.row as JobRow;
    const cleared = withoutRules(before);
    if (cleared === before) return [];
    const at = now();
    const writes = [{ collection: 'job', row: cleared }] as const;
    const book = rowSet([{ collection: 'job', row: before }]);
    const sent = { actor, customerId, name: 'rules.clear', args: { jobId }, pre: {}, now: at, decidedAt: null, lane: null };
    await writeRows(tx, customerId, writes, (rev) => [
      ...historyRows(sent, writes, book, 'manual'),
      auditRow(sent, { writes, book, rev }),
    ]);
    return Object.keys(before.ruled);
  });
}
