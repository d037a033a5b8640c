import { expect, test } from 'vitest';
import { mergeFields } from './merge-fields.ts';

const stored = { name: 'Ann', phone: '555 0100', rights: [6, 8] };

test('a field that the caller left alone keeps what someone else stored meanwhile', () => {
  const base = { ...stored, phone: null as string | null };
  expect(mergeFields<typeof base>(base, { ...stored }, { ...base, name: 'Ann Reyes' })).toEqual({
    kind: 'merged',
    fields: { name: 'Ann Reyes' },
  });
});

test('a field that both changed is a conflict, and nothing is merged', () => {
  const base = { ...stored, name: 'A.', rights: [6] };
  expect(mergeFields(base, stored, { name: 'Anna', rights: [6, 7] })).toEqual({
    kind: 'conflict',
    conflicts: [
      { field: 'name', yours: 'Anna', theirs: 'Ann' },
      { field: 'rights', yours: [6, 7], theirs: [6, 8] },
    ],
  });
});

test('both changed a field to the same value: no conflict, and nothing to store', () => {
  expect(mergeFields({ ...stored, name: 'A.' }, stored, { name: 'Ann' })).toEqual({ kind: 'merged', fields: {} });
});

test('without a base every sent field that differs is stored', () => {
  expect(mergeFields(undefined, stored, { name: 'Anna', phone: '555 0100' })).toEqual({
    kind: 'merged',
    fields: { name: 'Anna' },
  });
});
