import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { no, ok, type Result } from '#contract/kit/result.ts';
import type { Db } from '#server/kit/db/connection.ts';

/** Failures are counted for this long, so an attacker cannot lock a user out for longer [D2.5]. */
const windowMinutes = 15;
const mostPerAccount = 10;
const mostPerAddress = 100;
/** A known device has its own small budget: others cannot use it up, and a stolen mark gives few guesses. */
const mostPerDevice = 5;
/** From here on every sign-in at an address needs the human check. A whole office shares an address, and its people mistype. */
const checkedPerAddress = 20;
/** The limit is reached only because other attempts are being checked right now. */
const otherAttemptsSeconds = 2;

/** An attempt to count: by account name and by address, or by the device alone if it is known to be the owner's. */
export type Attempt = {
  readonly what: 'sign-in' | 'reset' | 'password';
  readonly account: string;
  readonly ip: string;
  readonly deviceId?: string | undefined;
};

/** `none`: the attempt ended before its password was checked. */
type Outcome = 'right' | 'wrong' | 'none';

/** An attempt that may go on. `settle` must be called once. */
export type Turn = {
  /** Earlier failures require the human check. Attempts that are still being checked do not count. */
  readonly humanCheck: boolean;
  /** Returns the failures of this window, of the account or of the known device. */
  readonly settle: (outcome: Outcome) => Promise<number>;
};

type Refused = { readonly kind: 'busy'; readonly retryAfterSeconds: number; readonly locked: boolean };
type Key = { readonly key: string; readonly most: number; readonly checkedFrom: number; readonly clears: boolean };
type Row = { readonly failures: number; readonly reserved: number; readonly window_started_at: string };

/**
 * Reserves an attempt before its password is checked, so that attempts at the same time get no more guesses than the limit.
 * Refuses with the seconds to wait if the limit of a window of 15 minutes is reached; `locked` if by failures alone.
 */
export async function takeTurn(db: Db, attempt: Attempt, now: Date): Promise<Result<Turn, Refused>> {
  const keys = keysOf(attempt);
  const taken: (Row & Key)[] = [];
  for (const key of keys) {
    const row = await reserve(db, key, now);
    if (row) taken.push({ ...row, ...key });
    else {
      const refused = await refusalOf(db, key, now);
      for (const earlier of taken) await settleKey(db, earlier, 'none', now);
      return no(refused);
    }
  }
  return ok({
    humanCheck: taken.some(({ failures, checkedFrom }) => failures >= checkedFrom),
    settle: async (outcome) => {
      const failures: number[] = [];
      for (const key of taken) failures.push(await settleKey(db, key, outcome, now));
      if (outcome === 'right') await forgetOldWindows(db, now);
      return failures[0] ?? 0;
    },
  });
}

/** True if a failure is the one that locks an account, or a known device. */
export const isLock = (attempt: Attempt, failures: number): boolean => failures === keysOf(attempt)[0]?.most;

/** One statement per key, so that no lock is held while another is awaited. Undefined if the limit is reached. */
async function reserve(db: Db, { key, most }: Key, now: Date): Promise<Row | undefined> {
  const start = windowStart(now);
  const open = sql`(a.window_started_at > ${start} and a.failures + a.reserved > 0)`;
  const { rows } = await sql<Row>`
    insert into sign_in_attempt as a (key, failures, reserved, window_started_at) values (${key}, 0, 1, ${now})
    on conflict (key) do update set
      failures = case when ${open} then a.failures else 0 end,
      reserved = case when ${open} then a.reserved + 1 else 1 end,
      window_started_at = case when ${open} then a.window_started_at else ${now}::timestamptz end
    where not ${open} or a.failures + a.reserved < ${most}
    returning failures, reserved, window_started_at`.execute(db);
  return rows[0];
}

async function refusalOf(db: Db, { key, most }: Key, now: Date): Promise<Refused> {
  const row = await db.selectFrom('sign_in_attempt').selectAll().where('key', '=', key).executeTakeFirst();
  const locked = row !== undefined && row.failures >= most;
  if (!locked) return { kind: 'busy', retryAfterSeconds: otherAttemptsSeconds, locked };
  const left = new Date(row.window_started_at).getTime() + windowMinutes * 60_000 - now.getTime();
  return { kind: 'busy', retryAfterSeconds: Math.max(1, Math.ceil(left / 1000)), locked };
}

/**
 * Gives a reservation back; a wrong attempt becomes a failure. A right one clears the failures, but never the address's:
 * otherwise the owner of one account could try others without limit.
 */
async function settleKey(db: Db, { key, clears, ...taken }: Row & Key, outcome: Outcome, now: Date): Promise<number> {
  // A reservation of an earlier window was dropped with it.
  const mine = sql`a.window_started_at = ${taken.window_started_at}::timestamptz`;
  const failures = outcome === 'wrong' ? sql`a.failures + 1` : outcome === 'right' && clears ? sql`0` : sql`a.failures`;
  const { rows } = await sql<{ failures: number }>`
    update sign_in_attempt as a set
      failures = ${failures},
      reserved = case when ${mine} then greatest(a.reserved - 1, 0) else a.reserved end
    where key = ${key} returning failures`.execute(db);
  if (rows[0] || outcome !== 'wrong') return rows[0]?.failures ?? 0;
  await db
    .insertInto('sign_in_attempt')
    .values({ key, failures: 1, window_started_at: now })
    .onConflict((c) => c.column('key').doUpdateSet((e) => ({ failures: e('sign_in_attempt.failures', '+', 1) })))
    .execute();
  return 1;
}

async function forgetOldWindows(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('sign_in_attempt').where('window_started_at', '<', windowStart(now)).execute();
}

const windowStart = (now: Date) => new Date(now.getTime() - windowMinutes * 60_000).toISOString();

/** A short hash of an account name for logs and keys, which must not reveal addresses that users mistyped. */
export const accountHash = (account: string): string => digest(account.toLowerCase());

const digest = (text: string) => createHash('sha256').update(text).digest('base64url');

/** The account, or the known device, comes first. */
function keysOf({ what, account, ip, deviceId }: Attempt): readonly Key[] {
  if (deviceId !== undefined) {
    const key = `${what}/device/${digest(`${account.toLowerCase()} ${deviceId}`)}`;
    return [{ key, most: mostPerDevice, checkedFrom: 1, clears: true }];
  }
  return [
    { key: `${what}/account/${accountHash(account)}`, most: mostPerAccount, checkedFrom: 1, clears: true },
    { key: `${what}/address/${digest(ip)}`, most: mostPerAddress, checkedFrom: checkedPerAddress, clears: false },
  ];
}
