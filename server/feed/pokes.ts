import { sql } from 'kysely';
import type { Db } from '../kit/db/connection.ts';

/** Minimum time between two notices to a customer's listeners. A device that pulls gets every change. */
const apartMilliseconds = 50;
const tries = 3;

type Pending = { rev: number; toldRev: number };
const pendingOf = new WeakMap<Db, Map<number, Pending>>();

/**
 * Notifies listeners (server/kit/http/live.ts) that a customer's feed moved to `rev`. Call it after the commit. The first move
 * sends at once, later ones at most every 50 ms. If the process crashes between commit and notice, devices see the change at
 * their next poll, so this function never throws and no caller waits for it (docs/decisions/0008).
 */
export function poke(db: Db, customerId: number, rev: number): void {
  const customers = pendingOf.get(db) ?? new Map<number, Pending>();
  pendingOf.set(db, customers);
  const known = customers.get(customerId);
  if (known) known.rev = Math.max(known.rev, rev);
  else {
    const pending = { rev, toldRev: 0 };
    customers.set(customerId, pending);
    void tellWhileMoving(db, customerId, pending, () => customers.delete(customerId));
  }
}

async function tellWhileMoving(db: Db, customerId: number, pending: Pending, end: () => void): Promise<void> {
  for (let failures = 0; pending.rev > pending.toldRev && failures < tries; ) {
    const { rev } = pending;
    if (await notify(db, customerId, rev)) pending.toldRev = rev;
    else failures++;
    await new Promise((done) => setTimeout(done, apartMilliseconds).unref());
  }
  // Runs in the same turn as the last read of `rev`, so that no move is missed between the two.
  end();
}

async function notify(db: Db, customerId: number, rev: number): Promise<boolean> {
  try {
    await sql`select pg_notify('feed', ${JSON.stringify({ customer: customerId, rev })})`.execute(db);
    return true;
  } catch {
    return false;
  }
}
