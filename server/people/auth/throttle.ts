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
  readonly what: 'sign-in' | 'reset' | 'password' | 'link';
  readonly account: string;
  readonly ip: string;
  readonly deviceId?: string | undefined;
};

/** An attempt that may go on. `settle` must be called once: it makes a wrong attempt a failure and gives any other back. */
type Turn = {
  /** Earlier failures require the human check. Attempts that are still being checked do not count. */
  readonly humanCheck: boolean;
  /** Returns the failures of this window, of the account or of the known device. */
  readonly settle: (outcome: 'wrong' | 'not wrong') => Promise<number>;
};

type Refused = { readonly kind: 'busy'; readonly retryAfterSeconds: number; readonly locked: boolean };
type Key = { readonly key: string; readonly most: number; readonly checkedFrom: number };
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
      for (const earlier of taken) await settleKey(db, earlier, false, now);
      return no(refused);
    }
  }
  return ok({
    humanCheck: taken.some(({ failures, checkedFrom }) => failures >= checkedFrom),
    settle: async (outcome) => {
      const failures: number[] = [];
      for (const key of taken) failures.push(await settleKey(db, key, outcome === 'wrong', now));
      return failures[0] ?? 0;
    },
  });
}

/**
 * Clears the failures of the account, or of the known device, after a sign-in; never the address's: otherwise the owner of one
 * account could try others without limit. Also deletes expired windows.
 */
export async function clearFailures(db: Db, attempt: Attempt, now: Date): Promise<void> {
  const [own] = keysOf(attempt);
  await db
    .updateTable('sign_in_attempt')
    .set({ failures: 0 })
    .where('key', '=', own?.key ?? '')
    .execute();
  await db.deleteFrom('sign_in_attempt').where('window_started_at', '<', windowStart(now)).execute();
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

/** Gives a reservation back; a wrong attempt becomes a failure. Returns the failures. */
async function settleKey(db: Db, { key, ...taken }: Row & Key, isWrong: boolean, now: Date): Promise<number> {
  // A reservation of an earlier window was dropped with it.
  const mine = sql`a.window_started_at = ${taken.window_started_at}::timestamptz`;
  const { rows } = await sql<{ failures: number }>`
    update sign_in_attempt as a set
      failures = a.failures + ${isWrong ? 1 : 0},
      reserved = case when ${mine} then greatest(a.reserved - 1, 0) else a.reserved end
    where key = ${key} returning failures`.execute(db);
  if (rows[0] || !isWrong) return rows[0]?.failures ?? 0;
  await db
    .insertInto('sign_in_attempt')
    .values({ key, failures: 1, window_started_at: now })
    .onConflict((c) => c.column('key').doUpdateSet((e) => ({ failures: e('sign_in_attempt.failures', '+', 1) })))
    .execute();
  return 1;
}

const windowStart = (now: Date) => new Date(now.getTime() - windowMinutes * 60_000).toISOString();

/** A short hash of an account name for logs and keys, which must not reveal addresses that users mistyped. */
export const accountHash = (account: string): string => digest(account.toLowerCase());

const digest = (text: string) => createHash('sha256').update(text).digest('base64url');

/** The account, or the known device, comes first. */
function keysOf({ what, account, ip, deviceId }: Attempt): readonly Key[] {
  if (deviceId !== undefined) {
    const key = `${what}/device/${digest(`${account.toLowerCase()} ${deviceId}`)}`;
    return [{ key, most: mostPerDevice, checkedFrom: 1 }];
  }
  return [
    { key: `${what}/account/${accountHash(account)}`, most: mostPerAccount, checkedFrom: 1 },
    { key: `${what}/address/${digest(ip)}`, most: mostPerAddress, checkedFrom: checkedPerAddress },
  ];
}
