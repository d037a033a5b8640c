import { editDistance } from './edit-distance.ts';

/** A word of the book that a written word may mean. `likeness` 0..1, 1 = the same word. */
export type Alike = { readonly word: number; readonly likeness: number };

/** The words of an index, numbered in order of arrival, with the data to find them by a wrong or shortened spelling. */
export type WordBook = {
  readonly numbers: Map<string, number>;
  readonly words: string[];
  readonly trigrams: Map<string, number[]>;
  /** Consonant skeleton -> words: "hsptl" is the skeleton of "hospital". */
  readonly skeletons: Map<string, number[]>;
  /** Cached results. A new word clears the cache, because it may belong to any of them. */
  readonly known: Map<string, readonly Alike[]>;
};

export const newWordBook = (): WordBook => ({
  numbers: new Map(),
  words: [],
  trigrams: new Map(),
  skeletons: new Map(),
  known: new Map(),
});

/** Number of a word, which is added if it is new. */
export function enterWord(book: WordBook, word: string): number {
  const present = book.numbers.get(word);
  if (present !== undefined) return present;
  const number = book.words.length;
  book.numbers.set(word, number);
  book.words.push(word);
  if (book.known.size > 0) book.known.clear();
  if (word.length < 4 || HAS_DIGIT.test(word)) return number;
  for (const gram of trigramsOf(word)) push(book.trigrams, gram, number);
  push(book.skeletons, skeletonOf(word), number);
  return number;
}

/**
 * Words of the book that `written` may mean: itself, words one typing error away, or words it shortens. Most similar first, at
 * most `MOST`.
 */
export function similarText(book: WordBook, written: string): readonly Alike[] {
  const known = book.known.get(written);
  if (known) return known;
  const answer = findAlike(book, written);
  if (book.known.size >= REMEMBERED) book.known.clear();
  book.known.set(written, answer);
  return answer;
}

const MOST = 12;
const REMEMBERED = 20_000;
const HAS_DIGIT = /\d/;

function findAlike(book: WordBook, written: string): readonly Alike[] {
  const same = book.numbers.get(written);
  const found = new Map<number, number>();
  if (same !== undefined) found.set(same, 1);
  if (HAS_DIGIT.test(written) || written.length < 3) return toList(found);
  if (written.length >= 4) addMistyped(book, written, same !== undefined, found);
  // A known word is not an abbreviation: "park" must not match "parker".
  if (same === undefined) addShortened(book, written, found);
  return toList(found);
}

const toList = (found: ReadonlyMap<number, number>): readonly Alike[] =>
  [...found]
    .map(([word, likeness]) => ({ word, likeness }))
    .sort((a, b) => b.likeness - a.likeness || a.word - b.word)
    .slice(0, MOST);

function addMistyped(book: WordBook, written: string, isKnown: boolean, found: Map<number, number>): void {
  const limit = written.length >= 8 && !isKnown ? 2 : 1;
  if (isKnown && written.length < 6) return;
  const grams = trigramsOf(written);
  const shared = new Map<number, number>();
  for (const gram of grams) for (const word of book.trigrams.get(gram) ?? []) shared.set(word, (shared.get(word) ?? 0) + 1);
  // One edit changes at most three trigrams, a swap of neighbors four.
  const least = Math.max(1, grams.length - 4 * limit);
  for (const [number, count] of shared) {
    const word = book.words[number] ?? '';
    if (count < least || word === written) continue;
    const distance = editDistance(written, word, limit);
    if (distance > limit) continue;
    const length = Math.max(written.length, word.length);
    const likeness = (1 - (1.1 * distance) / length) * (isKnown ? 0.85 : 1);
    keepBest(found, number, likeness);
  }
}

function addShortened(book: WordBook, written: string, found: Map<number, number>): void {
  const skeleton = skeletonOf(written);
  if (skeleton === written) for (const word of book.skeletons.get(written) ?? []) keepBest(found, word, 0.8);
  const first = trigramsOf(written)[0] ?? '';
  for (const number of book.trigrams.get(first) ?? []) {
    const word = book.words[number] ?? '';
    if (word.startsWith(written) && word.length > written.length)
      keepBest(found, number, 0.6 + (0.3 * written.length) / word.length);
    else if (written.startsWith(word) && written.length - word.length <= 3)
      keepBest(found, number, 0.5 + (0.3 * word.length) / written.length);
  }
}

function keepBest(found: Map<number, number>, word: number, likeness: number): void {
  if ((found.get(word) ?? 0) < likeness) found.set(word, likeness);
}

/** The first two letters also count as a trigram, so that beginnings are found too. */
function trigramsOf(word: string): string[] {
  const padded = `^${word}$`;
  const grams: string[] = [];
  for (let i = 0; i + 3 <= padded.length; i++) grams.push(padded.slice(i, i + 3));
  return grams;
}

const skeletonOf = (word: string): string =>
  word.charAt(0) +
  word
    .slice(1)
    .replace(/[aeiouy]/g, '')
    .replace(/(.)\1+/g, '$1');

function push<K>(lists: Map<K, number[]>, key: K, value: number): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
