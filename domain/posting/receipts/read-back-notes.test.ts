import { expect, test } from 'vitest';
import { notesInWords, readBackNotes } from './read-back-notes.ts';

const text = 'Night shifts in a busy intensive care unit. '.repeat(4).slice(0, 143);

test.each<readonly [name: string, sent: unknown, stored: unknown]>([
  ['blanks at the ends', ' RN ICU ', 'RN ICU'],
  ['the case of a choice', 'Contract', 'CONTRACT'],
  ['a number as text', 41.5, '41.50'],
  ['a day without its time', '2026-12-07', '2026-12-07T00:00:00Z'],
  ['a list in another order', ['101', '102'], ['102', '101']],
  ['fewer decimals', 13.142_857_142_9, 13.14],
  ['a field that the target does not show', 'x', undefined],
])('%s is kept', (_, sent, stored) => {
  expect(readBackNotes({ field: sent }, { field: stored }, false)).toEqual([]);
});

test.each<readonly [name: string, sent: unknown, stored: unknown, words: string]>([
  ['a cut text', text, text.slice(0, 100), 'Title: kept 100 of 143 characters.'],
  ['a text cut at any length', 'RN ICU nights', 'RN ICU', 'Title: kept 6 of 13 characters.'],
  ['a dropped value', 'ICU', null, 'Title was dropped.'],
  ['a rate without its cents', 41.5, 41, 'Title: 41.5 was stored as 41.'],
  ['another text', 'Travel', 'Contract', 'Title: Travel was stored as Contract.'],
  ['another yes or no', true, false, 'Title: yes was stored as no.'],
  ['an id that is missing in a list', ['101', '102'], ['102'], 'Title: 101 was dropped.'],
  ['a part of an object', { city: 'Reno', zip: '89501' }, { city: 'Reno', zip: '8950' }, 'Title zip: kept 4 of 5 characters.'],
  ['a value that was emptied', null, 'Hot', 'Title was emptied and holds Hot.'],
])('%s is said', (_, sent, stored, words) => {
  expect(notesInWords(readBackNotes({ title: sent }, { title: stored }, false))).toBe(words);
});

test('what the target fills in by itself is no remark on a job order that was created', () => {
  expect(readBackNotes({ status: null, title: '' }, { status: 'Accepting', title: 'x' }, true)).toEqual([]);
});

test('several remarks are one text, none is no text', () => {
  const notes = readBackNotes(
    { title: text, clientBillRate: 41.5, specialty: 'ICU' },
    { title: text.slice(0, 100), clientBillRate: 41, specialty: null },
    true,
  );
  expect(notesInWords(notes)).toBe(
    'Title: kept 100 of 143 characters. Client bill rate: 41.5 was stored as 41. Specialty was dropped.',
  );
  expect(notesInWords([])).toBeNull();
});
