import { expect, test } from 'vitest';
import { shortExample } from '#contract/submissions/targets.ts';
import { aSubmissionTarget } from '#tests/support/factories/submission-factory.ts';
import { betweenOf, mappableTargets } from './between.ts';

const bullhorn = shortExample;
const nexus = { ...shortExample, id: 4, name: 'Nexus' };
const trio = { ...shortExample, id: 5, name: 'Coastal Trio', type: 3 as const, isSource: false, isDestination: true };
const board = { ...trio, id: 6, name: 'Board', type: 4 as const };
const none = { source: null, to: null };

test('a mapping goes from the first source to the first destination unless others are chosen', () => {
  const targets = [bullhorn, nexus, trio, board];
  expect(betweenOf(targets, none)).toMatchObject({ source: { id: 3 }, destination: { id: 5 } });
  expect(betweenOf(targets, { source: '4', to: '6' })).toMatchObject({ source: { id: 4 }, destination: { id: 6 } });
});

test('a choice that no longer exists gives the first one', () => {
  expect(betweenOf([bullhorn, trio], { source: '99', to: '98' })).toMatchObject({ source: { id: 3 }, destination: { id: 5 } });
});

test('a target is never its own destination', () => {
  const both = { ...bullhorn, isDestination: true };
  expect(betweenOf([both], none)).toBeNull();
  expect(betweenOf([both, trio], { source: '3', to: '3' })?.destination.id).toBe(5);
  expect(betweenOf([bullhorn], none)).toBeNull();
});

test('active targets of the device can be mapped, by name, as their systems declare', () => {
  const rows = [
    aSubmissionTarget({ id: 3, name: 'Our Bullhorn' }),
    aSubmissionTarget({ id: 5, systemId: 61, name: 'Coastal Trio', sharesDocuments: true }),
    aSubmissionTarget({ id: 6, name: 'Old', isActive: false }),
  ];
  expect(mappableTargets(rows)).toEqual([
    { id: 5, name: 'Coastal Trio', type: 3, isSource: false, isDestination: true, sharesDocuments: true },
    { id: 3, name: 'Our Bullhorn', type: 2, isSource: true, isDestination: false, sharesDocuments: false },
  ]);
});
