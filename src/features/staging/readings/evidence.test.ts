import { expect, test } from 'vitest';
import { evidencesOf, withEvidence } from './evidence.ts';

const readings = {
  shift: { by: 'Built-in reader', certainty: 97, substring: '7p&ndash;7a</b>, 3x12', fields: ['shift'] },
  rate: { by: 'test-1', certainty: null, substring: '$78.50/hr', fields: ['billRate'] },
};

test('words that say a value are cut out of the text, without markup, and the pieces add up to it', () => {
  const text = 'Shift: 7p–7a, 3x12. Bill rate: $78.50/hr today';
  const pieces = withEvidence(text, evidencesOf(readings));
  expect(pieces.flatMap(({ text: words, read }) => (read ? [`${read.of}: ${words} (${read.by})`] : []))).toEqual([
    'Shift: 7p–7a (Built-in reader, 97 %)',
    'Shift: , 3x12 (Built-in reader, 97 %)',
    'Rate: $78.50/hr (test-1)',
  ]);
  expect(pieces.map((piece) => piece.text).join('')).toBe(text);
});

test('without readings the text is one piece', () => {
  expect(withEvidence('7a-7p', evidencesOf(null))).toEqual([{ text: '7a-7p', read: null }]);
});
