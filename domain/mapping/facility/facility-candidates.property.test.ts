import fc from 'fast-check';
import { expect, test } from 'vitest';
import { facilityCandidates } from './facility-candidates.ts';
import { buildFacilityIndex, type FacilityTarget, type FacilityText } from './facility-index.ts';

const seeded = { seed: Number(process.env['FUZZ_SEED'] ?? 20_261), numRuns: 400 };

const name = fc
  .array(
    fc.constantFrom('Mercy', 'Saint', 'Luke', 'Sunrise', 'Valley', 'General', 'Hospital', 'Medical', 'Center', 'Rehab', 'Reno'),
    { minLength: 1, maxLength: 4 },
  )
  .map((words) => words.join(' '));
const place = fc.record({
  address: fc.constantFrom('1 Main St', '20 Oak Ave', '300 Elm Rd'),
  city: fc.constantFrom('Reno', 'Elko', 'Las Vegas'),
  zip: fc.constantFrom('89501', '89502', '89801'),
});
const lists = fc
  .array(fc.tuple(name, place), { minLength: 1, maxLength: 12 })
  .map((rows) => rows.map(([text, where], id): FacilityTarget<number> => ({ id, name: text, state: 'NV', ...where })));
const PARTS = ['address', 'city', 'zip'] as const;

test('[M5] a part that agrees fully never lowers the certainty of its facility', () => {
  let rose = 0;
  fc.assert(
    fc.property(
      lists,
      fc.nat(),
      name,
      fc.subarray([...PARTS]),
      fc.constantFrom(...PARTS),
      (targets, pick, text, given, added) => {
        const target = targets[pick % targets.length];
        if (!target || given.includes(added)) return;
        const index = buildFacilityIndex(targets);
        const certainty = (parts: readonly (typeof PARTS)[number][]): number => {
          const query: FacilityText = {
            name: text,
            state: 'NV',
            ...Object.fromEntries(parts.map((part) => [part, target[part]])),
          };
          return facilityCandidates(index, query, targets.length).find(({ id }) => id === target.id)?.certainty ?? 0;
        };
        const [without, withIt] = [certainty(given), certainty([...given, added])];
        if (withIt > without) rose++;
        expect(withIt).toBeGreaterThanOrEqual(without);
      },
    ),
    seeded,
  );
  expect(rose).toBeGreaterThan(50);
});

test('[M6] the result depends neither on the order of the list nor on the order of the words', () => {
  let several = 0;
  fc.assert(
    fc.property(lists, name, place, fc.integer(), (targets, text, where, turn) => {
      const query = { name: text, state: 'NV', ...where };
      const answer = (list: readonly FacilityTarget<number>[], asked: FacilityText) =>
        facilityCandidates(buildFacilityIndex(list), asked, list.length)
          .map(({ id, certainty }) => [id, certainty] as const)
          .sort(([a], [b]) => a - b);
      const cut = Math.abs(turn) % targets.length;
      const plain = answer(targets, query);
      if (plain.length > 1) several++;
      expect(answer([...targets.slice(cut), ...targets.slice(0, cut)], query)).toEqual(plain);
      expect(answer(targets, { ...query, name: text.split(' ').reverse().join(' ') })).toEqual(plain);
    }),
    seeded,
  );
  expect(several).toBeGreaterThan(100);
});

test('[M6] certainties are between 0 and 100, and their sum is never far above 100', () => {
  fc.assert(
    fc.property(lists, name, place, (targets, text, where) => {
      const certainties = facilityCandidates(
        buildFacilityIndex(targets),
        { name: text, state: 'NV', ...where },
        targets.length,
      ).map(({ certainty }) => certainty);
      expect(Math.min(...certainties)).toBeGreaterThanOrEqual(0);
      expect(certainties).toEqual([...certainties].sort((a, b) => b - a));
      expect(certainties.filter((certainty) => certainty > 60).length).toBeLessThanOrEqual(1);
    }),
    seeded,
  );
});
