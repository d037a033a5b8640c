import { expect, test } from 'vitest';
import { afterBreak, afterLookUp, afterSubmit, later, lookupSeconds, mostTries } from './sending-state.ts';
import { wordsWithout } from './without-personal.ts';

const shown = { extId: '9', extCaregiverId: '7', status: 'Submitted', at: null };

test('only a definite answer ends the call that submits', () => {
  expect(afterSubmit({ kind: 'done', value: shown }, 1)).toMatchObject({ state: 'sent', shown });
  expect(afterSubmit({ kind: 'refused', words: 'closed' }, 1)).toMatchObject({
    state: 'refused',
    words: 'closed',
    againInSeconds: null,
  });
  expect(afterSubmit({ kind: 'later', words: 'busy', waitSeconds: 90 }, 1)).toMatchObject({
    state: 'wanted',
    againInSeconds: 90,
  });
  expect(afterSubmit({ kind: 'unknown', words: 'lost' }, 1)).toMatchObject({
    state: 'unknown',
    againInSeconds: lookupSeconds[0],
  });
});

test('a submission that is absent in all look-ups needs a person and is never sent again by itself', () => {
  const steps = [0, 1, 2, 3].map((lookups) => afterLookUp({ kind: 'done', value: null }, lookups));
  expect(steps.map(({ state }) => state)).toEqual(['unknown', 'unknown', 'unknown', 'human']);
  expect(steps.map(({ againInSeconds }) => againInSeconds)).toEqual([120, 300, 900, null]);
});

test('a look-up without an answer is repeated and does not count', () => {
  expect(afterLookUp({ kind: 'unknown', words: 'silent' }, 2)).toMatchObject({
    state: 'unknown',
    lookups: 2,
    againInSeconds: 300,
  });
});

test('a destination that cannot be asked leaves its webhook time, then a person decides', () => {
  expect(afterLookUp(null, 0)).toMatchObject({ state: 'unknown', lookups: 1 });
  expect(afterLookUp({ kind: 'refused', words: 'no list' }, 3)).toMatchObject({
    state: 'human',
    words: expect.stringContaining('cannot be asked'),
  });
});

test('a stop before the caregiver was known sends again; after it, the result is unknown', () => {
  expect(afterBreak('').state).toBe('wanted');
  expect(afterBreak('7').state).toBe('unknown');
});

test('tries without an answer end with a refusal that says why', () => {
  expect(later('silent', mostTries)).toMatchObject({ state: 'refused', words: expect.stringContaining('silent') });
});

test('words repeat no email address, phone number or birth date', () => {
  const caregiver = { email: 'Ann+1@example.com', phone: '555-0101', fields: { birthDate: '1980-02-03', none: '' } };
  const words = wordsWithout('ann+1@EXAMPLE.com (555-0101, 1980-02-03) exists twice', caregiver);
  expect(words).toBe('[email address] ([phone number], [birthDate]) exists twice');
});
