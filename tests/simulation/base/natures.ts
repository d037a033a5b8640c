/**
 * What a target offers against duplicates: it makes no second job order of a reference, it can be asked for a reference, or neither.
 * Of the kinds, Salesforce and TravelNurseSource are of the first nature, Bullhorn and Crelate of the second, and CTM of the third.
 */
export const natures = ['native idempotency', 'look-up', 'neither'] as const;
export type Nature = (typeof natures)[number];

/** The nature for a lot of 0 to 1. */
export function natureOf(lot: number): Nature {
  if (lot < 0.3) return 'native idempotency';
  return lot < 0.5 ? 'neither' : 'look-up';
}
