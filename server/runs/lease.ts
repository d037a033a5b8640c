import { sql } from 'kysely';
import { isAtWork } from '../kit/db/at-work.ts';
import type { Db, Tx } from '../kit/db/connection.ts';

/** A run of one customer, as jobs refer to it. */
export type RunRef = { readonly customerId: number; readonly runId: number };

/** Another process may claim a run whose lease was not renewed for this long, by the clock of PostgreSQL. */
const leaseSeconds = 15;
const renewMs = 5000;
const lookMs = 1000;

export const leaseEnd = sql`clock_timestamp() + make_interval(secs => ${leaseSeconds})`;

/** Another process has taken over the run, or its customer is no longer at work. This process must write nothing more. */
export class LeaseLost extends Error {}

/** A person asked the run to stop: thrown between two chunks of work that keeps no progress. What was done so far stays. */
export class RunStopped extends Error {}

/** Called first in a transaction; throws where the caller may no longer write. */
export type Guard = (tx: Tx) => Promise<unknown>;
export const unguarded: Guard = async () => undefined;

/** The progress of a run. `result` is what its kind stores in addition to the counts. */
export type Progress = {
  readonly cursor: number;
  readonly seen: number;
  readonly changed: number;
  readonly stopping: boolean;
  readonly result: Record<string, unknown>;
};

export type Lease = {
  /** Aborted when the service stops or the lease is lost. */
  readonly signal: AbortSignal;
  /** Aborted within about a second after a person stopped the run, for work that waits for something outside. */
  readonly stopped: AbortSignal;
  /** Reads the progress. Throws `LeaseLost` if another process holds the claim. */
  readonly read: () => Promise<Progress>;
  /** Like `read`, and locks the run until the transaction ends, so that no other process can claim it meanwhile. */
  readonly hold: (tx: Tx) => Promise<Progress>;
  /** As `hold`, for work whose chunks keep no cursor: throws also where the service stops, and `RunStopped` where a person stopped the run. */
  readonly guard: Guard;
  /** Shows what the run does now and how far it is; `total` is 0 while it is unknown. Throws `RunStopped` where a person stopped the run. */
  readonly report: (phase: string, seen?: number, total?: number) => Promise<void>;
  /** Resets the count to 0 of `total`. Work without a cursor starts over when a process resumes it. */
  readonly expect: (tx: Tx, total: number) => Promise<void>;
  /** Writes how far the run is: the new cursor and result, and what the portion adds to the counts. */
  readonly advance: (
    tx: Tx,
    by: { cursor: number; seen: number; changed: number; result?: Record<string, unknown> },
  ) => Promise<void>;
  /** Releases the claim, so that another process can continue at once. Later writes of this process are refused. */
  readonly release: () => Promise<void>;
  /** Stops renewing the lease. */
  readonly end: () => void;
};

/** Renews the lease of a claim with this `fence` until `end`. */
export function keepLease(db: Db, { customerId, runId }: RunRef, fence: number, stopping: AbortSignal): Lease {
  const own = sql`customer_id = ${customerId} and id = ${runId} and fence = ${fence}`;
  const lost = new AbortController();
  const stop = new AbortController();
  const looking = setInterval(() => {
    look().catch(() => undefined);
  }, lookMs);
  const timer = setInterval(() => {
    // If the database does not answer, the lease expires by itself.
    renew().catch(() => undefined);
  }, renewMs);

  async function renew(): Promise<void> {
    const { numAffectedRows } =
      await sql`update run set lease_until = ${leaseEnd} where ${own} and lease_until is not null`.execute(db);
    if (numAffectedRows === 0n) lost.abort();
  }
  async function look(): Promise<void> {
    const { rows } = await sql<{ stopping: boolean }>`select stopping from run where ${own}`.execute(db);
    if (rows[0]?.stopping) stop.abort(new RunStopped('the run was stopped'));
  }
  async function read(from: Db | Tx, lock: boolean): Promise<Progress> {
    const { rows } = await sql<Progress>`
      select cursor_id as cursor, seen, changed, stopping, result from run
      where ${own} and ${isAtWork('run.customer_id')} ${lock ? sql`for update` : sql``}`.execute(from);
    if (rows[0]) return rows[0];
    lost.abort();
    throw new LeaseLost(`run ${customerId}/${runId} was taken over, or its customer is no longer at work`);
  }

  return {
    signal: AbortSignal.any([stopping, lost.signal]),
    stopped: stop.signal,
    read: () => read(db, false),
    hold: (tx) => read(tx, true),
    async guard(tx) {
      stopping.throwIfAborted();
      const progress = await read(tx, true);
      if (progress.stopping) throw new RunStopped('the run was stopped');
    },
    async report(phase, seen = 0, total = 0) {
      stop.signal.throwIfAborted();
      await sql`update run set total = ${total}, seen = ${seen}, result = result || ${JSON.stringify({ phase })}::jsonb
        where ${own}`.execute(db);
    },
    async expect(tx, total) {
      await sql`update run set total = ${total}, seen = 0, changed = 0 where ${own}`.execute(tx);
    },
    async advance(tx, { cursor, seen, changed, result = {} }) {
      await sql`update run set cursor_id = ${cursor}, seen = seen + ${seen}, changed = changed + ${changed},
        result = result || ${JSON.stringify(result)}::jsonb, lease_until = ${leaseEnd} where ${own}`.execute(tx);
    },
    async release() {
      await sql`update run set lease_until = null, fence = fence + 1 where ${own}`.execute(db);
    },
    end() {
      clearInterval(timer);
      clearInterval(looking);
    },
  };
}

/** Counts each chunk of work without a cursor as done, in the chunk's transaction. */
export const countedIn =
  ({ advance }: Pick<Lease, 'advance'>) =>
  (tx: Tx, seen: number, changed: number): Promise<void> =>
    advance(tx, { cursor: 0, seen, changed });
