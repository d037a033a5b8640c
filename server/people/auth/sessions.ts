import { createHash, randomBytes } from 'node:crypto';
import { accessTokenSeconds, type TokenReply } from '#contract/people/auth.ts';
import { type Receipt, writeAudit } from '#server/kit/db/audit.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { absoluteDays, idleHours } from '#server/kit/http/actors.ts';
import type { RecordLine } from '#server/kit/http/audited.ts';
import type { BrowserSide, Services } from '#server/kit/http/handle.ts';
import { accessTokenPurpose, signAccessToken } from '#server/kit/http/tokens/access-token.ts';
import { sameText } from '#server/kit/lib/secrets.ts';
import { successorPlace } from './successors.ts';

/** Reusing a token within this time returns the same successor, in case the response was lost. Later reuse is theft [D2.2]. */
const graceMilliseconds = 30_000;
/** The cookie outlives idle sessions. The service decides whether its session is still valid. */
const cookieSeconds = absoluteDays * 86_400;

/** An open session with its refresh token, which consists of customer, session and a 256-bit secret. */
export type Opened = {
  readonly customerId: number;
  readonly userId: number;
  readonly sessionId: string;
  readonly refreshToken: string;
};

/** Opens a session for a user. */
export async function openSession(
  tx: Tx,
  now: Date,
  { factorAtProvider = false, ...who }: { customerId: number; userId: number; device: string; factorAtProvider?: boolean },
): Promise<Opened> {
  const secret = newSecret();
  const { id } = await tx
    .insertInto('session')
    .values({
      customer_id: who.customerId,
      user_id: who.userId,
      refresh_hash: hashOf(secret),
      device: who.device,
      created_at: now,
      seen_at: now,
      rotated_at: now,
      factor_at_provider: factorAtProvider,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { ...who, sessionId: id, refreshToken: tokenOf(who.customerId, id, secret) };
}

/**
 * Exchanges a refresh token for its successor. Reuse within 30 s returns the same successor, for tabs that race and for lost
 * responses. Later reuse ends the session and all its tokens. Returns undefined if the token is invalid.
 */
export async function rotateSession(services: Services, refreshToken: string): Promise<Opened | undefined> {
  const parts = partsOf(refreshToken);
  if (!parts) return undefined;
  const { customerId, sessionId, secret } = parts;
  return endingSessions(services, async (tx, ended) => {
    const row = await tx
      .selectFrom('session')
      .selectAll()
      .where('customer_id', '=', customerId)
      .where('id', '=', sessionId)
      .where('ended_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!row || isOver(row, services.now())) return undefined;
    const opened = { customerId, userId: row.user_id, sessionId };
    if (sameText(row.refresh_hash, hashOf(secret))) return { ...opened, refreshToken: await succeed(services, tx, row, secret) };
    const inGrace = services.now().getTime() - new Date(row.rotated_at).getTime() <= graceMilliseconds;
    if (inGrace && row.previous_hash !== null && sameText(row.previous_hash, hashOf(secret))) {
      const successor = row.successor_sealed && (await services.secrets.open(tx, successorPlace(row), row.successor_sealed));
      return successor ? { ...opened, refreshToken: tokenOf(customerId, sessionId, successor) } : undefined;
    }
    services.log.warn({ session: sessionId, user: row.user_id }, 'a used refresh token came back: its session was ended');
    ended(await endSession(services, tx, customerId, sessionId));
    await writeAudit(tx, { ...lineOf(services, customerId, sessionId, row.user_id), name: 'session.reuse' });
    return undefined;
  });
}

/** Ends the session of a refresh token and writes its audit entry. Null if the token is invalid. */
export function closeSession(services: Services, refreshToken: string, record: RecordLine): Promise<Receipt | null> {
  return endingSessions(services, async (tx, ended) => {
    const session = await sessionOfToken(tx, refreshToken);
    if (!session) return null;
    const { customerId, sessionId, userId } = session;
    ended(await endSession(services, tx, customerId, sessionId));
    return record(tx, { customerId, by: { actorId: userId, userId }, object: ['session', sessionId] });
  });
}

/** Ends the session that a browser had before a new sign-in: the new cookie replaces the only token that could end it. */
export async function replaceSession(services: Services, tx: Tx, ended: NoteEnded, refreshToken: string | null): Promise<void> {
  const session = refreshToken === null ? undefined : await sessionOfToken(tx, refreshToken);
  if (!session) return;
  const { customerId, sessionId, userId } = session;
  ended(await endSession(services, tx, customerId, sessionId));
  await writeAudit(tx, { ...lineOf(services, customerId, sessionId, userId), name: 'session.replaced' });
}

/** The open session that a refresh token belongs to. Locks its row. */
async function sessionOfToken(tx: Tx, refreshToken: string) {
  const parts = partsOf(refreshToken);
  if (!parts) return undefined;
  const { customerId, sessionId } = parts;
  const row = await tx
    .selectFrom('session')
    .select(['refresh_hash', 'previous_hash', 'user_id'])
    .where('customer_id', '=', customerId)
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  const given = hashOf(parts.secret);
  if (!row || !(sameText(row.refresh_hash, given) || sameText(row.previous_hash ?? '', given))) return undefined;
  return { customerId, sessionId, userId: row.user_id };
}

/** Notes a session that a transaction ends. */
export type NoteEnded = (sessionId: string) => void;

/**
 * Runs a transaction that ends sessions. Their cached actors are forgotten once it is committed: before, another call would read
 * the session back as open.
 */
export async function endingSessions<T>(services: Services, work: (tx: Tx, ended: NoteEnded) => Promise<T>): Promise<T> {
  const sessions: string[] = [];
  const result = await services.db.transaction().execute((tx) => work(tx, (sessionId) => void sessions.push(sessionId)));
  for (const sessionId of sessions) services.actors.forget(sessionId);
  return result;
}

/** Ends the session that a call came with, and writes its audit entry. */
export async function endOneSession(
  services: Services,
  tx: Tx,
  ended: NoteEnded,
  {
    actorCustomerId,
    sessionId,
    userId,
  }: { readonly actorCustomerId: number; readonly sessionId: string; readonly userId: number },
): Promise<void> {
  ended(await endSession(services, tx, actorCustomerId, sessionId));
  await writeAudit(tx, { ...lineOf(services, actorCustomerId, sessionId, userId), name: 'session.wrong_password' });
}

/** Ends all sessions of a user, optionally except one. Returns their number. */
export async function endSessionsOf(
  services: Pick<Services, 'now'>,
  tx: Tx,
  ended: NoteEnded,
  user: { customerId: number; userId: number },
  except?: string,
): Promise<number> {
  const rows = await tx
    .updateTable('session')
    .set({ ended_at: services.now(), successor_sealed: null })
    .where('customer_id', '=', user.customerId)
    .where('user_id', '=', user.userId)
    .where('ended_at', 'is', null)
    .$if(except !== undefined, (query) => query.where('id', '!=', except ?? ''))
    .returning('id')
    .execute();
  for (const { id } of rows) ended(id);
  return rows.length;
}

/** Ends one session of a user. False if the user has no such open session. */
export async function endOneSessionOf(
  services: Pick<Services, 'now'>,
  tx: Tx,
  ended: NoteEnded,
  user: { customerId: number; userId: number },
  sessionId: string,
): Promise<boolean> {
  const row = await tx
    .updateTable('session')
    .set({ ended_at: services.now(), successor_sealed: null })
    .where('customer_id', '=', user.customerId)
    .where('user_id', '=', user.userId)
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (row) ended(row.id);
  return row !== undefined;
}

/**
 * The documented token response of a session. While the user works as another user, the access token is for that user. The
 * refresh token goes to the cookie, or into the body for callers that are not a page and asked for it.
 */
export async function tokenReply(
  services: Services,
  opened: Opened,
  delivery: { browser: BrowserSide; refreshIn: 'cookie' | 'body' },
): Promise<TokenReply> {
  const access = await accessTokenOf(services, opened);
  const inBody = delivery.refreshIn === 'body';
  if (!inBody) delivery.browser.refreshCookie.write(opened.refreshToken, cookieSeconds);
  return {
    accessToken: access.token,
    ...(inBody ? { refreshToken: opened.refreshToken } : {}),
    expiresInSeconds: accessTokenSeconds,
    bearer: access.bearer,
  };
}

/** An access token for the user that the session currently acts as. */
export async function accessTokenOf(
  services: Services,
  session: { customerId: number; userId: number; sessionId: string },
): Promise<{ token: string; bearer: TokenReply['bearer'] }> {
  const now = services.now();
  const row = await services.db
    .selectFrom('session as s')
    .innerJoin('app_user as u', (join) => join.onRef('u.customer_id', '=', 's.customer_id').onRef('u.id', '=', 's.user_id'))
    .select(['s.acting_customer_id', 's.acting_user_id', 's.acting_until', 'u.name'])
    .where('s.customer_id', '=', session.customerId)
    .where('s.id', '=', session.sessionId)
    .executeTakeFirstOrThrow();
  const { acting_customer_id: customerId, acting_user_id: userId, acting_until: until } = row;
  const acting =
    customerId !== null && userId !== null && until !== null && new Date(until) > now ? { customerId, userId, until } : null;
  const token = await signAccessToken(
    services.secrets.derive(accessTokenPurpose),
    {
      userId: session.userId,
      customerId: session.customerId,
      sessionId: session.sessionId,
      acting: acting && { customerId: acting.customerId, userId: acting.userId },
    },
    now,
  );
  const bearer = acting
    ? { userId: acting.userId, customerId: acting.customerId, actingAs: { by: row.name, until: acting.until } }
    : { userId: session.userId, customerId: session.customerId, actingAs: null };
  return { token, bearer };
}

type Row = { customer_id: number; id: string; user_id: number; refresh_hash: string; created_at: string; seen_at: string };

async function succeed(services: Services, tx: Tx, row: Row, secret: string): Promise<string> {
  const next = newSecret();
  const now = services.now();
  await tx
    .updateTable('session')
    .set({
      refresh_hash: hashOf(next),
      previous_hash: hashOf(secret),
      successor_sealed: await services.secrets.seal(tx, successorPlace(row), next),
      rotated_at: now,
      seen_at: now,
    })
    .where('customer_id', '=', row.customer_id)
    .where('id', '=', row.id)
    .execute();
  return tokenOf(row.customer_id, row.id, next);
}

/** Ends one session. Returns its id. */
async function endSession({ now }: Services, tx: Tx, customerId: number, sessionId: string): Promise<string> {
  await tx
    .updateTable('session')
    .set({ ended_at: now(), successor_sealed: null })
    .where('customer_id', '=', customerId)
    .where('id', '=', sessionId)
    .execute();
  return sessionId;
}

const lineOf = ({ now }: Services, customerId: number, sessionId: string, userId: number) => ({
  customerId,
  at: now(),
  actorId: userId,
  userId,
  object: ['session', sessionId] as const,
});

function isOver(row: Row, now: Date): boolean {
  const age = (instant: string) => now.getTime() - new Date(instant).getTime();
  return age(row.seen_at) > idleHours * 3_600_000 || age(row.created_at) > absoluteDays * 86_400_000;
}

const newSecret = () => randomBytes(32).toString('base64url');
const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url');
const tokenOf = (customerId: number, sessionId: string, secret: string) => `${customerId}.${sessionId}.${secret}`;

function partsOf(token: string): { customerId: number; sessionId: string; secret: string } | undefined {
  const [, customer, sessionId, secret] =
    /^(\d{1,9})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/.exec(token) ?? [];
  return customer && sessionId && secret ? { customerId: Number(customer), sessionId, secret } : undefined;
}
