import { expect, test } from 'vitest';
import { linesOf, placeOf, stepWith, type WizardStep } from './wizard-steps.ts';

const step = (id: string, label: string, ...checks: string[]): WizardStep => ({ id, label, title: id, checks });
const steps = [
  step('vendor', 'Choose', 'vendor'),
  step('sign-in', 'Set up', 'name', 'key'),
  step('jobs', 'Set up', 'days'),
  step('confirm', 'Confirm'),
];

test.each([
  ['sign-in', 3, 1],
  [null, 3, 0],
  ['unknown', 3, 0],
  ['confirm', 0, 0],
  ['confirm', 2, 2],
])('the address names %s where step %i was reached: the step at %i is shown', (id, reached, at) => {
  expect(placeOf(steps, id, reached)).toBe(at);
});

test('neighbors with one label are one line of the list, which is current in all of them', () => {
  const states = (at: number) => linesOf(steps, at).map(({ number, label, state }) => `${number} ${label} ${state}`);
  expect(states(0)).toEqual(['1 Choose current', '2 Set up later', '3 Confirm later']);
  expect(states(1)).toEqual(['1 Choose done', '2 Set up current', '3 Confirm later']);
  expect(states(2)).toEqual(states(1));
  expect(states(3)).toEqual(['1 Choose done', '2 Set up done', '3 Confirm current']);
});

test('a problem belongs to the first step that fills in its field', () => {
  expect(stepWith(steps, ['days', 'key'])).toBe(1);
  expect(stepWith(steps, ['', 'other'])).toBeNull();
});
