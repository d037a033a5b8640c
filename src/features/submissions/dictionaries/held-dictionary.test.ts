import { expect, test } from 'vitest';
import { localIdOf } from '#domain/commands/local-id.ts';
import {
  aDictionaryEntry,
  aDictionaryStep,
  aSubmissionTarget,
  dictionaryEntries,
} from '#tests/support/factories/submission-factory.ts';
import { heldDictionary, heldStep, listedEntries, otherTargets, removedStep, savedStep, stepBetween } from './held-dictionary.ts';

const ref = '0b7f3d4e-93c1-4d6a-9a55-5d2f7c8e1a01';
const targets = [
  aSubmissionTarget(),
  aSubmissionTarget({ id: 152, systemId: 61, name: 'Coastal Trio' }),
  aSubmissionTarget({ id: 153, systemId: 62, name: 'Board' }),
  aSubmissionTarget({ id: 154, systemId: 25, name: 'Nexus' }),
];
const entries = [
  ...dictionaryEntries(),
  aDictionaryEntry({ id: 169, name: 'Removed', removed: true }),
  aDictionaryEntry({ id: 170, objectId: 5, name: 'Texas' }),
  aDictionaryEntry({ id: 301, targetId: 153, name: 'Open' }),
];
const steps = [
  aDictionaryStep(),
  aDictionaryStep({ id: 202, targetId: 153, toId: 301 }),
  aDictionaryStep({ id: 203, fromId: 252, toId: 168, purged: true }),
  aDictionaryStep({ id: 204, fromId: 252, toId: 999 }),
];
const held = { entries, steps, targets };

test('a dictionary lists its entries by name, each with what it is mapped to by target', () => {
  const mapped = ({ targetId }: { targetId: number }) =>
    heldDictionary(held, { targetId, objectId: 2 }).map(({ extId, name, isDefault, mappings }) => [
      name || extId,
      isDefault,
      mappings.map(({ other, otherTarget }) => `${other} (${otherTarget})`),
    ]);
  expect(mapped({ targetId: 151 })).toEqual([
    ['Available', false, ['Open (Board)', 'Active (Coastal Trio)']],
    ['Placed', false, []],
  ]);
  expect(mapped({ targetId: 152 })).toEqual([
    ['Active', true, ['Available (Our Bullhorn)']],
    ['INA', false, []],
  ]);
  expect(listedEntries(entries, { targetId: 152, objectId: 5 }).map(({ name }) => name)).toEqual(['Texas']);
});

test('an ATS is mapped to destinations, every other target to sources', () => {
  const names = (id: number, type: 2 | 3 | 4) => otherTargets(targets, { id, type }).map(({ name }) => name);
  expect(names(151, 2)).toEqual(['Board', 'Coastal Trio']);
  expect(names(152, 3)).toEqual(['Nexus', 'Our Bullhorn']);
});

test('a mapping goes from the ATS to the destination, from whichever side it is made', () => {
  const [there, here] = [
    { id: 251, targetId: 151 },
    { id: 168, targetId: 152 },
  ];
  const step = { targetId: 152, fromId: 251, toId: 168 };
  expect(stepBetween(2, there, here)).toEqual(step);
  expect(stepBetween(3, here, there)).toEqual(step);
  expect(heldStep(steps, step)?.id).toBe(201);
  expect(savedStep(step, steps, ref)).toEqual({ id: 201, ref: null, ...step });
  const added = { targetId: 152, fromId: 253, toId: 168 };
  expect(savedStep(added, steps, ref)).toEqual({ id: localIdOf(ref), ref, ...added });
  expect(removedStep(aDictionaryStep())).toEqual({
    name: 'submissionDictionaryStep.remove.v1',
    args: { id: 201, ref: null, targetId: 152, fromId: 251 },
  });
});
