import { sql } from 'kysely';
import type { Factor, Refusal } from '#contract/kit/errors.ts';
import type { Db, Tx } from '../db/connection.ts';
import { hasSignOn, mayUsePassword } from './local-passwords.ts';

/** The caller of a call with a step-up. */
type Caller = User & { readonly actorCustomerId: number; readonly sessionId: string; readonly impersonating: boolean };

/** How long a confirmation of who uses a session is valid [D2.7]. */
export const stepUpMinutes = 5;

const words = 'Confirm that it is you at POST /api/user/confirm, then send this again.';

/**
 * Null if the person of the session confirmed who they are within the last five minutes. Otherwise the refusal, with the ways to
 * confirm it: second factors if the user has any, else the password. Working as another user, such calls are forbidden [D3.4].
 */
export async function stepUpRefusal(
  { db, now }: { readonly db: Db; readonly now: () => Date },
  actor: Caller,
  passkeyHost: string | undefined,
): Promise<Refusal | null> {
  if (actor.impersonating) return { kind: 'forbidden' };
  const session = await db
    .selectFrom('session')
    .select('confirmed_at')
    .where('customer_id', '=', actor.actorCustomerId)
    .where('id', '=', actor.sessionId)
    .executeTakeFirst();
  const confirmedAt = session?.confirmed_at ?? null;
  const age = confirmedAt === null ? null : now().getTime() - new Date(confirmedAt).getTime();
  if (age !== null && age < stepUpMinutes * 60_000) return null;
  return { kind: 'confirm_identity', description: words, factors: await waysToConfirm(db, actor, passkeyHost) };
}

type User = { readonly customerId: number; readonly userId: number };

/** The second factors that a user can prove on a host. Empty if the user has none. */
export async function factorsAt(db: Db | Tx, user: User, passkeyHost: string | undefined): Promise<Factor[]> {
  const { customerId, userId } = user;
  const { rows } = await sql<{ code: boolean; passkey: boolean; here: boolean }>`
    select
      exists (select from authenticator where customer_id = ${customerId} and user_id = ${userId}) as code,
      exists (select from passkey where customer_id = ${customerId} and user_id = ${userId}) as passkey,
      exists (select from passkey where customer_id = ${customerId} and user_id = ${userId} and host = ${passkeyHost ?? ''}) as here`.execute(
    db,
  );
  const has = rows[0];
  if (!has || !(has.code || has.passkey)) return [];
  return [
    ...(has.code ? (['code'] as const) : []),
    ...(has.here ? (['passkey'] as const) : []),
    // Offered even when all are used, so that the list is never empty for a user with a factor.
    'recoveryCode',
  ];
}

/**
 * How a user can confirm who they are: with a second factor if they have one, else with the password, else with a fresh sign-in at
 * their agency's provider.
 */
async function waysToConfirm(db: Db, user: User, passkeyHost: string | undefined): Promise<Factor[]> {
  const factors = await factorsAt(db, user, passkeyHost);
  if (factors.length > 0) return factors;
  return (await confirmsByPassword(db, user)) ? ['password'] : ['signOn'];
}

/** Whether a user without a second factor confirms with the password. Someone without any sign-on is asked for it as well. */
export async function confirmsByPassword(db: Db | Tx, user: User): Promise<boolean> {
  const { customerId, userId } = user;
  const signIn = db.selectFrom('sign_in').select('password_hash').where('customer_id', '=', customerId);
  const hash = (await signIn.where('user_id', '=', userId).executeTakeFirst())?.password_hash ?? null;
  if (hash !== null && (await mayUsePassword(db, user))) return true;
  return !(await hasSignOn(db, user));
}
