import { sql } from 'kysely';
import { mapKinds } from '#domain/jobs/mapping-of.ts';
import type { Db, Tx } from '../kit/db/connection.ts';
import type { ListPlace } from './waiting-lists.ts';

/** How a list was read: every value of it, or only what changed since an earlier read. */
export type ReadBy = 'whole' | 'changes';

/**
 * The instant up to which a list was read. Null if it was never read whole or its date was cleared, and while an earlier whole list
 * waits for a person: only another whole list settles it.
 */
export async function readUpTo(db: Db, { customerId, targetId, kind }: ListPlace): Promise<string | null> {
  const { rows } = await sql<{ upTo: string | null }>`
    select greatest(whole_at, changes_at) as "upTo" from target_list l
    where customer_id = ${customerId} and target_id = ${targetId} and kind = ${kind} and whole_at is not null
      and not exists (select from waiting_list w where w.customer_id = l.customer_id and w.target_id = l.target_id
        and w.kind = l.kind)`.execute(db);
  return rows[0]?.upTo ?? null;
}

/** Notes that a list was read and applied. `at`: when the read began. One that began before the date was cleared is not noted. */
export async function noteRead(tx: Tx, { customerId, targetId, kind }: ListPlace, by: ReadBy, at: Date | string): Promise<void> {
  if (by === 'changes')
    await sql`update target_list set changes_at = ${at}
      where customer_id = ${customerId} and target_id = ${targetId} and kind = ${kind} and whole_at is not null
        and (cleared_at is null or cleared_at <= ${at})`.execute(tx);
  else
    await sql`insert into target_list as l (customer_id, target_id, kind, whole_at)
      values (${customerId}, ${targetId}, ${kind}, ${at})
      on conflict (customer_id, target_id, kind) do update set whole_at = excluded.whole_at
      where l.cleared_at is null or l.cleared_at <= excluded.whole_at`.execute(tx);
}

/** Clears the dates of all lists of a target, so that its next sync reads them whole, also if a sync is under way. */
export async function clearReads(tx: Tx, { customerId, targetId }: Omit<ListPlace, 'kind'>, at: Date): Promise<void> {
  await sql`insert into target_list (customer_id, target_id, kind, cleared_at)
    select ${customerId}, ${targetId}, kind, ${at} from unnest(${[...mapKinds]}::text[]) kind
    on conflict (customer_id, target_id, kind) do update set whole_at = null, changes_at = null, cleared_at = excluded.cleared_at`.execute(
    tx,
  );
}
