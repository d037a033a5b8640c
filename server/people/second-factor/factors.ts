import { sql } from 'kysely';
import type { SecondFactor } from '#contract/people/second-factor.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { removeAuthenticator, type User } from './authenticator.ts';
import { ofUser } from './passkeys.ts';
import { endPending } from './pending-sign-in.ts';
import { removeCodes } from './recovery-codes.ts';

/** The refusal of passkeys on a host that browsers cannot bind them to. */
export function noPasskeysHere({ config }: { readonly config: { readonly publicUrl: string } }) {
  const { protocol, port } = new URL(config.publicUrl);
  const where = protocol === 'https:' ? config.publicUrl : `http://localhost${port === '' ? '' : `:${port}`}`;
  return { kind: 'invalid', fields: { passkey: `Passkeys need a host name: open Jobdock at ${where}` } } as const;
}

/** Who requires a second factor of a user; null if it is optional. `actors.ts` enforces the same rule. */
async function requirementOf(db: Db | Tx, { customerId, userId }: User): Promise<Pick<SecondFactor, 'requiredBy' | 'waived'>> {
  const { settings, administrator } = await db
    .selectFrom('app_user as u')
    .innerJoin('customer as c', 'c.id', 'u.customer_id')
    .innerJoin('role as r', 'r.id', 'u.role_id')
    .select(['c.settings', 'r.administrator'])
    .where('u.customer_id', '=', customerId)
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow();
  if (settings['secondFactor'] === 'required') return { requiredBy: administrator ? 'provider' : 'customer', waived: false };
  if (!administrator) return { requiredBy: null, waived: false };
  const waiving = await db
    .selectFrom('customer')
    .select('id')
    .where('provider', '=', true)
    .where(sql<boolean>`settings->>'secondFactor' = 'optional'`)
    .executeTakeFirst();
  return { requiredBy: waiving ? null : 'provider', waived: waiving !== undefined };
}

/** A user's factors without their secrets. */
export async function secondFactorOf(db: Db | Tx, user: User): Promise<SecondFactor> {
  const [authenticator, passkeys, codes, requirement] = await Promise.all([
    db
      .selectFrom('authenticator')
      .select('created_at')
      .where('customer_id', '=', user.customerId)
      .where('user_id', '=', user.userId)
      .executeTakeFirst(),
    ofUser(db, user).select(['id', 'name', 'host', 'created_at', 'used_at']).orderBy('created_at').execute(),
    db
      .selectFrom('recovery_code')
      .select((e) => e.fn.countAll<number>().as('left'))
      .where('customer_id', '=', user.customerId)
      .where('user_id', '=', user.userId)
      .where('used_at', 'is', null)
      .executeTakeFirstOrThrow(),
    requirementOf(db, user),
  ]);
  return {
    authenticator: authenticator !== undefined,
    passkeys: passkeys.map(({ created_at, used_at, ...row }) => ({ ...row, createdAt: created_at, usedAt: used_at })),
    recoveryCodesLeft: codes.left,
    ...requirement,
  };
}

/** Removes a user's authenticator app, passkeys and recovery codes, and ends sign-ins that wait for one. */
export async function removeFactors(tx: Tx, user: User): Promise<void> {
  await removeAuthenticator(tx, user);
  await tx.deleteFrom('passkey').where('customer_id', '=', user.customerId).where('user_id', '=', user.userId).execute();
  await removeCodes(tx, user);
  await endPending(tx, user);
}
