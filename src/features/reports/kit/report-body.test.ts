import { expect, test } from 'vitest';
import { type RuleReportLine, ruleReport } from '#domain/reports/rules/rule-report.ts';
import { looksAlike } from '#src/entities/report-view/saved-views.ts';
import { usualLayout } from '#src/ui/table/table-layout.ts';
import { bodyOf, fitted, goneFilters, layoutOf, paramsOf, withoutView } from './report-body.ts';

const report = ruleReport;
const usual = usualLayout(report.columns);
const address = (filters: Record<string, string>, sort = 'ord', descending = false) => ({
  search: filters['q'] ?? '',
  filter: (name: string) => filters[name] ?? '',
  sort,
  descending,
});
const known = new Set<string>(report.columns.map(({ key }) => key));

test('a view saves the columns shown in their order, their widths, filters, search and order', () => {
  const layout = { hidden: { id: true, table: true }, order: ['name', 'active', 'action'], widths: { name: 20, table: 90 } };
  const body = bodyOf(report, layout, address({ q: 'icu & er', active: 'yes', action: ' ' }, 'name', true));
  expect(body).toMatchObject({
    base: 'report',
    query: 'q=icu%20%26%20er&active=yes',
    sort: [{ key: 'name', descending: true }],
    widths: { name: 60 },
  });
  expect(body.columns.slice(0, 3)).toEqual(['name', 'active', 'action']);
  expect(body.columns).not.toContain('table');
});

test('a view that is opened is not edited, also where another program wrote it', () => {
  const sent = {
    ...bodyOf(report, usual, address({})),
    query: 'active=yes&q=icu+er',
    columns: ['action', 'gone'],
    start: ['action'],
    sort: [{ key: 'gone', descending: true }],
  };
  const saved = fitted(report, sent);
  const params = paramsOf(report, new URLSearchParams('page=3&state=NV&q=old'), '4', sent);
  expect(params.toString()).toBe('state=NV&cfid=4&q=icu+er&active=yes');
  const shown = bodyOf(report, layoutOf(report, saved), address(Object.fromEntries(params)));
  expect(shown.columns).toEqual(['name', 'action']);
  expect(looksAlike(shown, saved, known)).toBe(true);
  expect(looksAlike({ ...shown, query: '' }, saved, known)).toBe(false);
});

test('an order other than the report’s own is in the address; leaving a view keeps what does not belong to it', () => {
  const body = bodyOf(report, usual, address({ action: 'Set value' }, 'name', true));
  const params = paramsOf(report, new URLSearchParams('tid=2'), '-9', body);
  expect(params.toString()).toBe('tid=2&cfid=-9&action=Set+value&sort=-name');
  expect(withoutView(report, params).toString()).toBe('tid=2');
});

test('filters that no longer exist are named', () => {
  const body = { ...bodyOf(report, usual, address({})), query: 'q=a&old=1&active=yes' };
  expect(goneFilters(report, body)).toEqual(['old']);
});

test('a line of the report has a key for each saved column', () => {
  const keys: (keyof RuleReportLine)[] = report.columns.map(({ key }) => key);
  expect(layoutOf(report, bodyOf(report, usual, address({}))).order).toEqual(keys);
});
