import type { FieldValue } from '#contract/rows/jobs.ts';
import type { AtsValueRow, MapKind } from '#contract/rows/rows.ts';
import { type EffectiveMapping, type MapValues, mappingOf } from '../jobs/mapping-of.ts';
import type { MappedOf } from './job-run.ts';

/** Finds the ATS value of a kind and an id. Empty if the ATS no longer lists it. */
export type AtsOf = (kind: MapKind, id: string) => Pick<AtsValueRow, 'extId' | 'name'> | null | undefined;

/**
 * The value that rules on export read for a mapping's key in the field catalog: name, id or certainty. Null if there is no
 * mapping.
 */
export function mappedValue(key: string, mappingTo: (kind: MapKind) => EffectiveMapping | null, atsOf: AtsOf): FieldValue {
  const [, name, id, certain] = /^(?:mapped([A-Z]\w+?)(Id)?|(facility|specialty)Certainty)$/.exec(key) ?? [];
  const kind = (certain ?? name?.toLowerCase()) as MapKind | undefined;
  const mapping = kind && mappingTo(kind);
  if (!mapping) return null;
  if (certain !== undefined) return mapping.certainty;
  const value = atsOf(kind, mapping.id);
  return value ? (id === undefined ? value.name : value.extId) : null;
}

/** Returns the ATS values that whole jobs are mapped to, for rules on export. */
export const mappedOf =
  (values: MapValues, atsOf: AtsOf): MappedOf =>
  (job, key) =>
    mappedValue(key, (kind) => mappingOf(job, kind, values), atsOf);
