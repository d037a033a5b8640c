import { withoutScope } from '#server/kit/db/customer-scope.ts';
import type { Actor, Services } from '#server/kit/http/handle.ts';
import { passwordFits } from './passwords.ts';
import { endingSessions, endOneSession } from './sessions.ts';
import { clearFailures, takeTurn } from './throttle.ts';

type Asked = { readonly actor: Actor; readonly ip: string; readonly password: string };

/**
 * Whether the caller's own password is right, for a change that asks for it again. A wrong one ends the session, so that no one tries
 * passwords at an open browser. `busy`: too many were wrong lately.
 */
export async function passwordHolds(scoped: Services, { actor, ip, password }: Asked): Promise<'right' | 'wrong' | 'busy'> {
  // The caller may belong to another customer than the one that the call names.
  const services = { ...scoped, db: withoutScope(scoped.db) };
  const { db, now, secrets } = services;
  const account = await db
    .selectFrom('sign_in')
    .select(['email', 'password_hash'])
    .where('customer_id', '=', actor.actorCustomerId)
    .where('user_id', '=', actor.userId)
    .executeTakeFirst();
  const attempt = { what: 'password', account: account?.email ?? `user ${actor.userId}`, ip } as const;
  const turn = await takeTurn(db, attempt, now());
  if (!turn.ok) return 'busy';
  let fits = false;
  let looked = false;
  try {
    fits = await passwordFits(secrets, account?.password_hash, password);
    looked = true;
  } finally {
    await turn.value.settle(looked && !fits ? 'wrong' : 'not wrong');
  }
  if (fits) {
    await clearFailures(db, attempt, now());
    return 'right';
  }
  await endingSessions(services, (tx, ended) => endOneSession(services, tx, ended, actor));
  return 'wrong';
}
