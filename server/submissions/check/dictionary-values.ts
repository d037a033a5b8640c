import { sql } from 'kysely';
import { defaultEntry } from '#domain/submissions/dictionaries.ts';
import { dictionaryObjects } from '#domain/submissions/words.ts';
import type { Db } from '#server/kit/db/connection.ts';
import type { FoundCaregiver, SentDictionary } from '../adapter.ts';

type Entry = { readonly id: number; readonly objectId: number; readonly extId: string; readonly name: string };

/**
 * The value that a destination gets from one of its dictionaries. `from`: a person chose it, a mapping gives it, or it is the default entry;
 * `none`: there is none; `gone`: the entry that a person chose left the list.
 */
export type DictionaryValue = SentDictionary & {
  readonly name: string;
  readonly from: 'chosen' | 'mapping' | 'default' | 'none' | 'gone';
  readonly entry: Entry | null;
  readonly choices: readonly Entry[];
};

type Between = { readonly fromId: number; readonly toId: number; readonly chosen?: Readonly<Record<string, number>> | undefined };
type Row = Entry & { readonly isDefault: boolean; readonly isMapped: boolean };

/** Values of the source that a dictionary maps, by number of the dictionary: those that every source shows. */
const sourceValues = ({ status, state }: FoundCaregiver): Readonly<Record<number, string>> => ({ 2: status, 5: state });

/**
 * The values that a destination gets from its dictionaries: the entry that a person chose, else the one to which the caregiver's value is
 * mapped, else the default.
 */
export async function dictionaryValues(
  db: Db,
  customerId: number,
  { fromId, toId, chosen = {} }: Between,
  sent: readonly SentDictionary[],
  caregiver: FoundCaregiver,
): Promise<DictionaryValue[]> {
  if (sent.length === 0) return [];
  const values = sourceValues(caregiver);
  const { rows } = await sql<Row>`
    select e.id, e.object_id as "objectId", e.ext_id as "extId", case when e.name = '' then e.ext_id else e.name end as name,
      e.is_default as "isDefault", exists (
        select from submission_dictionary_link l
        join submission_entry o on o.customer_id = l.customer_id and o.id = l.from_id
        where l.customer_id = e.customer_id and not l.deleted and l.to_id = e.id and o.target_id = ${fromId} and not o.removed
          and lower(${JSON.stringify(values)}::jsonb ->> o.object_id::text) in (lower(o.ext_id), lower(o.name))) as "isMapped"
    from submission_entry e
    where e.customer_id = ${customerId} and e.target_id = ${toId} and e.kind = 'dictionary' and not e.removed
      and e.object_id = any(${sent.map(({ objectId }) => objectId)}::integer[])
    order by lower(e.name), lower(e.ext_id), e.id`.execute(db);
  return sent.map((one) => {
    const choices = rows.filter(({ objectId }) => objectId === one.objectId);
    const name = dictionaryObjects.find(({ id }) => id === one.objectId)?.name.toLowerCase() ?? one.field;
    return { ...one, name, choices, ...valueOf(choices, chosen[one.objectId]) };
  });
}

function valueOf(choices: readonly Row[], chosen: number | undefined): Pick<DictionaryValue, 'from' | 'entry'> {
  if (chosen !== undefined) {
    const entry = choices.find(({ id }) => id === chosen) ?? null;
    return { from: entry ? 'chosen' : 'gone', entry };
  }
  const mapped = choices.find(({ isMapped }) => isMapped);
  if (mapped) return { from: 'mapping', entry: mapped };
  const usual = defaultEntry(choices) ?? null;
  return { from: usual ? 'default' : 'none', entry: usual };
}

/** The values as they are sent: the entry's own id at the destination, under the name of its field. */
export const sentFields = (values: readonly DictionaryValue[]): Readonly<Record<string, string>> =>
  Object.fromEntries(values.flatMap(({ field, entry }) => (entry ? [[field, entry.extId]] : [])));
