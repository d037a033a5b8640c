import { sql } from 'kysely';
import type { Db, Tx } from '../kit/db/connection.ts';
import { type Customers, ofCustomers } from '../kit/db/of-customers.ts';
import { sendJob } from '../kit/queue/queue.ts';
import type { RunRef } from './lease.ts';
import type { RunKind } from './run-kind.ts';

type RunState = 'queued' | 'running' | 'done' | 'cancelled' | 'failed' | 'undoing' | 'undone';

/** A run as people see it, with the data of its kind. */
export type RunRow<Work> = {
  readonly id: number;
  readonly customerId: number;
  readonly name: string;
  readonly state: RunState;
  readonly total: number;
  readonly seen: number;
  readonly changed: number;
  readonly byName: string;
  readonly queuedAt: string;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly message: string;
  readonly stopping: boolean;
  readonly work: Work;
  readonly result: Record<string, unknown>;
};

const columns = sql`id, customer_id as "customerId", name, state, total, seen, changed, by_name as "byName", queued_at as "queuedAt", started_at as "startedAt",
  ended_at as "endedAt", message, stopping, work, result`;

/** The newest 50 runs of a kind. `ids` limits the list to those runs. */
export async function runsOf<Work>(
  db: Db | Tx,
  kind: RunKind<Work>,
  customers: Customers,
  ids?: readonly number[],
): Promise<RunRow<Work>[]> {
  const { rows } = await sql<RunRow<Work>>`
    select ${columns} from run where ${ofCustomers(customers)} and kind = ${kind.name}
      ${ids === undefined ? sql`` : sql`and id = any(${[...ids]}::bigint[])`} order by id desc limit 50`.execute(db);
  return rows;
}

/** One run; undefined if the customer has none with this kind and id. `lock` locks it until the transaction ends. */
export async function findRun<Work>(
  db: Db | Tx,
  kind: RunKind<Work>,
  { customerId, runId }: RunRef,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<RunRow<Work> | undefined> {
  const { rows } = await sql<RunRow<Work>>`
    select ${columns} from run where customer_id = ${customerId} and kind = ${kind.name} and id = ${runId}
      ${lock ? sql`for update` : sql``}`.execute(db);
  return rows[0];
}

/** The request for a run. */
export type RunRequest<Work> = {
  readonly customerId: number;
  /** What the run works on. Only one run per key may be waiting or in progress; null allows any number. */
  readonly key: string | null;
  /** The outside host that it connects to, if any. */
  readonly host?: string | null;
  /** What it does, as a sentence. */
  readonly name: string;
  readonly work: Work;
  readonly total: number;
  readonly askedBy: number | null;
  readonly byName: string;
  readonly now: Date;
};

/** The host of a URL, to count runs by host. Null if the URL cannot be parsed. */
export const hostOf = (url: unknown): string | null => (typeof url === 'string' && URL.canParse(url) ? new URL(url).host : null);

/**
 * Queues a run with its trigger in the caller's transaction and returns its id. Null if another run with the same key has not
 * ended.
 */
export async function startRun<Work>(tx: Tx, kind: RunKind<Work>, request: RunRequest<Work>): Promise<number | null> {
  const { customerId, key, host = null, name, work, total, askedBy, byName, now } = request;
  const { rows } = await sql<{ id: number }>`
    insert into run (customer_id, kind, key, host, name, work, state, total, asked_by, by_name, queued_at)
    values (${customerId}, ${kind.name}, ${key}, ${host}, ${name}, ${JSON.stringify(work)}::jsonb, 'queued', ${total}, ${askedBy},
      ${byName}, ${now})
    on conflict (customer_id, kind, key) where state in ('queued', 'running', 'undoing') do nothing returning id`.execute(tx);
  const id = rows[0]?.id;
  if (id === undefined) return null;
  await sendJob(tx, kind.queue, { customerId, runId: id });
  return id;
}

/** Asks a run to stop at its next portion. A waiting run ends at once. Returns whether there was anything to stop. */
export async function stopRun(tx: Tx, kind: Pick<RunKind, 'name'>, { customerId, runId }: RunRef, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update run set stopping = state = 'running', state = case when state = 'queued' then 'cancelled' else state end,
      ended_at = case when state = 'queued' then ${now}::timestamptz else ended_at end,
      message = case when state = 'queued' then 'Stopped before it began' else message end
    where customer_id = ${customerId} and id = ${runId} and kind = ${kind.name} and state in ('queued', 'running') returning id`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Starts to undo an ended run. False if another run with the same key has not ended. */
export async function undoRun(
  tx: Tx,
  kind: Pick<RunKind, 'name' | 'queue'>,
  { customerId, runId }: RunRef,
  askedBy: number,
): Promise<boolean> {
  const { rows } = await sql`
    update run r set state = 'undoing', cursor_id = 0, ended_at = null, stopping = false, asked_by = ${askedBy}, lease_until = null,
      result = result || '{"kept": 0}', tries = 0, due_at = clock_timestamp()
    where customer_id = ${customerId} and id = ${runId} and kind = ${kind.name} and not exists (
      select 1 from run o where o.customer_id = r.customer_id and o.kind = r.kind and o.key = r.key
        and o.state in ('queued', 'running', 'undoing')) returning id`.execute(tx);
  if (rows.length === 0) return false;
  await sendJob(tx, kind.queue, { customerId, runId });
  return true;
}

/**
 * Ends all leases, so that runs of a killed process continue at once. Only for an embedded database, which no other process uses.
 */
export async function endRunLeases(db: Db): Promise<void> {
  await sql`update run set lease_until = null where lease_until is not null`.execute(db);
}
