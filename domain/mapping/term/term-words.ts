import { foldWords } from '../text/fold-text.ts';
import { enterWord, newWordBook, similarText, type WordBook } from '../text/word-book.ts';
import { RELATED } from './term-likeness.ts';
import { SILENT_TERM_WORDS } from './term-roles.ts';
import { CONCEPTS, LONGEST_SPELLING } from './term-vocabulary.ts';

/**
 * A distinctive unit of a term: a concept of the field ("icu") or the stem of a plain word. `written`: as in the text (folded).
 */
export type TermWord = { readonly word: string; readonly written: string };

/** All single words that spell a concept, to correct typing errors before concepts are matched. */
export function spellingBook(): WordBook {
  const book = newWordBook();
  for (const spelling of CONCEPTS.keys()) for (const word of spelling.split(' ')) enterWord(book, word);
  return book;
}

/**
 * The names in a text, each without repeats: the whole, the parts outside and inside brackets, and the sides of a dash or slash
 * if each means the same as the whole ("PCU - Progressive Care Unit", not "Ortho - Med Surg").
 */
export function termNames(text: string, book: WordBook): readonly (readonly TermWord[])[] {
  const whole = termWords(text, book);
  const inside = [...text.matchAll(/\(([^()]*)\)/g)].map((match) => match[1] ?? '');
  const bracketed = inside.length > 0 ? [text.replace(/\([^()]*\)/g, ' '), ...inside].map((part) => termWords(part, book)) : [];
  const sides = text.split(/\s[-–]\s|\//).map((side) => termWords(side, book));
  const alike = sides.length > 1 ? sides.filter((side) => meaningOf(side) === meaningOf(whole)) : [];
  return [whole, ...bracketed, ...alike].filter((words) => words.length > 0);
}

const meaningOf = (words: readonly TermWord[]): string =>
  words
    .map(({ word }) => word)
    .sort()
    .join('|');

/** Concepts and stems of a text, without repeats, longest spelling first. Spellings have at most `longest` words. */
export function termWords(text: string, book: WordBook, longest = LONGEST_SPELLING): readonly TermWord[] {
  const folded = joinedAndParted(foldWords(text), book).map((word) => rightSpelling(word, book));
  const words: TermWord[] = [];
  for (let at = 0; at < folded.length; ) {
    const length = longestSpelling(folded, at, longest);
    const written = folded.slice(at, at + Math.max(1, length)).join(' ');
    const units = length === 0 && SILENT_TERM_WORDS.has(written) ? [] : unitsOf(written);
    for (const word of units) if (!words.some((other) => other.word === word)) words.push({ word, written });
    at += Math.max(1, length);
  }
  return words;
}

/** Units that are similar to one, but not the same. */
export const relatedTo = (word: string): readonly string[] => RELATED.get(word)?.map(([other]) => other) ?? [];

/** 0..1: how similar two units are. */
export function likenessOf(a: string, b: string): number {
  if (a === b) return 1;
  return RELATED.get(a)?.find(([other]) => other === b)?.[1] ?? 0;
}

/**
 * The concept of a spelling. For another word its stem, with the concept it ends in: "hypnotherapist" is "hypnother" and
 * "therapy".
 */
function unitsOf(written: string): readonly string[] {
  const concept = CONCEPTS.get(written);
  if (concept !== undefined) return [concept];
  const stemmed = stem(written);
  const same = STEM_CONCEPTS.get(stemmed);
  if (same !== undefined) return [same];
  for (let cut = 3; stemmed.length - cut >= 4; cut++) {
    const ending = STEM_CONCEPTS.get(stemmed.slice(cut));
    if (ending !== undefined) return [stemmed, ending];
  }
  return [stemmed];
}

function longestSpelling(folded: readonly string[], at: number, longest: number): number {
  for (let length = Math.min(longest, folded.length - at); length > 0; length--) {
    if (CONCEPTS.has(folded.slice(at, at + length).join(' '))) return length;
  }
  return 0;
}

/**
 * Writes compounds as the field does: "woundcare" as "wound care", "tele metry" as "telemetry". Only where the words as written
 * are unknown.
 */
function joinedAndParted(folded: readonly string[], book: WordBook): readonly string[] {
  const words: string[] = [];
  for (let at = 0; at < folded.length; at++) {
    const [word = '', next = ''] = [folded[at], folded[at + 1]];
    const joined = word + next;
    if (next !== '' && isKnown(joined, book) && !isKnown(next, book)) {
      words.push(joined);
      at++;
    } else if (word.length >= SHORTEST_COMPOUND && !isKnown(word, book)) words.push(...partsOf(word, book));
    else words.push(word);
  }
  return words;
}

const SHORTEST_COMPOUND = 6;
const SHORTEST_PART = 3;

const isKnown = (word: string, book: WordBook): boolean => CONCEPTS.has(word) || book.numbers.has(word);

/** The words of a compound: of a spelling written without spaces, or two words that the list or the field knows. */
function partsOf(word: string, book: WordBook): readonly string[] {
  const spelled = COMPOUNDS.get(word);
  if (spelled !== undefined) return spelled;
  for (let cut = SHORTEST_PART; cut <= word.length - SHORTEST_PART; cut++) {
    const [first, second] = [word.slice(0, cut), word.slice(cut)];
    if (isKnown(first, book) && isKnown(second, book)) return [first, second];
  }
  return [word];
}

/** Spellings of several words, written as one -> their words. */
const COMPOUNDS: ReadonlyMap<string, readonly string[]> = new Map(
  [...CONCEPTS.keys()].flatMap((spelling) => {
    const words = spelling.split(' ');
    const solid = words.join('');
    return words.length > 1 && solid.length >= SHORTEST_COMPOUND ? [[solid, words] as const] : [];
  }),
);

function rightSpelling(word: string, book: WordBook): string {
  if (word.length < 5 || book.numbers.has(word)) return word;
  const [nearest] = similarText(book, word);
  const right = nearest && nearest.likeness >= 0.77 ? book.words[nearest.word] : undefined;
  return right !== undefined && Math.abs(right.length - word.length) <= (word.length >= 8 ? 2 : 1) ? right : word;
}

const ENDINGS = [
  'ologists',
  'ologist',
  'ology',
  'iatrists',
  'iatrist',
  'iatry',
  'apists',
  'apist',
  'apy',
  'icians',
  'ician',
  'ists',
  'ist',
  'ics',
  'ical',
  'ic',
  'ians',
  'ian',
  'ies',
  'ing',
  'ers',
  'er',
  'ors',
  'or',
  'al',
  'y',
  's',
];

/**
 * Removes the ending that differs between a field and its workers: "neurologist" and "neurology" become one. At least four
 * letters stay.
 */
function stem(word: string): string {
  const ending = ENDINGS.find((end) => word.endsWith(end) && word.length - end.length >= 4);
  return ending === undefined ? word : word.slice(0, -ending.length);
}

/** Stem of each one-word spelling -> its concept, so that "therapist" finds "therapy". */
const STEM_CONCEPTS: ReadonlyMap<string, string> = new Map(
  [...CONCEPTS].flatMap(([spelling, concept]) =>
    spelling.includes(' ') || stem(spelling).length < 4 ? [] : [[stem(spelling), concept] as const],
  ),
);
