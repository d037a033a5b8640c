import { expect, test } from 'vitest';
import { countsError } from './matching.ts';

const error = { customerId: 2, crawlerId: 3, parserId: null, code: 4 };
const any = { customerId: null, crawlerId: null, parserId: null, errorCode: null };

test.each([
  [any, true],
  [{ ...any, customerId: 2, crawlerId: 3, errorCode: 4 }, true],
  [{ ...any, customerId: 9 }, false],
  [{ ...any, crawlerId: 9 }, false],
  [{ ...any, errorCode: 9 }, false],
  // An error without a parser is none of a certain parser.
  [{ ...any, parserId: 5 }, false],
])('a configuration %j counts the error: %s', (counted, counts) => {
  expect(countsError(counted, error)).toBe(counts);
});
