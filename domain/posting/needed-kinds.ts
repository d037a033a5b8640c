import type { MapKind, TargetRow } from '#contract/rows/rows.ts';
import { mapKinds } from '../jobs/mapping-of.ts';

/**
 * Kinds that must be mapped before a job can be posted to the target; all kinds while the target is unknown. A specialty that depends
 * on its degree has no meaning without it, so such a target needs the degree as well.
 */
export function neededKinds(target: TargetRow | null): readonly MapKind[] {
  if (!target) return mapKinds;
  if (!target.mappingRequired) return [];
  const needsDegree = target.specialtyDependsOnDegree && target.maps.includes('specialty') && !target.maps.includes('degree');
  return needsDegree ? ['degree', ...target.maps] : target.maps;
}
