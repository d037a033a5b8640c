import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, dayOfEpoch, dayOfIso, epochDays, isoDay } from './calendar.ts';

const anyDay = fc.integer({ min: -200_000, max: 200_000 });

test('epoch days agree with JavaScript dates for every day of a millennium', () => {
  fc.assert(
    fc.property(anyDay, (days) => {
      const wanted = new Date(days * 86_400_000).toISOString().slice(0, 10);
      expect(isoDay(dayOfEpoch(days))).toBe(wanted);
      const day = dayOfIso(wanted);
      expect(day && epochDays(day)).toBe(days);
    }),
    { seed: 7, numRuns: 3000 },
  );
});

test('adding and then subtracting days gives the same date', () => {
  fc.assert(
    fc.property(anyDay, fc.integer({ min: -4000, max: 4000 }), (days, more) => {
      const on = isoDay(dayOfEpoch(days));
      expect(addDays(addDays(on, more) ?? '', -more)).toBe(on);
    }),
    { seed: 7, numRuns: 1000 },
  );
  expect(addDays('2025-02-30', 1)).toBeUndefined();
});
