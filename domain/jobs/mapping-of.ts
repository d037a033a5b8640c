import type { JobRow } from '#contract/rows/jobs.ts';
import type { MapKind, MapValueRow } from '#contract/rows/rows.ts';

/** The kinds of mapping, in the order in which people map them. */
export const mapKinds = ['facility', 'degree', 'specialty', 'shift'] as const satisfies readonly MapKind[];

/** The fields of a job for each kind: its own override, and the distinct text whose mapping it otherwise uses. */
export const mapFields = {
  facility: { own: 'facilityMap', value: 'facilityValueId', flag: 'facilityManual' },
  degree: { own: 'degreeMap', value: 'degreeValueId', flag: 'degreeManual' },
  specialty: { own: 'specialtyMap', value: 'specialtyValueId', flag: 'specialtyManual' },
  shift: { own: 'shiftMap', value: 'shiftValueId', flag: 'shiftManual' },
} as const satisfies Record<MapKind, { own: keyof JobRow; value: keyof JobRow; flag: string }>;

/** The mappings of distinct vendor texts, by their ids. */
export type MapValues = { get(id: number): Pick<MapValueRow, 'mappedId' | 'certainty'> | undefined };

/** What a job is mapped to, and how: by its own override, or by the mapping that its text shares with other jobs. */
export type EffectiveMapping = { readonly id: string; readonly how: 'job' | 'shared'; readonly certainty: number | null };

/** The effective mapping of a job: its own override, else the shared mapping, else null. An override has no certainty. */
export function mappingOf(job: JobRow, kind: MapKind, values: MapValues): EffectiveMapping | null {
  const fields = mapFields[kind];
  return effectiveMapping(job[fields.own], job[fields.value], values);
}

/** The same, from a job's two fields: its own override, and the id of its text. */
export function effectiveMapping(own: string | null, valueId: number | null, values: MapValues): EffectiveMapping | null {
  if (own !== null) return { id: own, how: 'job', certainty: null };
  const value = valueId === null ? undefined : values.get(valueId);
  if (!value || value.mappedId === null) return null;
  return { id: value.mappedId, how: 'shared', certainty: value.certainty };
}
