import { expect, test } from 'vitest';
import { createFormat } from './create-format.ts';
import { bytes, counted, defaultFormat } from './format.ts';

const format = createFormat(defaultFormat);
const noon = Date.parse('2026-11-20T17:00:00Z');

test('An instant is shown in the user’s zone and pattern', () => {
  expect(format.date('2026-11-20T03:30:00Z')).toBe('11/19/2026');
  expect(format.time('2026-11-20T18:05:00Z')).toBe('01:05 PM');
  const other = createFormat({
    ...defaultFormat,
    timeZone: 'America/Los_Angeles',
    dateFormat: 'dd MMM yyyy',
    timeFormat: 'HH:mm',
  });
  expect(other.stamp('2026-11-20T18:05:00Z')).toBe('20 Nov 2026 10:05 (America/Los Angeles)');
});

test('A zone never shifts a calendar day', () => {
  const far = createFormat({ ...defaultFormat, timeZone: 'Pacific/Kiritimati' });
  expect(far.localDate('2026-06-14')).toBe('06/14/2026');
  expect(format.localDate('2026-06-14')).toBe('06/14/2026');
  expect(format.localDate('14 June')).toBe('—');
});

test('Time is relative for less than a day, then a date', () => {
  expect(format.ago('2026-11-20T16:59:30Z', noon)).toBe('just now');
  expect(format.ago('2026-11-20T16:48:00Z', noon)).toBe('12 min ago');
  expect(format.ago('2026-11-20T15:30:00Z', noon)).toBe('1 hour ago');
  expect(format.ago('2026-11-19T17:00:01Z', noon)).toBe('23 hours ago');
  expect(format.ago('2026-11-19T17:00:00Z', noon)).toBe('11/19/2026');
});

test('An instant in the future reads as a date, not as “ago”', () => {
  expect(format.ago('2026-11-22T17:00:00Z', noon)).toBe('11/22/2026');
});

test('An unknown value is a dash, zero is a number', () => {
  expect([format.number(null), format.money(null), format.duration(null)]).toEqual(['—', '—', '—']);
  expect([format.number(0), format.money(0), format.duration(0)]).toEqual(['0', '0.00', '0 days']);
});

test('Money names its currency unless it is dollars', () => {
  expect(format.money(1234.5)).toBe('1,234.50');
  expect(format.money(78.5, 'CAD')).toBe('CAD 78.50');
});

test('A duration under seven days is in days, else in weeks', () => {
  expect(format.duration(6)).toBe('6 days');
  expect(format.duration(7)).toBe('1 week');
  expect(format.duration(91)).toBe('13 weeks');
  expect(createFormat({ ...defaultFormat, duration: 'days' }).duration(91)).toBe('91 days');
});

test('A zone or pattern that cannot be read falls back to the default', () => {
  expect(createFormat({ ...defaultFormat, timeZone: 'Mars/Olympus' }).preferences).toEqual(defaultFormat);
  expect(createFormat({ ...defaultFormat, dateFormat: 'jjjj' }).preferences).toEqual(defaultFormat);
});

test('A count comes with its noun', () => {
  expect([counted(1, 'job'), counted(1204, 'job'), counted(0, 'reply', 'replies')]).toEqual(['1 job', '1,204 jobs', '0 replies']);
});

test('Bytes are rounded and shown in the largest unit that fits', () => {
  expect([bytes(0), bytes(999), bytes(1500), bytes(12_340_000), bytes(412_000_000_000)]).toEqual([
    '0 B',
    '999 B',
    '1.5 kB',
    '12.3 MB',
    '412 GB',
  ]);
});
