import { type RawBuilder, sql } from 'kysely';
import { isAtWork } from '../kit/db/at-work.ts';
import type { Db } from '../kit/db/connection.ts';
import { sendJob } from '../kit/queue/queue.ts';
import { leaseEnd, type RunRef } from './lease.ts';
import type { RunKind } from './run-kind.ts';

type Counted = Pick<RunKind, 'name' | 'limits'>;

/** The columns of a run that a claim reads. */
export type Claim = {
  readonly work: unknown;
  readonly undoing: boolean;
  readonly startedAt: string;
  readonly askedBy: number | null;
  readonly byName: string;
  readonly fence: number;
  readonly tries: number;
};

/** SQL condition: the run with alias `r` is due, its customer is at work, and no process carries it out. */
const waits = sql`r.state in ('queued', 'running', 'undoing') and r.due_at <= clock_timestamp()
  and (r.lease_until is null or r.lease_until < clock_timestamp()) and ${isAtWork('r.customer_id')}`;

/** SQL count: runs of this kind in progress that have the same value in this column as the run with alias `r`. */
const held = (kind: Counted, column: RawBuilder<unknown>): RawBuilder<number> => sql<number>`(
  select count(*) from run h where h.kind = ${kind.name} and h.state in ('queued', 'running', 'undoing')
    and h.lease_until >= clock_timestamp() and h.${column} = r.${column})`;
const ofCustomer = sql.ref('customer_id');
const ofHost = sql.ref('host');

/**
 * Claims a run: takes its lease and a new fence. Null if the run is over, not due or in progress, or if its customer or host has
 * reached the limit of its kind; it then waits for `sendWaiting`. `unlimited` ignores the limits, for a person who waits for the
 * answer.
 */
export async function claimRun(
  db: Db,
  kind: Counted,
  { customerId, runId }: RunRef,
  now: Date,
  { unlimited }: { readonly unlimited: boolean },
): Promise<Claim | null> {
  const { perCustomer, perHost } = kind.limits;
  const room = sql`${held(kind, ofCustomer)} < ${perCustomer} and (r.host is null or ${held(kind, ofHost)} < ${perHost})`;
  return db.transaction().execute(async (tx) => {
    // Without this lock, two claims that count at the same moment would both find room.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`runs of ${kind.name}`}, 0))`.execute(tx);
    const { rows } = await sql<Claim>`
      update run r set state = case when r.state = 'queued' then 'running' else r.state end,
        started_at = coalesce(r.started_at, ${now}), fence = r.fence + 1, lease_until = ${leaseEnd}
      where r.customer_id = ${customerId} and r.id = ${runId} and r.kind = ${kind.name} and ${waits} ${unlimited ? sql`` : sql`and ${room}`}
      returning r.work, r.state = 'undoing' as undoing, r.started_at as "startedAt", r.asked_by as "askedBy", r.by_name as "byName",
        r.fence, r.tries`.execute(tx);
    return rows[0] ?? null;
  });
}

/** Most triggers that one call sends. */
const atMost = 50;

/**
 * Sends a trigger for each waiting run that the limits allow: runs whose process has died, and runs whose customer or host was
 * busy. Customers take turns.
 */
export async function sendWaiting(db: Db, kind: Counted & Pick<RunKind, 'queue'>): Promise<void> {
  const { perCustomer, perHost } = kind.limits;
  const { rows } = await sql<RunRef>`
    select customer_id as "customerId", id as "runId" from (
      select r.customer_id, r.id, r.queued_at, r.host,
        row_number() over (partition by r.customer_id order by r.queued_at, r.id) + ${held(kind, ofCustomer)} as of_customer,
        row_number() over (partition by r.host order by r.queued_at, r.id) + ${held(kind, ofHost)} as of_host
      from run r where r.kind = ${kind.name} and ${waits}) w
    where of_customer <= ${perCustomer} and (host is null or of_host <= ${perHost})
    order by of_customer, queued_at limit ${atMost}`.execute(db);
  for (const ref of rows) await sendJob(db, kind.queue, ref);
}
