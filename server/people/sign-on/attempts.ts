import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { BrowserSide, Services } from '#server/kit/http/handle.ts';

const minutes = 10;

/**
 * One way to a provider and back, of one browser. Its cookie holds a random token; what the provider must send back is derived from
 * that token, so that neither the table nor another browser has it.
 */
export type Attempt = {
  readonly customerId: number;
  readonly purpose: Purpose;
  readonly startedAt: Date;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
};

/** What the person wants at the provider. */
export type Purpose =
  | { readonly kind: 'sign in' }
  | { readonly kind: 'confirm'; readonly sessionId: string }
  /** Open the sealed changes of a closed customer. */
  | { readonly kind: 'export' };

/** Somebody at an open browser must not be confirmed by the provider's own session: only a sign-in may use it. */
export const needsFreshSignIn = ({ kind }: Purpose): boolean => kind !== 'sign in';

const sessionOf = (purpose: Purpose): string | null => (purpose.kind === 'confirm' ? purpose.sessionId : null);

export const isSamePurpose = (one: Purpose, other: Purpose): boolean =>
  one.kind === other.kind && sessionOf(one) === sessionOf(other);

type Needed = Pick<Services, 'db' | 'secrets' | 'now'>;

/** Stores an attempt and gives the browser its cookie, for ten minutes. */
export async function beginAttempt(
  services: Needed,
  browser: BrowserSide,
  { customerId, purpose }: Pick<Attempt, 'customerId' | 'purpose'>,
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
      session_id: sessionOf(purpose),
      for_export: purpose.kind === 'export',
      started_at: now,
      expires_at: new Date(now.getTime() + minutes * 60_000),
    })
    .execute();
  browser.signOnCookie.write(token, minutes * 60);
  return attemptOf(services, token, { customerId, purpose, startedAt: now });
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
    .returning(['session_id', 'for_export', 'started_at', 'expires_at'])
    .executeTakeFirst();
  if (!row || new Date(row.expires_at) <= services.now()) return undefined;
  return attemptOf(services, token, { customerId, purpose: purposeOf(row), startedAt: new Date(row.started_at) });
}

function purposeOf({ session_id: sessionId, for_export: isExport }: { session_id: string | null; for_export: boolean }): Purpose {
  if (isExport) return { kind: 'export' };
  return sessionId === null ? { kind: 'sign in' } : { kind: 'confirm', sessionId };
}

type About = Pick<Attempt, 'customerId' | 'purpose' | 'startedAt'>;

/** What the page of the app reads from the state. */
const pageWords = { 'sign in': 'in', confirm: 'confirm', export: 'export' } as const;

function attemptOf({ secrets }: Needed, token: string, about: About): Attempt {
  const key = secrets.derive('sign-on attempt');
  const derived = (what: string) => createHmac('sha256', key).update(`${what} ${token}`).digest('base64url');
  const state = `${pageWords[about.purpose.kind]}.${derived('state')}`;
  return { ...about, state, nonce: derived('nonce'), verifier: derived('verifier') };
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');
