import { expect, test } from 'vitest';
import { messages } from '#contract/kit/messages.ts';
import { failedSave, unreadList } from './failed-save.ts';

test('a form that was not saved says so in the documented words, and leaves the problems of its fields', () => {
  expect(failedSave(messages.notUpdated, { '': 'No connection.' })).toEqual({ '': 'Failed to update. No connection.' });
  expect(failedSave(messages.formNotSaved, { name: 'Enter a name', '': 'No connection.' })).toEqual({
    name: 'Enter a name',
    '': 'Failed to save. No connection.',
  });
  expect(failedSave(messages.notUpdated, { name: 'Enter a name' })).toEqual({ name: 'Enter a name' });
});

test('a list that could not be read says which one and why; one that was read says nothing', () => {
  expect(unreadList(messages.listNotRead({ list: messages.tokenTypes }), 'No connection.')).toBe(
    'Failed to retrieve Token type list. No connection.',
  );
  expect(unreadList(messages.statusListNotRead, null)).toBeNull();
});
