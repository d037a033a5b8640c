import { expect, test } from 'vitest';
import { shortExample } from '#contract/submissions/targets.ts';
import { aDocumentStep } from '#tests/support/factories/submission-factory.ts';
import {
  canAddDocument,
  chosenDocumentSteps,
  documentLine,
  documentProblems,
  isTargetOptional,
  missingDocumentSteps,
  needsService,
  removableSides,
} from './document-lines.ts';
import { mayMapDocuments } from './document-replies.ts';

const document = { id: 81, name: 'BLS card', jrId: 205, jrName: 'BLS', isShared: false, step: null };
const row = { source: document, jrId: 205, jrName: 'BLS', target: { ...document, id: 82 } };
const from = aDocumentStep({ targetId: 3, side: 'from', documentId: 81, jrDocumentId: 205 });
const to = aDocumentStep({ targetId: 5, documentId: 82, jrDocumentId: 205 });
const destination = { ...shortExample, id: 5, name: 'Coastal Trio', type: 3 as const };
const between = { source: shortExample, destination, sources: [], destinations: [] };
const lists = { from: [{ ...document, groupName: '' }], jr: [{ id: 205, name: 'BLS' }], to: [], rows: [] };
const own = { sharesDocuments: false };
const shared = { sharesDocuments: true };

test('4:191 a document mapping needs all three documents, unless the destination shares its mapping with a person who is no administrator', () => {
  const all = { source: '81', jr: '205', target: '82' };
  expect(canAddDocument(all, false)).toBe(true);
  expect(canAddDocument({ ...all, target: '' }, false)).toBe(false);
  expect(canAddDocument({ ...all, target: '' }, isTargetOptional({ destination: shared }, false))).toBe(true);
  expect(canAddDocument({ ...all, target: '' }, isTargetOptional({ destination: shared }, true))).toBe(false);
  expect(canAddDocument({ ...all, jr: '' }, true)).toBe(false);
  expect(canAddDocument({ ...all, source: '0' }, true)).toBe(false);
});

test('4:218 people who are no administrators change no shared document mapping', () => {
  expect(mayMapDocuments(true, false)).toBe(false);
  expect(mayMapDocuments(true, true)).toBe(true);
  expect(mayMapDocuments(false, false)).toBe(true);
  expect(removableSides(row, { source: own, destination: shared }, false)).toEqual(['source']);
  expect(removableSides(row, { source: own, destination: shared }, true)).toEqual(['source', 'target']);
  expect(removableSides({ ...row, target: null }, { source: shared, destination: shared }, false)).toEqual([]);
});

test('a row of the document mapping leaves the text of a missing step blank', () => {
  expect(documentLine({ ...row, source: null })).toMatchObject({ source: '', jr: 'BLS', target: 'BLS card', key: '0/205/82' });
});

test('a mapping that changes a shared one is added by the service, every other one by this device', () => {
  expect(needsService({ source: own, destination: own }, true)).toBe(false);
  expect(needsService({ source: own, destination: shared }, false)).toBe(false);
  expect(needsService({ source: own, destination: shared }, true)).toBe(true);
  expect(needsService({ source: shared, destination: own }, false)).toBe(true);
});

test('three choices add the steps that are missing, and a second step for a document is refused by what the first one says', () => {
  const steps = chosenDocumentSteps({ source: '81', jr: '205', target: '82' }, between);
  expect(steps.map(({ targetId, side }) => [targetId, side])).toEqual([
    [3, 'from'],
    [5, 'to'],
  ]);
  expect(chosenDocumentSteps({ source: '81', jr: '205', target: '' }, between).map(({ side }) => side)).toEqual(['from']);
  expect(missingDocumentSteps(steps, { steps: [from] }).map(({ side }) => side)).toEqual(['to']);
  expect(documentProblems(steps, { ...lists, steps: [from] }, between)).toEqual({});
  expect(documentProblems(steps, { ...lists, steps: [from, to] }, between)).toEqual({ '': 'It is there already' });
  const others = [
    { ...from, jrDocumentId: 9 },
    { ...to, documentId: 9 },
  ];
  expect(documentProblems(steps, { ...lists, steps: others }, between)).toEqual({
    sourceDocumentId: expect.stringMatching(/^BLS card of .* is mapped to A document of Jobdock already/),
    jrDocumentId: 'BLS of Jobdock is mapped to A document of Coastal Trio already. Delete that mapping first.',
  });
});
