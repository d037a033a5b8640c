import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import type { BrowserSide } from '#server/kit/http/handle.ts';
import type { User } from './authenticator.ts';

/** The host and origin that a passkey belongs to. */
export type Site = NonNullable<BrowserSide['passkeySite']>;
/** Who asked for a challenge: a session or a pending sign-in. */
export type Holder = `session:${string}` | `pending:${string}`;
type Message = Record<string, unknown>;
type Asking = { readonly user: User; readonly holder: Holder; readonly site: Site; readonly now: Date };

const challengeMinutes = 5;

/** Options with which a browser creates a passkey, other than those that the user has. */
export async function optionsToAdd(tx: Tx, asking: Asking, person: { email: string; name: string }): Promise<Message> {
  const { user, site } = asking;
  const options = await generateRegistrationOptions({
    rpName: 'Jobdock',
    rpID: site.host,
    userName: person.email,
    userDisplayName: person.name,
    userID: new TextEncoder().encode(`${user.customerId}/${user.userId}`),
    excludeCredentials: await credentialsAt(tx, user, site.host),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
  await keepChallenge(tx, asking, options.challenge);
  return { ...options };
}

/** Adds the passkey that a browser created for a challenge. Returns its id; null if it does not fit. */
export async function enrollPasskey(
  tx: Tx,
  { user, site, now }: Asking,
  challenge: string,
  name: string,
  message: Message,
): Promise<string | null> {
  const verified = await verifyRegistrationResponse({
    response: message as unknown as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.host,
    requireUserVerification: false,
  }).catch(() => null);
  if (!verified?.verified) return null;
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential;
  const added = await tx
    .insertInto('passkey')
    .values({
      customer_id: user.customerId,
      id,
      user_id: user.userId,
      name,
      host: site.host,
      public_key: Buffer.from(publicKey).toString('base64url'),
      counter,
      transports: transports.map(String),
      created_at: now,
    })
    .onConflict((c) => c.doNothing())
    .executeTakeFirst();
  return added.numInsertedOrUpdatedRows === 1n ? id : null;
}

/** Options with which a browser asks for one of the user's passkeys of this host. */
export async function optionsToProve(db: Db | Tx, asking: Asking): Promise<Message> {
  const options = await generateAuthenticationOptions({
    rpID: asking.site.host,
    allowCredentials: await credentialsAt(db, asking.user, asking.site.host),
    userVerification: 'preferred',
  });
  await keepChallenge(db, asking, options.challenge);
  return { ...options };
}

/** Accepts the signature of a passkey over the last challenge, which works once. */
export async function acceptPasskey(tx: Tx, asking: Asking, message: Message): Promise<boolean> {
  const { user, site, now } = asking;
  const challenge = await takeChallenge(tx, asking);
  const { id } = message;
  if (challenge === null || typeof id !== 'string') return false;
  const row = await ofUser(tx, user).select(['id', 'public_key', 'counter']).where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) return false;
  // It throws for anything that does not fit, also for a counter that went back: the passkey may have been copied.
  const verified = await verifyAuthenticationResponse({
    response: message as unknown as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.host,
    credential: { id, publicKey: new Uint8Array(Buffer.from(row.public_key, 'base64url')), counter: row.counter },
    requireUserVerification: false,
  }).catch(() => null);
  if (!verified?.verified) return false;
  await tx
    .updateTable('passkey')
    .set({ counter: verified.authenticationInfo.newCounter, used_at: now })
    .where('customer_id', '=', user.customerId)
    .where('id', '=', id)
    .execute();
  return true;
}

/** The user's passkeys. */
export const ofUser = (db: Db | Tx, { customerId, userId }: User) =>
  db.selectFrom('passkey').where('customer_id', '=', customerId).where('user_id', '=', userId);

async function credentialsAt(db: Db | Tx, user: User, host: string) {
  return ofUser(db, user).select(['id', 'transports']).where('host', '=', host).execute();
}

async function keepChallenge(db: Db | Tx, { user, holder, now }: Asking, challenge: string): Promise<void> {
  await db
    .deleteFrom('passkey_challenge')
    .where('customer_id', '=', user.customerId)
    .where('expires_at', '<', now.toISOString())
    .execute();
  const kept = { challenge, expires_at: new Date(now.getTime() + challengeMinutes * 60_000) };
  await db
    .insertInto('passkey_challenge')
    .values({ customer_id: user.customerId, holder, ...kept })
    .onConflict((c) => c.columns(['customer_id', 'holder']).doUpdateSet(kept))
    .execute();
}

/** The last challenge of a holder, which works once: it is gone even if the answer to it is refused. */
export async function takeChallenge(tx: Db | Tx, { user, holder, now }: Asking): Promise<string | null> {
  const row = await tx
    .deleteFrom('passkey_challenge')
    .where('customer_id', '=', user.customerId)
    .where('holder', '=', holder)
    .returning(['challenge', 'expires_at'])
    .executeTakeFirst();
  return row && new Date(row.expires_at) > now ? row.challenge : null;
}
