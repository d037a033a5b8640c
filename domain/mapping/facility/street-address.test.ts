import { expect, test } from 'vitest';
import { streetAddress } from './street-address.ts';

test.each([
  ['2401 S 31ST ST', '2401 South 31st Street'],
  ['100 N. Main Ave., Suite 200', '100 NORTH MAIN AVENUE'],
  ['0401 CASTLE CREEK ROAD', '401 Castle Creek Rd'],
  ['500 FIFTH STREET', '500 5TH ST'],
  ['310 BENNETT STREET PO BOX 1081', '310 Bennett St'],
])('%s = %s', (a, b) => {
  const [one, other] = [streetAddress(a), streetAddress(b)];
  expect([one.number, one.names]).toEqual([other.number, other.names]);
});

test('a post box alone has neither number nor street', () => {
  expect(streetAddress('PO BOX 589')).toEqual({ number: '', names: [], kinds: [] });
});
