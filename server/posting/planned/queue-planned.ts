import type { JobRow } from '#contract/rows/jobs.ts';
import { rowSet } from '#domain/commands/row-set.ts';
import { receiptFor, withReceipt } from '#domain/posting/receipts.ts';
import { type HistoryLine, historyLines, historyOf } from '#server/commands/record.ts';
import { writeRows } from '#server/feed/publish.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { enqueuePosts } from '../enqueue-posts.ts';

/** Who has jobs posted: a person, or no one but a setting of the customer. `name` is what the history of the jobs says. */
export type PlannedBy = {
  readonly customerId: number;
  readonly askedBy: number | null;
  readonly name: string;
  readonly now: Date;
};

/**
 * Asks for the posts of jobs that may be posted, as `job.post.v1` does, and writes the history of the jobs. The jobs are locked. It takes
 * the feed, so it comes last in its transaction. Returns the ids of the jobs that are queued: another source may keep one back.
 */
export async function queuePlanned(
  tx: Tx,
  { customerId, askedBy, name, now }: PlannedBy,
  targetId: number,
  jobs: readonly JobRow[],
  origin: HistoryLine['origin'],
): Promise<readonly number[]> {
  if (jobs.length === 0) return [];
  const before = rowSet(jobs.map((row) => ({ collection: 'job', row }) as const));
  const at = now.toISOString();
  const asked = jobs.map((job) => {
    // A refused post that is asked for again is the same post.
    const { reference, externalId, tries } = receiptFor(job, targetId) ?? { reference: '', externalId: null, tries: 0 };
    const row = withReceipt(job, { targetId, state: 'wanted', reference, externalId, words: null, at, tries });
    return { collection: 'job', row } as const;
  });
  const { writes, statements } = await enqueuePosts(tx, { customerId, askedBy, now }, { writes: asked, before }, 'same');
  const lines = historyLines(writes, before, 'posting').map((line) => ({ ...line, ...(origin && { origin }) }));
  const history = historyOf({ actor: { name }, customerId, now }, lines);
  await writeRows(tx, customerId, writes.flatMap(asJob), () => [...statements, ...history]);
  return writes.flatMap(asJob).flatMap(({ row }) => (receiptFor(row, targetId)?.state === 'wanted' ? [row.id] : []));
}

const asJob = (write: Awaited<ReturnType<typeof enqueuePosts>>['writes'][number]) =>
  write.collection === 'job' ? [{ collection: 'job', row: write.row } as const] : [];
