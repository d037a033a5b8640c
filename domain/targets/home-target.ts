import type { TargetRow } from '#contract/rows/rows.ts';

type Maps = Pick<TargetRow, 'maps' | 'mapsItself'>;

/**
 * The customer's first target with mapped values: the distinct texts that jobs name are mapped to it. One that maps for itself is the first
 * only if there is no other. A target that is switched off still is the first one: its mappings stay. Undefined if no target has mapped
 * values.
 */
export function homeTarget<T extends Maps>(targets: readonly T[]): T | undefined {
  const mapped = targets.filter(({ maps }) => maps.length > 0);
  return mapped.find(({ mapsItself }) => mapsItself !== true) ?? mapped[0];
}

/** The targets that texts are mapped for: the first one, and those that map for themselves. */
export function mappingTargets<T extends Maps>(targets: readonly T[]): readonly T[] {
  const home = homeTarget(targets);
  return targets.filter((target) => target === home || (target.maps.length > 0 && target.mapsItself === true));
}
