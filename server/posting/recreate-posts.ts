import { commandArgs } from '#contract/commands/commands.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import { postReads, postReadsNext } from '#domain/commands/job/post.ts';
import { eachRow, keysOf, type RefusedStep } from '#domain/commands/kit/each-row.ts';
import { receiptFor, standsThere, withReceipt } from '#domain/posting/receipts.ts';
import { jobActions } from '#domain/staging/job-actions.ts';
import type { Rejected, Sent } from '#server/commands/decide.ts';
import { addReads, lockRows } from '#server/commands/load-rows.ts';
import { type Plan, planWithoutRows } from '#server/commands/plan.ts';
import { auditLine, historyLines } from '#server/commands/record.ts';
import { type CommandOutcome, commitOne, type RecordOutcome } from '#server/commands/run-command.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { enqueuePosts } from './enqueue-posts.ts';

/**
 * Creates job orders again for jobs that are already in the ATS (action 14): the only operation that raises a post's generation
 * [S8.3]. Only administrators can run it, online; it is not a command of a lane. `sent` carries the arguments of `job.post.v1`.
 */
export const recreatePosts = async (tx: Tx, _effects: unknown, sent: Sent, record: RecordOutcome): Promise<CommandOutcome> =>
  commitOne(tx, await recreationOf(tx, sent), record);

async function recreationOf(tx: Tx, sent: Sent): Promise<Plan> {
  const refused = (refusal: Pick<Rejected, 'code' | 'message'>) =>
    planWithoutRows(sent, { outcome: 'rejected', conflicts: [], ...refusal });
  const { ids, targetId } = commandArgs['job.post.v1'].parse(sent.args);
  if (!sent.actor.administrator) return refused({ code: 'forbidden', message: 'Only an administrator can re-create a job.' });
  const book = await lockRows(tx, sent.customerId, keysOf('job', ids));
  await addReads(tx, sent.customerId, postReads(ids, targetId, book), book);
  await addReads(tx, sent.customerId, postReadsNext(ids, targetId, book), book);
  const target = book.get('target', targetId);
  if (!target) return refused({ code: 'not_found', message: 'This target no longer exists.' });
  const at = sent.now.toISOString();
  const flex = book.get('flexMapping', targetId) ?? null;
  const applied = eachRow(book, 'job', ids, (job): JobRow | RefusedStep => {
    const why = jobActions.recreate.whyNot(job, { target, values: { get: (id) => book.get('mapValue', id) }, floor: null, flex });
    if (why !== null) return { refused: standsThere(receiptFor(job, targetId)) ? 'not_postable' : 'not_offered', message: why };
    return withReceipt(job, { targetId, state: 'wanted', reference: '', externalId: null, words: null, at, tries: 0 });
  });
  if (!applied.ok) return refused(applied.error);
  const { writes, statements } = await enqueuePosts(
    tx,
    { ...sent, askedBy: sent.actor.userId },
    { writes: applied.value.writes, before: book },
    'next',
  );
  return {
    sent,
    outcome: { outcome: 'applied', result: applied.value.result },
    writes,
    history: historyLines(writes, book, 'posting'),
    audit: [auditLine({ ...sent, name: 'job.recreate' }, { writes, book })],
    statements,
  };
}
