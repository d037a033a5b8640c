import type { JobRow, PostReceipt } from '#contract/rows/jobs.ts';

/** The receipt of one target; undefined while the job was never asked to go there. */
export const receiptFor = (job: JobRow, targetId: number): PostReceipt | undefined =>
  job.posts.find((receipt) => receipt.targetId === targetId);

/** Whether the job stands in the target: posted, or posted and then refused an update. */
export const standsThere = (receipt: PostReceipt | undefined): boolean =>
  receipt?.state === 'done' || (receipt?.state === 'failed' && receipt.externalId !== null);

/** A job with this target's receipt replaced; receipts stand by target id and the first is shown flat in the grid. */
export function withReceipt(job: JobRow, receipt: PostReceipt): JobRow {
  const posts = [...job.posts.filter((other) => other.targetId !== receipt.targetId), receipt].sort(
    (a, b) => a.targetId - b.targetId,
  );
  return { ...job, posts, postState: posts[0]?.state ?? null, externalJobId: posts[0]?.externalId ?? null };
}
