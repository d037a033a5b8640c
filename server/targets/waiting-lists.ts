import { sql } from 'kysely';
import type { MapKind } from '#contract/rows/rows.ts';
import type { Db, Tx } from '../kit/db/connection.ts';
import type { ListedValue } from './adapter/target-adapter.ts';

/** A list of one kind of a target. */
export type ListPlace = { readonly customerId: number; readonly targetId: number; readonly kind: MapKind };

/** Keeps a list aside until a person decides. A later one takes its place. */
export async function keepWaiting(
  tx: Tx,
  { customerId, targetId, kind }: ListPlace,
  listed: readonly ListedValue[],
  now: Date,
): Promise<void> {
  await sql`insert into waiting_list (customer_id, target_id, kind, listed, read_at)
    values (${customerId}, ${targetId}, ${kind}, ${JSON.stringify(listed)}::jsonb, ${now})
    on conflict (customer_id, target_id, kind) do update set listed = excluded.listed, read_at = excluded.read_at`.execute(tx);
}

/** Forgets a list that waits: it was decided about, or a later list settled it. Returns whether there was one with this `readAt`. */
export async function forgetWaiting(tx: Db | Tx, { customerId, targetId, kind }: ListPlace, readAt?: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('waiting_list')
    .where('customer_id', '=', customerId)
    .where('target_id', '=', targetId)
    .where('kind', '=', kind)
    .$if(readAt !== undefined, (q) => q.where('read_at', '=', readAt ?? ''))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
