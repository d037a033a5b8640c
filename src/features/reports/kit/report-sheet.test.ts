import { expect, test } from 'vitest';
import type { Report } from '#domain/reports/kit/report.ts';
import { type RuleReportLine, ruleReport } from '#domain/reports/rules/rule-report.ts';
import { reportSheet } from './report-sheet.ts';

type Row = { name: string; rate: number | null; starts: string | null; editedAt: string | null; active: boolean | null };
const report: Report<Row> = {
  ...(ruleReport as unknown as Report<Row>),
  title: 'Rows',
  about: 'Every row.',
  columns: [
    { key: 'name', label: 'Name', type: 'text' },
    { key: 'rate', label: 'Rate', type: 'money' },
    { key: 'starts', label: '{startDate}', type: 'date' },
    { key: 'editedAt', label: 'Edited', type: 'instant' },
    { key: 'active', label: 'Active', type: 'yes-no' },
  ],
};
const origin = {
  customer: 'Harborview Staffing',
  person: 'Ana Ruiz',
  filters: ['Status: Active'],
  search: 'icu',
  asOf: '2026-11-27T04:30:00Z',
  madeAt: '2026-11-27T04:31:00Z',
  timeZone: 'America/New_York',
};

test('a sheet has the columns given, days as they are, times on the reader’s clock, and where its rows come from', () => {
  const rows: Row[] = [
    { name: '=1+1', rate: 0, starts: '2026-12-31', editedAt: '2026-11-27T04:30:00Z', active: false },
    { name: 'B', rate: null, starts: null, editedAt: null, active: null },
  ];
  const [name, ...others] = report.columns;
  const sheet = reportSheet(report, [name, ...others], rows, origin);
  expect(sheet).toEqual({
    labels: ['Name', 'Rate', 'Start', 'Edited', 'Active'],
    types: ['plain', 'money', 'date', 'instant', 'plain'],
    rows: [
      ['=1+1', 0, '2026-12-31', '2026-11-26T23:30', 'No'],
      ['B', null, null, null, null],
    ],
    facts: [
      ['Report', 'Rows'],
      ['About', 'Every row.'],
      ['Customer', 'Harborview Staffing'],
      ['Filters', 'Status: Active; Search: icu'],
      ['Rows', 2],
      ['As of', '2026-11-26 23:30 (America/New_York)'],
      ['Made', '2026-11-26 23:31 (America/New_York)'],
      ['Made by', 'Ana Ruiz'],
    ],
  });
});

test('a sheet without filters and of unknown age says so', () => {
  const none: RuleReportLine[] = [];
  const { facts } = reportSheet(ruleReport, ruleReport.columns, none, { ...origin, filters: [], search: '', asOf: null });
  expect(facts).toContainEqual(['Filters', 'None']);
  expect(facts).toContainEqual(['As of', 'Unknown']);
});
