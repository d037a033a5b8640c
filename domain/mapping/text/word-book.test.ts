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

/** The distance by its definition: the fewest steps that turn one text into the other, each place swapped at most once. */
function defined(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length;
  const [x, y] = [a.slice(0, -1), b.slice(0, -1)];
  const isSwapped = a.length > 1 && b.length > 1 && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1);
  return Math.min(
    defined(x, b) + 1,
    defined(a, y) + 1,
    defined(x, y) + (a.at(-1) === b.at(-1) ? 0 : 1),
    isSwapped ? defined(a.slice(0, -2), b.slice(0, -2)) + 1 : Number.POSITIVE_INFINITY,
  );
}

test('the distance is the one of its definition, up to each limit', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });
  let [near, far] = [0, 0];
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 3 }), (a, b, limit) => {
      const exact = defined(a, b);
      expect(editDistance(a, b, limit)).toBe(Math.min(exact, limit + 1));
      if (exact <= limit) near++;
      else far++;
    }),
    { seed: 8, numRuns: 1000 },
  );
  expect(Math.min(near, far)).toBeGreaterThan(100);
});

test('the distance of long texts is not limited by those that were compared before', () => {
  const long = 'x'.repeat(300);
  expect(editDistance(`a${long}b`, `b${long}a`, 3)).toBe(2);
  expect(editDistance(`ab${long}ab`, `ba${long}ba`, 3)).toBe(2);
});
