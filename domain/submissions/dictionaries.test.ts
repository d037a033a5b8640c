import { expect, test } from 'vitest';
import { aDictionaryEntry, aDictionaryStep } from '#tests/support/factories/submission-factory.ts';
import {
  defaultEntry,
  dictionaryStepProblem,
  entryName,
  replacedDefault,
  rivalDictionaryProblem,
  rivalDictionaryStep,
} from './dictionaries.ts';

const from = aDictionaryEntry({ id: 251, targetId: 151 });
const to = aDictionaryEntry();
const there = { targetId: 152 };

test('a mapping goes from an entry of another target to one of the same dictionary of its destination', () => {
  expect(dictionaryStepProblem(there, from, to)).toBeNull();
  const cases = [
    [undefined, to, 'fromId', 'no such entry'],
    [{ ...from, removed: true }, to, 'fromId', 'no such entry'],
    [{ ...from, kind: 'degree' }, to, 'fromId', 'no such entry'],
    [from, undefined, 'toId', 'no such entry'],
    [from, { ...to, removed: true }, 'toId', 'no such entry'],
    [from, { ...to, targetId: 153 }, 'toId', 'no such entry'],
    [from, { ...to, objectId: 5 }, 'toId', 'same dictionary'],
    [{ ...from, targetId: 152 }, to, 'toId', 'another target'],
  ] as const;
  for (const [source, destination, field, words] of cases)
    expect(dictionaryStepProblem(there, source, destination)).toMatchObject({ field, message: expect.stringContaining(words) });
});

test('an entry has one mapping to each destination; a second one is refused by what the first one says', () => {
  const held = [aDictionaryStep()];
  expect(rivalDictionaryStep({ id: -5, targetId: 152, fromId: 251 }, held)?.id).toBe(201);
  expect(rivalDictionaryStep({ id: -5, targetId: 153, fromId: 251 }, held)).toBeUndefined();
  expect(rivalDictionaryStep({ id: -5, targetId: 152, fromId: 252 }, held)).toBeUndefined();
  expect(rivalDictionaryStep(aDictionaryStep({ toId: 168 }), held)).toBeUndefined();
  expect(rivalDictionaryProblem('Coastal Trio', { from: 'Available', to: 'Active' })).toEqual({
    field: 'fromId',
    message: 'Available is mapped to Active of Coastal Trio already. Change that mapping.',
  });
});

test('a dictionary has one default: an entry that becomes it takes the place of the one before', () => {
  const [one, other] = [aDictionaryEntry({ isDefault: true }), aDictionaryEntry({ id: 168 })];
  expect(defaultEntry([other, one])?.id).toBe(167);
  expect(defaultEntry([other])).toBeUndefined();
  expect(replacedDefault([one, other], 168)?.id).toBe(167);
  expect(replacedDefault([one, other], 0)?.id).toBe(167);
  expect(replacedDefault([one, other], 167)).toBeUndefined();
});

test('an entry without a name is called by its id', () => {
  expect(entryName({ name: '', extId: 'ACT' })).toBe('ACT');
  expect(entryName({ name: 'Active', extId: 'ACT' })).toBe('Active');
});
