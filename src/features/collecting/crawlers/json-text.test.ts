import { expect, test } from 'vitest';
import { jsonProblem } from './json-text.ts';

test.each(['{}', '[]', ' {"a": [1, -2.5e3, "x\\n\\u00e9", true, null, {"b": {}}]} \n', '"text"', '0'])('%s is JSON', (text) => {
  expect(jsonProblem(text)).toBeNull();
  expect(() => JSON.parse(text) as unknown).not.toThrow();
});

test.each([
  ['', 1, 'A value is missing at the end'],
  ['{\n  "a": 1\n  "b": 2\n}', 3, 'A comma or } is expected before "b": 2'],
  ['{\n  "a": 1,\n}', 3, 'A name in quotes is expected before }'],
  ['{"a" 1}', 1, 'A colon is expected before 1}'],
  ['{\n"a":\n}', 3, 'A value is expected before }'],
  ['[1, 2', 1, 'A comma or ] is missing at the end'],
  ['{} extra', 1, 'The end of the text is expected before extra'],
  ["{'a': 1}", 1, "A name in quotes is expected before 'a': 1}"],
  ['[01]', 1, 'A comma or ] is expected before 1]'],
])('%j is refused in line %i: %s', (text, line, words) => {
  expect(jsonProblem(text)).toEqual({ line, words });
  expect(() => JSON.parse(text) as unknown).toThrow(/JSON/);
});

test('every text that JSON.parse refuses has a problem, and no other', () => {
  const parts = ['{', '}', '[', ']', ',', ':', '"a"', '1', 'null', ' '];
  let judged = 0;
  for (let n = 0; n < 4_000; n += 1) {
    const text = Array.from(
      { length: 1 + (n % 6) },
      (_, i) => parts[(n * 7 + i * i * 3 + Math.floor(n / 10)) % parts.length],
    ).join('');
    const reads = (() => {
      try {
        JSON.parse(text);
        return true;
      } catch {
        return false;
      }
    })();
    expect(jsonProblem(text) === null, text).toBe(reads);
    judged += 1;
  }
  expect(judged).toBe(4_000);
});
