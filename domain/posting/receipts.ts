import type { JobRow, PostReceipt } from '#contract/rows/jobs.ts';

/** The receipt of one target. Undefined if the job was never requested there. */
export const receiptFor = (job: JobRow, targetId: number): PostReceipt | undefined =>
  job.posts.find((receipt) => receipt.targetId === targetId);

/** Whether the job exists in the target: posted, or posted with a refused update. */
export const standsThere = (receipt: PostReceipt | undefined): boolean =>
  receipt?.state === 'done' || (receipt?.state === 'failed' && receipt.externalId !== null);

/** A job with this target's receipt replaced. Receipts are sorted by target id; the grid shows the first one. */
export function withReceipt(job: JobRow, receipt: PostReceipt): JobRow {
  const posts = [...job.posts.filter((other) => other.targetId !== receipt.targetId), receipt].sort(
    (a, b) => a.targetId - b.targetId,
  );
  return { ...job, posts, postState: posts[0]?.state ?? null, externalJobId: posts[0]?.externalId ?? null };
}
