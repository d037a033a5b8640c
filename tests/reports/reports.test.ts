import { expect, test } from 'vitest';
import { endpoints } from '#contract/all.ts';
import { defaultNames } from '#domain/job-list/field-names.ts';
import { labelOf, type Report } from '#domain/reports/kit/report.ts';
import { reportIds } from '#domain/reports/kit/report-ids.ts';
import { reports } from '#domain/reports/reports.ts';
import { screens } from '#src/app/screens/screens.ts';
import { fieldNameIn } from '#src/features/reports/kit/field-name.ts';

const columnsOf = (report: (typeof reports)[number]) => (report as Report<Record<string, unknown>>).columns;

test('the numbers of reports are those that databases store', () => {
  expect(reportIds).toMatchInlineSnapshot(`
    {
      "customerContacts": 19,
      "customerRisk": 21,
      "customerSubscription": 20,
      "customerTargets": 15,
      "customerTasks": 14,
      "customersByTask": 13,
      "dataIssues": 10,
      "feedJobs": 16,
      "jobs": 1,
      "loginHistory": 18,
      "mapDegrees": 4,
      "mapDetail": 3,
      "mapShifts": 6,
      "mapSpecialties": 5,
      "mapSummary": 2,
      "myReports": 8,
      "rules": 7,
      "serviceItems": 22,
      "submissionFunnel": 23,
      "taskAudit": 12,
      "taskErrors": 9,
      "taskStatus": 11,
      "taskUsers": 17,
    }
  `);
  expect(new Set(Object.values(reportIds)).size).toBe(Object.keys(reportIds).length);
  expect(new Set(reports.map(({ id }) => id)).size).toBe(reports.length);
});

test.each(reports.map((report) => [report.path, report] as const))(
  '%s is a screen with the same title and audience',
  (path, report) => {
    const screen = screens.find(({ at }) => at.some((pattern) => pattern === path || pattern.startsWith(`${path}/:`)));
    const audience = report.audience === 'session' ? 'everyone' : report.audience;
    expect({ title: screen?.title, audience: screen?.audience }).toEqual({ title: report.title, audience });
    expect(report.about).toMatch(/^[A-Z].*\.$/);
  },
);

test.each(reports.map((report) => [report.path, report] as const))(
  '%s sorts by a column, and names each column and filter once',
  (_, report) => {
    const keys = columnsOf(report).map(({ key }) => key);
    expect(keys).toContain(report.sort.key);
    expect(new Set(keys).size).toBe(keys.length);
    const labels = columnsOf(report).map(({ label }) => labelOf(label, fieldNameIn(defaultNames)));
    expect(new Set(labels).size).toBe(labels.length);
    // Neither a place for a name nor the key of a field in place of its name.
    expect(labels.join()).not.toMatch(/[{}]|customField/);
    const names = ['q', 'sort', 'page', 'size', ...report.filters.map(({ name }) => name)];
    expect(new Set(names).size).toBe(names.length);
  },
);

test.each(reports.flatMap((report) => (report.answeredBy === 'service' ? [[report.path, report] as const] : [])))(
  '%s is stored on a device only if its call may be',
  (_, report) => {
    const call = endpoints.find(({ route }) => route === report.call);
    expect(call?.offline).toBe(report.offline === 'never' ? 'online' : 'cached');
  },
);
