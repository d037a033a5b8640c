import { sql } from 'kysely';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { sendJob } from '#server/kit/queue/queue.ts';
import { slackQueue } from './slack-queue.ts';

/** A message to Slack. `cause` says why it is sent: a second message of a customer for the same cause is not sent. */
export type SlackMessage = { readonly customerId: number; readonly cause: string; readonly text: string; readonly at: Date };

/** Longest text of a message. Slack takes 40,000 characters. */
const mostText = 4000;

/**
 * Stores a message in the caller's transaction, so that it is sent only if its cause was committed. Messages of a customer are sent in
 * the order in which they were stored.
 */
export async function storeSlackMessage(tx: Tx, { customerId, cause, text, at }: SlackMessage): Promise<void> {
  if (cause.length > 200) throw new Error('the cause of a message is too long');
  const stored = await tx
    .insertInto('slack_message')
    .values({ customer_id: customerId, cause, text: text.replaceAll('\0', '').slice(0, mostText), at })
    .onConflict((conflict) => conflict.columns(['customer_id', 'cause']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (stored) await sendJob(tx, slackQueue, { customerId });
}

/** A message that this process sends now. */
export type ClaimedMessage = { readonly id: number; readonly text: string; readonly tries: number; readonly inDoubt: number };

/** Why none is sent now: there is none, another process sends one, or the webhook takes none before `nextAt`. */
type NoMessage = { readonly kind: 'none' } | { readonly kind: 'busy' } | { readonly kind: 'pause'; readonly nextAt: Date };

/** Longer than a call can take. After that, the message of a killed process is sent again. */
const leaseMs = 60_000;
/** Least time between two messages to a webhook. */
const betweenMs = 1_000;

type Claim = { readonly kind: 'claimed'; readonly message: ClaimedMessage } | NoMessage;

/**
 * Claims the oldest message of a customer that is not sent yet, and the next second of its webhook. A message whose process died while it
 * was being sent is in doubt: it goes again, and is counted.
 */
export async function claimMessage(db: Db, customerId: number, now: Date): Promise<Claim> {
  return db.transaction().execute(async (tx): Promise<Claim> => {
    await tx
      .insertInto('slack_pace')
      .values({ customer_id: customerId, next_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const pace = await tx
      .selectFrom('slack_pace')
      .select('next_at')
      .where('customer_id', '=', customerId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const oldest = await tx
      .selectFrom('slack_message')
      .select(['id', 'state', 'lease_until'])
      .where('customer_id', '=', customerId)
      .where('state', 'in', ['waiting', 'sending'])
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (!oldest) return { kind: 'none' };
    if (oldest.state === 'sending' && oldest.lease_until !== null && new Date(oldest.lease_until) > now) return { kind: 'busy' };
    const nextAt = new Date(pace.next_at);
    if (nextAt > now) return { kind: 'pause', nextAt };
    const message = await tx
      .updateTable('slack_message')
      .set((e) => ({
        state: 'sending',
        tries: e('tries', '+', 1),
        in_doubt: sql<number>`in_doubt + (state = 'sending')::integer`,
        lease_until: new Date(now.getTime() + leaseMs),
      }))
      .where('customer_id', '=', customerId)
      .where('id', '=', oldest.id)
      .returning(['id', 'text', 'tries', 'in_doubt as inDoubt'])
      .executeTakeFirstOrThrow();
    await setPace(tx, customerId, { next_at: new Date(now.getTime() + betweenMs) });
    return { kind: 'claimed', message };
  });
}

const setPace = (tx: Tx, customerId: number, pace: { readonly next_at: Date; readonly failures?: number }) =>
  tx.updateTable('slack_pace').set(pace).where('customer_id', '=', customerId).execute();

/** How a sending ended. `later` tries again after `seconds`, counted as in doubt if `isInDoubt`. */
export type MessageEnd =
  | { readonly kind: 'sent' }
  | { readonly kind: 'failed'; readonly words: string }
  | { readonly kind: 'later'; readonly words: string; readonly isInDoubt: boolean; readonly seconds: number | null };

/** Seconds before the tries after a failed one; the last goes on. */
const backoffSeconds = [5, 30, 120, 600] as const;

/** Stores how a sending ended, unless another process has claimed the message since. */
export async function settleMessage(
  db: Db,
  { customerId, id, tries }: Pick<ClaimedMessage, 'id' | 'tries'> & { readonly customerId: number },
  end: MessageEnd,
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const pace = await tx
      .selectFrom('slack_pace')
      .select('failures')
      .where('customer_id', '=', customerId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const settled = await tx
      .updateTable('slack_message')
      .set((e) => ({
        state: end.kind === 'later' ? 'waiting' : end.kind,
        lease_until: null,
        ended_at: end.kind === 'later' ? null : now,
        answer: end.kind === 'sent' ? null : end.words,
        ...(end.kind === 'later' && end.isInDoubt && { in_doubt: e('in_doubt', '+', 1) }),
      }))
      .where('customer_id', '=', customerId)
      .where('id', '=', id)
      .where('state', '=', 'sending')
      .where('tries', '=', tries)
      .executeTakeFirst();
    if (settled.numUpdatedRows === 0n) return;
    if (end.kind !== 'later') {
      await setPace(tx, customerId, { next_at: new Date(now.getTime() + betweenMs), failures: 0 });
      return;
    }
    const wait = end.seconds ?? backoffSeconds[pace.failures] ?? backoffSeconds[3];
    await setPace(tx, customerId, { next_at: new Date(now.getTime() + wait * 1000), failures: pace.failures + 1 });
  });
}

/** Fails all messages of a customer that wait, for a reason that they share. */
export async function failWaiting(db: Db, customerId: number, words: string, now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('slack_message')
    .set({ state: 'failed', ended_at: now, answer: words, lease_until: null })
    .where('customer_id', '=', customerId)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Customers with messages that can be sent now. */
export async function customersWithMessages(db: Db, now: Date): Promise<readonly number[]> {
  const { rows } = await sql<{ customerId: number }>`
    select distinct m.customer_id as "customerId" from slack_message m left join slack_pace p on p.customer_id = m.customer_id
    where m.state in ('waiting', 'sending') and (m.lease_until is null or m.lease_until <= ${now})
      and (p.next_at is null or p.next_at <= ${now})`.execute(db);
  return rows.map(({ customerId }) => customerId);
}
