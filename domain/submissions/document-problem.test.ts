import { expect, test } from 'vitest';
import { addedFileProblem, documentProblem } from './document-problem.ts';
import { problemWords } from './problem-words.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const mb = 1024 * 1024;

test.each([
  ['a document', 'License.pdf', 900, '%PDF-1.7', null],
  ['a text without a known ending', 'notes.txt', 5, 'hello', null],
  ['an empty file', 'License.pdf', 0, '', 'is empty'],
  ['60 MB', 'License.pdf', 60 * mb, '%PDF-1.7', '60 MB'],
  ['a program named .pdf', 'License.pdf', 900, 'MZ\u0090\u0000', 'is a program'],
  ['a script', 'resume.docx', 900, '#!/bin/sh', 'is a program'],
  ['a picture named .pdf', 'License.pdf', 900, 'GIF89a', 'not what its name says'],
])('%s', (_name, name, size, head, words) => {
  const problem = documentProblem({ name, size, head: bytes(head) }, 10 * mb);
  if (words === null) expect(problem).toBeNull();
  else expect(problem).toContain(words);
});

test.each([
  ['a document', 'License.pdf', 900, '%PDF-1.7', null],
  ['an empty file', 'License.pdf', 0, '', '“License.pdf” is empty. Choose a file with content.'],
  ['60 MB', 'License.pdf', 60 * mb, '%PDF-1.7', '“License.pdf” has 60 MB, and the destination takes 10 MB at most.'],
  ['a program named .pdf', 'License.pdf', 900, 'MZ\u0090\u0000', '“License.pdf” is a program. Choose a document.'],
  ['a script by its name', 'License.js', 900, 'alert(1)', '“License.js” is a program. Choose a document.'],
  ['a picture named .pdf', 'License.pdf', 900, 'GIF89a', '“License.pdf” is not what its name says.'],
])('a file that a person adds: %s', (_name, name, size, head, words) => {
  const problem = addedFileProblem({ name, size, head: bytes(head) }, 10 * mb);
  if (words === null) expect(problem).toBeNull();
  else expect(problem).toContain(words);
});

test('a destination that names no limit takes any size', () => {
  expect(documentProblem({ name: 'a.pdf', size: 60 * mb, head: bytes('%PDF') }, null)).toBeNull();
});

test.each([
  [{ kind: 'sameTarget' }, 'same'],
  [{ kind: 'jobClosed' }, 'takes no submissions'],
  [{ kind: 'caregiverGone' }, 'no longer has'],
  [{ kind: 'unmapped', field: 'degree', step: 'own', value: 'RN' }, 'The degree “RN” is not mapped to Jobdock’s own list'],
  [{ kind: 'documentMissing', name: 'License' }, '“License” is missing'],
  [{ kind: 'documentExpired', name: 'License', expires: '2026-01-02' }, 'expired on 2026-01-02'],
  [{ kind: 'fieldMissing', name: 'email' }, 'requires the email'],
  [{ kind: 'choiceMissing', name: 'caregiver type' }, 'requires the caregiver type. Choose it here'],
  [{ kind: 'choiceGone', name: 'shift' }, 'no longer lists the shift'],
  [{ kind: 'alreadySubmitted', id: 7, by: 'Bo Lind' }, 'Bo Lind put this caregiver forward'],
] as const)('a problem is a sentence with its remedy: %j', (problem, words) => {
  expect(problemWords(problem, 'same')).toContain(words);
});
