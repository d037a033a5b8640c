import { foldWords } from '../text/fold-text.ts';
import type { WordBook } from '../text/word-book.ts';
import { PROFESSIONS, QUALIFIERS, ROLES } from './term-roles.ts';
import { relatedTo, type TermWord, termNames, termWords } from './term-words.ts';

/** One way to read a text: its units, and whether a role was left out because the list has none like it. */
export type TermReading = { readonly words: readonly TermWord[]; readonly roleOmitted: boolean };

/**
 * The ways to read a text against a list: as its names (see `termNames`); without a profession that only says who does the work
 * ("Stepdown RN" means the unit); and, where the list knows no such role, as the unit the role works in ("Ortho Tech").
 * `isListed` says whether the list has a unit.
 */
export function termReadings(text: string, book: WordBook, isListed: (word: string) => boolean): readonly TermReading[] {
  const names = withoutConjunction(termNames(text, book));
  const whole = names[0] ?? [];
  const known = (word: string): boolean => isListed(word) || relatedTo(word).some(isListed);
  const unit = withoutProfession(whole);
  const opened = whole.flatMap((one) => (known(one.word) ? [one] : opening(one, book)));
  const place = withoutProfession(opened.filter(({ word }) => !ROLES.has(word)));
  return [
    ...names.map((words) => ({ words, roleOmitted: false })),
    ...(unit.length > 0 && unit.length < whole.length ? [{ words: unit, roleOmitted: false }] : []),
    ...(place.length > 0 && opened.some((one) => !whole.includes(one)) ? [{ words: place, roleOmitted: true }] : []),
  ];
}

/** The units besides professions and their qualifiers. */
const withoutProfession = (words: readonly TermWord[]): readonly TermWord[] =>
  words.filter(({ word }) => !PROFESSIONS.has(word) && !QUALIFIERS.has(word));

/** "RN or LPN" names no operating room: between two professions, "or" is the conjunction. */
function withoutConjunction(names: readonly (readonly TermWord[])[]): readonly (readonly TermWord[])[] {
  const [unit, ...more] = withoutProfession(names[0] ?? []);
  const joins = unit?.written === 'or' && more.length === 0 && (names[0]?.length ?? 0) > 2;
  return joins ? names.map((words) => words.filter((one) => one.written !== 'or')).filter((words) => words.length > 0) : names;
}

/** The units inside a unit of several words: "behavioral health technician" is "psychiatric" and "technician". */
function opening(one: TermWord, book: WordBook): readonly TermWord[] {
  const words = foldWords(one.written);
  return words.length < 2 ? [one] : termWords(one.written, book, words.length - 1);
}
