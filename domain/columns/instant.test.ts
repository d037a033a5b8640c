import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { instantMs, instantOf, instantText } from './instant.ts';

test('every instant of the years 0 to 9999 is printed exactly as it was read', () => {
  const years = { min: new Date('0000-01-01T00:00:00.000Z'), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true };
  fc.assert(
    fc.property(fc.date(years), (date) => {
      expect(instantOf(date.toISOString())).toBe(date.getTime());
      expect(instantText(date.getTime())).toBe(date.toISOString());
    }),
  );
});

test.each([
  '',
  '2026-11-21',
  '2026-11-21T08:30:00Z',
  '2026-11-21T08:30:00.000+00:00',
  '2026-11-21 08:30:00.000Z',
  '2026-11-21T08:30:00.000z',
  '2026-11-21T24:00:00.000Z',
  '2026-11-21T08:60:00.000Z',
  '2026-11-21T08:30:60.000Z',
  '2026-02-29T08:30:00.000Z',
  '2026-13-01T08:30:00.000Z',
  '2026-00-01T08:30:00.000Z',
  '2o26-11-21T08:30:00.000Z',
  '2026-1a-21T08:30:00.000Z',
  '2026-11-2xT08:30:00.000Z',
  '2026-11-21T08:30:00.0x0Z',
  '+02026-11-21T8:30:00.00Z',
])('"%s" is not read as an instant, because its exact text could not be restored', (text) => {
  expect(instantOf(text)).toBeNaN();
});

test('any other text of that length is either not read or printed unchanged', () => {
  const sign = fc.constantFrom('0', '1', '2', '3', '6', '9', '-', ':', '.', 'T', 'Z', ' ', '+');
  const mutated = fc
    .tuple(fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }), fc.nat(23), sign)
    .map(([date, at, other]) => date.toISOString().slice(0, at) + other + date.toISOString().slice(at + 1));
  fc.assert(
    fc.property(mutated, (text) => {
      const read = instantOf(text);
      expect(Number.isNaN(read) ? text : instantText(read)).toBe(text);
    }),
    { numRuns: 1000 },
  );
});

test.each([
  ['2026-11-21', '2026-11-21T00:00:00.000Z'],
  ['2026-11-21T08:30Z', '2026-11-21T08:30:00.000Z'],
  ['2026-11-21T08:30:15', '2026-11-21T08:30:15.000Z'],
  ['2026-11-21T08:30:15.5Z', '2026-11-21T08:30:15.500Z'],
  ['2026-11-21T08:30:15.123456Z', '2026-11-21T08:30:15.123Z'],
  ['2026-11-21T00:30:00-08:00', '2026-11-21T08:30:00.000Z'],
  ['2026-11-21T08:30:00+05:30', '2026-11-21T03:00:00.000Z'],
])('the ISO text "%s" is the instant %s', (text, instant) => {
  expect(instantText(instantMs(text))).toBe(instant);
});

test.each(['', 'soon', '11/21/2026', '2026-02-30', '2026-11-21T24:00Z'])('"%s" is no instant', (text) => {
  expect(instantMs(text)).toBeNaN();
});
