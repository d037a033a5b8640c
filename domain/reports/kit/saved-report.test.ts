import { expect, test } from 'vitest';
import { type RuleReportLine, ruleReport } from '../rules/rule-report.ts';
import { savedReport, savedRows } from './saved-report.ts';

const line = (id: number, over: Partial<RuleReportLine> = {}): RuleReportLine => ({
  id,
  name: `Rule ${id}`,
  action: 'Cancel',
  ord: id,
  active: true,
  table: false,
  onExport: false,
  editedAt: '2026-11-10T02:00:00.000Z',
  description: 'Cancels the job',
  ...over,
});
const lines = [line(1), line(2, { active: false }), line(10, { description: 'Holds nights' })];
const idsOf = (query: string, sort: { key: string; descending: boolean }[] = []) =>
  savedRows(ruleReport, { query, sort }, lines, (cell) => cell.slice(0, 10)).map(({ id }) => id);

test('search, filters and order of a saved view are applied', () => {
  expect(idsOf('')).toEqual([1, 2, 10]);
  expect(idsOf('q=nights')).toEqual([10]);
  expect(idsOf('active=yes&edited=2026-11-10..', [{ key: 'name', descending: true }])).toEqual([10, 1]);
});

test('what the report no longer has is named and left out', () => {
  const saved = savedReport(ruleReport, { columns: ['name', 'gone', 'ord'], query: 'active=yes&old=1&q=a' });
  expect(saved.columns.map(({ key }) => key)).toEqual(['name', 'ord']);
  expect(saved.skipped).toEqual(['gone', 'old']);
  expect(idsOf('old=1', [{ key: 'gone', descending: true }])).toEqual([1, 2, 10]);
});
