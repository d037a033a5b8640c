import type { JobRow } from '#contract/rows/jobs.ts';
import type { MapKind, MapValueRow, TargetRow } from '#contract/rows/rows.ts';

/** The kinds of mapping, in the order in which people map them. */
export const mapKinds = ['facility', 'degree', 'specialty', 'shift'] as const satisfies readonly MapKind[];

/** The fields of a job for each kind: its own override, and the distinct text whose mapping it otherwise uses. */
export const mapFields = {
  facility: { own: 'facilityMap', value: 'facilityValueId', flag: 'facilityManual' },
  degree: { own: 'degreeMap', value: 'degreeValueId', flag: 'degreeManual' },
  specialty: { own: 'specialtyMap', value: 'specialtyValueId', flag: 'specialtyManual' },
  shift: { own: 'shiftMap', value: 'shiftValueId', flag: 'shiftManual' },
} as const satisfies Record<MapKind, { own: keyof JobRow; value: keyof JobRow; flag: string }>;

/** What is known of a distinct text. */
type MappedText = Pick<MapValueRow, 'mappedId' | 'certainty'> & Partial<Pick<MapValueRow, 'twins' | 'targetId'>>;

/** The mappings of distinct vendor texts, by their ids. `countsOwn`: whether a job's own override counts beside them; absent where it does. */
export type MapValues = { get(id: number): MappedText | undefined; readonly countsOwn?: boolean };

/**
 * The mappings that count for a target, by the ids that jobs name. A target that maps for itself has rows of its own for the same texts. An
 * override does not say whose ID it has, and the target that it was made for may be gone: such a target never takes one. So no ID of another
 * ATS reaches it. `values` holds the rows of both.
 */
export const valuesAt = (target: Pick<TargetRow, 'id' | 'mapsItself'>, values: MapValues): MapValues =>
  target.mapsItself === true ? { countsOwn: false, get: (id) => textAt(target, values, id) } : values;

/** The row of a text for a target, by the id that jobs name: its twin for a target that maps for itself. */
export function textAt<T extends MappedText>(
  { id: targetId, mapsItself }: Pick<TargetRow, 'id' | 'mapsItself'>,
  values: { get(id: number): T | undefined },
  id: number,
): T | undefined {
  const text = values.get(id);
  if (mapsItself !== true || !text || text.targetId === targetId) return text;
  const twin = values.get(text.twins?.[targetId] ?? 0);
  return twin?.targetId === undefined || twin.targetId === targetId ? twin : undefined;
}

/** The ids of the rows of these texts for a target that maps for itself; none for another target. */
export const twinIds = (
  { id, mapsItself }: Pick<TargetRow, 'id' | 'mapsItself'>,
  rows: Iterable<Pick<MapValueRow, 'twins'>>,
): number[] => (mapsItself === true ? [...rows].flatMap(({ twins }) => twins?.[id] ?? []) : []);

/** What a job is mapped to, and how: by its own override, or by the mapping that its text shares with other jobs. */
export type EffectiveMapping = { readonly id: string; readonly how: 'job' | 'shared'; readonly certainty: number | null };

/** The effective mapping of a job: its own override, else the shared mapping, else null. An override has no certainty. */
export function mappingOf(job: JobRow, kind: MapKind, values: MapValues): EffectiveMapping | null {
  const fields = mapFields[kind];
  const valueId = job[fields.value];
  return effectiveMapping(values.countsOwn === false ? null : job[fields.own], valueId, values);
}

/** The same, from a job's two fields: its own override, and the id of its text. */
export function effectiveMapping(own: string | null, valueId: number | null, values: MapValues): EffectiveMapping | null {
  if (own !== null) return { id: own, how: 'job', certainty: null };
  const value = valueId === null ? undefined : values.get(valueId);
  if (!value || value.mappedId === null) return null;
  return { id: value.mappedId, how: 'shared', certainty: value.certainty };
}
