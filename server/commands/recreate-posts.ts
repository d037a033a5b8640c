import { commandArgs, type RefusalCode } from '#contract/commands/commands.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { RefusedStep } from '#domain/commands/each-row.ts';
import { eachRow, keysOf } from '#domain/commands/each-row.ts';
import { postReads } from '#domain/commands/post-command.ts';
import { mayPost } from '#domain/posting/may-post.ts';
import { receiptFor, standsThere, withReceipt } from '#domain/posting/receipts.ts';
import { publishLocked } from '../feed/publish.ts';
import type { Tx } from '../kit/db/connection.ts';
import type { Sent } from './decide.ts';
import { addReads, lockRows } from './load-rows.ts';
import { auditRow, historyRows } from './record.ts';
import type { Alongside, CommandOutcome } from './run-command.ts';
import { wantPosts } from './want-posts.ts';

/**
 * Makes jobs that are in the ATS anew there (action 14): the one thing that raises a posting's generation [S8.3]. For
 * administrators, and online only; it is no command of a lane. `sent` carries the arguments of `job.post.v1`.
 */
export async function recreatePosts(tx: Tx, sent: Sent, alongside: Alongside): Promise<CommandOutcome> {
  const { ids, targetId } = commandArgs['job.post.v1'].parse(sent.args);
  if (!sent.actor.administrator) return settled(tx, sent, alongside, 'forbidden', 'Only an administrator can re-create a job.');
  const book = await lockRows(tx, sent.customerId, keysOf('job', ids));
  await addReads(tx, sent.customerId, postReads(ids, targetId, book), book);
  const target = book.get('target', targetId);
  if (!target) return settled(tx, sent, alongside, 'not_found', 'This target no longer exists.');
  const at = sent.now.toISOString();
  const applied = eachRow(book, 'job', ids, (job): JobRow | RefusedStep => {
    if (!standsThere(receiptFor(job, targetId)))
      return { refused: 'not_offered', message: 'The job is not in the ATS yet: post it.' };
    const verdict = mayPost(job, target, { get: (id) => book.get('mapValue', id) }, { recreate: true });
    if (!verdict.ok) return { refused: 'not_postable', message: verdict.reasons.map((reason) => reason.words).join(' ') };
    return withReceipt(job, { targetId, state: 'wanted', reference: '', externalId: null, words: null, at, tries: 0 });
  });
  if (!applied.ok) return settled(tx, sent, alongside, applied.error.code, applied.error.message);
  const posts = await wantPosts(tx, sent, applied.value.writes, book, 'next');
  const outcome = { outcome: 'applied', rev: 0, result: applied.value.result } as const;
  const record = { ...sent, name: 'job.recreate' };
  const rev = await publishLocked(tx, sent.customerId, posts.writes, (rev) => [
    ...posts.statements,
    ...historyRows(sent, posts.writes, book, 'posting'),
    auditRow(record, { writes: posts.writes, book, rev }),
    ...alongside(outcome, rev),
  ]);
  return { ...outcome, rev };
}

async function settled(tx: Tx, sent: Sent, alongside: Alongside, code: RefusalCode, message: string): Promise<CommandOutcome> {
  const outcome: CommandOutcome = { outcome: 'rejected', code, message, conflicts: [] };
  await publishLocked(tx, sent.customerId, [], (rev) => alongside(outcome, rev));
  return outcome;
}
