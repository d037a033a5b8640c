import { expect, test } from 'vitest';
import { defaultNames } from '#domain/job-list/field-names.ts';
import { historyLine } from './history-labels.ts';

test('A flag that was set or cleared is described as an action, not as yes or no', () => {
  expect(historyLine({ field: 'onHold', before: false, after: true }, defaultNames)).toBe('Put on hold');
  expect(historyLine({ field: 'onHold', before: true, after: false }, defaultNames)).toBe('Released from hold');
  expect(historyLine({ field: 'billRateManual', before: false, after: true }, defaultNames)).toBe('Bill rate locked manually');
});

test('A value is shown before and after under its usual label; an empty value is a dash, not zero', () => {
  expect(historyLine({ field: 'billRate', before: null, after: 74 }, defaultNames)).toBe('Bill rate: — → 74');
  expect(historyLine({ field: 'facilityMap', before: 'F1', after: null }, defaultNames)).toBe('Facility override: F1 → —');
  expect(historyLine({ field: 'billRate', before: 0, after: 1 }, defaultNames)).toBe('Bill rate: 0 → 1');
});

test('A post is described by its result', () => {
  expect(historyLine({ field: 'post.1', before: 'sending', after: 'done' }, defaultNames)).toBe('Post: posted');
});
