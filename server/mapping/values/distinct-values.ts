import { sql } from 'kysely';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { MapKind, MapValueRow } from '#contract/rows/rows.ts';
import { mapFields, mapKinds } from '#domain/jobs/mapping-of.ts';
import type { Matcher } from '#domain/mapping/matcher.ts';
import { type Premap, premapped } from '#domain/mapping/premap.ts';
import { valueKey } from '#domain/mapping/text/value-key.ts';
import { nextIds } from '#server/feed/publish.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import type { Publication } from '#server/kit/db/publication.ts';
import { withSuggestion } from './suggest.ts';

/** The target that distinct texts are mapped for, and the source that they come from. */
export type ValueHome = {
  readonly customerId: number;
  readonly targetId: number;
  readonly sourceId: number;
  readonly autoMap: boolean;
  /** The customer's predefined mapping of degrees and specialties. */
  readonly premap: Premap;
  /** Targets that map for themselves: each new text gets a twin for each of them. Absent if there are none. */
  readonly apart?: readonly ApartHome[];
};

/** A target that maps for itself, and what maps its texts. */
export type ApartHome = Pick<ValueHome, 'targetId' | 'autoMap' | 'premap'> & { readonly match: Matcher };

/** Recorded as the mapper of new texts that the premap contains. */
const premapper = 'Premap';

/** The value ids of one job, as in `JobRow`. */
export type ValueIds = Record<(typeof mapFields)[MapKind]['value'], number | null>;
export const noValues: ValueIds = { facilityValueId: null, degreeValueId: null, specialtyValueId: null, shiftValueId: null };

/** The texts of a job that are mapped. */
type Texts = Pick<JobRow, MapKind | 'address' | 'city' | 'state' | 'zip'>;

type New = Pick<MapValueRow, 'kind' | 'text' | 'within' | 'address' | 'city' | 'state' | 'zip'> & { key: string };

/**
 * Finds or creates the distinct values of jobs. Returns the value ids of each job, and the new rows with their suggestions.
 * Writes nothing: the caller publishes the new rows.
 */
export async function distinctValues(tx: Tx, home: ValueHome, jobs: readonly Texts[], match: Matcher, at: string) {
  const { ofJobs: valuesOfJobs, distinct: wanted } = readTexts(jobs);
  const ids = await knownIds(tx, home, [...wanted.values()]);
  const fresh = [...wanted].filter(([at]) => !ids.has(at));
  const newIds = await nextIds(tx, 'mapValue', fresh.length);
  for (const [n, [place]] of fresh.entries()) ids.set(place, newIds[n] ?? 0);
  const twins = await twinsOf(tx, home, fresh, { ids, at });
  const texts = fresh.map(([place, { key, ...value }]): Publication => {
    const id = ids.get(place) ?? 0;
    const named = twins.get(id);
    const row = { ...newText(id, home, value, match, at), ...(named && { twins: named.ids }) };
    return { collection: 'mapValue', row, extra: { key } };
  });
  const publications = [...texts, ...[...twins.values()].flatMap(({ rows }) => rows)];
  const idsOf = (job: Texts): ValueIds => {
    const found = { ...noValues };
    for (const value of valuesOfJobs.get(job) ?? valuesOf(job))
      found[mapFields[value.kind].value] = ids.get(slot(value.kind, value.key)) ?? null;
    return found;
  };
  return { idsOf, publications };
}

/** The twins of one text: their ids by target, and the rows that are new. */
export type Twins = { readonly ids: Readonly<Record<string, number>>; readonly rows: readonly Publication[] };
type Fresh = readonly (readonly [place: string, value: New])[];

/**
 * Finds or makes the twins of texts for the targets that map for themselves, by the id of the text. `ids` has the ids of the texts by their
 * places. Writes nothing.
 */
export async function twinsOf(
  tx: Tx,
  { customerId, sourceId, apart = [] }: Pick<ValueHome, 'customerId' | 'sourceId' | 'apart'>,
  texts: Fresh,
  { ids, at }: { readonly ids: ReadonlyMap<string, number>; readonly at: string },
): Promise<Map<number, Twins>> {
  const found = new Map<number, Twins>();
  const values = texts.map(([, value]) => value);
  for (const { match, ...own } of apart) {
    const home = { ...own, customerId, sourceId };
    const known = await knownIds(tx, home, values);
    const missing = texts.filter(([, { kind, key }]) => !known.has(slot(kind, key)));
    const newIds = await nextIds(tx, 'mapValue', missing.length);
    const made = new Map(missing.map(([place, value], n) => [place, { id: newIds[n] ?? 0, value }]));
    for (const [place, { kind, key }] of texts) {
      const of = ids.get(place) ?? 0;
      const twin = made.get(place);
      const before = found.get(of) ?? { ids: {}, rows: [] };
      const rows = twin ? [twinRow(twin.id, home, twin.value, match, at)] : [];
      const id = twin?.id ?? known.get(slot(kind, key)) ?? 0;
      found.set(of, { ids: { ...before.ids, [own.targetId]: id }, rows: [...before.rows, ...rows] });
    }
  }
  return found;
}

const twinRow = (id: number, home: ValueHome, { key, ...value }: New, match: Matcher, at: string): Publication => ({
  collection: 'mapValue',
  row: newText(id, home, value, match, at),
  extra: { key },
});

/** A new text with its suggestion, and mapped where the premap or a certain suggestion says how. */
function newText(id: number, home: ValueHome, value: Omit<New, 'key'>, match: Matcher, at: string): MapValueRow {
  const suggested = withSuggestion(newRow(id, home, value, at), match, home.autoMap, at);
  return premapped(home.premap, suggested, premapper, at);
}

const slot = (kind: MapKind, key: string) => `${kind}/${key}`;

/** The texts of each job, and the distinct ones of all, each as the last of the jobs has it. */
export function readTexts(jobs: readonly Texts[]) {
  const ofJobs = new Map<Texts, readonly New[]>();
  const distinct = new Map<string, New>();
  for (const job of jobs) {
    const values = valuesOf(job);
    ofJobs.set(job, values);
    for (const value of values) distinct.set(slot(value.kind, value.key), value);
  }
  return { ofJobs, distinct };
}

function valuesOf(job: Texts): New[] {
  const values: New[] = [];
  for (const kind of mapKinds) {
    const text = job[kind];
    if (text === null || text.trim() === '') continue;
    const isPlaced = kind === 'facility';
    const value: New = {
      kind,
      text,
      within: kind === 'specialty' ? job.degree : null,
      address: isPlaced ? job.address : null,
      city: isPlaced ? job.city : null,
      state: isPlaced ? job.state : null,
      zip: isPlaced ? job.zip : null,
      key: '',
    };
    value.key = valueKey(value);
    values.push(value);
  }
  return values;
}

/** The ids of values that are stored already, by `readTexts`' keys. */
export async function knownIds(db: Db | Tx, home: ValueHome, values: readonly New[]): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  if (values.length === 0) return ids;
  const keys = [...new Set(values.map(({ key }) => key))];
  const { rows } = await sql<{ id: number; kind: MapKind; key: string }>`
    select id, kind, key from map_value
    where customer_id = ${home.customerId} and target_id = ${home.targetId} and source_id = ${home.sourceId}
      and key = any(${keys}::text[])`.execute(db);
  for (const { id, kind, key } of rows) ids.set(slot(kind, key), id);
  return ids;
}

const newRow = (id: number, home: ValueHome, value: Omit<New, 'key'>, at: string): MapValueRow => ({
  id,
  targetId: home.targetId,
  sourceId: home.sourceId,
  ...value,
  mappedId: null,
  how: null,
  suggestedId: null,
  certainty: null,
  ignored: false,
  unique: false,
  by: null,
  at: null,
  firstSeenAt: at,
});
