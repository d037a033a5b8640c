import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../kit/db/connection.ts';
import { sendJob } from '../kit/queue/queue.ts';
import { leaseEnd, type RunRef } from './lease.ts';
import type { RunKind } from './run-kind.ts';

type Counted = Pick<RunKind, 'name' | 'limits'>;

/** What a claim reads of a run. */
export type Claim = {
  readonly work: unknown;
  readonly undoing: boolean;
  readonly startedAt: string;
  readonly askedBy: number | null;
  readonly byName: string;
  readonly fence: number;
  readonly tries: number;
};

/** A run over alias `r` that no one carries out and that is due. */
const waits = sql`r.state in ('queued', 'running', 'undoing') and r.due_at <= clock_timestamp()
  and (r.lease_until is null or r.lease_until < clock_timestamp())`;

/** Runs of the kind that are being carried out and are like the one over alias `r` in this column. */
const held = (kind: Counted, column: RawBuilder<unknown>): RawBuilder<number> => sql<number>`(
  select count(*) from run h where h.kind = ${kind.name} and h.state in ('queued', 'running', 'undoing')
    and h.lease_until >= clock_timestamp() and h.${column} = r.${column})`;
const ofCustomer = sql.ref('customer_id');
const ofHost = sql.ref('host');

/**
 * Claims a run: takes its lease and a new fence. Null where it is over, not due, being carried out, or where its customer or host has
 * as many runs as its kind allows; it then waits for `sendWaiting`. `unlimited` counts nothing: a person waits for the answer.
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
    // Two claims that count at the same moment would both find room.
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

/** Triggers sent in one look. */
const atMost = 50;

/**
 * Sends a trigger for each run that waits and for which there is room: runs whose process is gone, and runs that found their
 * customer or host busy. Customers take turns.
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
