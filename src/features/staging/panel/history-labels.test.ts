import { expect, test } from 'vitest';
import { historyLine } from './history-labels.ts';

test('a flag that was set or cleared reads as an action, not as yes or no', () => {
  expect(historyLine({ field: 'onHold', before: false, after: true })).toBe('Put on hold');
  expect(historyLine({ field: 'onHold', before: true, after: false })).toBe('Released from hold');
  expect(historyLine({ field: 'billRateManual', before: false, after: true })).toBe('Bill rate locked manually');
});

test('a value tells from and to under the label people know, and nothing is a dash, not zero', () => {
  expect(historyLine({ field: 'billRate', before: null, after: 74 })).toBe('Bill rate: — → 74');
  expect(historyLine({ field: 'facilityMap', before: 'F1', after: null })).toBe('Facility override: F1 → —');
  expect(historyLine({ field: 'billRate', before: 0, after: 1 })).toBe('Bill rate: 0 → 1');
});

test('posting is told by what became of it', () => {
  expect(historyLine({ field: 'post.1', before: 'sending', after: 'done' })).toBe('Post: posted');
});
