import type { FieldValue } from '#contract/rows/jobs.ts';
import type { AtsValueRow, MapKind } from '#contract/rows/rows.ts';
import { type EffectiveMapping, type MapValues, mappingOf } from '../jobs/mapping-of.ts';
import type { MappedOf } from './job-run.ts';

/** The ATS value of a kind and an id; nothing where the ATS no longer lists it. */
export type AtsOf = (kind: MapKind, id: string) => Pick<AtsValueRow, 'extId' | 'name'> | null | undefined;

/** What rules on export read of a job's mappings under a key of the field catalogue: name, id or certainty; null where there is none. */
export function mappedValue(key: string, mappingTo: (kind: MapKind) => EffectiveMapping | null, atsOf: AtsOf): FieldValue {
  const [, name, id, certain] = /^(?:mapped([A-Z]\w+?)(Id)?|(facility|specialty)Certainty)$/.exec(key) ?? [];
  const kind = (certain ?? name?.toLowerCase()) as MapKind | undefined;
  const mapping = kind && mappingTo(kind);
  if (!mapping) return null;
  if (certain !== undefined) return mapping.certainty;
  const value = atsOf(kind, mapping.id);
  return value ? (id === undefined ? value.name : value.extId) : null;
}

/** Serves rules on export with the ATS values that whole jobs are mapped to. */
export const mappedOf =
  (values: MapValues, atsOf: AtsOf): MappedOf =>
  (job, key) =>
    mappedValue(key, (kind) => mappingOf(job, kind, values), atsOf);
