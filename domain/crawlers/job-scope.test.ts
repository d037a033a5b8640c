import { describe, expect, test } from 'vitest';
import { everyJob, hasDays, isInScope, scopeProblems, scopeSentences } from './job-scope.ts';

const today = '2026-11-20';
const names = { travel: 'Travel', permanent: 'Permanent', perDiem: 'Per diem' };
const [travel, permanent, perDiem] = [1, 2, 3] as const;
const job = (workType: 1 | 2 | 3, startDate: string | null) => ({ workType, startDate });

describe('a job is in scope', () => {
  test('by its work type', () => {
    const noPerDiem = { ...everyJob, perDiem: false };
    expect([travel, permanent, perDiem].map((type) => isInScope(job(type, null), noPerDiem, today))).toEqual([true, true, false]);
    const onlyPermanent = { ...everyJob, travel: false, perDiem: false };
    expect([travel, permanent, perDiem].map((type) => isInScope(job(type, null), onlyPermanent, today))).toEqual([
      false,
      true,
      false,
    ]);
  });

  test.each([
    ['2026-11-19', false],
    ['2026-11-20', true],
    ['2026-12-20', true],
    ['2026-12-21', false],
    [null, true],
    ['soon', true],
  ])('by the days to its start: %s', (start, isIn) => {
    expect(isInScope(job(travel, start), { ...everyJob, daysFrom: 0, daysTo: 30 }, today)).toBe(isIn);
    // Those days are of travel and permanent jobs only.
    expect(isInScope(job(perDiem, start), { ...everyJob, daysFrom: 0, daysTo: 30 }, today)).toBe(true);
    expect(isInScope(job(perDiem, start), { ...everyJob, daysFromPerDiem: 0, daysToPerDiem: 30 }, today)).toBe(isIn);
  });

  test('without limits, always', () => {
    expect(isInScope(job(permanent, '1999-01-01'), everyJob, today)).toBe(true);
    expect([hasDays(everyJob), hasDays({ ...everyJob, daysToPerDiem: 7 })]).toEqual([false, true]);
  });
});

test('a scope needs a work type, and days in order', () => {
  expect(scopeProblems(everyJob)).toEqual({});
  expect(scopeProblems({ ...everyJob, daysFrom: 7, daysTo: 7 })).toEqual({});
  expect(scopeProblems({ ...everyJob, travel: false, permanent: false, perDiem: false })).toEqual({
    travel: 'Choose at least one work type',
  });
  expect(Object.keys(scopeProblems({ ...everyJob, daysFrom: 30, daysTo: 7, daysFromPerDiem: 3, daysToPerDiem: 1 }))).toEqual([
    'daysTo',
    'daysToPerDiem',
  ]);
});

test('a scope reads as sentences', () => {
  expect(scopeSentences(everyJob, names)).toEqual(['Travel and Permanent: any start date', 'Per diem: any start date']);
  expect(scopeSentences({ ...everyJob, permanent: false, daysFrom: 0, daysTo: 30, daysToPerDiem: 1 }, names)).toEqual([
    'Travel: starting in 0 to 30 days',
    'Per diem: starting within 1 day',
  ]);
  expect(scopeSentences({ ...everyJob, travel: false, perDiem: false, daysFrom: 1 }, names)).toEqual([
    'Permanent: starting in 1 day or later',
  ]);
});
