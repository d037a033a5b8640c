import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { packPlaces, unpackPlaces } from './pack-places.ts';
import { zipKey, zipText } from './zip-key.ts';
import { milesBetween, zipPlacesOf, zipsWithin } from './zip-places.ts';

const reno = { zip: '89501', latitude: 39.5263, longitude: -119.8126 };
const sparks = { zip: '89431', latitude: 39.5464, longitude: -119.7553 };
const ottawa = { zip: 'K1A', latitude: 45.4234, longitude: -75.6979 };
const places = zipPlacesOf([
  reno,
  ottawa,
  sparks,
  { zip: '09001', latitude: 0, longitude: 0 },
  { ...reno, zip: 'V0N', latitude: null },
]);

test('a zip code is known by its five digits, a Canadian one by its first three characters', () => {
  expect([zipKey(' 89501-1234'), zipKey('k1a 0b1'), zipKey('00501')]).toEqual([89_501, zipKey('K1A'), 501]);
  expect([zipKey('8950'), zipKey(''), zipKey('Reno'), zipKey('K12')]).toEqual([null, null, null, null]);
  expect([zipText(501), zipText(zipKey('K1A 0B1') ?? 0), zipText(zipKey('Z9Z') ?? 0)]).toEqual(['00501', 'K1A', 'Z9Z']);
});

test('distances are those of the surface of the earth', () => {
  expect(milesBetween([40.7128, -74.006], [34.0522, -118.2437])).toBeCloseTo(2445.7, 0);
  expect(milesBetween([0, 0], [0, 180])).toBeCloseTo(Math.PI * 3958.8, 6);
  expect(milesBetween([39.5, -119.8], [39.5, -119.8])).toBe(0);
});

test('places within a distance include the place itself; a place without coordinates is unknown', () => {
  const within = (zip: string, miles: number) => [...(zipsWithin(places, zip, miles) ?? [])].map(zipText);
  expect(within('89501', 10)).toEqual(['89431', '89501']);
  expect(within('89501-1234', 1)).toEqual(['89501']);
  expect(within('K1A 0B1', 0)).toEqual(['K1A']);
  expect(zipsWithin(places, '09001', 10)).toBeNull();
  expect(zipsWithin(places, 'V0N', 10)).toBeNull();
  expect(zipsWithin(places, '895', 10)).toBeNull();
});

test('a packed table unpacks to the same, and one that was cut off is refused', () => {
  const whole = fc.integer({ min: -180_000, max: 180_000 });
  const tables = fc.uniqueArray(fc.tuple(fc.nat(120_000), whole, whole), { selector: ([key]) => key, maxLength: 40 });
  fc.assert(
    fc.property(tables, (rows) => {
      const sorted = rows.toSorted((a, b) => a[0] - b[0]);
      const column = (at: 0 | 1 | 2) => Int32Array.from(sorted, (row) => row[at]);
      const table = { keys: column(0), latitudes: column(1), longitudes: column(2) };
      const bytes = packPlaces(table);
      expect(unpackPlaces(bytes)).toEqual(table);
      expect(() => unpackPlaces(bytes.subarray(0, bytes.length - 1))).toThrow('not whole');
    }),
    { numRuns: 200 },
  );
});
