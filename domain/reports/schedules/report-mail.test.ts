import { expect, test } from 'vitest';
import { type ReportMail, reportMail } from './report-mail.ts';

const mail = (over: Partial<ReportMail> = {}): ReportMail => ({
  name: 'Active\r\nBcc: all@example.org',
  report: 'Rule report',
  customer: 'Harborview <Staffing>',
  labels: ['Rule', 'Order'],
  cells: [['<img src=x onerror=alert(1)>', '1']],
  isNarrowed: false,
  total: 1,
  readAt: '11/25/2026 08:00 AM (America/New York)',
  timing: 'Daily at 8:00 AM',
  owner: 'Ann Reyes',
  skipped: [],
  file: { name: 'active.xlsx', rows: 1 },
  links: {
    report: 'https://jobdock.test/report_rules?cfid=4',
    schedule: 'https://jobdock.test/report_myreports?schedule=3',
    stop: null,
  },
  ...over,
});

test('a subject is one line, and HTML shows texts as they are', () => {
  const { subject, text, html } = reportMail(mail());
  expect(subject).toBe('Active Bcc: all@example.org: 1 row – Harborview <Staffing>');
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
  expect(html).not.toContain('<img');
  expect(html).not.toMatch(/<(script|link|iframe)|url\(|@import/);
  expect(text).toContain('Rule: <img src=x onerror=alert(1)>\nOrder: 1');
  expect(text).toContain('Ann Reyes sends this report daily at 8:00 AM.');
  expect(text).toContain('Change or stop this schedule: https://jobdock.test/report_myreports?schedule=3');
});

test('a long report is cut and says so; the file, what is gone and the way to stop are named', () => {
  const labels = Array.from({ length: 9 }, (_, i) => `Column ${i}`);
  const cells = Array.from({ length: 20 }, () => labels.map(() => 'x'.repeat(200)));
  const { text, html } = reportMail(
    mail({
      labels,
      cells,
      total: 12_345,
      skipped: ['gone'],
      file: { missing: 'Its file is larger than 5 MB, so it is not attached.' },
      links: { ...mail().links, stop: 'https://jobdock.test/auth/reportaddress/1.key' },
    }),
  );
  expect(text).toContain('12,345 rows found.');
  expect(text).toContain('Below: the first 10 rows in 6 of 9 columns.');
  expect(text).toContain('Its file is larger than 5 MB');
  expect(text).toContain('Left out, because the report no longer has them: gone.');
  expect(text).toContain('Stop these emails: https://jobdock.test/auth/reportaddress/1.key');
  expect(text).not.toContain('schedule=3');
  expect(html.match(/<tr>/g)).toHaveLength(11);
  expect(text).not.toContain('x'.repeat(81));
});

test('a report without rows says so, and has no table', () => {
  const { text, html } = reportMail(mail({ cells: [], total: 0 }));
  expect(text).toContain('No rows were found.');
  expect(html).not.toContain('<table');
});

test('a report of all customers says that its schedule sends those of one', () => {
  const words = 'These are the rows of North Staffing alone.';
  expect(reportMail(mail({ isNarrowed: true, customer: 'North Staffing' })).text).toContain(words);
  expect(reportMail(mail({ customer: 'North Staffing' })).text).not.toContain(words);
});

test('an Excel file with the first rows alone says so', () => {
  const { text } = reportMail(mail({ total: 12_345, file: { name: 'jobs.xlsx', rows: 10_000 } }));
  expect(text).toContain('jobs.xlsx is attached with the first 10,000 rows. A schedule with a CSV file sends all.');
});
