import { sql } from 'kysely';
import type { MutationOutcome } from '#contract/sync/sync.ts';
import type { Db, Tx } from '../kit/db/connection.ts';
import type { Recovery } from './recovery-gap.ts';

/** The state of a customer's feed and of one lane in it, from one snapshot of the database. */
export type FeedState = {
  readonly epoch: string;
  readonly recoveries: readonly Recovery[];
  readonly head: number;
  readonly minRev: number;
  /** Head revision of the last verified backup. Null if none is known. */
  readonly durableRev: number | null;
  readonly lane: { readonly lastSeq: number; readonly killed: boolean } | null;
};

/** Reads the feed's state. Other reads in the same transaction see the same snapshot [S4]. */
export async function feedState(db: Db | Tx, customerId: number, clientId: string): Promise<FeedState> {
  const { rows } = await sql<{
    epoch: string;
    recoveries: Recovery[];
    head: number | null;
    minRev: number | null;
    durableRev: number | null;
    lastSeq: number | null;
    killed: boolean | null;
  }>`
    select e.epoch, e.recoveries, f.rev as head, f.min_rev as "minRev", f.durable_rev as "durableRev", c.last_seq as "lastSeq", c.killed_at is not null as killed
    from feed_epoch e
    left join customer_feed f on f.customer_id = ${customerId}
    left join client c on c.customer_id = ${customerId} and c.client_id = ${clientId}`.execute(db);
  const row = rows[0];
  if (!row) throw new Error('the feed has no epoch');
  const { epoch, recoveries, durableRev, lastSeq, killed } = row;
  const lane = lastSeq === null ? null : { lastSeq, killed: killed === true };
  return { epoch, recoveries, head: row.head ?? 0, minRev: row.minRev ?? 0, durableRev, lane };
}

/**
 * Outcomes that a device has not seen, in order, at most 500 per page. If the reply to a push is lost, the next pull delivers
 * them.
 */
export async function unseenOutcomes(tx: Tx, customerId: number, clientId: string, seen: number): Promise<MutationOutcome[]> {
  const rows = await tx
    .selectFrom('mutation_result')
    .select('outcome')
    .where('customer_id', '=', customerId)
    .where('client_id', '=', clientId)
    .where('seq', '>', seen)
    .orderBy('seq')
    .limit(500)
    .execute();
  return rows.map(({ outcome }) => outcome as MutationOutcome);
}
