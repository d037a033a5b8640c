import { expect, test } from 'vitest';
import { isUnwieldy } from './unwieldy-json.ts';

const nested = (levels: number) => `${'[{"a":'.repeat(levels / 2)}1${'}]'.repeat(levels / 2)}`;

test('200 levels are read, 202 are not', () => {
  expect([isUnwieldy(nested(200)), isUnwieldy(nested(202))]).toEqual([false, true]);
});

test('brackets in a text and lists beside each other do not count', () => {
  expect(isUnwieldy(JSON.stringify({ text: `\\"${'[{'.repeat(500)}`, rows: Array.from({ length: 500 }, () => [{}]) }))).toBe(
    false,
  );
});

test('2,000 fields of an object are read, more are not; fields of other objects do not count', () => {
  const fields = (count: number) => JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, n])));
  expect([isUnwieldy(fields(2000)), isUnwieldy(fields(2001))]).toEqual([false, true]);
  expect(isUnwieldy(`[${fields(1500)},${fields(1500)}]`)).toBe(false);
});
