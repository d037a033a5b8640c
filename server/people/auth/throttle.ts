import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#server/kit/db/connection.ts';

/** Failures are counted for this long, so an attacker cannot lock a user out for longer [D2.5]. */
const windowMinutes = 15;
const mostPerAccount = 10;
const mostPerAddress = 100;
/** From here on every sign-in at an address needs the human check. A whole office shares an address, and its people mistype. */
const checkedPerAddress = 20;

/** An attempt to count: a sign-in or a reset request, by account name and by address. */
export type Attempt = { readonly what: 'sign-in' | 'reset'; readonly account: string; readonly ip: string };

/** The effect of earlier failures on the next attempt. */
type Standing = { readonly humanCheck: boolean; readonly waitSeconds: number };

/** Reads the failure counts of an account name (known or not) and of an address. */
export async function standingOf(db: Db, attempt: Attempt, now: Date): Promise<Standing> {
  const { account, address } = keysOf(attempt);
  const rows = await db
    .selectFrom('sign_in_attempt')
    .selectAll()
    .where('key', 'in', [account, address])
    .where('window_started_at', '>', windowStart(now))
    .execute();
  const overdrawn = rows.filter((row) => row.failures >= (row.key === account ? mostPerAccount : mostPerAddress));
  const waits = overdrawn.map((row) => new Date(row.window_started_at).getTime() + windowMinutes * 60_000 - now.getTime());
  const humanCheck = rows.some((row) => row.key === account || row.failures >= checkedPerAddress);
  return { humanCheck, waitSeconds: Math.max(0, Math.ceil(Math.max(0, ...waits) / 1000)) };
}

/** Counts one failure for the account and for the address. */
export async function countFailure(db: Db, attempt: Attempt, now: Date): Promise<void> {
  const { account, address } = keysOf(attempt);
  const start = windowStart(now);
  // In the order of the keys, so that two of these cannot deadlock.
  for (const key of [account, address].sort()) {
    await sql`
      insert into sign_in_attempt (key, failures, window_started_at) values (${key}, 1, ${now})
      on conflict (key) do update set
        failures = case when sign_in_attempt.window_started_at > ${start} then sign_in_attempt.failures + 1 else 1 end,
        window_started_at = case when sign_in_attempt.window_started_at > ${start}
          then sign_in_attempt.window_started_at else ${now}::timestamptz end`.execute(db);
  }
}

/**
 * Clears the account's failures after a successful sign-in, but never the address's: otherwise the owner of one account could
 * try others without limit. Also deletes expired windows.
 */
export async function clearFailures(db: Db, attempt: Attempt, now: Date): Promise<void> {
  await db
    .deleteFrom('sign_in_attempt')
    .where((e) => e.or([e('key', '=', keysOf(attempt).account), e('window_started_at', '<', windowStart(now))]))
    .execute();
}

const windowStart = (now: Date) => new Date(now.getTime() - windowMinutes * 60_000).toISOString();

/** Hashed, so that the table does not reveal addresses that users mistyped. */
function keysOf(attempt: Attempt): { account: string; address: string } {
  const digest = (text: string) => createHash('sha256').update(text).digest('base64url');
  return {
    account: `${attempt.what}/account/${digest(attempt.account.toLowerCase())}`,
    address: `${attempt.what}/address/${digest(attempt.ip)}`,
  };
}
