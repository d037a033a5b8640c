import { expect, test } from 'vitest';
import { listSubmissionDegrees, listSubmissionSpecialties } from '#contract/submissions/lists.ts';
import { aSubmissionEntry, submissionEntries } from '#tests/support/factories/submission-factory.ts';
import { heldDegrees, heldSpecialties } from './held-lists.ts';

const entries = [
  ...submissionEntries(),
  aSubmissionEntry({ id: 261, kind: 'specialty', extId: '12', name: 'Float' }),
  aSubmissionEntry({ id: 262, kind: 'specialty', extId: '13', name: 'NICU', degreeExtId: '9' }),
  aSubmissionEntry({ id: 263, extId: '3', name: 'Gone', removed: true }),
  aSubmissionEntry({ id: 264, targetId: 151, name: 'Of another target' }),
];

test('lists of a device have what the list calls give', () => {
  const [degree] = heldDegrees(entries, 152);
  expect(heldDegrees(entries, 152).map(({ name }) => name)).toEqual(['RN', 'LPN']);
  expect(Object.keys(degree ?? {}).sort()).toEqual(keysOf(listSubmissionDegrees.reply.parse(listSubmissionDegrees.example)));
  const specialties = heldSpecialties(entries, 152);
  expect(specialties.map(({ name, degree: of, degreeId }) => [name, of, degreeId])).toEqual([
    ['ICU', 'RN', 161],
    ['Float', '', 0],
    ['NICU', '', 0],
  ]);
  expect(Object.keys(specialties[0] ?? {}).sort()).toEqual(
    keysOf(listSubmissionSpecialties.reply.parse(listSubmissionSpecialties.example)),
  );
});

const keysOf = ([example]: readonly object[]): string[] => Object.keys(example ?? {}).sort();
