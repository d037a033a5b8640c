import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { read } from './extract.ts';

const timesOf = (text: string): string | null => {
  const { shift } = read(text);
  return shift?.start ? `${shift.start}-${shift.end}` : null;
};

describe('shift', () => {
  test.each<[string, string | null]>([
    ['Shift: 7a-7p, 3x12', '07:00-19:00'],
    ['Schedule 730pm-6am 13 weeks', '19:30-06:00'],
    ['The clinic is open 8am-8pm; this shift is 9a-5:30p', '09:00-17:30'],
    ['Hours of operation: 8:00 AM - 5:00 PM\nShift: 0700-1930', '07:00-19:30'],
    ['<p>Shift:</p><p>7:00&nbsp;PM &ndash; 7:30&nbsp;AM</p>', '19:00-07:30'],
    ['Working hours will be 6 a.m.-6 p.m., no on-call', '06:00-18:00'],
    ['Shift: <s>7a-3p</s> 3p-11p', '15:00-23:00'],
    ['Visiting hours are 8a-8p', null],
    ['On-call 7p-7a on weekends', null],
    ['Shift: TBD', null],
    ['7a-7p or 7p-7a', null],
    ['Shift: 7a-7p\nMust be able to work 3p-11p', null],
    ['Shift: Nights\nSchedule: 7a-7p', null],
    ['Open Monday-Friday 07:30-18:30 and Saturday 08:30-17:30', null],
    ['Sent Thursday, March 13, 2025 11:22:08 am', null],
    ['', null],
  ])('%s', (text, times) => expect(timesOf(text)).toBe(times));

  test('hours, shifts per week and kinds come with the times, each in the words that are shown', () => {
    expect(read('Unit: ICU. Shift: 12 hours, nights. Bring a badge.').shift).toMatchObject({
      substring: '12 hours, nights',
      start: null,
      hours: 12,
      modifiers: ['night'],
    });
    expect(read('3x12 Nights 7p-7a').shift).toMatchObject({ start: '19:00', hours: 12, shiftsPerWeek: 3, modifiers: ['night'] });
    expect(read('7a-7p or 7p-7a').shift).toMatchObject({ start: null, end: null, hours: 12 });
    expect(read('Shift Duration (Hrs)\n10').shift).toMatchObject({ substring: '10', hours: 10 });
    expect(read('13 weeks, 36 hours per week, 4 hours notice').shift).toBeNull();
  });

  test('two lengths of equally clear lines leave the length open', () => {
    const { shift } = read('shift: 12 hr days<br>shifts per week: 3<br>work schedule : 4 -10 hour day shifts, monday - thursday');
    expect(shift).toMatchObject({ hours: null, modifiers: ['day'] });
  });
});

describe('bill rate', () => {
  test.each<[string, readonly [number, number | null] | null]>([
    ['Bill rate: $78.50/hr', [78.5, null]],
    ['BR $72', [72, null]],
    ['Bill rate: 104.50', [104.5, null]],
    ['$92/hr bill / $60/hr pay', [92, null]],
    ['Bill Rate $80 - $85/hr OT: $120', [85, 80]],
    ['Min bill rate: $70, max bill rate: $80', [80, 70]],
    ['Bill rate (all inclusive, no OT): $140.75/hr', [140.75, null]],
    ['New bill rate of $82 (was $77.00)', [82, null]],
    ['Bill rate: $80/hr. Later: Bill rate $80', [80, null]],
    ['<b>Bill rate:</b>&nbsp;$1,078.50', null],
    ['Rate: $85/hr', [85, null]],
    ['$85/hr', null],
    ['Pay rate: $60/hr', null],
    ['Weekly gross: $2,400', null],
    ['$5000 sign-on bonus', null],
    ['Housing stipend $900', null],
    ['OT bill rate: $117', null],
    ['Overtime is billed at $117 per hour', null],
    ['Call back rate $95/hr', null],
    ['Overtime:\nBill rate: $117', null],
    ['Bill rate: $80. Bill rate: $91', null],
    ['Rate: $80/hr. Bill rate: $91', null],
    ['Bill rate is $2400 per week', null],
    ['Bill rate 25%', null],
    ['Bill rate: 0.00', null],
    ['Bill rate: TBD\n$65.25/hr', null],
    ['Bill rate: £45', null],
  ])('%s', (text, rate) => {
    const found = read(text).rate;
    expect(found && [found.rate, found.minRate]).toEqual(rate);
  });
});

test('evidence is in the description as it is, with its markup', () => {
  for (const text of [
    '<p>Shift:</p><p>7:00&nbsp;PM &ndash; <b>7:30</b> AM</p><li>Bill <i>rate</i>: $7<b>8.50</b>/hr</li>',
    'shift: 7a - 7p\r\n\r\nBILL RATE $78.50/HR',
    '\u202eShift: 7a-7p\u0000 İİ bill rate $80',
  ]) {
    const { shift, rate } = read(text);
    expect(shift).not.toBeNull();
    expect(rate).not.toBeNull();
    expect(text).toContain(shift?.substring);
    expect(text).toContain(rate?.substring);
    expect(shift?.certainty).toBeGreaterThan(50);
    expect(rate?.certainty).toBeLessThanOrEqual(100);
  }
});

test('hostile texts are read in time that grows with their length', () => {
  const parts = ['7a-', '<s>', '<a ', ' ', '$1', '&', '<!--', '1', '-', 'night ', '7 a.m. ', 'shift: ', 'mon - ', '<p>7a</p>'];
  for (const part of parts) {
    // Processor time in milliseconds, the lower of two: other programs on the machine do not count.
    const time = (length: number): number => {
      const text = part.repeat(length / part.length);
      const runs = [0, 1].map(() => {
        const since = process.cpuUsage();
        read(text);
        const { user, system } = process.cpuUsage(since);
        return (user + system) / 1000;
      });
      return Math.min(...runs);
    };
    time(20_000);
    const [small, large] = [time(50_000), time(200_000)];
    // Four times the length; quadratic work would take sixteen times as long.
    expect([part, large < 10 * small + 150]).toEqual([part, true]);
  }
  expect(read(`${'x'.repeat(1_000_001)} Shift: 7a-7p`).shift).toBeNull();
});

const folder = join(process.env['JOBDOCK_DATA'] ?? resolve(import.meta.dirname, '../../../../shared/data'), 'jobs');
if (!existsSync(folder)) process.stdout.write(`no real data at ${folder}: real descriptions are not read\n`);

/** What a person found in the real descriptions. Their texts are not in this repository. */
const byHand = [
  ['travel-job-description-gohealthcare.html', { substring: '12 hours, nights', hours: 12, modifiers: ['night'] }],
  ['messy-html-job.html', null],
  // It contradicts itself: 12 hours in its head, 10 in its body.
  ['vms-email-staffingengine-32646.html', { start: null, hours: null, modifiers: ['day'] }],
  ['vms-email-hwl-requisition-2024-67814.html', { start: '19:30', end: '06:00', hours: 10.5 }],
] as const;

test('real descriptions are read as a person reads them; none of them names a bill rate', () => {
  if (!existsSync(folder)) return;
  for (const [file, wanted] of byHand) {
    const { shift, rate } = read(readFileSync(join(folder, file), 'utf8'));
    if (wanted === null) expect(shift).toBeNull();
    else expect(shift).toMatchObject(wanted);
    expect(rate).toBeNull();
  }
  const feed = readFileSync(join(folder, 'appcast-feed-healthtrust-100.xml'), 'utf8');
  const bodies = [...feed.matchAll(/<body>(.*?)<\/body>/gs)].map(([, body = '']) => read(body));
  expect(bodies).toHaveLength(100);
  expect(bodies.filter(({ shift, rate }) => shift !== null || rate !== null)).toEqual([]);
});
