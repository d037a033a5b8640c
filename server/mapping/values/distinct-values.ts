import type { JobRow } from '#contract/rows/jobs.ts';
import type { MapKind, MapValueRow } from '#contract/rows/rows.ts';
import { mapFields, mapKinds } from '#domain/jobs/mapping-of.ts';
import type { Matcher } from '#domain/mapping/matcher.ts';
import { type Premap, premapped } from '#domain/mapping/premap.ts';
import { valueKey } from '#domain/mapping/text/value-key.ts';
import { nextIds } from '#server/feed/publish.ts';
import type { Tx } from '#server/kit/db/connection.ts';
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
};

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
  const valuesOfJobs = new Map(jobs.map((job) => [job, valuesOf(job)]));
  const wanted = new Map<string, New>();
  for (const values of valuesOfJobs.values()) for (const value of values) wanted.set(slot(value.kind, value.key), value);
  const ids = await knownIds(tx, home, [...wanted.values()]);
  const fresh = [...wanted].filter(([at]) => !ids.has(at));
  const newIds = await nextIds(tx, 'mapValue', fresh.length);
  const publications = fresh.map(([place, { key, ...value }], n): Publication => {
    const id = newIds[n] ?? 0;
    ids.set(place, id);
    const suggested = withSuggestion(newRow(id, home, value, at), match, home.autoMap, at);
    return { collection: 'mapValue', row: premapped(home.premap, suggested, premapper, at), extra: { key } };
  });
  const idsOf = (job: Texts): ValueIds => {
    const found = { ...noValues };
    for (const value of valuesOfJobs.get(job) ?? valuesOf(job))
      found[mapFields[value.kind].value] = ids.get(slot(value.kind, value.key)) ?? null;
    return found;
  };
  return { idsOf, publications };
}

const slot = (kind: MapKind, key: string) => `${kind}/${key}`;

function valuesOf(job: Texts): New[] {
  const nowhere = { address: null, city: null, state: null, zip: null };
  const texts = { facility: job.facility, degree: job.degree, specialty: job.specialty, shift: job.shift };
  return mapKinds.flatMap((kind) => {
    const text = texts[kind];
    if (text === null || text.trim() === '') return [];
    const place = kind === 'facility' ? { address: job.address, city: job.city, state: job.state, zip: job.zip } : nowhere;
    const value = { kind, text, within: kind === 'specialty' ? job.degree : null, ...place };
    return [{ ...value, key: valueKey(value) }];
  });
}

async function knownIds(tx: Tx, home: ValueHome, values: New[]): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  if (values.length === 0) return ids;
  const rows = await tx
    .selectFrom('map_value')
    .select(['id', 'kind', 'key'])
    .where('customer_id', '=', home.customerId)
    .where('target_id', '=', home.targetId)
    .where('source_id', '=', home.sourceId)
    .where('key', 'in', [...new Set(values.map((value) => value.key))])
    .execute();
  for (const row of rows) ids.set(slot(row.kind as MapKind, row.key), row.id);
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
