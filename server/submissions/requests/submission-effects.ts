import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { CommandArgs } from '#contract/commands/commands.ts';
import { messages } from '#contract/kit/messages.ts';
import type { SubmissionRow } from '#contract/rows/submission.ts';
import type { RowWrite } from '#domain/commands/kit/command.ts';
import type { Rejection, Sent } from '#server/commands/decide.ts';
import type { Changed, CommandEffects, Completed } from '#server/commands/effects.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { takesSubmissions } from '../check/gather.ts';
import { findSubmissionTarget, shortTarget } from '../targets/target-rows.ts';
import { jobOf } from './ask.ts';
import { ownerSeen, submissionSeen } from './submission-rows.ts';
import { conflictOf, type Rival, rivalOf, signInOf } from './want-submission.ts';

type SendArgs = CommandArgs<'submission.send.v1'>;
type ResendArgs = CommandArgs<'submission.resend.v1'>;

const refusal = (message: string): Rejection => ({ code: 'invalid', message, conflicts: [] });
const invalid = (field: string, message: string): Rejection => ({ ...refusal(message), field });

/**
 * Checks again on arrival what the service knows by itself: the sender, the job, both targets, and that no one else put this caregiver
 * forward. The sender of submissions then reads the caregiver and the documents and checks the rest, before anything leaves.
 */
async function guardSend(tx: Tx, { customerId, actor }: Sent, args: SendArgs): Promise<Rejection | null> {
  const { id, ownerId, fromId, toId, caregiverId } = args;
  if (ownerId !== actor.userId)
    return invalid('ownerId', 'A submission belongs to the person who sends it. Sign in as this person.');
  if (await submissionSeen(tx, customerId, id, ownerId)) return null;
  const job = await jobOf(tx, customerId, args);
  if ('fields' in job) return refusal(Object.values(job.fields).join(' '));
  const problem = (await sourceProblem(tx, customerId, fromId)) ?? (await destinationProblem(tx, customerId, toId));
  if (problem) return problem;
  if (!(await takesSubmissions(tx, { customerId, jobId: job.jobId })))
    return invalid('jobId', 'The job takes no submissions any more. Choose another job.');
  const rival = await rivalOf(tx, { customerId, fromId, toId, ...job, caregiverId, email: '' });
  return rival && refusal(rivalWords(rival));
}

const rivalWords = (rival: Rival): string => `${conflictOf(rival).message} It is submission ${rival.id}.`;

async function sourceProblem(tx: Tx, customerId: number, id: number): Promise<Rejection | null> {
  const target = await findSubmissionTarget(tx, customerId, id);
  const short = target && shortTarget(target);
  if (short?.isActive && short.isSource) return null;
  return invalid('fromId', 'This source shows no caregivers, or is no longer active. Choose another source.');
}

async function destinationProblem(tx: Tx, customerId: number, id: number): Promise<Rejection | null> {
  const target = await findSubmissionTarget(tx, customerId, id);
  const short = target && shortTarget(target);
  if (short?.isActive && short.isDestination) return null;
  return invalid('toId', 'This destination takes no submissions, or is no longer active. Choose another destination.');
}

/**
 * Queues the submission in the transaction of its change. Its email address is read from the source by the sender. The unique indexes refuse
 * it where another one of the caregiver came first in the same moment; the change then runs again and names its owner.
 */
async function completeSend(tx: Tx, { customerId, actor, now }: Sent, args: SendArgs, { writes }: Changed): Promise<Completed> {
  const row = submissionIn(writes);
  const job = await jobOf(tx, customerId, args);
  if (!row || 'fields' in job) return { writes, statements: [] };
  const { id, ref, fromId, toId, caregiverId } = row;
  const queued = sql`insert into submission (customer_id, id, ref, from_id, to_id, job_id, provider_job_id, caregiver_id, reference, state,
      user_id, created_at, next_at, login_id)
    values (${customerId}, ${id}, ${ref}, ${fromId}, ${toId}, ${job.jobId}, ${job.providerJobId}, ${caregiverId}, ${randomUUID()}, 'wanted',
      ${actor.userId}, ${now}, ${now}, ${loginOf(customerId, toId, actor)})`;
  return { writes: [{ collection: 'submission', row: { ...row, ...job } }], statements: [queued] };
}

/** People without the right to see everyone’s submissions send their own again, and no one sends a second live one. */
async function guardResend(tx: Tx, { customerId, actor }: Sent, { id }: ResendArgs): Promise<Rejection | null> {
  const seen = await submissionSeen(tx, customerId, id, ownerSeen(actor));
  if (!seen) return { ...refusal('This submission is no longer here.'), code: 'gone' };
  const rival = await rivalOf(tx, { ...seen, customerId, email: seen.caregiverEmail }, id);
  return rival && refusal(`${messages.notResubmitted} ${rivalWords(rival)}`);
}

async function completeResend(
  _tx: Tx,
  { customerId, actor, now }: Sent,
  _args: ResendArgs,
  { writes }: Changed,
): Promise<Completed> {
  const row = submissionIn(writes);
  if (!row) return { writes, statements: [] };
  return { writes, statements: [sentAgain({ customerId, id: row.id, loginId: loginOf(customerId, row.toId, actor), now })] };
}

const loginOf = (customerId: number, toId: number, { userId, impersonating }: Sent['actor']) =>
  signInOf({ customerId, toId, userId, isActingAs: impersonating });

type SentAgain = { readonly customerId: number; readonly id: number; readonly loginId: RawBuilder<unknown>; readonly now: Date };

/** Puts a refused submission, or one that waits for a decision, into the queue again. Returns its id, or no row if it is in neither state. */
export const sentAgain = ({ customerId, id, loginId, now }: SentAgain) =>
  sql`update submission set state = 'wanted', error_text = '', tries = 0, lookups = 0, next_at = ${now}, lease_until = null,
      fence = fence + 1, ended_at = null, ext_caregiver_id = '',
      login_id = ${loginId}
    where customer_id = ${customerId} and id = ${id} and state in ('refused', 'human') returning id`;

function submissionIn(writes: readonly RowWrite[]): SubmissionRow | undefined {
  const write = writes.find(({ collection }) => collection === 'submission');
  return write?.collection === 'submission' ? write.row : undefined;
}

/** Server-side effects of queued submissions: the checks on arrival and the queue. */
export const submissionEffects: Pick<CommandEffects, Extract<keyof CommandEffects, `submission.${string}`>> = {
  'submission.send.v1': { guard: guardSend, completes: completeSend },
  'submission.resend.v1': { guard: guardResend, completes: completeResend },
};
