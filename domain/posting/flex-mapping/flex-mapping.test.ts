import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FlexMappingRow } from '#contract/rows/flex-mapping.ts';
import { mappedFields } from '#domain/posting/field-mapping/mapped-fields.ts';
import { aFieldMapping, aFlexMapping } from '#tests/support/factories/field-mapping-factory.ts';
import { aJob } from '#tests/support/factories/job-factory.ts';
import { combinationOf, lineFor, missingLine } from './flex-line.ts';
import { type FlexProblem, flexProblems } from './flex-problems.ts';
import { flexValues } from './flex-values.ts';
import { openCombinations } from './open-combinations.ts';

const atsField = (name: string, over = {}) => ({ name, fieldType: 'text' as const, required: false, ...over });
const flex = (over: Partial<FlexMappingRow> = {}) =>
  aFlexMapping({
    jobFields: ['unit', 'workType'],
    atsFields: [atsField('customText5', { required: true }), atsField('customInt1', { fieldType: 'number' })],
    lines: [
      { when: ['4W', 'Travel'], give: ['West', '7'] },
      { when: ['', 'Per Diem'], give: ['Pool', ''] },
      { when: ['4W', '*'], give: ['Other', '8'] },
    ],
    ...over,
  });

describe('the line of a job', () => {
  test.each<[string, string | null, 1 | 2 | 3, string | null]>([
    ['the first that fits wins', '4W', 1, 'West'],
    ['letter case and spaces do not count', ' 4w ', 1, 'West'],
    ['a star fits any value', '4W', 2, 'Other'],
    ['a blank fits no value', null, 3, 'Pool'],
    ['a blank does not fit a value', '5E', 3, null],
    ['a star is for its own column', '5E', 1, null],
  ])('%s', (_, unit, workType, gives) => {
    const of = flex();
    expect(lineFor(of, combinationOf(aJob({ unit, workType }), of))?.give[0] ?? null).toBe(gives);
  });

  test('is the first in the order that fits, whatever lines there are', () => {
    const cell = fc.constantFrom('a', 'A', 'b', '', '*');
    const line = fc.record({ when: fc.tuple(cell, cell), give: fc.tuple(fc.string()) });
    let fitted = 0;
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 6 }),
        fc.tuple(fc.constantFrom('a', 'b', ''), fc.constantFrom('a', 'b', '')),
        (lines, job) => {
          const fits = lines.filter(({ when }) => when.every((cell, at) => cell === '*' || cell.toLowerCase() === job[at]));
          expect(lineFor({ lines }, job)).toBe(fits[0]);
          if (fits.length > 0) fitted++;
        },
      ),
      { seed: 7, numRuns: 300 },
    );
    expect(fitted).toBeGreaterThan(50);
  });
});

describe('what a job gets', () => {
  const around = {
    job: aJob({ unit: '4W', workType: 1 }),
    mapped: { facility: null, degree: null, specialty: null, shift: null },
  };
  const of = (row: FlexMappingRow) => flexValues(around.job, row, 'epoch');

  test('values have the type of their field; a blank is left to the field mapping, whose lines come after', () => {
    expect(of(flex())).toEqual([
      { atsField: 'customText5', value: 'West', skipped: null },
      { atsField: 'customInt1', value: 7, skipped: null },
    ]);
    const blank = of(flex({ lines: [{ when: ['*', '*'], give: ['West', ''] }] }));
    const lines = [
      aFieldMapping({ atsField: 'customText5', option: 5, value: 'Mapped' }),
      aFieldMapping({ id: 2, position: 2, atsField: 'customInt1', option: 5, value: '3', fieldType: 'number' }),
    ];
    const sent = mappedFields(lines, {
      ...around,
      mappedOf: () => null,
      around: { today: '2026-11-26', pay: null },
      dates: 'epoch',
      flex: blank,
    });
    expect(sent.values).toEqual({ customText5: 'West', customInt1: 3 });
    expect(sent.trace.map(({ skipped }) => skipped)).toEqual(['The flex mapping gave the value', null]);
    expect([...sent.followed].sort()).toEqual(['customInt1', 'customText5']);
  });

  test('without a line nothing is given, and only a required field keeps the job from being posted', () => {
    const none = flex({ lines: [] });
    expect(of(none).map(({ skipped }) => skipped)).toEqual(Array(2).fill('No line of the flex mapping fits the job'));
    expect(missingLine(around.job, none)).toEqual(['4W', 'Travel']);
    expect(missingLine(around.job, { ...none, atsFields: [atsField('customText5')] })).toBeNull();
    expect(missingLine(around.job, flex())).toBeNull();
    expect(missingLine(around.job, null)).toBeNull();
  });
});

test('combinations of open jobs without a line are listed with their number of jobs, most first', () => {
  const jobs = [
    aJob({ unit: '5E', workType: 1 }),
    aJob({ unit: '5e', workType: 1 }),
    aJob({ unit: null, workType: 1 }),
    aJob({ unit: '6N', workType: 1, status: 'Filled' }),
    aJob({ unit: '4W', workType: 1 }),
  ];
  expect(openCombinations(jobs, flex())).toEqual([
    { values: ['5E', 'Travel'], jobs: 2 },
    { values: ['', 'Travel'], jobs: 1 },
  ]);
});

describe('a flex mapping that cannot be saved', () => {
  const atsFields = [
    { label: 'Department', name: 'customText5', length: 5, type: 'String', picklistValues: [] },
    { label: 'Region', name: 'customText6', length: null, type: 'String', picklistValues: [{ value: 'West', label: 'West' }] },
    { label: 'Cost Center', name: 'customInt1', length: null, type: 'Integer', picklistValues: [] },
  ];
  const problems = (over: Partial<FlexMappingRow>, known = true, typeId = 8) =>
    flexProblems(flex(over), { typeId, atsFields: known ? atsFields : null });
  const one = (name: string, give: string, over = {}) => ({
    atsFields: [atsField(name, over)],
    lines: [{ when: ['4W', '*'], give: [give] }],
  });

  test('one that says nothing wrong has no problem, and neither has none', () => {
    expect(problems({})).toEqual([]);
    expect(problems({ jobFields: [], atsFields: [] })).toEqual([]);
  });

  test.each<[string, Partial<FlexMappingRow>, Partial<FlexProblem>, string]>([
    ['unknown job field', { jobFields: ['nothing', 'unit'] }, { at: 'jobFields', column: 0 }, 'Jobs have no field “nothing”'],
    ['calculated job field', { jobFields: ['unit', 'margin'] }, { at: 'jobFields', column: 1 }, 'Choose one of the list'],
    ['job field twice', { jobFields: ['unit', 'unit'] }, { at: 'jobFields', column: 1 }, 'chosen twice'],
    ['no ATS field', { atsFields: [] }, { at: 'atsFields', column: 0 }, 'at least one field'],
    ['unknown ATS field', one('customTxt', 'x'), { at: 'atsFields', column: 0 }, 'Bullhorn has no field “customTxt”'],
    ['wrong type', one('customInt1', 'x'), { at: 'atsFields', column: 0 }, 'Cost Center is a number'],
    ['too long', one('customText5', 'Westside'), { at: 'give', line: 0 }, 'at most 5 characters'],
    ['no choice', one('customText6', 'East'), { at: 'give', line: 0 }, 'Write one of: West'],
    ['no number', one('customInt1', 'x', { fieldType: 'number' }), { at: 'give', line: 0 }, '“x” is not a number'],
    ['required without value', one('customText5', '', { required: true }), { at: 'give', line: 0 }, 'customText5 is required'],
  ])('%s', (_, over, place, words) => {
    expect(problems(over)).toMatchObject([{ ...place, message: expect.stringContaining(words) }]);
  });

  test('the same combination twice names the other line, whatever its letter case', () => {
    const lines = [
      { when: ['4W', '*'], give: ['West', ''] },
      { when: ['4w', '*'], give: ['East', ''] },
    ];
    expect(problems({ lines })).toMatchObject([{ at: 'when', line: 1, message: expect.stringContaining('Line 1 has the same') }]);
  });

  test('a dotted field of an ATS without such fields is refused, also where its fields are not known', () => {
    expect(problems(one('address.city', 'Reno'), false, 9)).toMatchObject([{ at: 'atsFields' }]);
    expect(problems(one('address.city', 'Reno'), false)).toEqual([]);
  });
});
