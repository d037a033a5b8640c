import { expect, test } from 'vitest';
import { aPairStep, aSubmissionEntry, submissionEntries } from '#tests/support/factories/submission-factory.ts';
import { heldPairs } from './held-pairs.ts';

const jrEntries = [
  { id: 1, kind: 'degree', name: 'RN', removed: false },
  { id: 101, kind: 'specialty', name: 'ICU', removed: false },
  { id: 102, kind: 'specialty', name: 'Old', removed: true },
] as const;
const entries = [
  ...submissionEntries(),
  aSubmissionEntry({ id: 167, kind: 'specialty', extId: '12', name: 'Float' }),
  aSubmissionEntry({ id: 168, kind: 'specialty', extId: '13', name: 'Burn', degreeExtId: 'gone' }),
  aSubmissionEntry({ id: 169, extId: '3', name: 'CNA', removed: true }),
  aSubmissionEntry({ id: 261, targetId: 151, extId: '1', name: 'Nurse' }),
];

test('lists have what can be chosen, by name; a specialty of no listed degree belongs to none', () => {
  const { to, from, jr } = heldPairs({ steps: [], entries, jrEntries }, 151, 152);
  expect(to.degrees.map(({ name }) => name)).toEqual(['LPN', 'RN']);
  expect(to.specialties.map(({ name, degreeId }) => [name, degreeId])).toEqual([
    ['Burn', 0],
    ['Float', 0],
    ['ICU', 161],
  ]);
  expect(from).toMatchObject({ degrees: [{ name: 'Nurse' }], specialties: [] });
  expect(jr.specialties.map(({ name }) => name)).toEqual(['ICU']);
});

test('steps have the names of their entries, also of removed ones; those of other targets and sides are left out', () => {
  const steps = [
    aPairStep({ id: 1, targetId: 151, side: 'from', degreeId: 261, specialtyId: 0 }),
    aPairStep({ id: 2, degreeId: 169, specialtyId: 0 }),
    aPairStep({ id: 3, targetId: 151 }),
    aPairStep({ id: 4, side: 'from' }),
    aPairStep({ id: 5, jrDegreeId: 2, purged: true }),
  ];
  const { rows } = heldPairs({ steps, entries, jrEntries }, 151, 152);
  expect(rows).toMatchObject([
    { source: { id: 1, degree: 'Nurse', specialty: '', jrDegree: 'RN', jrSpecialty: 'ICU' }, target: { id: 2, degree: 'CNA' } },
  ]);
});
