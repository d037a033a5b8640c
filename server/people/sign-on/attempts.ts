import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { BrowserSide, Services } from '#server/kit/http/handle.ts';

const minutes = 10;

/**
 * One way to a provider and back, of one browser. Its cookie holds a random token; what the provider must send back is derived from
 * that token, so that neither the table nor another browser has it.
 */
export type Attempt = {
  readonly customerId: number;
  /** The session that the person confirms. Null for a sign-in. */
  readonly sessionId: string | null;
  readonly startedAt: Date;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
};

type Needed = Pick<Services, 'db' | 'secrets' | 'now'>;

/** Stores an attempt and gives the browser its cookie, for ten minutes. */
export async function beginAttempt(
  services: Needed,
  browser: BrowserSide,
  { customerId, sessionId }: Pick<Attempt, 'customerId' | 'sessionId'>,
): Promise<Attempt> {
  const { db } = services;
  const now = services.now();
  // Starts with the customer id, because attempts are stored by customer.
  const token = `${customerId}.${randomBytes(32).toString('base64url')}`;
  await db
    .deleteFrom('sign_on_attempt')
    .where('customer_id', '=', customerId)
    .where('expires_at', '<', now.toISOString())
    .execute();
  await db
    .insertInto('sign_on_attempt')
    .values({
      customer_id: customerId,
      token_hash: hashOf(token),
      session_id: sessionId,
      started_at: now,
      expires_at: new Date(now.getTime() + minutes * 60_000),
    })
    .execute();
  browser.signOnCookie.write(token, minutes * 60);
  return attemptOf(services, token, { customerId, sessionId, startedAt: now });
}

/** Takes the attempt of a browser: it works once, in whichever process. Undefined if there is none, or it is over. */
export async function takeAttempt(services: Needed, browser: BrowserSide): Promise<Attempt | undefined> {
  const token = browser.signOnCookie.read() ?? '';
  browser.signOnCookie.clear();
  const customerId = Number(/^(\d{1,9})\.[\w-]{43}$/.exec(token)?.[1] ?? 0);
  if (customerId === 0) return undefined;
  const row = await services.db
    .deleteFrom('sign_on_attempt')
    .where('customer_id', '=', customerId)
    .where('token_hash', '=', hashOf(token))
    .returning(['session_id', 'started_at', 'expires_at'])
    .executeTakeFirst();
  if (!row || new Date(row.expires_at) <= services.now()) return undefined;
  return attemptOf(services, token, { customerId, sessionId: row.session_id, startedAt: new Date(row.started_at) });
}

type About = Pick<Attempt, 'customerId' | 'sessionId' | 'startedAt'>;

function attemptOf({ secrets }: Needed, token: string, about: About): Attempt {
  const key = secrets.derive('sign-on attempt');
  const derived = (what: string) => createHmac('sha256', key).update(`${what} ${token}`).digest('base64url');
  // The page of the app reads from the state what it is for.
  const state = `${about.sessionId === null ? 'in' : 'confirm'}.${derived('state')}`;
  return { ...about, state, nonce: derived('nonce'), verifier: derived('verifier') };
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');
