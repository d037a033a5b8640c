import { expect, test } from 'vitest';
import type { RuleDraft } from '#contract/rows/rule-rows.ts';
import { aDraft } from '#tests/support/factories/rule-factory.ts';
import { actionProblem } from './action-problem.ts';
import { type RuleProblem, ruleProblems } from './rule-problems.ts';

const at = '2026-11-21T12:00:00.000Z';
const problems = (over: Partial<RuleDraft>, savedDate: string | null = null): readonly RuleProblem[] =>
  ruleProblems(aDraft(over), { at, savedDate });
const first = (over: Partial<RuleDraft>) => problems(over)[0];

test('a plain rule has no problems', () => {
  expect(problems({})).toEqual([]);
  expect(problems({ source: '[Degree] equal RN', workType: 1 })).toEqual([]);
});

const cases: readonly (readonly [Partial<RuleDraft>, string, RegExp])[] = [
  [{ name: ' ' }, 'name', /name/],
  [{ ord: 1.5 }, 'ord', /whole number/],
  [{ fieldId: null }, 'fieldId', /Choose the field/],
  [{ fieldId: 9999 }, 'fieldId', /no field 9999/],
  [{ fieldId: 1 }, 'fieldId', /Job ID cannot be written/],
  [{ fieldId: 128 }, 'variable', /local variable/],
  [{ actionType: 11, fieldId: null }, 'runOnExport', /export/],
  [{ disableAfterOn: '2026-11-20' }, 'disableAfterOn', /in the past or is invalid/],
  [{ disableAfterOn: '2027-02-30' }, 'disableAfterOn', /in the past or is invalid/],
  [{ actionType: 4, fieldId: null }, 'actionType', /Problem with Table in Rule/],
  [{ actionType: 4, table: { sources: [], targets: [], lines: [] } }, 'table', /Problem with Table in Rule/],
];
test.each(cases)('%j is refused at %s', (over, field, words) => {
  expect(first(over)).toMatchObject({ field, message: expect.stringMatching(words) as string });
});

test('an unreadable condition is refused at its character', () => {
  expect(first({ source: '[Degree] equal RN and' })).toMatchObject({ field: 'source', at: 21 });
  expect(first({ source: '([Degree] equal RN' })).toMatchObject({ field: 'source', at: 0 });
});

test('[R25] a degree needs a value, with the documents’ message', () => {
  expect(first({ source: '[Degree] equal ""' })?.message).toBe(
    'Some conditions are missing values. Please review them in the "When to Run" tab before saving.',
  );
});

test('[R25] values that no longer exist are named if the lists are known', () => {
  const valuesOf = () => new Set(['RN']);
  const [problem] = ruleProblems(aDraft({ source: '[Degree] equal XX' }), { at, savedDate: null, valuesOf });
  expect(problem?.message).toMatch(/^Some selected values no longer exist.*XX/);
});

test('the date that a rule already had may be past; today may be chosen in every time zone', () => {
  expect(problems({ disableAfterOn: '2026-01-01' }, '2026-01-01')).toEqual([]);
  expect(problems({ disableAfterOn: '2026-11-21' })).toEqual([]);
  expect(ruleProblems(aDraft({ disableAfterOn: '2026-11-20' }), { at: '2026-11-21T03:00:00.000Z', savedDate: null })).toEqual([]);
});

test('[R7] a table has fields on both sides, writable ones on the right, and lines of equal length', () => {
  const degree = { fieldId: 8, variable: null };
  const rate = { fieldId: 5, variable: null };
  const table = (over: object) =>
    first({ actionType: 4, table: { sources: [degree], targets: [rate], lines: [], ...over } })?.message;
  expect(table({ lines: [['RN', '95']] })).toBeUndefined();
  expect(table({ lines: [['RN', '95'], ['LPN']] })).toMatch(/row 2 does not have 2 cells/);
  expect(table({ targets: [{ fieldId: 1, variable: null }] })).toMatch(/cannot be written/);
  expect(table({ sources: [{ fieldId: 128, variable: '' }] })).toMatch(/needs its name/);
});

const whole = (over: Partial<RuleDraft>) => ruleProblems(aDraft(over), { at, savedDate: null, actionProblem })[0];
const useless: readonly (readonly [Partial<RuleDraft>, string, RegExp])[] = [
  [{ operand: ' ' }, 'operand', /choose the action “Clear value”/],
  [{ actionType: 9, runOnExport: true, operand: null }, 'operand', /Write the value/],
  [{ operand: 'much' }, 'operand', /“much” is not an amount/],
  [{ actionType: 2, fieldId: 27, operand: 'someday' }, 'operand', /date/],
  [
    { fieldId: 54, operand: 'javascript:alert(1)' },
    'operand',
    /is not a link, as Job URL needs: write an address that starts with http/,
  ],
  [{ actionType: 3, fieldId: 3, operand: String.raw`/(?:\w?){1000}[0-9]$/~x` }, 'operand', /takes too much work/],
  [{ actionType: 7, fieldId: 3, operand: String.raw`match([Title], "(?:\\w?){1000}[0-9]$")` }, 'operand', /takes too much work/],
  [{ actionType: 3, fieldId: 3, operand: '/(/~x' }, 'operand', /pattern “\(” cannot be read/],
  [{ actionType: 3, fieldId: 3, operand: '' }, 'operand', /from~to/],
  [{ actionType: 6, fieldId: null, operand: 'keep' }, 'operand', /hold or hide/],
  [{ actionType: 7, operand: '[Bill Rate] *' }, 'operand', /./],
  [{ actionType: 8, operand: 'Burdens~[State]' }, 'operand', /List~\[Key field\]~Column/],
  [{ actionType: 8, operand: 'Wages~[State]~Burden' }, 'operand', /no list “Wages”/],
  [{ actionType: 8, operand: 'Burdens~[State]~Rate' }, 'operand', /no column “Rate”/],
  [{ actionType: 12, fieldId: 3, operand: ' ' }, 'operand', /prompt/],
  [{ operand: '[Export Bill Rate]' }, 'operand', /only available for Export rules/],
];
test.each(useless)('%j has an action that cannot work', (over, field, words) => {
  expect(whole(over)).toMatchObject({ field, message: expect.stringMatching(words) as string });
});

test('a cell that does not fit its column is named with its row', () => {
  const table = {
    sources: [{ fieldId: 8, variable: null }],
    targets: [{ fieldId: 17, variable: null }],
    lines: [['RN', 'much']],
  };
  expect(whole({ actionType: 4, fieldId: null, operand: null, table })).toMatchObject({
    field: 'table',
    message: expect.stringContaining('Row 1 of the table') as string,
  });
});

test('administrators’ settings of a field apply to conditions, written fields, tables and values', () => {
  const definitions = new Map([
    [15, { time: 'exportOnly', required: false }],
    [13, { time: 'always', required: true }],
  ] as const);
  const said = (over: Partial<RuleDraft>) => ruleProblems(aDraft(over), { at, savedDate: null, definitions, actionProblem })[0];
  const onlyOnExport = expect.stringContaining('only available for Export rules') as string;
  expect(said({ source: '[Unit] equal ICU' })).toMatchObject({ field: 'source', message: onlyOnExport });
  expect(said({ fieldId: 15, operand: 'ICU' })).toMatchObject({ field: 'fieldId', message: onlyOnExport });
  expect(said({ fieldId: 3, operand: '[Unit] nurse' })).toMatchObject({ field: 'operand', message: onlyOnExport });
  expect(said({ source: '[Unit] equal ICU', fieldId: 15, operand: 'ICU', runOnExport: true })).toBeUndefined();
  expect(said({ source: '[State] equal ""' })?.message).toMatch(/missing values/);
});
