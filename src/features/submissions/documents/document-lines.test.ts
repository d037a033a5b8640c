import { expect, test } from 'vitest';
import { listDocumentMappings } from '#contract/submissions/documents.ts';
import { canAddDocument, documentLine, isTargetOptional, removableSides } from './document-lines.ts';
import { mayMapDocuments } from './document-replies.ts';

const [row] = listDocumentMappings.reply.parse(listDocumentMappings.example);
if (!row) throw new Error('the example of the contract has a row');
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
