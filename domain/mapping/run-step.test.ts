import { expect, test } from 'vitest';
import { aValue } from '#tests/support/factories/job-factory.ts';
import { assigned, autoMapped, cleared, isTouchedSince, mappedPart, takenBack } from './run-step.ts';

const at = '2026-11-21T00:00:00.000Z';
const open = aValue(1, 'facility');
const best = { id: 'A', certainty: 96 };

test('an automatic run maps what is open and certain enough, nothing that a person mapped, unmapped or set aside', () => {
  expect(autoMapped(open, best, 95, 'auto', at)).toMatchObject({ mappedId: 'A', how: 'auto', by: null, certainty: 96 });
  for (const value of [
    { ...open, ignored: true },
    { ...open, by: 'Ann' },
    { ...open, mappedId: 'B', how: 'person' as const, by: 'Ann' },
  ])
    expect(autoMapped(value, best, 95, 'auto', at)).toBe(value);
  expect(autoMapped(open, { id: 'A', certainty: 94.9 }, 95, 'auto', at)).toBe(open);
  expect(autoMapped(open, undefined, 95, 'auto', at)).toBe(open);
});

test('clearing leaves a person’s mapping and keeps the suggestion of an automatic one', () => {
  const mine = assigned(open, 'B', 'Ann', at);
  expect(cleared(mine, at)).toBe(mine);
  expect(cleared(autoMapped(open, best, 95, 'ai', at), at)).toMatchObject({
    mappedId: null,
    how: null,
    by: null,
    suggestedId: 'A',
    certainty: 96,
  });
});

test('a run is taken back exactly, twice as well as once, but never over a person', () => {
  const after = autoMapped(open, best, 95, 'auto', at);
  const [was, left] = [mappedPart(open), mappedPart(after)];
  const back = takenBack(after, was, left);
  expect(back).toEqual(open);
  expect(takenBack(back, was, left)).toEqual(open);
  for (const touched of [
    assigned(after, 'B', 'Ann', '2026-11-22'),
    assigned(after, null, 'Ann', '2026-11-22'),
    { ...after, ignored: true },
  ]) {
    expect(isTouchedSince(touched, left)).toBe(true);
    expect(takenBack(touched, was, left)).toBe(touched);
  }
});

test('a bulk mapping is its person’s own until somebody else, or the same person again, changes it', () => {
  const after = assigned(open, 'B', 'Ann', at);
  expect(isTouchedSince(after, mappedPart(after))).toBe(false);
  expect(takenBack(after, mappedPart(open), mappedPart(after))).toEqual(open);
  expect(isTouchedSince(assigned(after, 'C', 'Ann', '2026-11-22'), mappedPart(after))).toBe(true);
});
