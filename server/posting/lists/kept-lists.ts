import { sql } from 'kysely';
import type { KeptList, KeptListName } from '#contract/posting/target-lists.ts';
import { targetConnection } from '#domain/targets/connection-forms/connections.ts';
import type { Db } from '#server/kit/db/connection.ts';
import type { StoredTarget } from '#server/targets/target-rows.ts';

/**
 * Where the entries of a list are and what is said about it: `kind` of the values that texts are mapped to, `types` of all other lists;
 * `setting`: whether people keep the list in Jobdock; `uploads`: the names of its files in audit lines.
 */
type Place = {
  readonly list: KeptListName;
  readonly kind?: string;
  readonly types?: readonly number[];
  readonly setting?: string;
  readonly uploads?: readonly string[];
};

const pairs = 'degrees and specialties';
const places: readonly Place[] = [
  { list: 'facility', kind: 'facility', setting: 'maintenanceFacility', uploads: ['facility'] },
  { list: 'degree', kind: 'degree', setting: 'maintenanceDegree', uploads: ['degree', pairs] },
  { list: 'specialty', kind: 'specialty', setting: 'maintenanceSpecialty', uploads: ['specialty', pairs] },
  { list: 'shift', kind: 'shift', setting: 'maintenanceShift', uploads: ['shift'] },
  { list: 'contact', types: [8], setting: 'maintenanceContact', uploads: ['contacts'] },
  { list: 'vms', types: [10], setting: 'maintenanceVMS' },
  { list: 'msp', types: [11], setting: 'maintenanceMSP' },
  { list: 'orderType', types: [5, 6] },
  { list: 'region' },
];

type Count = { readonly place: string; readonly values: number; readonly addedHere: number };

/** How many entries each list of a target has and where they come from, in the order of the screen. */
export async function keptLists(db: Db, { customerId, row, settings }: StoredTarget): Promise<KeptList[]> {
  const counts = await countsOf(db, customerId, row.id);
  const files = await filesOf(db, customerId, row.id);
  const countOf = ({ kind, types }: Place) => {
    const found = counts.filter(({ place }) => place === kind || types?.includes(Number(place)));
    const sum = (key: 'values' | 'addedHere') => found.reduce((total, count) => total + count[key], 0);
    const values = sum('values');
    return { values, addedHere: kind !== undefined && !readable.includes(kind) ? values : sum('addedHere') };
  };
  // A list that cannot be read from the target was entered or uploaded here, whatever its rows say.
  const readable: readonly string[] = targetConnection(row.typeId)?.can.lists ?? [];
  const regions = Array.isArray(settings['regions']) ? settings['regions'].length : 0;
  return places.map((place) => ({
    list: place.list,
    // Regions are a setting of the target.
    ...(place.list === 'region' ? { values: regions, addedHere: regions } : countOf(place)),
    uploadedAt:
      (place.uploads ?? [])
        .flatMap((name) => files.get(name) ?? [])
        .toSorted()
        .at(-1) ?? null,
    isKeptHere: place.setting === undefined ? null : settings[place.setting] !== false,
  }));
}

/** Entries by kind, or by type. Those of a type are always added here: no sync reads them. */
async function countsOf(db: Db, customerId: number, targetId: number): Promise<Count[]> {
  const { rows } = await sql<Count>`
    select kind as place, count(*)::int as values, (count(*) filter (where added_here))::int as "addedHere" from ats_value
    where customer_id = ${customerId} and target_id = ${targetId} and not deleted group by kind
    union all
    select type::text, count(*)::int, count(*)::int from ats_object
    where customer_id = ${customerId} and target_id = ${targetId} and not removed group by type`.execute(db);
  return rows;
}

/** When a file of each list was last uploaded, by the list's name in audit lines. */
async function filesOf(db: Db, customerId: number, targetId: number): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ list: string; at: string }>`
    select detail ->> 'list' as list, max(at) as at from audit
    where customer_id = ${customerId} and object_kind = 'target' and object_id = ${String(targetId)} and command = 'list.upload'
      and detail ->> 'list' is not null
    group by 1`.execute(db);
  return new Map(rows.map(({ list, at }) => [list, at]));
}
