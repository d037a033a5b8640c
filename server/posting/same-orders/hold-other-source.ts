import type { JobRow } from '#contract/rows/jobs.ts';
import type { RowReader, RowWrite } from '#domain/commands/kit/command.ts';
import { heldByOther } from '#domain/posting/may-post.ts';
import { receiptFor, withReceipt } from '#domain/posting/receipts.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { readSameOrders } from './read-same-orders.ts';

/**
 * Posts that a command asks for and whose order another source has, or waits for a choice between them, become refused ones that say
 * why: only the service knows every other job. `before` has the rows before the command.
 */
export async function holdOtherSources(
  tx: Tx,
  customerId: number,
  writes: readonly RowWrite[],
  before: RowReader,
): Promise<readonly RowWrite[]> {
  const asked = writes.flatMap((write) =>
    write.collection === 'job' && newlyAsked(write.row, before).length > 0 ? [write.row] : [],
  );
  if (asked.length === 0) return writes;
  const others = await readSameOrders(tx, customerId, asked);
  return writes.map((write): RowWrite => {
    const orders = write.collection === 'job' ? others.get(write.row.id) : undefined;
    if (write.collection !== 'job' || orders === undefined) return write;
    return {
      ...write,
      row: newlyAsked(write.row, before).reduce((job, receipt) => {
        const reasons = heldByOther(job, receipt.targetId, { others: orders });
        if (reasons.length === 0) return job;
        return withReceipt(job, {
          ...receipt,
          state: 'failed',
          words: `Not sent: ${reasons.map(({ words }) => words).join(' ')}`,
        });
      }, write.row),
    };
  });
}

/** The receipts that were not `wanted` before. */
const newlyAsked = (job: JobRow, before: RowReader) => {
  const old = before.get('job', job.id);
  return job.posts.filter(({ state, targetId }) => state === 'wanted' && old && receiptFor(old, targetId)?.state !== 'wanted');
};
