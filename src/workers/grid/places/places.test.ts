import { expect, test } from 'vitest';
import { zipKey, zipText } from '#domain/places/zip-key.ts';
import { type ZipPlaces, zipPlacesOf } from '#domain/places/zip-places.ts';
import type { Condition } from '#domain/query/condition.ts';
import { Places } from './places.ts';

const table = zipPlacesOf([
  { zip: '89501', latitude: 39.5263, longitude: -119.8126 },
  { zip: '89431', latitude: 39.5464, longitude: -119.7553 },
]);
const near = (zip: string, miles = 10): Condition => ({ kind: 'not', of: { kind: 'near', column: 'zip', zip, miles } });

/** Places whose table arrives, or fails to, when the test says so. */
function held() {
  const asked: { give: (table: ZipPlaces) => void; fail: () => void }[] = [];
  let changes = 0;
  const places = new Places(
    () => new Promise((give, reject) => asked.push({ give, fail: () => reject(new Error('no connection')) })),
    () => changes++,
  );
  return { places, asked, changes: () => changes };
}
const settled = () => new Promise((resolve) => setTimeout(resolve));

test('the table is loaded at the first question for a distance, once', async () => {
  const { places, asked, changes } = held();
  expect(places.newsOf({ kind: 'all', of: [] })).toBeNull();
  expect(asked).toHaveLength(0);
  expect(places.zipsNear('89501', 10)).toBeNull();
  expect(places.zipsNear('89431', 10)).toBeNull();
  expect(asked).toHaveLength(1);
  expect(places.newsOf(near('89501'))).toEqual({ state: 'loading', unknown: [] });
  asked[0]?.give(table);
  await settled();
  expect(changes()).toBe(1);
  expect([...(places.zipsNear('89501', 10) ?? [])].map(zipText)).toEqual(['89431', '89501']);
  expect(places.zipsNear('89501', 1)).toEqual(new Set([zipKey('89501')]));
  expect(places.newsOf(near('89501'))).toEqual({ state: 'ready', unknown: [] });
  expect(places.newsOf({ kind: 'all', of: [near('00000'), near('89501'), near('00000', 5)] })).toEqual({
    state: 'ready',
    unknown: ['00000'],
  });
});

test('without a connection the news say so, and a retry loads the table', async () => {
  const { places, asked, changes } = held();
  places.retry();
  expect(asked).toHaveLength(0);
  places.zipsNear('89501', 10);
  asked[0]?.fail();
  await settled();
  expect(changes()).toBe(1);
  expect(places.newsOf(near('89501'))).toEqual({ state: 'missing', unknown: [] });
  places.zipsNear('89501', 10);
  expect(asked).toHaveLength(1);
  places.retry();
  expect(asked).toHaveLength(2);
  asked[1]?.give(table);
  await settled();
  expect(places.newsOf(near('89501'))).toEqual({ state: 'ready', unknown: [] });
});
