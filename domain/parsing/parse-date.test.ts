import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { instantOf, type ParsedDate, parseDate } from './parse-date.ts';

const today = '2025-01-10';
const mdy = (text: string) => parseDate(text, { order: 'MDY', today, field: 'startDate' });
const dmy = (text: string) => parseDate(text, { order: 'DMY', today, field: 'startDate' });

const file = join(
  process.env['JOBDOCK_DATA'] ?? resolve(import.meta.dirname, '../../../shared/data'),
  'jobs/date-strings-real.csv',
);

/** The result in the notation of the labels: date, date and time, month, range without end. */
function label(read: ParsedDate): string {
  if (read.kind === 'asap') return 'ASAP';
  if (read.kind === 'month') return read.month;
  if (read.kind !== 'date') return '';
  if (read.until === 'open') return `${read.on}/`;
  return read.time ? `${read.on}T${read.time}${read.offset ?? ''}` : read.on;
}

test('[P1] every labeled date text of real feeds is parsed as labeled', () => {
  let text = '';
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    process.stdout.write(`no real data at ${file}: the labelled dates are not measured\n`);
    return;
  }
  const rows = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data;
  expect(rows).toHaveLength(14);
  for (const { raw = '', iso = '' } of rows) expect([raw, label(mdy(raw))]).toEqual([raw, iso]);
});

describe('valid dates', () => {
  test.each([
    ['1/20/2025', '2025-01-20'],
    ['01/20/25', '2025-01-20'],
    ['1/20/2025 12:00:00 AM', '2025-01-20T00:00:00'],
    ['Mon 1/20/2025', '2025-01-20'],
    ['2025-01-20T23:30:00-08:00', '2025-01-20T23:30:00-08:00'],
    ['2025-01-20T23:30:00.123Z', '2025-01-20T23:30:00Z'],
    ['20250120', '2025-01-20'],
    ['1737331200', '2025-01-20T00:00:00Z'],
    ['1737331200000', '2025-01-20T00:00:00Z'],
    ['45677', '2025-01-20'],
    ['20 January 2025', '2025-01-20'],
    ['20-Jan-2025', '2025-01-20'],
    ['January 20th, 2025', '2025-01-20'],
    ['Mon, 20 Jan 2025 08:15:00 GMT', '2025-01-20T08:15:00Z'],
    ['02/29/2024', '2024-02-29'],
    ['ASAP', 'ASAP'],
    ['Immediate', 'ASAP'],
    ['01/2025', '2025-01'],
  ])('%s', (text, wanted) => expect(label(mdy(text))).toBe(wanted));

  test('[P2] day and month are parsed in the order that was set', () => {
    expect(label(dmy('27/08/2024'))).toBe('2024-08-27');
    expect(label(dmy('03/04/2025'))).toBe('2025-04-03');
    expect(label(mdy('03/04/2025'))).toBe('2025-03-04');
  });

  test('[P3] a range gives both of its ends', () => {
    expect(mdy('01/06/2025 - 04/07/2025')).toEqual({ kind: 'date', on: '2025-01-06', until: '2025-04-07' });
    expect(mdy('Jan 6, 2025 to Apr 7, 2025')).toEqual({ kind: 'date', on: '2025-01-06', until: '2025-04-07' });
    expect(mdy('01/06/2025 - ongoing')).toEqual({ kind: 'date', on: '2025-01-06', until: 'open' });
  });

  test.each(['', ' ', 'N/A', '--None--', 'TBD', '-', 'null'])('[P4] "%s" means no value', (text) => {
    expect(mdy(text)).toEqual({ kind: 'none' });
  });
});

describe('impossible dates', () => {
  test.each([
    ['02/30/2025', 'Month 2 of 2025 has 28 days, not 30.'],
    ['2025-02-29', 'Month 2 of 2025 has 28 days, not 29.'],
    ['00/10/2025', 'There is no month 0.'],
    ['01/00/2025', 'Month 1 of 2025 has 31 days, not 0.'],
    ['27/08/2025', 'There is no month 27. The feed may write day/month/year: set its date order.'],
    ['01/01/9999', 'The year 9999 is not plausible for a job order.'],
    ['0001-01-01T00:00:00', 'The year 1 is not plausible for a job order.'],
    ['99999', 'The year 2173 is not plausible for a job order.'],
    ['01/06/2025 - 02/30/2025', 'Month 2 of 2025 has 28 days, not 30.'],
    ['next Tuesday', 'This is not a date.'],
    ['03/13', 'This is not a date.'],
    ['=TODAY()', 'This is not a date.'],
  ])('[P5] %s is refused with a message', (text, problem) => {
    const read = mdy(text);
    expect(read).toMatchObject({ kind: 'refused', problem: { field: 'startDate', value: text, problem } });
    expect(read.kind === 'refused' && read.problem.remedy).toMatch(/vendor/);
  });
});

test('[P6] an instant keeps its moment when converted to UTC', () => {
  const read = mdy('2025-01-20T23:30:00-08:00');
  expect(read.kind === 'date' && instantOf(read)).toBe('2025-01-21T07:30:00.000Z');
  const early = mdy('2025-01-01T00:30:00+05:30');
  expect(early.kind === 'date' && instantOf(early)).toBe('2024-12-31T19:00:00.000Z');
  const day = mdy('2025-01-20');
  expect(day.kind === 'date' && instantOf(day)).toBeUndefined();
});
