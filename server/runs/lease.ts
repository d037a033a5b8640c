import { sql } from 'kysely';
import type { Db, Tx } from '../kit/db/connection.ts';

/** A run of one customer, as jobs name it. */
export type RunRef = { readonly customerId: number; readonly runId: number };

/** A run whose process has not renewed its claim for so long may be claimed by another. By the clock of PostgreSQL. */
const leaseSeconds = 15;
const renewMs = 5000;

export const leaseEnd = sql`clock_timestamp() + make_interval(secs => ${leaseSeconds})`;

/** Another process has taken the run over: whatever this one still wants to write must not be written. */
export class LeaseLost extends Error {}

/** Called first in a transaction; throws where the caller may no longer write. */
export type Guard = (tx: Tx) => Promise<unknown>;
export const unguarded: Guard = async () => undefined;

/** How far a run is. `result` is what its kind keeps beside the counts. */
export type Progress = {
  readonly cursor: number;
  readonly seen: number;
  readonly changed: number;
  readonly stopping: boolean;
  readonly result: Record<string, unknown>;
};

export type Lease = {
  /** Aborted when the service stops or the claim is lost. */
  readonly signal: AbortSignal;
  /** How far the run is; throws `LeaseLost` where the claim is no longer this process's. */
  readonly read: () => Promise<Progress>;
  /** As `read`, and locks the run until the transaction ends, so that no other claim comes between. */
  readonly hold: (tx: Tx) => Promise<Progress>;
  /** As `hold`, for work whose chunks keep no progress: throws also where the service stops, so that it gives way between two chunks. */
  readonly guard: Guard;
  /** Writes how far the run is: the new cursor and result, and what the portion adds to the counts. */
  readonly advance: (
    tx: Tx,
    by: { cursor: number; seen: number; changed: number; result?: Record<string, unknown> },
  ) => Promise<void>;
  /** Gives the claim back, so that the run can go on elsewhere at once; what this process writes later is refused. */
  readonly release: () => Promise<void>;
  /** Stops renewing. */
  readonly end: () => void;
};

/** Keeps a claim with this `fence` alive until `end`. */
export function keepLease(db: Db, { customerId, runId }: RunRef, fence: number, stopping: AbortSignal): Lease {
  const own = sql`customer_id = ${customerId} and id = ${runId} and fence = ${fence}`;
  const lost = new AbortController();
  const timer = setInterval(() => {
    // Where the database does not answer, the claim ends by itself.
    renew().catch(() => undefined);
  }, renewMs);

  async function renew(): Promise<void> {
    const { numAffectedRows } =
      await sql`update run set lease_until = ${leaseEnd} where ${own} and lease_until is not null`.execute(db);
    if (numAffectedRows === 0n) lost.abort();
  }
  async function read(from: Db | Tx, lock: boolean): Promise<Progress> {
    const { rows } = await sql<Progress>`
      select cursor_id as cursor, seen, changed, stopping, result from run where ${own} ${lock ? sql`for update` : sql``}`.execute(
      from,
    );
    if (rows[0]) return rows[0];
    lost.abort();
    throw new LeaseLost(`run ${customerId}/${runId} was taken over`);
  }

  return {
    signal: AbortSignal.any([stopping, lost.signal]),
    read: () => read(db, false),
    hold: (tx) => read(tx, true),
    guard(tx) {
      stopping.throwIfAborted();
      return read(tx, true);
    },
    async advance(tx, { cursor, seen, changed, result = {} }) {
      await sql`update run set cursor_id = ${cursor}, seen = seen + ${seen}, changed = changed + ${changed},
        result = result || ${JSON.stringify(result)}::jsonb, lease_until = ${leaseEnd} where ${own}`.execute(tx);
    },
    async release() {
      await sql`update run set lease_until = null, fence = fence + 1 where ${own}`.execute(db);
    },
    end: () => clearInterval(timer),
  };
}
