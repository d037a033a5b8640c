import { sql, type Updateable } from 'kysely';
import type { MirroredKind } from '#domain/billing/mirror.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import type { FreshBooksTables, LinkState } from '#server/kit/db/tables/freshbooks-tables.ts';
import { noteError } from '#server/kit/lib/error-events.ts';
import { type AccessRow, setAccess, withAccess } from '#server/system/freshbooks/freshbooks-access.ts';
import type { FreshBooksProblem } from '#server/system/freshbooks/freshbooks-client.ts';

/** What this process brings to FreshBooks now. `tries` is its number: a later one ends the right to write. */
export type Claim = {
  readonly customerId: number;
  readonly account: string;
  readonly kind: MirroredKind;
  readonly ownId: number;
  readonly state: LinkState;
  readonly extId: number | null;
  readonly tries: number;
};

/** Longer than any call. After that, the work of a killed process is another's. */
const leaseMs = 120_000;
const leaseFrom = (now: Date): Date => new Date(now.getTime() + leaseMs);

/**
 * Claims what is due next, or the client of one customer. What a killed process asked for is in doubt, as if its answer were lost: by then
 * its call has surely ended.
 */
export async function claimNext(db: Db, account: string, now: Date, clientOf?: number): Promise<Claim | undefined> {
  const only = clientOf === undefined ? sql`` : sql`and kind = 'client' and customer_id = ${clientOf}`;
  const { rows } = await sql<Claim>`
    update accounting_link set
      state = case state when 'creating' then 'doubt' else state end,
      in_doubt = in_doubt + (state = 'creating')::integer,
      tries = tries + 1, lease_until = ${leaseFrom(now)}
    where (customer_id, account, kind, own_id) = (
      select customer_id, account, kind, own_id from accounting_link
      where account = ${account} ${only}
        and (state in ('waiting', 'creating', 'doubt', 'removing') or (state = 'made' and kind = 'invoice'))
        and (next_at is null or next_at <= ${now}) and (lease_until is null or lease_until <= ${now})
      order by own_id limit 1 for update skip locked)
    returning customer_id as "customerId", account, kind, own_id as "ownId", state, ext_id as "extId", tries`.execute(db);
  return rows[0];
}

type Set = Updateable<FreshBooksTables['accounting_link']>;

/** Writes what became known, and prolongs the claim. False if another process has it since. */
export async function keepLink(db: Db | Tx, claim: Claim, now: Date, set: Set = {}): Promise<boolean> {
  const kept = await mine(db, claim)
    .set({ ...set, lease_until: leaseFrom(now) })
    .executeTakeFirst();
  return kept.numUpdatedRows === 1n;
}

const mine = (db: Db | Tx, { customerId, account, kind, ownId, tries }: Claim) =>
  db
    .updateTable('accounting_link')
    .where('customer_id', '=', customerId)
    .where('account', '=', account)
    .where('kind', '=', kind)
    .where('own_id', '=', ownId)
    .where('tries', '=', tries)
    .where('lease_until', 'is not', null);

/**
 * How the work on one thing ended. there: it is there in `state`. wait: it alone waits. stopped: FreshBooks took no call, so that all wait;
 * `isInDoubt` if it may have made it. failed: a person must act. lost: another process has it.
 */
export type WorkEnd =
  | { readonly kind: 'there'; readonly state: 'made' | 'open' | 'removed'; readonly extId: number | null; readonly page?: string }
  | { readonly kind: 'stopped'; readonly problem: FreshBooksProblem; readonly isInDoubt?: boolean }
  | { readonly kind: 'failed'; readonly words: string; readonly extId?: number }
  | { readonly kind: 'lost' };

/** Seconds before the tries after FreshBooks took no call; the last goes on. */
const backoffSeconds = [5, 30, 120, 600] as const;
const accountSeconds = 300;
/** So many failures one after another count as an error for alerts. */
const alertAfter = 4;

/** A request without an answer may still take effect for so long, in seconds: no call takes longer. */
export const doubtSeconds = 120;

type Settled = { readonly db: Db; readonly now: () => Date; readonly row: AccessRow; readonly doubtSeconds: number };

/** Stores how the work ended, unless another process has it. `also` belongs to the same transaction. */
export async function settleLink(
  { db, now, row, doubtSeconds: doubt }: Settled,
  claim: Claim,
  end: WorkEnd,
  also: (tx: Tx) => Promise<void> = async () => undefined,
): Promise<void> {
  if (end.kind === 'lost') return;
  const at = now();
  const isMine = await db.transaction().execute(async (tx) => {
    const settled = await mine(tx, claim)
      .set((e) => ({
        ...columnsOf(end, at, doubt),
        ...(end.kind === 'stopped' && end.isInDoubt && { in_doubt: e('in_doubt', '+', 1) }),
      }))
      .executeTakeFirst();
    if (settled.numUpdatedRows === 0n) return false;
    await also(tx);
    if (end.kind === 'failed')
      await noteError(tx, {
        customerId: claim.customerId,
        kind: 'accounting_failed',
        at,
        about: `${claim.kind} ${claim.ownId}`,
        words: end.words,
      });
    return true;
  });
  if (!isMine) return;
  if (end.kind === 'stopped') await pauseFreshBooks(db, end.problem, at);
  else if (row.failures > 0) await setAccess(db, row, { next_at: null, failures: 0, problem: null });
}

function columnsOf(end: Exclude<WorkEnd, { kind: 'lost' }>, now: Date, doubt: number): Set {
  switch (end.kind) {
    case 'there':
      return {
        state: end.state,
        ext_id: end.extId,
        lease_until: null,
        next_at: null,
        problem: null,
        ...(end.page !== undefined && { page: end.page }),
      };
    case 'failed':
      return {
        state: 'failed',
        lease_until: null,
        next_at: null,
        problem: end.words,
        ...(end.extId !== undefined && { ext_id: end.extId }),
      };
    case 'stopped':
      return {
        lease_until: null,
        problem: end.problem.words,
        ...(end.isInDoubt && { state: 'doubt' as const, next_at: new Date(now.getTime() + doubt * 1000) }),
      };
  }
}

/** Lets all calls wait, because one failed for a reason that the next would meet, too. */
export const pauseFreshBooks = (db: Db, { kind, words, seconds }: FreshBooksProblem, now: Date): Promise<void> =>
  withAccess(db, async (tx, row) => {
    if (!row) return;
    const wait = seconds ?? (kind === 'account' ? accountSeconds : (backoffSeconds[row.failures] ?? backoffSeconds[3]));
    // A request to wait is no failure.
    const failures = kind === 'busy' ? row.failures : row.failures + 1;
    await setAccess(tx, row, {
      next_at: new Date(now.getTime() + wait * 1000),
      failures,
      ...(row.state !== 'ended' && { problem: words }),
      // A token that is not taken is renewed before the next call.
      ...(kind === 'token' && { expires_at: now, renew_at: now }),
    });
    if (failures === alertAfter && kind !== 'busy')
      await noteError(tx, { customerId: row.customer_id, kind: 'accounting_failed', at: now, about: 'FreshBooks', words });
  });
