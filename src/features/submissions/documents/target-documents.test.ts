import { expect, test } from 'vitest';
import { listTargetDocuments } from '#contract/submissions/documents.ts';
import { localIdOf } from '#domain/commands/local-id.ts';
import { aDocumentStep, aSubmissionEntry, submissionEntries } from '#tests/support/factories/submission-factory.ts';
import { documentProblem, jrDocuments, savedDocumentStep, sharedDocuments, targetDocuments } from './target-documents.ts';

const ref = '0b7f3d4e-93c1-4d6a-9a55-5d2f7c8e1a01';
const jrEntries = [
  { id: 324, kind: 'document', name: 'Resume', removed: false },
  { id: 331, kind: 'document', name: 'BLS', removed: false },
  { id: 332, kind: 'document', name: 'Old', removed: true },
  { id: 1, kind: 'degree', name: 'RN', removed: false },
] as const;
const entries = [
  ...submissionEntries(),
  aSubmissionEntry({ id: 261, targetId: 151, kind: 'document', extId: 'x', name: 'Card' }),
];
const steps = [
  aDocumentStep({ id: -7, ref, jrDocumentId: 324 }),
  aDocumentStep(),
  aDocumentStep({ id: 192, documentId: 164, jrDocumentId: 325, purged: true }),
];
const held = { entries, steps, jrEntries };
const trio = { id: 152, name: 'Coastal Trio', type: 3 as const };
const documentsOf = (targetId: number) => targetDocuments(held, targetId);
const found = (name: string) => {
  const document = documentsOf(152).find((one) => one.name === name);
  if (!document) throw new Error(name);
  return document;
};

test('a target lists its document types, each with its first step', () => {
  expect(documentsOf(152).map(({ name, jrId, jrName, step }) => [name, jrId, jrName, step?.id])).toEqual([
    ['BLS', 331, 'BLS', 191],
    ['Resume', 0, '', undefined],
  ]);
  expect(documentsOf(151).map(({ name }) => name)).toEqual(['Card']);
  expect(jrDocuments(jrEntries).map(({ name }) => name)).toEqual(['BLS', 'Resume']);
});

test('the step of a document becomes what is chosen; a document without one gets a new step', () => {
  const named = { targetId: 152, jrDocumentId: 324 };
  expect(savedDocumentStep(found('BLS'), trio, 324, ref)).toEqual({ id: 191, ref: null, documentId: 163, ...named });
  expect(savedDocumentStep(found('Resume'), trio, 324, ref)).toEqual({ id: localIdOf(ref), ref, documentId: 164, ...named });
});

test('a second step for a document of Jobdock is refused by what the first one says', () => {
  expect(documentProblem(found('BLS'), trio, 331, held)).toBeNull();
  expect(documentProblem(found('Resume'), trio, 331, held)).toBe(
    'BLS of Jobdock is mapped to BLS of Coastal Trio already. Delete that mapping first.',
  );
  expect(documentProblem(found('Resume'), trio, 325, held)).toBeNull();
});

test('documents of a shared mapping are those that the service answers; no row of this device is their step', () => {
  const answered = listTargetDocuments.reply.parse(listTargetDocuments.example);
  const [first] = sharedDocuments(answered);
  expect(first).toMatchObject({ name: answered[0]?.name, jrName: answered[0]?.jrName, step: null });
});
