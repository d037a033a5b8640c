import { sql } from 'kysely';
import type { MutationOutcome } from '#contract/sync/sync.ts';
import { feedState } from '#server/feed/feed-state.ts';
import { oneMoment } from '#server/feed/one-moment.ts';
import type { Db } from '#server/kit/db/connection.ts';
import type { Stored } from './evidence.ts';
import { cellOf, type Read, type Value } from './model.ts';
import { checkedFields, readCells } from './service.ts';

/** Reads what the database holds after a run, in one snapshot. */
export function readStored(db: Db, customers: readonly number[]): Promise<Stored> {
  return oneMoment(db, async (tx) => {
    const results = await sql<{ customer: number; lane: string; seq: number; xid: string; outcome: MutationOutcome }>`
      select customer_id as customer, client_id as lane, seq, xmin::text as xid, outcome from mutation_result
      order by customer_id, client_id, seq`.execute(tx);
    const audit = await sql<Stored['audit'][number]>`
      select customer_id as customer, client_id as lane, seq, xmin::text as xid, rev from audit
      where client_id is not null order by id`.execute(tx);
    const lanes = await sql<Stored['lanes'][number]>`
      select customer_id as customer, client_id as lane, last_seq as last from client`.execute(tx);
    const heads = new Map<number, number>();
    for (const customer of customers) heads.set(customer, (await feedState(tx, customer, '')).head);
    return {
      results: results.rows.map(({ outcome, ...place }) => ({
        ...place,
        rev: outcome.outcome === 'applied' ? outcome.rev : null,
        conflicting: conflictingIn(place.customer, outcome),
      })),
      audit: audit.rows,
      history: await readHistory(tx),
      lanes: lanes.rows,
      heads,
      final: await readCells(tx),
    };
  });
}

const isChecked = (field: string): boolean => (checkedFields as readonly string[]).includes(field);

/** The current values that a conflict names. */
const conflictingIn = (customer: number, outcome: MutationOutcome): Read[] =>
  outcome.outcome === 'rejected'
    ? outcome.conflicts
        .filter(({ collection, field }) => collection === 'job' && isChecked(field))
        .map(({ id, field, now }) => ({ cell: cellOf(customer, id, field), value: now as Value }))
    : [];

async function readHistory(tx: Db): Promise<Stored['history']> {
  const { rows } = await sql<{
    customer: number;
    job: number;
    field: string;
    before: Value;
    after: Value;
    xid: string;
    how: string;
  }>`
    select customer_id as customer, job_id as job, field, before, after, xmin::text as xid, how from job_history
    where field = any(${[...checkedFields]}::text[]) order by id`.execute(tx);
  return rows.map(({ customer, job, field, before, after, xid, how }) => ({
    customer,
    cell: cellOf(customer, job, field),
    before,
    after,
    xid,
    byPerson: how === 'manual',
  }));
}
