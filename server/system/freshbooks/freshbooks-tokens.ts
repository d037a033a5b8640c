import { createHash, randomBytes } from 'node:crypto';
import * as z from 'zod';
import { no, ok, type Result } from '#contract/kit/result.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { withoutScope } from '#server/kit/db/customer-scope.ts';
import type { Services } from '#server/kit/http/handle.ts';
import { noteError } from '#server/kit/lib/error-events.ts';
import { type AccessRow, freshBooksSecret, setAccess, withAccess } from './freshbooks-access.ts';
import { callFreshBooks, type FreshBooksProblem } from './freshbooks-client.ts';
import { businessesOf, type FreshBooksSignIn } from './freshbooks-port.ts';

type Ports = Pick<Services, 'db' | 'secrets' | 'now' | 'config'>;
type Answer<T> = Promise<Result<T, FreshBooksProblem>>;

/** The scopes that an app at FreshBooks needs. */
export const freshBooksScopes = [
  'user:profile:read',
  'user:clients:read',
  'user:clients:write',
  'user:invoices:read',
  'user:invoices:write',
  'user:payments:read',
  'user:payments:write',
];

/** The page to which FreshBooks leads back with a code. It is entered in the app, too. */
export const redirectUri = ({ publicUrl }: Services['config']): string => `${publicUrl}/systemsettings`;

/** A token must hold so long, in milliseconds. */
const leastMs = 60_000;
/** A renewal whose answer was lost is tried again after so long. */
const againMs = 60_000;

const Tokens = z.object({ access_token: z.string().min(1), refresh_token: z.string().min(1), expires_in: z.number().positive() });

const account = (words: string) => no({ kind: 'account' as const, words });

/** Longer than any call. After that, the renewal of a killed process is another's. */
const renewalMs = 60_000;

type SignedIn = FreshBooksSignIn & { readonly row: AccessRow };
type Step = { readonly signIn: SignedIn } | { readonly problem: FreshBooksProblem } | { readonly renewal: Renewal };
type Renewal = { readonly row: AccessRow; readonly until: string; readonly holding: SignedIn | undefined };

/**
 * A sign-in that holds. Its renewal is claimed under the lock of its row, so that one process renews at a time. A refresh token can be used
 * once, and its answer brings the next one: if that answer is lost, the tokens are gone, whatever one does. So they are renewed at half of
 * their life: while the access token holds, a lost renewal is tried again, work goes on, and staff read that they must authorize again before
 * it stops. `refused` is a token that FreshBooks did not take.
 */
export async function usableSignIn(ports: Ports, refused?: string): Answer<SignedIn> {
  const step = await withAccess(ports.db, (tx, row) => stepOf(ports, tx, row, refused));
  if ('signIn' in step) return ok(step.signIn);
  if ('problem' in step) return no(step.problem);
  const renewed = await renew(ports, step.renewal);
  if (renewed.ok) return ok(signInOf(ports, step.renewal.row, renewed.value));
  return step.renewal.holding ? ok(step.renewal.holding) : renewed;
}

async function stepOf(ports: Ports, tx: Tx, row: AccessRow | undefined, refused: string | undefined): Promise<Step> {
  const now = ports.now().getTime();
  if (!row?.client_id || row.state === 'none')
    return { problem: { kind: 'account', words: 'FreshBooks is not authorized. Authorize it in the system settings.' } };
  const token = await ports.secrets.take(tx, freshBooksSecret(row.customer_id, 'access'));
  const isGood = token !== refused && row.expires_at !== null && Date.parse(row.expires_at) > now + leastMs;
  const holding = isGood && token !== undefined ? signInOf(ports, row, token) : undefined;
  const isDue = row.renew_at === null || Date.parse(row.renew_at) <= now;
  if (holding && (!isDue || row.state === 'ended')) return { signIn: holding };
  if (row.state === 'ended') return { problem: { kind: 'account', words: endedWords } };
  if (row.renewing_until !== null && Date.parse(row.renewing_until) > now)
    return holding
      ? { signIn: holding }
      : { problem: { kind: 'busy', seconds: 5, words: 'The sign-in at FreshBooks is being renewed.' } };
  const until = new Date(now + renewalMs).toISOString();
  await setAccess(tx, row, { renewing_until: until });
  return { renewal: { row, until, holding } };
}

const signInOf = ({ config }: Ports, row: AccessRow, token: string) => ({
  apiUrl: row.api_url,
  allow: config.allowHosts,
  token,
  account: row.account ?? '',
  row,
});

const endedWords = 'FreshBooks takes the sign-in no more. Authorize it again in the system settings.';

/** Renews the tokens once, and returns the new access token. */
async function renew(ports: Ports, { row, until }: Renewal): Answer<string> {
  const refresh = await ports.secrets.take(withoutScope(ports.db), freshBooksSecret(row.customer_id, 'refresh'));
  const answer = await tokensOf(ports, row, { grant_type: 'refresh_token', refresh_token: refresh ?? '' });
  return withAccess(ports.db, async (tx, current) => {
    // It was authorized again or disconnected meanwhile: then these tokens are of no use.
    const isMine =
      current?.renewing_until !== null &&
      current?.renewing_until !== undefined &&
      Date.parse(current.renewing_until) === Date.parse(until);
    if (!isMine) return account(endedWords);
    if (!answer.ok) return no(await noteLost(ports, tx, current, answer.error));
    await keepTokens(ports, tx, row, answer.value);
    return ok(answer.value.access_token);
  });
}

/** Stores that a renewal brought no tokens, and returns the problem. */
async function noteLost({ now }: Ports, tx: Tx, row: AccessRow, problem: FreshBooksProblem): Promise<FreshBooksProblem> {
  const { kind, words } = problem;
  if (kind === 'token' || kind === 'refused' || kind === 'account') {
    await setAccess(tx, row, { state: 'ended', renewing_until: null, problem: endedWords });
    await noteError(tx, {
      customerId: row.customer_id,
      kind: 'accounting_failed',
      at: now(),
      about: 'FreshBooks',
      words: endedWords,
    });
    return { kind: 'account', words: endedWords };
  }
  const renewAt = new Date(now().getTime() + againMs);
  const inDoubt = row.in_doubt + Number(kind === 'unsure');
  await setAccess(tx, row, { renew_at: renewAt, renewing_until: null, in_doubt: inDoubt, problem: words });
  return problem;
}

type Grant =
  | { readonly grant_type: 'refresh_token'; readonly refresh_token: string }
  | { readonly grant_type: 'authorization_code'; readonly code: string };

async function tokensOf({ db, secrets, config }: Ports, row: AccessRow, grant: Grant): Answer<z.infer<typeof Tokens>> {
  const secret = await secrets.take(withoutScope(db), freshBooksSecret(row.customer_id, 'clientSecret'));
  const body = { client_id: row.client_id, client_secret: secret ?? '', redirect_uri: redirectUri(config), ...grant };
  return callFreshBooks(
    { apiUrl: row.api_url, allow: config.allowHosts },
    { method: 'POST', path: '/auth/oauth/token', body },
    Tokens,
  );
}

async function keepTokens(
  { secrets, now }: Pick<Ports, 'secrets' | 'now'>,
  tx: Tx,
  row: AccessRow,
  tokens: z.infer<typeof Tokens>,
): Promise<void> {
  await secrets.put(tx, freshBooksSecret(row.customer_id, 'access'), tokens.access_token);
  await secrets.put(tx, freshBooksSecret(row.customer_id, 'refresh'), tokens.refresh_token);
  const at = now().getTime();
  const lifeMs = tokens.expires_in * 1000;
  await setAccess(tx, row, {
    state: 'ready',
    expires_at: new Date(at + lifeMs),
    renew_at: new Date(at + lifeMs / 2),
    renewing_until: null,
    in_doubt: 0,
    problem: null,
    next_at: null,
    failures: 0,
  });
}

/** What is missing before an authorization. */
export const saveAppFirst = 'Save the client ID and secret of the app first.';

/** How long an authorization may take, in milliseconds. */
const authorizeMs = 600_000;
const hashOf = (state: string) => createHash('sha256').update(state).digest('hex');

/** Begins an authorization by a person. Returns the page of FreshBooks where it is allowed; undefined if no app is set. */
export function beginAuthorization({ db, now, config }: Ports, actorId: number): Promise<string | undefined> {
  return withAccess(db, async (tx, row) => {
    if (!row?.client_id) return undefined;
    const state = randomBytes(24).toString('base64url');
    const until = new Date(now().getTime() + authorizeMs);
    await setAccess(tx, row, { asked_hash: hashOf(state), asked_by: actorId, asked_until: until });
    const asked = { response_type: 'code', client_id: row.client_id, redirect_uri: redirectUri(config), state };
    return `${row.auth_url}/oauth/authorize?${new URLSearchParams(asked).toString()}`;
  });
}

type Code = { readonly code: string; readonly state: string; readonly actorId: number };

type Problems = Readonly<Record<string, string>>;

/**
 * Ends an authorization with its code; `after` belongs to the transaction that keeps the tokens. A code without the state that this person
 * began with is of someone else: taken, it would send our invoices to their account. Problems are named by field.
 */
export async function endAuthorization(
  ports: Ports,
  { code, state, actorId }: Code,
  after: (tx: Tx, row: AccessRow) => Promise<void>,
): Promise<Result<null, Problems>> {
  const { db, now } = ports;
  const begun = await withAccess(db, async (tx, row): Promise<Result<AccessRow, Problems>> => {
    if (!row?.client_id) return no({ code: saveAppFirst });
    const { asked_hash: hash, asked_by: by, asked_until: until } = row;
    const isOurs = hash === hashOf(state) && by === actorId && until !== null && Date.parse(until) > now().getTime();
    if (!isOurs) return no({ state: 'This authorization was not begun here, or it took too long. Choose Authorize again.' });
    await setAccess(tx, row, { asked_hash: null, asked_by: null, asked_until: null });
    return ok(row);
  });
  if (!begun.ok) return begun;
  const answer = await tokensOf(ports, begun.value, { grant_type: 'authorization_code', code });
  if (!answer.ok) return no({ code: `FreshBooks did not take the code. Choose Authorize again. ${answer.error.words}` });
  await withAccess(db, async (tx, row) => {
    if (row?.client_id !== begun.value.client_id) return;
    await keepTokens(ports, tx, row, answer.value);
    await after(tx, row);
  });
  await findBusinesses(ports);
  return ok(null);
}

/**
 * Asks FreshBooks which businesses the authorization reaches, and keeps that. A business that is reached no more is not used; the only one is
 * used by itself. Returns the problem of the call; null if it worked.
 */
export async function findBusinesses(ports: Ports): Promise<FreshBooksProblem | null> {
  const { db, now } = ports;
  const signIn = await usableSignIn(ports);
  const found = signIn.ok ? await businessesOf(signIn.value, signIn.value.token) : signIn;
  await withAccess(db, async (tx, row) => {
    if (!row || row.state === 'none') return;
    if (!found.ok) return void (await setAccess(tx, row, { checked_at: now(), problem: found.error.words }));
    const businesses = found.value;
    const [only] = businesses;
    const isKnown = businesses.some(({ account: one }) => one === row.account);
    const chosen = isKnown ? row.account : businesses.length === 1 && only && row.account === null ? only.account : null;
    const problem =
      businesses.length === 0
        ? 'The authorization reaches no business with accounts.'
        : chosen === null
          ? 'Choose the business whose books mirror the ledger.'
          : null;
    const isEnded = row.state === 'ended';
    await setAccess(tx, row, {
      businesses: JSON.stringify(businesses),
      account: chosen,
      checked_at: now(),
      problem: isEnded ? endedWords : problem,
    });
  });
  return found.ok ? null : found.error;
}
