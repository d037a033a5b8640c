import { sql } from 'kysely';
import { segmentsOf } from '#domain/sms/segments.ts';
import { isAtWork } from '#server/kit/db/at-work.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { sendJob } from '#server/kit/queue/queue.ts';
import { smsQueue } from './sms-queue.ts';
import type { PhoneKey } from './sms-stops.ts';

/** A text message. `cause` says why it is sent: a second message of a customer for the same cause is not sent. */
export type SmsMessage = {
  readonly cause: string;
  readonly runId: number | null;
  /** The number, such as `+15550100199`, and its key. */
  readonly to: string;
  readonly key: PhoneKey;
  readonly text: string;
};

/** Messages of one statement. */
const batch = 500;

/** Stores messages of a customer in the caller's transaction, so that they are sent only if their cause was committed. */
export async function storeSms(tx: Tx, customerId: number, messages: readonly SmsMessage[], at: Date): Promise<void> {
  if (messages.some(({ cause }) => cause.length > 200)) throw new Error('the cause of a message is too long');
  for (let from = 0; from < messages.length; from += batch) {
    const rows = messages.slice(from, from + batch).map(({ cause, runId, to, key, text }) => ({
      customer_id: customerId,
      cause,
      alert_run_id: runId,
      to_phone: to,
      phone_key: key,
      text: text.replaceAll('\0', ''),
      segments: segmentsOf(text).segments,
      at,
    }));
    await tx
      .insertInto('sms_message')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['customer_id', 'cause']).doNothing())
      .execute();
  }
  if (messages.length > 0) await sendJob(tx, smsQueue, { customerId });
}

/** A message that this process works on now. `tries` is its number: a later one ends the right to write. */
export type ClaimedSms = {
  readonly customerId: number;
  readonly id: number;
  /** sending: it is sent. doubt: an earlier request may have arrived. */
  readonly state: 'sending' | 'doubt';
  readonly to: string;
  readonly key: PhoneKey;
  readonly text: string;
  readonly tries: number;
  readonly inDoubt: number;
  readonly looks: number;
  readonly at: string;
  /** When the first request began, and when the last one in doubt had surely ended. */
  readonly askedAt: string;
  readonly doubtSince: string | null;
  readonly isStopped: boolean;
};

/** Longer than any call. After that, the message of a killed process is another's. */
const leaseMs = 60_000;

/**
 * Claims a message of a customer that is due, the oldest first; other processes claim others. A request whose process died is in doubt,
 * as if its answer were lost. Undefined if none is due now.
 */
export async function claimSms(db: Db, customerId: number, now: Date): Promise<ClaimedSms | undefined> {
  const { rows } = await sql<ClaimedSms>`
    update sms_message m set
      state = case m.state when 'waiting' then 'sending' else 'doubt' end,
      in_doubt = m.in_doubt + (m.state = 'sending')::integer,
      doubt_since = case m.state when 'sending' then m.lease_until else m.doubt_since end,
      looks = case m.state when 'doubt' then m.looks else 0 end,
      asked_at = coalesce(m.asked_at, ${now}), tries = m.tries + 1, lease_until = ${new Date(now.getTime() + leaseMs)}
    where (m.customer_id, m.id) = (
      select d.customer_id, d.id from sms_message d
      where d.customer_id = ${customerId} and d.ended_at is null and (d.lease_until is null or d.lease_until <= ${now})
        and (d.next_at is null or d.next_at <= ${now}) and ${isAtWork('d.customer_id')}
        and not exists (select from sms_pace p where p.customer_id = d.customer_id and p.next_at > ${now})
      order by d.id limit 1 for update skip locked)
    returning customer_id as "customerId", id, state, to_phone as "to", phone_key as key, text, tries, in_doubt as "inDoubt", looks, at,
      asked_at as "askedAt", doubt_since as "doubtSince",
      exists (select from stopped_phones(array[phone_key])) as "isStopped"`.execute(db);
  return rows[0];
}

/**
 * How the work on a message ended. unknown: it could not be found out whether it was sent. again: it was not, and is sent at the next claim.
 * doubt: another look is due after `seconds`, `isNew` after a request without an answer. paused: the provider took none, so that all
 * messages of the customer wait, `seconds` if it said how long.
 */
export type SmsEnd =
  | { readonly kind: 'sent'; readonly sid: string }
  | { readonly kind: 'failed' | 'unknown' | 'stopped'; readonly words: string }
  | { readonly kind: 'again' }
  | { readonly kind: 'doubt'; readonly words: string; readonly seconds: number; readonly isNew?: true; readonly looked?: true }
  | { readonly kind: 'paused'; readonly words: string; readonly seconds: number | null };

/** What of a message is removed when it has ended: it went to someone who is no user. */
const forgotten = { to_phone: '', text: '' };

/** Stores how the work on a message ended, unless another process has claimed it since. False then. */
export async function settleSms(tx: Tx, claim: ClaimedSms, end: SmsEnd, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sms_message')
    .set((e) => ({
      lease_until: null,
      ...('words' in end && { answer: end.words.slice(0, 500) }),
      ...valuesOf(end, claim, now),
      ...(end.kind === 'doubt' && end.isNew && { in_doubt: e('in_doubt', '+', 1), doubt_since: now, looks: 0 }),
      ...(end.kind === 'doubt' && end.looked && { looks: e('looks', '+', 1) }),
    }))
    .where('customer_id', '=', claim.customerId)
    .where('id', '=', claim.id)
    .where('tries', '=', claim.tries)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

function valuesOf(end: SmsEnd, { state }: ClaimedSms, now: Date) {
  switch (end.kind) {
    case 'sent':
      return { state: 'sent', sid: end.sid, answer: null, ended_at: now, ...forgotten } as const;
    case 'failed':
    case 'unknown':
    case 'stopped':
      return { state: end.kind, ended_at: now, ...forgotten } as const;
    case 'again':
      return { state: 'waiting', next_at: null } as const;
    case 'doubt':
      return { state: 'doubt', next_at: new Date(now.getTime() + end.seconds * 1000) } as const;
    case 'paused':
      return { state: state === 'doubt' ? 'doubt' : 'waiting' } as const;
  }
}

/** Seconds before the tries after the provider took no message; the last goes on. */
const backoffSeconds = [5, 30, 120, 600] as const;

/** Lets the messages of a customer wait. Returns how often the provider took none, one after another. */
export async function pauseSms(tx: Tx, customerId: number, seconds: number | null, now: Date): Promise<number> {
  const { failures } = await tx
    .insertInto('sms_pace')
    .values({ customer_id: customerId, next_at: now, failures: 1 })
    .onConflict((conflict) => conflict.column('customer_id').doUpdateSet((e) => ({ failures: e('sms_pace.failures', '+', 1) })))
    .returning('failures')
    .executeTakeFirstOrThrow();
  const wait = seconds ?? backoffSeconds[failures - 1] ?? backoffSeconds[3];
  const next = { next_at: new Date(now.getTime() + wait * 1000) };
  await tx.updateTable('sms_pace').set(next).where('customer_id', '=', customerId).execute();
  return failures;
}

/** Messages go on after a pause. */
export const endPause = (tx: Tx, customerId: number) => tx.deleteFrom('sms_pace').where('customer_id', '=', customerId).execute();

/** Ends all messages of a customer that wait, for a reason that they share. One in doubt stays unknown. */
export async function endWaiting(db: Db, customerId: number, words: string, now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('sms_message')
    .set({
      state: sql<'failed' | 'unknown'>`case state when 'waiting' then 'failed' else 'unknown' end`,
      ended_at: now,
      answer: words,
      lease_until: null,
      ...forgotten,
    })
    .where('customer_id', '=', customerId)
    .where('ended_at', 'is', null)
    .where((e) => e.or([e('lease_until', 'is', null), e('lease_until', '<=', now.toISOString())]))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Customers with messages that can be worked on now. */
export async function customersWithSms(db: Db, now: Date): Promise<readonly number[]> {
  const { rows } = await sql<{ customerId: number }>`
    select distinct m.customer_id as "customerId" from sms_message m left join sms_pace p on p.customer_id = m.customer_id
    where m.ended_at is null and (m.lease_until is null or m.lease_until <= ${now}) and (m.next_at is null or m.next_at <= ${now})
      and (p.next_at is null or p.next_at <= ${now}) and ${isAtWork('m.customer_id')}`.execute(db);
  return rows.map(({ customerId }) => customerId);
}

/** Those of some ids of the provider that messages of a customer have. */
export async function knownSids(db: Db, customerId: number, sids: readonly string[]): Promise<ReadonlySet<string>> {
  if (sids.length === 0) return new Set();
  const rows = await db
    .selectFrom('sms_message')
    .select('sid')
    .where('customer_id', '=', customerId)
    .where('sid', 'in', sids)
    .execute();
  return new Set(rows.flatMap(({ sid }) => sid ?? []));
}
