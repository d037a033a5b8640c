import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { isAtWork } from '#server/kit/db/at-work.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { scopeTo } from '#server/kit/db/customer-scope.ts';
import type { SentSubmission } from '../adapter.ts';
import { takesSubmissions } from '../check/gather.ts';
import { addStatus } from '../status/status-rows.ts';
import { noticeOwner } from './owner-notice.ts';
import type { Begun, CallNote, DueSubmission, Ready, SendingRows } from './sender.ts';
import type { SendingStep } from './sending-state.ts';

/**
 * Due submissions of all customers. Customers take turns, so that a thousand of one do not delay the others. It reads `limit` rows of each
 * customer at most, however many are due.
 */
export async function dueSubmissions(db: Db, now: Date, limit: number): Promise<DueSubmission[]> {
  const { rows } = await sql<DueSubmission>`
    select customer_id as "customerId", to_id as "targetId", from_id as "fromId", id, reference, state, job_id as "jobId",
      provider_job_id as "providerJobId", caregiver_id as "caregiverId", caregiver_email as email,
      ext_caregiver_id as "extCaregiverId", tries, lookups, fence, user_id as "userId", login_id as "loginId", chosen
    from (
      select s.*, row_number() over (partition by s.customer_id order by s.next_at, s.id) as turn
      from customer c cross join lateral (
        select * from submission where customer_id = c.id and state in ('wanted', 'sending', 'unknown') and next_at <= ${now}
          and (lease_until is null or lease_until < ${now})
        order by next_at, id limit ${limit}
      ) s where ${isAtWork('c.id')}
    ) due order by turn, next_at, id limit ${limit}`.execute(db);
  return rows;
}

/**
 * Ends the leases of submissions, so that interrupted calls are settled at once. Only for a start with a database that no other process
 * uses.
 */
export async function endSubmissionLeases(db: Db): Promise<void> {
  await db.updateTable('submission').set({ lease_until: null }).where('lease_until', 'is not', null).execute();
}

type Options = {
  readonly db: Db;
  readonly now: () => Date;
  readonly mayAsk: (customerId: number, userId: number) => Promise<boolean>;
};

/** The rows of submissions in PostgreSQL. Each change needs the fence that its worker read, so that a late worker changes nothing. */
export function sendingRowsIn({ db, now, mayAsk }: Options): SendingRows {
  const inside = <T>(due: DueSubmission, work: (tx: Tx) => Promise<T>): Promise<T> =>
    scopeTo(db, [due.customerId]).transaction().execute(work);
  const until = (seconds: number) => new Date(now().getTime() + seconds * 1000);
  return {
    lease: (due, seconds) =>
      inside(due, (tx) => changed(tx, due, sql`lease_until = ${until(seconds)}, tries = tries + 1, fence = fence + 1`)),
    isBehindAnother: (due) => isOnItsWay(scopeTo(db, [due.customerId]), due, due.email, now()),
    async begin(due, ready, seconds) {
      if (due.userId !== null && !(await mayAsk(due.customerId, due.userId)))
        return { kind: 'refused', words: 'Who asked for it may no longer send submissions.' };
      if (!(await takesSubmissions(scopeTo(db, [due.customerId]), due)))
        return { kind: 'refused', words: 'The job takes no submissions any more. Choose another job.' };
      return inside(due, (tx) => begun(tx, due, ready, { now: now(), until: until(seconds) }));
    },
    begins: (due, extCaregiverId, submission) =>
      inside(due, async (tx) => {
        const fence = await changed(tx, due, sql`ext_caregiver_id = ${extCaregiverId}`);
        if (fence === null) return false;
        await tx
          .insertInto('submission_attempt')
          .values(attemptOf(due, submission, now()))
          .execute();
        return true;
      }),
    note: (due, note) => inside(due, (tx) => noted(tx, due, note, now())),
    move: (due, step) => inside(due, (tx) => moved(tx, due, step, now())),
  };
}

/** Changes the row of a submission; null if another worker has taken it. */
async function changed(tx: Tx, { customerId, id, fence }: DueSubmission, set: RawBuilder<unknown>): Promise<number | null> {
  const { rows } = await sql<{ fence: number }>`update submission set ${set}
    where customer_id = ${customerId} and id = ${id} and fence = ${fence} and state in ('wanted', 'sending', 'unknown')
    returning fence`.execute(tx);
  return rows[0]?.fence ?? null;
}

/**
 * Whether another submission of the caregiver with an email address is on its way to the same destination, or may still make the caregiver
 * there by a call without an answer.
 */
async function isOnItsWay(db: Db | Tx, { customerId, targetId, id }: DueSubmission, email: string, now: Date): Promise<boolean> {
  const { rows } = await sql`select from submission where customer_id = ${customerId} and to_id = ${targetId} and id <> ${id}
    and (state = 'sending' or appears_until > ${now}) and lower(caregiver_email) = lower(${email}) limit 1`.execute(db);
  return rows.length > 0;
}

/** One caregiver is looked up and made at a destination by one worker at a time. */
async function begun(tx: Tx, due: DueSubmission, ready: Ready, at: { now: Date; until: Date }): Promise<Begun> {
  const { customerId, targetId } = due;
  const { email } = ready.submission.caregiver;
  const key = `${customerId}/${targetId}/${email.toLowerCase()}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 42))`.execute(tx);
  if (await isOnItsWay(tx, due, email, at.now)) return { kind: 'busy' };
  const used = JSON.stringify(ready.used);
  const fence = await changed(
    tx,
    due,
    sql`state = 'sending', ext_caregiver_id = '', caregiver_email = ${email}, used = ${used}::jsonb, warnings_text = ${ready.warnings},
      lease_until = ${at.until}, fence = fence + 1`,
  );
  return fence === null ? { kind: 'gone' } : { kind: 'begun', fence };
}

/** The attempt of the call that submits, written before it. It has no file and nothing that identifies the caregiver. */
const attemptOf = (due: DueSubmission, submission: SentSubmission, at: Date) => ({
  customer_id: due.customerId,
  submission_id: due.id,
  target_id: due.targetId,
  at,
  kind: 'submit' as const,
  fields: JSON.stringify({
    job: submission.providerJobId,
    caregiver: submission.extCaregiverId,
    degree: submission.degreeExtId,
    specialty: submission.specialtyExtId,
    ...submission.fields,
    ...accountOf(due),
  }),
  documents: JSON.stringify(
    submission.documents.map(({ name, content }) => ({
      name,
      size: content.length,
      digest: createHash('sha256').update(content).digest('hex'),
    })),
  ),
  answer: 'unknown' as const,
  words: 'No answer was noted.',
});

/** The sign-in that a call was made with, by its username. */
const accountOf = ({ account }: DueSubmission) => (account === undefined ? {} : { account });

async function noted(tx: Tx, due: DueSubmission, { kind, answer, words, milliseconds }: CallNote, at: Date): Promise<void> {
  const { customerId: customer_id, id: submission_id, targetId: target_id } = due;
  if (kind !== 'submit') {
    const fields = JSON.stringify(accountOf(due));
    const attempt = { customer_id, submission_id, target_id, at, kind, answer, words, milliseconds, fields };
    return void (await tx.insertInto('submission_attempt').values(attempt).execute());
  }
  await sql`update submission_attempt set answer = ${answer}, words = ${words}, milliseconds = ${milliseconds}
    where customer_id = ${customer_id} and id = (select max(id) from submission_attempt
      where customer_id = ${customer_id} and submission_id = ${submission_id} and kind = 'submit')`.execute(tx);
}

async function moved(tx: Tx, due: DueSubmission, step: SendingStep, now: Date): Promise<void> {
  const { state, words, lookups, againInSeconds, shown, isNoTry, mayAppear } = step;
  const isOver = againInSeconds === null;
  const nextAt = isOver ? null : new Date(now.getTime() + againInSeconds * 1000);
  const found = shown ? sql`, ext_id = ${shown.extId}, ext_caregiver_id = ${shown.extCaregiverId || due.extCaregiverId}` : sql``;
  const fence = await changed(
    tx,
    due,
    sql`state = ${state}, error_text = ${words}, lookups = ${lookups}, next_at = ${nextAt}, lease_until = null, fence = fence + 1,
      tries = tries - ${isNoTry ? 1 : 0}, appears_until = ${mayAppear ? nextAt : null}, ended_at = ${isOver ? now : null} ${found}`,
  );
  if (fence !== null) await noticeOwner(tx, due, step, fence);
  if (fence === null || !shown) return;
  const status = { status: shown.status || 'Submitted', at: shown.at ?? now.toISOString(), how: 'event' } as const;
  await addStatus(tx, { customerId: due.customerId, id: due.id }, status, now);
}
