import { sql } from 'kysely';
import type { SubmissionWaitingList } from '#contract/submissions/lists.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import type { ListedEntry } from '#server/kit/db/tables/submission-tables.ts';
import type { ListPlace } from './entry-rows.ts';

const mostExamples = 20;

/** Keeps a list aside until a person decides. A later one takes its place. */
export async function keepListWaiting(tx: Tx, place: ListPlace, listed: readonly ListedEntry[], now: Date): Promise<void> {
  const { customerId, targetId, kind, objectId } = place;
  await sql`
    insert into submission_waiting_list (customer_id, target_id, kind, object_id, listed, read_at)
    values (${customerId}, ${targetId}, ${kind}, ${objectId}, ${JSON.stringify(listed)}::jsonb, ${now})
    on conflict (customer_id, target_id, kind, object_id) do update set listed = excluded.listed, read_at = excluded.read_at`.execute(
    tx,
  );
}

/** Forgets a list that waits, and returns it. Undefined: none waits, or one of another time than `readAt`. */
export async function takeWaitingList(tx: Tx, place: ListPlace, readAt?: string): Promise<ListedEntry[] | undefined> {
  const { customerId, targetId, kind, objectId } = place;
  const taken = await tx
    .deleteFrom('submission_waiting_list')
    .where('customer_id', '=', customerId)
    .where('target_id', '=', targetId)
    .where('kind', '=', kind)
    .where('object_id', '=', objectId)
    .$if(readAt !== undefined, (q) => q.where('read_at', '=', readAt ?? ''))
    .returning('listed')
    .executeTakeFirst();
  return taken?.listed;
}

/** The lists of a target that wait, with what would be removed. Counted now, because mappings may have changed since. */
export async function waitingListsOf(db: Db | Tx, customerId: number, targetId: number): Promise<SubmissionWaitingList[]> {
  const { rows } = await sql<SubmissionWaitingList>`
    select w.kind, w.object_id as "objectId", w.read_at as "readAt", jsonb_array_length(w.listed) as listed,
      (select count(*)::int from submission_entry e where e.customer_id = w.customer_id and e.target_id = w.target_id
        and e.kind = w.kind and e.object_id = w.object_id and not e.removed) as held,
      coalesce(gone.removed, 0)::int as removed, coalesce(gone.mapped, 0)::int as "removedMapped",
      coalesce(gone.examples, '[]'::jsonb) as examples
    from submission_waiting_list w left join lateral (
      select count(*) as removed, count(*) filter (where g.is_mapped) as mapped,
        jsonb_agg(jsonb_build_object('name', g.name, 'isMapped', g.is_mapped) order by g.n) filter (where g.n <= ${mostExamples}) as examples
      from (
        select e.name, m.is_mapped, row_number() over (order by m.is_mapped desc, e.name, e.id) as n
        from submission_entry e cross join lateral (select
          exists (select from submission_pair_link p where p.customer_id = e.customer_id and e.id in (p.degree_id, p.specialty_id))
          or exists (select from submission_document_link d where d.customer_id = e.customer_id and d.document_id = e.id)
          or exists (select from submission_dictionary_link x where x.customer_id = e.customer_id and e.id in (x.from_id, x.to_id))
          as is_mapped) m
        where e.customer_id = w.customer_id and e.target_id = w.target_id and e.kind = w.kind and e.object_id = w.object_id
          and not e.removed and not exists (
            select from jsonb_to_recordset(w.listed) as l("extId" text, "degreeExtId" text)
            where l."extId" = e.ext_id and l."degreeExtId" = e.degree_ext_id)) g) gone on true
    where w.customer_id = ${customerId} and w.target_id = ${targetId} order by w.kind, w.object_id`.execute(db);
  return rows;
}
