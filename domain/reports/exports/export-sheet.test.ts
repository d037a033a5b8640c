import { expect, test } from 'vitest';
import { fieldColumns } from '#domain/fields/field-columns.ts';
import { aJob } from '#tests/support/factories/job-factory.ts';
import { aStoredRule } from '#tests/support/factories/rule-factory.ts';
import { withFlag } from '../../jobs/flags.ts';
import { cellsOf, type ExportSheet } from './export-sheet.ts';
import { jobSheet } from './job-sheet.ts';
import { userSheet } from './list-sheets.ts';
import { ruleLineSheet, ruleSheet } from './rule-sheets.ts';

const names = (id: number) => (id === 1 ? 'Main ATS' : null);

const namedCells = <Row>(sheet: ExportSheet<Row>, row: Row) => {
  const cells = cellsOf(sheet, row);
  return Object.fromEntries(sheet.columns.map(({ label }, i) => [label, cells[i]]));
};

test('a job has a column for every field that is stored, each under a label of its own', () => {
  const labels = jobSheet(names).columns.map(({ label }) => label);
  const stored = fieldColumns.filter(({ home }) => home !== 'derived');
  expect(labels).toEqual(expect.arrayContaining(stored.filter(({ field }) => field !== 'id').map(({ label }) => label)));
  expect(labels.length).toBeGreaterThan(100);
});

test('a job is written with its extra values, flags in words, what it is mapped to and what became of its posts', () => {
  const receipt = { reference: 'r', words: null, at: '2026-11-20T00:00:00.000Z', tries: 1 };
  const plain = aJob({ workType: 3, extra: { traumaLevel: 'Level I' } });
  const job = aJob({
    ...plain,
    chgMap: withFlag(plain.chgMap, 'onHold', true),
    posts: [
      { targetId: 1, state: 'done', externalId: 'JO-7', ...receipt },
      { targetId: 2, state: 'failed', externalId: null, ...receipt },
    ],
  });
  const mappedOf = (_: unknown, key: string) => (key === 'mappedFacility' ? 'Mercy General' : null);
  const cells = namedCells(jobSheet(names), { job, mappedOf });
  expect(Object.values(cells)).toEqual(expect.arrayContaining(['Per Diem', 'Level I', 'Mercy General', 92.5, 'Yes', 'No']));
  expect(cells['Posts']).toBe('Main ATS: posted JO-7; target 2: refused');
});

test('a rule is written as it is stored and as a sentence, a table rule line by line', () => {
  const rule = aStoredRule({
    id: 7,
    name: 'ICU',
    source: '[Unit] contains ICU',
    actionType: 1,
    fieldId: 17,
    operand: '90',
    workType: 1,
  });
  expect(namedCells(ruleSheet(names), rule)).toMatchObject({
    ID: 7,
    Rule: 'ICU',
    Condition: '[Unit] contains ICU',
    Action: 'Set value',
    Value: '90',
    'Table rule': 'No',
    'Work type': 'Travel',
    Description: expect.stringContaining('Unit'),
  });
  const table = {
    sources: [{ fieldId: 8, variable: null }],
    targets: [{ fieldId: 17, variable: null }],
    lines: [
      ['RN', '90'],
      ['', '60'],
    ],
  };
  const lines = table.lines.map((_, place) => namedCells(ruleLineSheet(), { rule: aStoredRule({ table }), place }));
  expect(lines.map((line) => [line['Line'], line['When'], line['Writes']])).toEqual([
    [1, expect.stringMatching(/: RN$/), expect.stringMatching(/: 90$/)],
    [2, expect.stringMatching(/: $/), expect.stringMatching(/: 60$/)],
  ]);
});

test('a blank text is an empty cell', () => {
  const user = {
    id: 1,
    name: 'Ann',
    email: '',
    phone: null,
    role: 'Chief',
    state: 'active',
    rights: [],
    zone: 'UTC',
    lastActiveAt: null,
  } as const;
  expect(cellsOf(userSheet, user)).toEqual([1, 'Ann', null, null, 'Chief', 'Active', null, 'UTC', null]);
});
