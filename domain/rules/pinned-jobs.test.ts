import { expect, test } from 'vitest';
import { aJob } from '#tests/support/factories/job-factory.ts';
import { aStoredRule } from '#tests/support/factories/rule-factory.ts';
import { pinnedMoves, pinnedText } from './pinned-jobs.ts';
import { prepareRules } from './prepare-rules.ts';

const today = '2026-11-21';
const pinned = {
  id: 51,
  name: 'ICU nights',
  jobId: 7,
  job: aJob({ billRate: 92.5, unit: 'ICU' }),
  expected: { billRate: 100 },
  version: 1,
  by: 'Ann',
  at: '2026-11-01T00:00:00.000Z',
  ref: null,
  purged: false,
};
const rules = (...all: Parameters<typeof aStoredRule>[0][]) =>
  prepareRules(
    all.map((over) => aStoredRule(over)),
    { moment: 'collection', today },
  );

test('[R26] a rule that changes a pinned field is reported with all three values', () => {
  expect(pinnedMoves([pinned], rules({}), rules({ operand: '110' }))).toEqual([
    { pinned, field: 'billRate', expected: 100, before: 100, after: 110 },
  ]);
});

test('a field that no rule had written when the job was pinned must keep the vendor’s value', () => {
  const moves = pinnedMoves([pinned], rules({}), rules({}, { id: 22, fieldId: 15, operand: 'Night ICU' }));
  expect(moves).toMatchObject([{ field: 'unit', expected: 'ICU', before: 'ICU', after: 'Night ICU' }]);
});

test('a change that moves no field, or restores the pinned value, is not reported', () => {
  expect(pinnedMoves([pinned], rules({}), rules({ name: 'Other words' }))).toEqual([]);
  expect(pinnedMoves([pinned], rules({ operand: '110' }), rules({}))).toEqual([]);
  expect(pinnedMoves([pinned], rules({ operand: '110' }), rules({ operand: '110' }))).toEqual([]);
});

test('[R26] the sentence names each job with its fields before and after', () => {
  const moves = pinnedMoves([pinned], rules({}), rules({ operand: '110' }, { id: 22, fieldId: 15, operand: 'Night ICU' }));
  expect(pinnedText(moves)).toBe(
    'A pinned job would come out otherwise: ICU nights (Bill Rate 100 → 110, Unit ICU → Night ICU).',
  );
});
