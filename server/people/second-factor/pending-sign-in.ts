import { createHash, randomBytes } from 'node:crypto';
import type { Refusal } from '#contract/kit/errors.ts';
import { isOpen } from '#server/kit/db/at-work.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { factorsAt } from '#server/kit/identity/step-up.ts';
import type { User } from './authenticator.ts';

type Asked = Extract<Refusal, { kind: 'second_factor' }>;

const minutes = 5;
const mostTries = 5;

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');
const at = (now: Date, offset = 0) => new Date(now.getTime() + offset).toISOString();

/**
 * After a right password: the refusal that asks for the second factor and names the pending sign-in. Null if the user has none,
 * so that the session may open.
 */
export async function askForFactor(db: Db, user: User, passkeyHost: string | undefined, now: Date): Promise<Asked | null> {
  const factors = await factorsAt(db, user, passkeyHost);
  if (factors.length === 0) return null;
  const { customerId, userId } = user;
  // Starts with the customer id, because pending sign-ins are stored by customer.
  const pending = `${customerId}.${randomBytes(32).toString('base64url')}`;
  await db.deleteFrom('pending_sign_in').where('customer_id', '=', customerId).where('expires_at', '<', at(now)).execute();
  await db
    .insertInto('pending_sign_in')
    .values({ customer_id: customerId, token_hash: hashOf(pending), user_id: userId, expires_at: at(now, minutes * 60_000) })
    .execute();
  return { kind: 'second_factor', description: 'Enter your second factor to finish signing in.', pending, factors };
}

export type Pending = User & { readonly tokenHash: string; readonly email: string };

/** The pending sign-in of a token, if it is not over and its user and customer are active. */
export async function findPending(db: Db, token: string, now: Date): Promise<Pending | undefined> {
  const customerId = Number(/^(\d{1,9})\./.exec(token)?.[1] ?? 0);
  const row = await db
    .selectFrom('pending_sign_in as p')
    .innerJoin('sign_in as s', (join) => join.onRef('s.customer_id', '=', 'p.customer_id').onRef('s.user_id', '=', 'p.user_id'))
    .innerJoin('app_user as u', (join) => join.onRef('u.customer_id', '=', 'p.customer_id').onRef('u.id', '=', 'p.user_id'))
    .innerJoin('customer as c', 'c.id', 'p.customer_id')
    .select(['p.token_hash', 'p.user_id', 's.email'])
    .where('p.customer_id', '=', customerId)
    .where('p.token_hash', '=', hashOf(token))
    .where('p.expires_at', '>', at(now))
    .where('p.tries', '<', mostTries)
    .where('u.disabled_at', 'is', null)
    .where(isOpen('c'))
    .executeTakeFirst();
  return row && { customerId, userId: row.user_id, tokenHash: row.token_hash, email: row.email };
}

/** Counts an attempt before it is judged, so that parallel ones cannot exceed the limit. False if none is left. */
export async function countTry(db: Db, { customerId, tokenHash }: Pending): Promise<boolean> {
  const counted = await db
    .updateTable('pending_sign_in')
    .set((e) => ({ tries: e('tries', '+', 1) }))
    .where('customer_id', '=', customerId)
    .where('token_hash', '=', tokenHash)
    .where('tries', '<', mostTries)
    .executeTakeFirst();
  return counted.numUpdatedRows === 1n;
}

/** Ends a pending sign-in. False if another request ended it first. */
export async function usePending(tx: Tx, { customerId, tokenHash }: Pending): Promise<boolean> {
  const used = await tx
    .deleteFrom('pending_sign_in')
    .where('customer_id', '=', customerId)
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return used.numDeletedRows === 1n;
}

/** Ends all pending sign-ins of a user, as their factors or password changed. */
export async function endPending(tx: Tx, { customerId, userId }: User): Promise<void> {
  await tx.deleteFrom('pending_sign_in').where('customer_id', '=', customerId).where('user_id', '=', userId).execute();
}
