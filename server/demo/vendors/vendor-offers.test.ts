import { expect, test } from 'vitest';
import { offerNumberOf, offersAt } from './vendor-offers.ts';

test('at any time Nightingale resells at least two open orders of Medloop, under their numbers and at another rate', () => {
  for (let hour = 0; hour < 24 * 60; hour += 7) {
    const now = new Date(Date.parse('2026-11-01T00:00:00Z') + hour * 3_600_000);
    const own = new Map(offersAt('medloop', now).map((offer) => [offerNumberOf(offer), offer]));
    const resold = offersAt('nightingale', now).filter((offer) => own.has(offerNumberOf(offer)));
    expect(resold.length, now.toISOString()).toBeGreaterThanOrEqual(2);
    for (const offer of resold) {
      const first = own.get(offerNumberOf(offer));
      expect(offer).toMatchObject({ facilityText: first?.facilityText, specialty: first?.specialty, shift: first?.shift });
      expect(offer.billRate).not.toBe(first?.billRate);
    }
  }
});
