import { describe, expect, test } from 'vitest';
import { parseCount } from './parse-count.ts';
import { parseDuration } from './parse-duration.ts';
import { parseHours } from './parse-hours.ts';
import { parsePlace, parseState, parseZip } from './parse-place.ts';
import { parseRate } from './parse-rate.ts';
import { parseStatus } from './parse-status.ts';
import { parseWorkType } from './parse-work-type.ts';
import { parseYesNo } from './parse-yes-no.ts';

describe('rates', () => {
  test.each([
    ['$78.50/hr', { amount: 78.5, unit: 'hour' }],
    ['130 (All Inclusive Rate)', { amount: 130 }],
    ['140 (All Inclusive Rate + $10)', { amount: 140 }],
    ['1,234.00', { amount: 1234 }],
    ['1.234,50 €', { amount: 1234.5, currency: 'EUR' }],
    ['78,5', { amount: 78.5 }],
    ['$1,234', { amount: 1234 }],
    ['66.7368', { amount: 66.7368 }],
    ['$70 - $80/hr', { amount: 70, upTo: 80, unit: 'hour' }],
    ['$70.00 to 80.00 per hour', { amount: 70, upTo: 80, unit: 'hour' }],
    ['$2,450/wk', { amount: 2450, unit: 'week' }],
    ['2450 weekly', { amount: 2450, unit: 'week' }],
    ['70.35 HOURLY', { amount: 70.35, unit: 'hour' }],
    ['USD 85', { amount: 85, currency: 'USD' }],
    ['$10K', { amount: 10_000 }],
    ['20%', { amount: 20, unit: 'percent' }],
    ['0.00', { amount: 0 }],
    ['.5', undefined],
  ])('%s', (text, rate) => {
    if (rate) expect(parseRate(text)).toEqual({ kind: 'rate', ...rate });
    else expect(parseRate(text).kind).toBe('refused');
  });

  test.each([
    ['-5', 'An amount cannot be negative.'],
    ['-$78.50/hr', 'An amount cannot be negative.'],
    ['$-78.50', 'An amount cannot be negative.'],
    ['(78.50)', 'An amount cannot be negative.'],
    ['1.5x', 'This is a multiple of another rate, not an amount.'],
    ['1e400', 'This is not an amount of money.'],
    ['Infinity', 'This is not an amount of money.'],
    ['12.34.56', 'This is not an amount of money.'],
    ['=1+1', 'This is not an amount of money.'],
    ['call for rate', 'This is not an amount of money.'],
    ['99999999999', 'The amount is too large to be true.'],
    ['$80 - $70', 'The range ends below its start.'],
  ])('%s is refused', (text, problem) => {
    expect(parseRate(text, 'billRate')).toMatchObject({ kind: 'refused', problem: { field: 'billRate', problem } });
  });

  test.each(['', 'N/A', 'TBD', 'Negotiable', 'DOE'])('[P4] "%s" means no rate', (text) =>
    expect(parseRate(text)).toEqual({ kind: 'none' }),
  );
});

describe('durations', () => {
  test.each([
    ['13 weeks', 91],
    ['13', 91],
    ['13.0', 91],
    ['90 days', 90],
    ['13wks', 91],
    ['13-week', 91],
    ['26 Weeks Contract', 182],
    ['3 months', 91],
    ['1 year', 365],
    ['13 weeks + possible extension', 91],
  ])('%s', (text, days) => expect(parseDuration(text, 'weeks')).toEqual({ kind: 'duration', days }));

  test('[P12] a number without a unit counts in the unit that was set', () =>
    expect(parseDuration('60', 'days')).toEqual({ kind: 'duration', days: 60 }));

  test.each(['-13 weeks', '8 - 13 weeks', '8 to 13 weeks', 'soon', '999 years', '13x'])('%s is refused', (text) => {
    expect(parseDuration(text, 'weeks').kind).toBe('refused');
  });
  test.each(['', 'Permanent', '0', 'ongoing'])('[P4] "%s" means no length', (text) =>
    expect(parseDuration(text, 'weeks').kind).toBe('none'),
  );
});

describe('hours and counts', () => {
  test.each([
    ['36', 36],
    ['36.0', 36],
    ['40 hrs/wk', 40],
    ['37.5 Hours', 37.5],
    ['36 hours (3 shifts)', 36],
    ['0', 0],
  ])('%s', (text, hours) => expect(parseHours(text, 168)).toEqual({ kind: 'hours', hours }));
  test.each(['36-40', '169', '-12', 'many', '12:30'])('%s is refused', (text) =>
    expect(parseHours(text, 168).kind).toBe('refused'),
  );

  test('[P13] a shift has at most 24 hours', () => expect(parseHours('36', 24).kind).toBe('refused'));
  test('[P13] positions are whole', () => {
    expect(parseCount('3', 1000)).toEqual({ kind: 'count', count: 3 });
    expect(parseCount('3.0', 1000)).toEqual({ kind: 'count', count: 3 });
    expect(parseCount('2 openings', 1000)).toEqual({ kind: 'count', count: 2 });
    expect(parseCount('2.5', 1000).kind).toBe('refused');
    expect(parseCount('100000', 1000).kind).toBe('refused');
  });
});

describe('places', () => {
  test.each([
    ['Aurora, CO, United States', { city: 'Aurora', state: 'CO', country: 'US' }],
    ['Lakeway, Texas, 78738', { city: 'Lakeway', state: 'TX', zip: '78738' }],
    ['Chino, California', { city: 'Chino', state: 'CA' }],
    ['100 Medical Parkway, Lakeway, TX 78738', { address: '100 Medical Parkway', city: 'Lakeway', state: 'TX', zip: '78738' }],
    ['Lakeway TX', { city: 'Lakeway', state: 'TX' }],
    ['Texas', { state: 'TX' }],
    ['Los Angeles Metropolitan Area', { city: 'Los Angeles Metropolitan Area' }],
    ['United States', { country: 'US' }],
    ['Toronto, ON M5V 2T6, Canada', { city: 'Toronto', state: 'ON', zip: 'M5V 2T6', country: 'CA' }],
  ])('%s', (text, place) => expect(parsePlace(text)).toEqual({ kind: 'place', ...place }));

  test('[P14] states are parsed by code or name', () => {
    expect(parseState('north carolina')).toEqual({ kind: 'state', code: 'NC' });
    expect(parseState('D.C.')).toEqual({ kind: 'state', code: 'DC' });
    expect(parseState('ca')).toEqual({ kind: 'state', code: 'CA' });
    expect(parseState('AE')).toEqual({ kind: 'state', code: 'AE' });
    expect(parseState('US-TX')).toEqual({ kind: 'state', code: 'TX' });
    expect(parseState('Bavaria')).toMatchObject({ kind: 'refused', problem: { value: 'Bavaria' } });
  });
  test('[P14] a zip gets its leading zeros back', () => {
    expect(parseZip('2101')).toEqual({ kind: 'zip', zip: '02101' });
    expect(parseZip('601')).toEqual({ kind: 'zip', zip: '00601' });
    expect(parseZip('787381234')).toEqual({ kind: 'zip', zip: '78738-1234' });
    expect(parseZip('1').kind).toBe('refused');
  });
});

describe('work types, statuses, flags', () => {
  test.each([
    ['Travel', 1],
    ['1', 1],
    ['Contract (Travel only)', 1],
    ['Permanent', 2],
    ['Direct Hire', 2],
    ['Per Diem', 3],
    ['PRN', 3],
    ['Per Diem TRAVEL', 3],
    ['Shift', 3],
    ['Temp to Perm', 1],
  ])('%s', (text, workType) => expect(parseWorkType(text)).toEqual({ kind: 'workType', workType }));
  test('[P15] an unknown work type is refused, and the message lists the choices', () => {
    expect(parseWorkType('Gig')).toMatchObject({
      kind: 'refused',
      problem: { remedy: 'Use Travel, Permanent or Per Diem (1, 2 or 3).' },
    });
  });

  test.each([
    ['Open', 'Open'],
    ['Submitted', 'Open'],
    ['Re-Opened', 'Open'],
    ['Filled - Closed', 'Filled'],
    ['Halted', 'On Hold'],
    ['ON_HOLD', 'On Hold'],
    ['Suspended', 'On Hold'],
    ['Canceled', 'Cancelled'],
    ['Closed', 'Closed'],
    ['Unfilled', 'Open'],
  ])('%s', (text, status) => expect(parseStatus(text)).toEqual({ kind: 'status', status }));
  test('[P15] an unknown status is refused', () => expect(parseStatus('Purple').kind).toBe('refused'));

  test('flags', () => {
    expect(parseYesNo('TRUE')).toEqual({ kind: 'answer', yes: true });
    expect(parseYesNo('No')).toEqual({ kind: 'answer', yes: false });
    expect(parseYesNo('').kind).toBe('none');
    expect(parseYesNo('perhaps').kind).toBe('refused');
  });
});
