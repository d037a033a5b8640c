import { expect, test } from 'vitest';
import type { FieldValue } from '#contract/rows/jobs.ts';
import { fieldOf } from '#domain/fields/catalogue.ts';
import { evaluate, explain, testsOn } from '../evaluate.ts';
import { parseCondition } from '../language/parse-condition.ts';
import { type Verdict, verdict } from './comparison-test.ts';

const today = '2026-11-21';

function ask(text: string, values: Readonly<Record<string, FieldValue>>): Verdict | boolean {
  const parsed = parseCondition(text);
  if ('problem' in parsed || !parsed.tree) throw new Error(text);
  const read = ({ fieldId, variable }: { fieldId: number; variable: string | null }) =>
    values[variable ?? fieldOf(fieldId)?.key ?? ''] ?? null;
  const tests = testsOn(today);
  const explained = explain(parsed.tree, read, tests);
  expect(explained.holds).toBe(evaluate(parsed.tree, read, tests));
  return explained.kind === 'comparison' ? explained.verdict : explained.holds;
}
const { yes, no, unreadable, empty } = verdict;

test('[R22] texts: letter case and surrounding spaces are ignored; not equal means none of the values', () => {
  expect(ask('[Degree] equal "rn "', { degree: ' RN' })).toBe(yes);
  expect(ask('[Degree] equal LPN|RN', { degree: 'RN' })).toBe(yes);
  expect(ask('[Degree] not equal LPN|RN', { degree: 'RN' })).toBe(no);
  expect(ask('[Degree] not equal RN', { degree: null })).toBe(yes);
  expect(ask('[Facility] starts st.', { facility: 'St. Mary' })).toBe(yes);
  expect(ask('[Facility] does not end with mary', { facility: 'St. Mary' })).toBe(no);
  expect(ask('[Note] contains icu~night|float', { note: 'Night shift, ICU' })).toBe(yes);
  expect(ask('[Note] contains icu~day|float', { note: 'Night shift, ICU' })).toBe(no);
});

test('[R23] numbers: in everyday notation, ranges by ~; an unreadable value matches neither a comparison nor its opposite', () => {
  expect(ask('[Bill Rate] equal "$1,200.50"', { billRate: 1200.5 })).toBe(yes);
  expect(ask('[Bill Rate] equal 60~70', { billRate: 70 })).toBe(yes);
  expect(ask('[Bill Rate] not equal 60~70', { billRate: 71 })).toBe(yes);
  expect(ask('[Bill Rate] less than much', { billRate: 70 })).toBe(unreadable);
  expect(ask('[Bill Rate] not equal much', { billRate: 70 })).toBe(unreadable);
  expect(ask('[Margin] greater than 5', { margin: 'n/a' })).toBe(unreadable);
  expect(ask('[Bill Rate] less than 5', { billRate: null })).toBe(empty);
  expect(ask('[Bill Rate] less than [Local Rate]+5', { billRate: 70, localRate: 66 })).toBe(yes);
});

test('[R24] dates: ISO or month first, today, weekdays with days, other date fields', () => {
  expect(ask('[Start Date] equal 12/01/2026', { startDate: '2026-12-01' })).toBe(yes);
  expect(ask('[Start Date] less equal [Today]+10', { startDate: '2026-12-01' })).toBe(yes);
  expect(ask('[Start Date] equal Monday+7', { startDate: '2026-11-30' })).toBe(yes);
  expect(ask('[Start Date] greater than [End Date]-30', { startDate: '2026-12-01', endDate: '2026-12-20' })).toBe(yes);
  expect(ask('[Start Date] greater than soon', { startDate: '2026-12-01' })).toBe(unreadable);
  expect(ask('[Post Date] equal 11/01/2026', { postedAt: '2026-11-01T08:00:00Z' })).toBe(yes);
});

test('work types by name or id, yes and no, kinds of values', () => {
  expect(ask('[Work Type] equal travel|3', { workType: 3 })).toBe(yes);
  expect(ask('[Hot] equal yes', { hot: true })).toBe(yes);
  expect(ask('[Local] equal no', {})).toBe(yes);
  expect(ask('[Hot] is yes', { hot: false })).toBe(no);
  expect(ask('[Note] is empty', { note: '  ' })).toBe(yes);
  expect(ask('[Zip] is a number', { zip: '94110' })).toBe(yes);
  expect(ask('[Zip] is not a date', { zip: '94110' })).toBe(yes);
});

test('a local variable is a number, a date or a text, depending on its value', () => {
  expect(ask('[Local Variable: x] equal 5.0', { x: '5' })).toBe(yes);
  expect(ask('[Local Variable: x] greater than 11/20/2026', { x: '2026-11-21' })).toBe(yes);
  expect(ask('[Local Variable: x] equal High', { x: 'high ' })).toBe(yes);
  expect(ask('[Local Variable: x] greater than low', { x: 'high' })).toBe(unreadable);
});
