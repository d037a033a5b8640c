import { expect, test } from 'vitest';
import { aValue } from '#tests/support/factories/job-factory.ts';
import { assigned, autoMapped, cleared, isTouchedSince, mappedPart, recomputed, takenBack } from './run-step.ts';

const at = '2026-11-21T00:00:00.000Z';
const open = aValue(1, 'facility');
const best = { id: 'A', certainty: 96 };

test('[M12] an automatic run maps open texts with enough certainty, but none that a person mapped, unmapped or ignored', () => {
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

test('[M13] clearing keeps a person’s mapping and the suggestion of an automatic one', () => {
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

test('[M14] undoing a run restores the rows exactly, also when repeated, and never overwrites a person', () => {
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

test('a bulk mapping belongs to its person until someone changes it again', () => {
  const after = assigned(open, 'B', 'Ann', at);
  expect(isTouchedSince(after, mappedPart(after))).toBe(false);
  expect(takenBack(after, mappedPart(open), mappedPart(after))).toEqual(open);
  expect(isTouchedSince(assigned(after, 'C', 'Ann', '2026-11-22'), mappedPart(after))).toBe(true);
});

test('recomputing updates what no person decided, and gives the same row where nothing changes', () => {
  const given = { autoMap: false, at };
  const suggested = recomputed(open, { id: 'A', certainty: 88 }, 95, given);
  expect(suggested).toEqual({ ...open, suggestedId: 'A', certainty: 88 });
  expect(recomputed(suggested, { id: 'A', certainty: 88 }, 95, given)).toBe(suggested);
  expect(recomputed(suggested, undefined, 95, given)).toEqual(open);
  expect(recomputed(open, best, 95, given).mappedId).toBeNull();
  expect(recomputed(open, best, 95, { ...given, autoMap: true })).toMatchObject({ mappedId: 'A', how: 'auto' });
  const auto = autoMapped(open, best, 95, 'auto', at);
  expect(recomputed(auto, { id: 'B', certainty: 97 }, 95, given)).toMatchObject({ mappedId: 'B', how: 'auto', suggestedId: 'B' });
  for (const better of [{ id: 'B', certainty: 94 }, best, undefined]) expect(recomputed(auto, better, 95, given)).toBe(auto);
  for (const kept of [{ ...open, ignored: true }, assigned(open, 'C', 'Ann', at), autoMapped(open, best, 95, 'ai', at)])
    expect(recomputed(kept, { id: 'B', certainty: 99 }, 95, { ...given, autoMap: true })).toBe(kept);
  const unmappedByPerson = { ...open, by: 'Ann' };
  expect(recomputed(unmappedByPerson, best, 95, { ...given, autoMap: true })).toMatchObject({ mappedId: null, suggestedId: 'A' });
});
