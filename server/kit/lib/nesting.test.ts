import { expect, test } from 'vitest';
import { nestsTooDeep } from './nesting.ts';

const nested = (levels: number) => `${'[{"a":'.repeat(levels / 2)}1${'}]'.repeat(levels / 2)}`;

test('200 levels are read, 202 are not', () => {
  expect([nestsTooDeep(nested(200)), nestsTooDeep(nested(202))]).toEqual([false, true]);
});

test('brackets in a text and lists beside each other do not count', () => {
  expect(nestsTooDeep(JSON.stringify({ text: `\\"${'[{'.repeat(500)}`, rows: Array.from({ length: 500 }, () => [{}]) }))).toBe(
    false,
  );
});
