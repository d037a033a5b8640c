import type { RightName } from '#contract/kit/rights.ts';
import type { MapKind } from '#contract/rows/rows.ts';

/** The right needed to map each kind. Degree and specialty share one, as documented. */
export const mapRight: Readonly<Record<MapKind, RightName>> = {
  facility: 'map.facility',
  degree: 'map.degree',
  specialty: 'map.degree',
  shift: 'map.shift',
};
