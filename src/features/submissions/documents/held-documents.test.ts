import { expect, test } from 'vitest';
import { listDocumentMappings } from '#contract/submissions/documents.ts';
import { aDocumentStep, aSubmissionEntry, submissionEntries } from '#tests/support/factories/submission-factory.ts';
import { heldDocuments } from './held-documents.ts';

const jrEntries = [
  { id: 331, kind: 'document', name: 'BLS', removed: false },
  { id: 324, kind: 'document', name: 'Resume', removed: false },
  { id: 1, kind: 'degree', name: 'RN', removed: false },
] as const;
const entries = [
  ...submissionEntries(),
  aSubmissionEntry({ id: 261, targetId: 151, kind: 'document', extId: 'x', name: 'Card' }),
];
const own = { source: { id: 151, sharesDocuments: false }, destination: { id: 152, sharesDocuments: false } };
const steps = [
  aDocumentStep({ id: 1, targetId: 151, side: 'from', documentId: 261 }),
  aDocumentStep({ id: 2 }),
  aDocumentStep({ id: 3, documentId: 164, jrDocumentId: 324 }),
  aDocumentStep({ id: 4, documentId: 166, jrDocumentId: 325 }),
  aDocumentStep({ id: 5, jrDocumentId: 326, purged: true }),
];

test('own steps meet by Jobdock’s document; removed documents and lists of other kinds are left out', () => {
  const held = heldDocuments({ steps, entries, jrEntries, answered: [] }, own);
  expect(held.rows).toMatchObject([
    { jrName: 'BLS', source: { name: 'Card', isShared: false, step: { id: 1 } }, target: { name: 'BLS', step: { id: 2 } } },
    { jrName: 'Resume', source: null, target: { name: 'Resume', step: { id: 3 } } },
  ]);
  expect([held.from, held.jr, held.to].map((list) => list.map(({ name }) => name))).toEqual([
    ['Card'],
    ['BLS', 'Resume'],
    ['BLS', 'Resume'],
  ]);
});

test('a side that shares its mapping has the steps that the service answered, each once', () => {
  const [row] = listDocumentMappings.reply.parse(listDocumentMappings.example);
  if (!row?.target) throw new Error('the example of the contract has a row with both sides');
  const target = { ...row.target, jrId: 331, jrName: 'BLS', isShared: true };
  const answered = [row, row].map((one) => ({ ...one, target }));
  const shared = { ...own, destination: { id: 152, sharesDocuments: true } };
  expect(heldDocuments({ steps, entries, jrEntries, answered }, shared).rows).toMatchObject([
    { source: { name: 'Card', step: { id: 1 } }, target: { id: target.id, isShared: true, step: null } },
  ]);
});
