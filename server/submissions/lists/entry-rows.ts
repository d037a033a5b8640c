import { sql } from 'kysely';
import type { SubmissionListKind } from '#contract/rows/submission-lists.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import type { ListedEntry } from '#server/kit/db/tables/submission-tables.ts';

/** A list of a submission target. `objectId`: the dictionary, 0 for the other kinds. */
export type ListPlace = {
  readonly customerId: number;
  readonly targetId: number;
  readonly kind: SubmissionListKind;
  readonly objectId: number;
};
export type EntryChanges = { added: number; changed: number; same: number; removed: number };

/** The rows of one list, as a condition. */
const ofList = ({ customerId, targetId, kind, objectId }: ListPlace, alias = 'e') => {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql`${column('customer_id')} = ${customerId} and ${column('target_id')} = ${targetId} and ${column('kind')} = ${kind}
    and ${column('object_id')} = ${objectId}`;
};

/** How many entries a list has, and how many of them a new list lacks. */
export async function shrinkageOf(
  db: Db | Tx,
  place: ListPlace,
  listed: readonly ListedEntry[],
): Promise<{ held: number; missing: number }> {
  const { rows } = await sql<{ held: number; missing: number }>`
    select count(*)::int as held, count(*) filter (where (e.ext_id, e.degree_ext_id) not in (
      select g."extId", g."degreeExtId" from jsonb_to_recordset(${JSON.stringify(listed)}::jsonb) as g("extId" text, "degreeExtId" text)))::int as missing
    from submission_entry e where ${ofList(place)} and not e.removed`.execute(db);
  return rows[0] ?? { held: 0, missing: 0 };
}

/**
 * Stores a list: adds and changes entries by their id in the system; marks the others removed only with `removeOthers`. Mappings keep
 * naming removed entries, so that a list that comes back brings them back.
 */
export async function applyEntries(
  tx: Tx,
  place: ListPlace,
  listed: readonly ListedEntry[],
  { removeOthers }: { readonly removeOthers: boolean },
): Promise<EntryChanges> {
  const { customerId, targetId, kind, objectId } = place;
  const latest = new Map(listed.map((entry) => [`${entry.degreeExtId}\n${entry.extId}`, entry]));
  const given = sql`jsonb_to_recordset(${JSON.stringify([...latest.values()])}::jsonb)
    as g("extId" text, name text, "groupName" text, "degreeExtId" text, "custom1" text, "custom2" text)`;
  const { rows } = await sql<{ added: number; changed: number }>`
    with written as (
      insert into submission_entry as e (customer_id, target_id, kind, object_id, ext_id, name, group_name, degree_ext_id, custom_1, custom_2)
      select ${customerId}, ${targetId}, ${kind}, ${objectId}, g."extId", g.name, g."groupName", g."degreeExtId", g."custom1", g."custom2"
      from ${given}
      on conflict (customer_id, target_id, kind, object_id, degree_ext_id, ext_id) do update
      set name = excluded.name, group_name = excluded.group_name, custom_1 = excluded.custom_1, custom_2 = excluded.custom_2, removed = false
      where (e.name, e.group_name, e.custom_1, e.custom_2, e.removed)
        is distinct from (excluded.name, excluded.group_name, excluded.custom_1, excluded.custom_2, false)
      returning (xmax = 0) as added
    )
    select count(*) filter (where added)::int as added, count(*) filter (where not added)::int as changed from written`.execute(
    tx,
  );
  const { added, changed } = rows[0] ?? { added: 0, changed: 0 };
  const removed = removeOthers ? await removeMissing(tx, place, [...latest.values()]) : 0;
  return { added, changed, same: latest.size - added - changed, removed };
}

async function removeMissing(tx: Tx, place: ListPlace, listed: readonly ListedEntry[]): Promise<number> {
  const { numAffectedRows } = await sql`
    update submission_entry e set removed = true, is_default = false where ${ofList(place)} and not e.removed and (e.ext_id, e.degree_ext_id) not in (
      select g."extId", g."degreeExtId" from jsonb_to_recordset(${JSON.stringify(listed)}::jsonb) as g("extId" text, "degreeExtId" text))`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0n);
}

/** Notes that a list was read now, from its system or from a file. */
export async function noteListRead(tx: Tx, place: ListPlace, at: Date, byFile: boolean): Promise<void> {
  const { customerId, targetId, kind, objectId } = place;
  await sql`
    insert into submission_list (customer_id, target_id, kind, object_id, read_at, by_file, entries)
    select ${customerId}, ${targetId}, ${kind}, ${objectId}, ${at}, ${byFile},
      (select count(*) from submission_entry e where ${ofList(place)} and not e.removed)
    on conflict (customer_id, target_id, kind, object_id) do update
    set read_at = excluded.read_at, by_file = excluded.by_file, entries = excluded.entries`.execute(tx);
}
