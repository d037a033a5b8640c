import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseCount } from './parse-count.ts';
import { parseDate } from './parse-date.ts';
import { parseDuration } from './parse-duration.ts';
import { parseHours } from './parse-hours.ts';
import { parsePlace, parseState, parseZip } from './parse-place.ts';
import { parseRate } from './parse-rate.ts';
import { parseShift } from './parse-shift.ts';
import { parseStatus } from './parse-status.ts';
import { parseWorkType } from './parse-work-type.ts';
import { parseYesNo } from './parse-yes-no.ts';

/** Text made of pieces that vendors write, so that the patterns really match. */
const vendorText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '01/20/2025',
        '2025-01-06',
        'Feb 3, 2025',
        '7',
        '07:00',
        'PM',
        ' - ',
        '/',
        '$',
        ',',
        '.',
        '12',
        'hr',
        'week',
        '2025',
        'Jan',
        'TX',
        '(',
        ')',
        ' ',
        'Nights',
        'to',
        '13',
      ),
      fc.string({ maxLength: 6, unit: 'binary' }),
    ),
    { maxLength: 14 },
  )
  .map((parts) => parts.join(''));

test('[P10] no text makes a parser throw, and every result is within its bounds', () => {
  const read = new Map<string, number>();
  const count = (kind: string) => read.set(kind, (read.get(kind) ?? 0) + 1);
  fc.assert(
    fc.property(vendorText, (text) => {
      const date = parseDate(text, { order: 'MDY', today: '2025-01-10' });
      if (date.kind === 'date') expect(date.on).toMatch(/^(?:19[89]|20[0-3])\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/);
      const shift = parseShift(text);
      if (shift.start) expect(`${shift.start} ${shift.end}`).toMatch(/^(?:[01]\d|2[0-3]):[0-5]\d (?:[01]\d|2[0-3]):[0-5]\d$/);
      const rate = parseRate(text);
      if (rate.kind === 'rate') expect(rate.amount).toBeGreaterThanOrEqual(0);
      const duration = parseDuration(text, 'weeks');
      if (duration.kind === 'duration') expect(Number.isInteger(duration.days) && duration.days > 0).toBe(true);
      const others = [parseHours(text, 24), parseCount(text, 9), parsePlace(text), parseState(text), parseZip(text)];
      const words = [parseStatus(text), parseWorkType(text), parseYesNo(text)];
      for (const result of [date, shift, rate, duration, ...others, ...words]) {
        count(result.kind);
        if (result.kind === 'refused') expect(result.problem.problem.length * result.problem.remedy.length).toBeGreaterThan(0);
      }
    }),
    { seed: 11, numRuns: 4000 },
  );
  for (const kind of ['date', 'Night', 'rate', 'hours', 'refused', 'none']) expect(read.get(kind) ?? 0).toBeGreaterThan(20);
});

test('[P10] a very long text takes no longer than one line', () => {
  const started = performance.now();
  for (const piece of ['1', ' ', '-', '1/', '$', ',', 'mon ', '7a-', '((', '1.', 'jan 1, ']) {
    const text = piece.repeat(1_000_000 / piece.length);
    parseDate(text, { order: 'MDY', today: '2025-01-10' });
    parseShift(text);
    parseRate(text);
    parseDuration(text, 'weeks');
    parseHours(text, 24);
    parsePlace(text);
    parseState(text);
    parseYesNo(text);
  }
  expect(performance.now() - started).toBeLessThan(2000);
});
