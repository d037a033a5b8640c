import { Secret, TOTP } from 'otpauth';
import type { Tx } from '#server/kit/db/connection.ts';
import type { Services } from '#server/kit/http/handle.ts';
import { removeSecret } from '#server/kit/lib/secrets.ts';

export type User = { readonly customerId: number; readonly userId: number };
/** What factor checks need of the process; they run in the caller's transaction. */
export type FactorServices = Pick<Services, 'secrets' | 'now'>;

const stepSeconds = 30;
/** One step before and one after: the clock of a phone may differ by half a minute. */
const stepsAround = 1;

const totp = (secret: string, label: string) =>
  new TOTP({ issuer: 'Jobdock', label, algorithm: 'SHA1', digits: 6, period: stepSeconds, secret: Secret.fromBase32(secret) });

const place = ({ customerId, userId }: User, field: 'totp' | 'totp_new') => ({ customerId, owner: `user:${userId}`, field });

/** Draws a secret for an authenticator app and keeps it sealed until a code confirms it. */
export async function newAuthenticator(tx: Tx, { secrets }: FactorServices, user: User, label: string) {
  const secret = new Secret({ size: 20 }).base32;
  await secrets.put(tx, place(user, 'totp_new'), secret);
  return { secret, uri: totp(secret, label).toString() };
}

/** Puts the newest secret into use, if the code fits it. Replaces an earlier app. */
export async function enrollAuthenticator(tx: Tx, services: FactorServices, user: User, code: string): Promise<boolean> {
  const secret = await services.secrets.take(tx, place(user, 'totp_new'));
  const step = secret === undefined ? null : stepOf(secret, code, services.now());
  if (secret === undefined || step === null) return false;
  await services.secrets.put(tx, place(user, 'totp'), secret);
  await services.secrets.put(tx, place(user, 'totp_new'), null);
  await tx
    .insertInto('authenticator')
    .values({ customer_id: user.customerId, user_id: user.userId, last_step: step, created_at: services.now() })
    .onConflict((c) => c.columns(['customer_id', 'user_id']).doUpdateSet({ last_step: step, created_at: services.now() }))
    .execute();
  return true;
}

/** Accepts a code once: neither it nor an older one works again, also not in two requests at the same moment. */
export async function acceptCode(tx: Tx, services: FactorServices, user: User, code: string): Promise<boolean> {
  const secret = await services.secrets.take(tx, place(user, 'totp'));
  const step = secret === undefined ? null : stepOf(secret, code, services.now());
  if (step === null) return false;
  const accepted = await tx
    .updateTable('authenticator')
    .set({ last_step: step })
    .where('customer_id', '=', user.customerId)
    .where('user_id', '=', user.userId)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return accepted.numUpdatedRows === 1n;
}

export async function removeAuthenticator(tx: Tx, user: User): Promise<void> {
  await removeSecret(tx, place(user, 'totp'));
  await removeSecret(tx, place(user, 'totp_new'));
  await tx.deleteFrom('authenticator').where('customer_id', '=', user.customerId).where('user_id', '=', user.userId).execute();
}

/** The time step whose code this is; null if it is none of the three around now. */
function stepOf(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const delta = totp(secret, '').validate({ token: code, timestamp, window: stepsAround });
  return delta === null ? null : Math.floor(timestamp / 1000 / stepSeconds) + delta;
}
