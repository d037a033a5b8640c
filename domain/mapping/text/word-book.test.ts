import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editDistance } from './edit-distance.ts';
import { enterWord, newWordBook, similarText } from './word-book.ts';

const bookOf = (...words: string[]) => {
  const book = newWordBook();
  for (const word of words) enterWord(book, word);
  return book;
};
const found = (book: ReturnType<typeof bookOf>, written: string) =>
  similarText(book, written).map(({ word }) => book.words[word]);

test.each([
  ['a letter left out', 'memoral'],
  ['a letter too much', 'memmorial'],
  ['a wrong letter', 'memoriel'],
  ['two neighbours swapped', 'memroial'],
])('a word is found despite a typing error: %s', (_, written) => {
  expect(found(bookOf('memorial', 'hospital'), written)).toEqual(['memorial']);
});

test('a shortened word is found by its beginning or its consonants', () => {
  expect(found(bookOf('presbyterian', 'hospital'), 'presbyt')).toContain('presbyterian');
  expect(found(bookOf('hospital', 'medical'), 'hsptl')).toEqual(['hospital']);
});

test('the word itself comes first, and a known word is not an abbreviation of another', () => {
  expect(found(bookOf('parker', 'park'), 'park')).toEqual(['park']);
});

test('a word added later is found although the search ran before', () => {
  const book = bookOf('hospital');
  expect(found(book, 'memoral')).toEqual([]);
  enterWord(book, 'memorial');
  expect(found(book, 'memoral')).toEqual(['memorial']);
});

test('the distance is symmetric, zero only for equal words, and at most limit + 1', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 7 });
  fc.assert(
    fc.property(word, word, (a, b) => {
      const distance = editDistance(a, b, 3);
      expect(distance).toBe(editDistance(b, a, 3));
      expect(distance === 0).toBe(a === b);
      expect(distance).toBeLessThanOrEqual(4);
    }),
    { seed: 7, numRuns: 500 },
  );
});
