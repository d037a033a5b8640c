import { expect, test } from 'vitest';
import { afterArrival } from './sent-texts.ts';

test('a text that the box passed on is its own; what was passed on later is still to come', () => {
  expect(afterArrival(['near:89501', 'near:10001'], 'near:89501')).toEqual(['near:10001']);
  expect(afterArrival(['near:10001'], ' near:10001 ')).toEqual([]);
});

test('texts that were replaced on their way do not come back', () => {
  expect(afterArrival(['a', 'b', 'c'], 'b')).toEqual(['c']);
});

test('a text from elsewhere, such as a view or the Back button, is not the box’s own', () => {
  expect(afterArrival([], 'is:open')).toBeNull();
  expect(afterArrival(['nurse'], 'is:open')).toBeNull();
});
