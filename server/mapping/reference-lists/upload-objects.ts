import { sql } from 'kysely';
import { no, ok, type Result } from '#contract/kit/result.ts';
import type { Db } from '#server/kit/db/connection.ts';
import type { RefusedRow } from '#server/parsing/collect-records.ts';
import type { FeedProblem } from '#server/parsing/files/feed-problem.ts';
import type { NamedColumn, NamedTable } from '#server/parsing/named-table.ts';
import { readTableApart } from '#server/parsing/read-apart.ts';
import type { FileReader } from '#server/parsing/turns/parser-turns.ts';
import type { ListedValue } from '#server/targets/adapter/target-adapter.ts';
import { applyList, type ListChanges } from '#server/targets/sync-lists.ts';

const mostRows = 50_000;
const column = (headings: readonly string[], label: string, needs: NamedColumn['needs'], longest = 200): NamedColumn => ({
  headings,
  label,
  needs,
  longest,
});
type Stored = Omit<ListChanges, 'removed'> & { refused: readonly RefusedRow[] };
/** Reads a file. Returns a function that stores its rows in a target's list. */
export type ReadList = (
  file: Uint8Array,
  reader: FileReader,
) => Promise<Result<(db: Db, place: Place) => Promise<Stored>, FeedProblem>>;
type Place = { readonly customerId: number; readonly targetId: number };

const pairColumns = {
  degreeId: column(['degreeExternalId', 'degreeId', 'professionId'], 'id of the degree', 'neither', 100),
  degree: column(['degree', 'degreeName', 'profession'], 'degree', 'cell'),
  specialtyId: column(['specialtyExternalId', 'specialtyId', 'externalId', 'id'], 'id of the specialty', 'neither', 100),
  specialty: column(['specialty', 'specialtyName', 'objectName', 'name'], 'specialty', 'cell'),
};

const nowhere = { address: null, city: null, state: null, zip: null };

/** Reads pairs of degree and specialty, stored in both lists. A name without an id is used as the id. */
export const readPairs: ReadList = async (file, reader) => {
  const read = await readTableApart(file, { columns: pairColumns, mostRows }, reader);
  if (!read.ok) return no(read.error);
  const degrees = new Map<string, ListedValue>();
  const specialties: ListedValue[] = [];
  for (const { cells } of read.value.rows) {
    const degreeId = cells.degreeId || cells.degree;
    degrees.set(degreeId, { kind: 'degree', extId: degreeId, name: cells.degree, parentId: null, ...nowhere });
    // The same specialty under two degrees is two entries: without an id, the pair is the id.
    const extId = cells.specialtyId || `${degreeId} / ${cells.specialty}`;
    specialties.push({ kind: 'specialty', extId, name: cells.specialty, parentId: degreeId, ...nowhere });
  }
  return ok(async (db, { customerId, targetId }) => {
    const apply = (kind: 'degree' | 'specialty', values: readonly ListedValue[]) =>
      applyList(db, customerId, targetId, kind, values, { from: 'file' });
    const first = await apply('degree', [...degrees.values()]);
    const second = await apply('specialty', specialties);
    return {
      added: first.added + second.added,
      changed: first.changed + second.changed,
      same: first.same + second.same,
      refused: read.value.refused,
    };
  });
};

const contactColumns = {
  id: column(['externalId', 'contactId', 'id'], 'id', 'cell', 100),
  name: column(['objectName', 'contact', 'contactName', 'name'], 'name', 'cell'),
  client: column(['clientExternalId', 'clientId', 'client'], 'client', 'neither', 100),
};

/** Reads contacts for their list. A row is rejected if the target does not list its client. */
export const readContacts: ReadList = async (file, reader) => {
  const read = await readTableApart(file, { columns: contactColumns, mostRows }, reader);
  return read.ok ? ok((db, place) => storeContacts(db, place, read.value)) : no(read.error);
};

type ReadContacts = NamedTable<keyof typeof contactColumns>;

async function storeContacts(db: Db, { customerId, targetId }: Place, read: ReadContacts): Promise<Stored> {
  const clients = await clientIds(db, customerId, targetId);
  const good = new Map<string, { ext_id: string; name: string; detail: { clientExtId: string | null } }>();
  const refused = [...read.refused];
  for (const { row, cells } of read.rows) {
    const clientExtId = cells.client === '' ? null : cells.client;
    if (clientExtId === null || clients.has(clientExtId))
      good.set(cells.id, { ext_id: cells.id, name: cells.name, detail: { clientExtId } });
    else {
      const problem = {
        field: 'client',
        column: 'client',
        value: cells.client,
        problem: 'The target lists no client with this id.',
      };
      refused.push({ row, problems: [{ ...problem, remedy: 'Add the client first, or leave its cell empty.' }] });
    }
  }
  const { rows } = await sql<{ added: number; changed: number }>`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify([...good.values()])}::jsonb) as g(ext_id text, name text, detail jsonb)
    ), written as (
      insert into ats_object (customer_id, target_id, type, ext_id, name, detail)
      select ${customerId}, ${targetId}, 8, ext_id, name, detail from given
      on conflict (customer_id, target_id, type, ext_id) do update set name = excluded.name, detail = excluded.detail, removed = false
      where (ats_object.name, ats_object.detail, ats_object.removed) is distinct from (excluded.name, excluded.detail, false)
      returning (xmax = 0) as added
    )
    select count(*) filter (where added) as added, count(*) filter (where not added) as changed from written`.execute(db);
  const { added, changed } = rows[0] ?? { added: 0, changed: 0 };
  refused.sort((a, b) => a.row - b.row);
  return { added, changed, same: good.size - added - changed, refused };
}

async function clientIds(db: Db, customerId: number, targetId: number): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('ats_value')
    .select('ext_id')
    .where('customer_id', '=', customerId)
    .where('target_id', '=', targetId)
    .where('kind', '=', 'facility')
    .where('deleted', '=', false)
    .execute();
  return new Set(rows.map(({ ext_id }) => ext_id));
}
