import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { clock, clockSpans } from './clock-times.ts';
import { parseShift, type Shift } from './parse-shift.ts';

const folder = join(process.env['JOBDOCK_DATA'] ?? resolve(import.meta.dirname, '../../../shared/data'), 'jobs');

function rows(file: string): Record<string, string>[] | undefined {
  try {
    return Papa.parse<Record<string, string>>(readFileSync(join(folder, file), 'utf8'), { header: true, skipEmptyLines: true })
      .data;
  } catch {
    process.stdout.write(`no real data at ${folder}: ${file} is not measured\n`);
    return undefined;
  }
}

const labelled = rows('shift-strings-real.csv');

test('[P8] every labeled shift text of real feeds is parsed as labeled', () => {
  if (!labelled) return;
  expect(labelled).toHaveLength(64);
  const wrong = labelled.flatMap((row) => {
    const label = {
      kind: row['kind'] === 'Not a shift' ? 'Unknown' : row['kind'],
      ...(row['start'] && { start: row['start'], end: row['end'] }),
      ...(row['hours'] && { hours: Number(row['hours']) }),
      ...(row['shifts_per_week'] && { shiftsPerWeek: Number(row['shifts_per_week']) }),
    };
    // Three labels have shifts per week that are not in the text but in the line or title kept as the note.
    const beside =
      row['shifts_per_week'] && !row['raw']?.startsWith('4 -') ? ` (${row['note']?.replace(' is a separate line', '')})` : '';
    const read = parseShift(`${row['raw']}${beside}`);
    return JSON.stringify(sorted(read)) === JSON.stringify(sorted(label)) ? [] : [{ raw: row['raw'], label, read }];
  });
  expect(wrong).toEqual([]);
});

const sorted = (value: object) => Object.entries(value).sort(([a], [b]) => a.localeCompare(b));

const ranges = rows('nhs-time-ranges-in-text.csv');

test('[P9] every whole time range of the NHS texts keeps its digits', () => {
  if (!ranges) return;
  const misread = ranges.flatMap(({ range = '' }) => {
    const [from = '', to = ''] = range.split(/\s*(?:-|–|to|until)\s*/);
    // "30am to 8pm" lost its hour when the range was cut from the text; a span under three hours is no shift.
    const spans = clockSpans(range.toLowerCase());
    if (/^30\s?[ap]m/.test(from)) return spans.length === 0 ? [] : [range];
    const [span] = spans;
    if (!span) return minutesBetween(from, to) < 180 ? [] : [range];
    return twelveHour(clock(span.start)) === twelveHour(from) && twelveHour(clock(span.end)) === twelveHour(to) ? [] : [range];
  });
  expect(ranges).toHaveLength(548);
  expect(misread).toEqual([]);
});

/** The time on a 12-hour clock: 19:30 and 7.30pm are both 7:30. */
function twelveHour(text: string): string {
  const [, hour = '0', minute = '00'] = /(\d{1,2})(?:[:.](\d{2}))?/.exec(text) ?? [];
  return `${Number(hour) % 12}:${minute}`;
}

function minutesBetween(from: string, to: string): number {
  const [a, b] = [from, to].map((text) => twelveHour(text).split(':').map(Number));
  return (((b?.[0] ?? 0) - (a?.[0] ?? 0)) * 60 + (b?.[1] ?? 0) - (a?.[1] ?? 0) + 720) % 720;
}

test('[P9] other numbers in the NHS texts around the ranges are not taken for times', () => {
  if (!ranges) return;
  const found = ranges.filter(({ range = '', context = '' }) => {
    const [wanted] = clockSpans(range.toLowerCase());
    return wanted && clockSpans(context.toLowerCase()).some((span) => span.start === wanted.start);
  });
  expect(found.length).toBeGreaterThan(500);
});

describe('times', () => {
  test.each<[string, Shift]>([
    ['7a-7p', { kind: 'Day', start: '07:00', end: '19:00', hours: 12 }],
    ['7p7a', { kind: 'Night', start: '19:00', end: '07:00', hours: 12 }],
    ['0700-1900', { kind: 'Day', start: '07:00', end: '19:00', hours: 12 }],
    ['1845 - 0715', { kind: 'Night', start: '18:45', end: '07:15', hours: 12.5 }],
    ['3-11pm', { kind: 'Evening', start: '15:00', end: '23:00', hours: 8 }],
    ['11p-7a', { kind: 'Night', start: '23:00', end: '07:00', hours: 8 }],
    ['8pm - midnight', { kind: 'Evening', start: '20:00', end: '00:00', hours: 4 }],
    ['7:00 a.m. to 7:30 p.m.', { kind: 'Day', start: '07:00', end: '19:30', hours: 12.5 }],
    ['12:00 PM - 12:00 AM', { kind: 'Evening', start: '12:00', end: '00:00', hours: 12 }],
    ['7am-7am', { kind: 'Varied', start: '07:00', end: '07:00', hours: 24 }],
    ['8:30-4:30', { kind: 'Day', start: '08:30', end: '16:30', hours: 8 }],
    ['7a-7p or 7p-7a', { kind: 'Varied', hours: 12 }],
  ])('%s', (text, shift) => expect(sorted(parseShift(text))).toEqual(sorted(shift)));
});

describe('words', () => {
  test.each<[string, Shift]>([
    ['3x12 Nights', { kind: 'Night', hours: 12, shiftsPerWeek: 3 }],
    ['5x8s, Eves', { kind: 'Evening', hours: 8, shiftsPerWeek: 5 }],
    ['NOC', { kind: 'Night' }],
    ['Days with on-call', { kind: 'Day' }],
    ['Day/Night Rotation', { kind: 'Rotating' }],
    ['Days or Nights', { kind: 'Varied' }],
    ['Variable', { kind: 'Varied' }],
    ['12s', { kind: 'Unknown', hours: 12 }],
    ['36 hours per week', { kind: 'Unknown' }],
    ['3 shifts/week', { kind: 'Unknown', shiftsPerWeek: 3 }],
    ['Starts in 90 days', { kind: 'Unknown' }],
    ['Charge Nurse Nights', { kind: 'Night' }],
    ['Thursday', { kind: 'Unknown' }],
    ['', { kind: 'Unknown' }],
    ['2024-2025 flu season', { kind: 'Unknown' }],
    ['call 555-1234', { kind: 'Unknown' }],
  ])('%s', (text, shift) => expect(sorted(parseShift(text))).toEqual(sorted(shift)));
});

test('[P10] a hostile text is shortened before it is parsed', () => {
  const started = performance.now();
  parseShift('7a-'.repeat(300_000));
  parseShift(`${'1'.repeat(500_000)}:`);
  parseShift(`${' '.repeat(500_000)}-`);
  expect(performance.now() - started).toBeLessThan(500);
});
