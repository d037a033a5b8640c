import { expect, test } from 'vitest';
import { labelOf, type ReportFilter } from './report.ts';
import { daysValue, keepsRow, readDays, valuesOf } from './report-filter.ts';

type Row = { readonly source: string; readonly on: string | null; readonly active: boolean };
const row: Row = { source: 'HV', on: '2026-11-27T03:30:00Z', active: true };
/** As in New York, where the row's instant is still the day before. */
const dayOf = (cell: string) => (cell.endsWith('T03:30:00Z') ? '2026-11-26' : cell);

test.each([
  ['2026-11-01..2026-11-30', { from: '2026-11-01', to: '2026-11-30' }],
  ['2026-11-30..2026-11-01', { from: '2026-11-01', to: '2026-11-30' }],
  ['2026-11-01..', { from: '2026-11-01', to: null }],
  ['..2026-11-01', { from: null, to: '2026-11-01' }],
  ['2026-11-01', { from: '2026-11-01', to: '2026-11-01' }],
  ['2028-02-29..', { from: '2028-02-29', to: null }],
  ['2026-02-31..', null],
  ['2027-02-29..', null],
  ['1900-02-29..', null],
  ['2026-13-01..', null],
  ['2026-00-10..', null],
  ['tomorrow..', null],
  ['2026-11-01..2026-11-02..2026-11-03', null],
  ['..', null],
])('the days %s are %j', (value, span) => {
  expect(readDays(value)).toEqual(span);
});

test('no end at all is no filter', () => {
  expect([daysValue('', ''), daysValue('2026-11-01', '')]).toEqual(['', '2026-11-01..']);
});

const days: ReportFilter<Row> = { kind: 'days', name: 'on', label: 'On', key: 'on' };
const active: ReportFilter<Row> = {
  kind: 'choice',
  name: 'active',
  label: 'Active',
  choices: [{ value: 'yes', label: 'Yes' }],
  keeps: (one, value) => one.active === (value === 'yes'),
};
const source: ReportFilter<Row> = { kind: 'value', name: 'source', label: 'Source', key: 'source' };

test('an instant is compared by its day in the user’s zone', () => {
  expect(keepsRow(days, row, '2026-11-26..2026-11-26', dayOf)).toBe(true);
  expect(keepsRow(days, row, '2026-11-27..', dayOf)).toBe(false);
  expect(keepsRow(days, row, '..2026-11-25', dayOf)).toBe(false);
});

test('an unknown day is outside every span, and a span that cannot be read keeps every row', () => {
  expect(keepsRow(days, { ...row, on: null }, '..2026-11-30', dayOf)).toBe(false);
  expect(keepsRow(days, { ...row, on: null }, '2026-02-31..', dayOf)).toBe(true);
});

test('a choice keeps what its report says, a value the rows that have it', () => {
  expect(['yes', 'no'].map((value) => keepsRow(active, row, value, dayOf))).toEqual([true, false]);
  expect(['HV', 'hv'].map((value) => keepsRow(source, row, value, dayOf))).toEqual([true, false]);
  expect(valuesOf([row, { ...row, source: '' }, { ...row, source: 'A 10' }, { ...row, source: 'A 9' }], 'source')).toEqual([
    'A 9',
    'A 10',
    'HV',
  ]);
});

test('a label takes the names of fields, without their capital inside a phrase', () => {
  const name = (field: string) => (field === 'degree' ? 'Profession' : field);
  expect(labelOf('{degree}', name)).toBe('Profession');
  expect(labelOf('Mapped {degree}', name)).toBe('Mapped profession');
  expect(labelOf('Open jobs', name)).toBe('Open jobs');
});
