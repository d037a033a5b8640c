import type { RowReader, RowWrite } from '#domain/commands/kit/command.ts';
import { postReference } from '#domain/posting/post-reference.ts';
import { receiptFor, withReceipt } from '#domain/posting/receipts.ts';

/** A newly requested post. */
export type Wanted = {
  readonly job_id: number;
  readonly target_id: number;
  readonly generation: number;
  readonly reference: string;
};

/**
 * Returns the newly requested posts and the writes with their references. A reference is computed from customer, target, job and
 * generation [S8.3], so that the same request always has the same reference. Only re-creating (`next`) raises the generation; a
 * refused post keeps its reference when it is requested again. `generations` has the highest generation so far by `job/target`,
 * `before` the rows before the change.
 */
export function buildPostRequests(
  customerId: number,
  writes: readonly RowWrite[],
  before: RowReader,
  generations: ReadonlyMap<string, number>,
  generation: 'same' | 'next',
): { readonly writes: readonly RowWrite[]; readonly wanted: readonly Wanted[] } {
  const wanted: Wanted[] = [];
  const changed = writes.map((write): RowWrite => {
    if (write.collection !== 'job') return write;
    const old = before.get('job', write.row.id);
    return write.row.posts.reduce((current: RowWrite & { collection: 'job' }, receipt) => {
      const isNew = receipt.state === 'wanted' && old && receiptFor(old, receipt.targetId)?.state !== 'wanted';
      if (!isNew) return current;
      const known = generations.get(`${write.row.id}/${receipt.targetId}`) ?? 0;
      const next = Math.max(generation === 'next' ? known + 1 : known, 1);
      const reference = postReference(customerId, receipt.targetId, write.row.id, next);
      wanted.push({ job_id: write.row.id, target_id: receipt.targetId, generation: next, reference });
      return { collection: 'job', row: withReceipt(current.row, { ...receipt, reference }) };
    }, write);
  });
  return { writes: changed, wanted };
}
