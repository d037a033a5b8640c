import type { JobRow } from '#contract/rows/jobs.ts';
import type { MapKind, MapValueRow } from '#contract/rows/rows.ts';

/** The kinds of mapping, in the order in which a person maps them. */
export const mapKinds = ['facility', 'degree', 'specialty', 'shift'] as const satisfies readonly MapKind[];

/** Where a job keeps its own override of each kind, and the distinct text whose mapping it otherwise shares. */
export const mapFields = {
  facility: { own: 'facilityMap', value: 'facilityValueId', flag: 'facilityManual' },
  degree: { own: 'degreeMap', value: 'degreeValueId', flag: 'degreeManual' },
  specialty: { own: 'specialtyMap', value: 'specialtyValueId', flag: 'specialtyManual' },
  shift: { own: 'shiftMap', value: 'shiftValueId', flag: 'shiftManual' },
} as const satisfies Record<MapKind, { own: keyof JobRow; value: keyof JobRow; flag: string }>;

/** What distinct vendor texts are mapped to, by their ids. */
export type MapValues = { get(id: number): Pick<MapValueRow, 'mappedId' | 'certainty'> | undefined };

/** What a job is mapped to, and by whom: its own override, or the mapping that its text shares with other jobs. */
export type EffectiveMapping = { readonly id: string; readonly how: 'job' | 'shared'; readonly certainty: number | null };

/** The mapping that counts for a job. Its own override wins; null when neither exists. A person's override has no certainty. */
export function mappingOf(job: JobRow, kind: MapKind, values: MapValues): EffectiveMapping | null {
  const fields = mapFields[kind];
  return effectiveMapping(job[fields.own], job[fields.value], values);
}

/** The same of a job's two fields: its own override, and the id of its text. */
export function effectiveMapping(own: string | null, valueId: number | null, values: MapValues): EffectiveMapping | null {
  if (own !== null) return { id: own, how: 'job', certainty: null };
  const value = valueId === null ? undefined : values.get(valueId);
  if (!value || value.mappedId === null) return null;
  return { id: value.mappedId, how: 'shared', certainty: value.certainty };
}
