import type { FieldValue } from '#contract/jobs.ts';
import type { AtsValueRow, MapKind } from '#contract/rows.ts';
import { type EffectiveMapping, type MapValues, mappingOf } from '../jobs/mapping-of.ts';
import type { MappedOf } from './job-run.ts';

/** The ATS value of a kind and an id; nothing where the ATS no longer lists it. */
export type AtsOf = (kind: MapKind, id: string) => Pick<AtsValueRow, 'extId' | 'name'> | null | undefined;

/** What rules on export read of a job's mappings under a key of the field catalogue: name, id or certainty; null where there is none. */
export function mappedValue(key: string, mappingTo: (kind: MapKind) => EffectiveMapping | null, atsOf: AtsOf): FieldValue {
  const certain = /^(facility|specialty)Certainty$/.exec(key)?.[1];
  if (certain !== undefined) return mappingTo(certain as MapKind)?.certainty ?? null;
  const [, name, id] = /^mapped(Facility|Degree|Specialty|Shift)(Id)?$/.exec(key) ?? [];
  if (name === undefined) return null;
  const kind = name.toLowerCase() as MapKind;
  const mapping = mappingTo(kind);
  const value = mapping && atsOf(kind, mapping.id);
  return value ? (id === undefined ? value.name : value.extId) : null;
}

/** Serves rules on export with the ATS values that whole jobs are mapped to. */
export const mappedOf =
  (values: MapValues, atsOf: AtsOf): MappedOf =>
  (job, key) =>
    mappedValue(key, (kind) => mappingOf(job, kind, values), atsOf);
