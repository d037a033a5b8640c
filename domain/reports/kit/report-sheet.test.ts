import { expect, test } from 'vitest';
import { reportSheet, type SheetColumn } from './report-sheet.ts';

const report = { title: 'Rows', about: 'Every row.' };
const columns: readonly SheetColumn[] = [
  { key: 'name', label: 'Name', type: 'text' },
  { key: 'rate', label: 'Rate', type: 'money' },
  { key: 'starts', label: 'Start', type: 'date' },
  { key: 'editedAt', label: 'Edited', type: 'instant' },
  { key: 'active', label: 'Active', type: 'yes-no' },
];
const onClock = (instant: string, zone: string) => `${instant.slice(0, 16)} in ${zone}`;
const origin = {
  customer: 'Harborview Staffing',
  person: 'Ana Ruiz',
  filters: ['Status: Active'],
  search: 'icu',
  asOf: '2026-11-27T04:30:00Z',
  madeAt: '2026-11-27T04:31:00Z',
  timeZone: 'America/New_York',
};

test('a sheet has the columns given, days as they are, times on the clock of the zone, and where its rows come from', () => {
  const rows = [
    { name: '=1+1', rate: 0, starts: '2026-12-31', editedAt: '2026-11-27T04:30:00Z', active: false },
    { name: 'B', rate: null, starts: null, editedAt: null, active: null },
  ];
  const sheet = reportSheet(report, columns, rows, origin, onClock);
  expect(sheet).toEqual({
    labels: ['Name', 'Rate', 'Start', 'Edited', 'Active'],
    types: ['plain', 'money', 'date', 'instant', 'plain'],
    rows: [
      ['=1+1', 0, '2026-12-31', '2026-11-27T04:30 in America/New_York', 'No'],
      ['B', null, null, null, null],
    ],
    facts: [
      ['Report', 'Rows'],
      ['About', 'Every row.'],
      ['Customer', 'Harborview Staffing'],
      ['Filters', 'Status: Active; Search: icu'],
      ['Rows', 2],
      ['As of', '2026-11-27 04:30 in America/New_York (America/New_York)'],
      ['Made', '2026-11-27 04:31 in America/New_York (America/New_York)'],
      ['Made by', 'Ana Ruiz'],
    ],
  });
});

test('a sheet without filters and of unknown age says so', () => {
  const unknown = { ...origin, filters: [], search: '', asOf: null };
  const { facts } = reportSheet(report, columns, [], unknown, onClock);
  expect(facts).toContainEqual(['Filters', 'None']);
  expect(facts).toContainEqual(['As of', 'Unknown']);
});
