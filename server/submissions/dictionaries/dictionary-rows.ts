import { sql } from 'kysely';
import type { DictionaryEntry } from '#contract/submissions/dictionaries.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import type { ListPlace } from '../lists/entry-rows.ts';

/** The entries of a dictionary by name with their mappings; with `id`, that one alone, of any dictionary of the customer. */
export async function dictionaryEntries(
  db: Db | Tx,
  which: Omit<ListPlace, 'kind'> | { readonly customerId: number; readonly id: number },
): Promise<DictionaryEntry[]> {
  const { customerId } = which;
  const wanted =
    'id' in which ? sql`e.id = ${which.id}` : sql`e.target_id = ${which.targetId} and e.object_id = ${which.objectId}`;
  const { rows } = await sql<DictionaryEntry>`
    select e.id, e.object_id as "objectId", e.target_id as "targetId", e.ext_id as "extId", e.name, e.custom_1 as "custom1",
      e.custom_2 as "custom2", e.is_default as "isDefault", coalesce(m.mappings, '[]'::jsonb) as mappings
    from submission_entry e left join lateral (
      select jsonb_agg(jsonb_build_object('id', l.id, 'otherId', o.id, 'other', case when o.name = '' then o.ext_id else o.name end,
        'otherTarget', t.name) order by t.name, o.name, l.id) as mappings
      from submission_dictionary_link l
      join submission_entry o on o.customer_id = l.customer_id and o.id = case when l.from_id = e.id then l.to_id else l.from_id end
      join submission_target t on t.customer_id = o.customer_id and t.id = o.target_id
      where l.customer_id = e.customer_id and not l.deleted and (l.from_id = e.id or l.to_id = e.id)) m on true
    where e.customer_id = ${customerId} and e.kind = 'dictionary' and not e.removed and ${wanted}
    order by lower(e.name), lower(e.ext_id), e.id`.execute(db);
  return rows;
}
