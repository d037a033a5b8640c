import { stateLabel } from '#domain/parsing/states.ts';
import { foldWords } from '../text/fold-text.ts';
import { NAME_PAIRS, NAME_WORDS, OTHER_NAME, SILENT_WORDS } from './facility-vocabulary.ts';

/** One word of a name: `word` as compared (expanded, singular), `written` as in the text (folded). */
export type NameWord = { readonly word: string; readonly written: string };

/**
 * The names in a text, each as its distinctive words: first the whole, then each part around "DBA", "FKA", "formerly" or
 * brackets. Abbreviations are expanded, plurals made singular, legal forms and grammar words left out (all kept if nothing else
 * is left).
 */
export function facilityNames(text: string, state: string): readonly (readonly NameWord[])[] {
  const whole = nameWords(foldWords(plainName(text).replace(SPLITS, ' ')), state);
  if (!OTHER_NAME.test(text)) return [whole];
  const parts = plainName(text)
    .split(OTHER_NAME)
    .map((part) => nameWords(foldWords(part), state))
    .filter((words) => words.length >= 2);
  return [whole, ...parts];
}

/** Removes list numbers and restores a lost apostrophe: "St Mary s" is not "St Mary South". */
const plainName = (text: string): string => text.replace(/\b\d{6,}\b/g, ' ').replace(/([a-z]{3,}) s(?= |$)/gi, '$1s');

const SPLITS = new RegExp(OTHER_NAME.source, 'gi');

/**
 * Folded words -> distinctive words. `state` (postal code or '') expands that state's abbreviation: "NORTH MS" in MS is "north
 * mississippi".
 */
export function nameWords(folded: readonly string[], state: string): readonly NameWord[] {
  const all: NameWord[] = [];
  for (let i = 0; i < folded.length; i++) {
    const written = folded[i] ?? '';
    const pair = `${written} ${folded[i + 1] ?? ''}`;
    const paired = NAME_PAIRS.get(pair);
    if (paired !== undefined) {
      for (const word of paired.split(' ')) all.push({ word, written: pair });
      i++;
      continue;
    }
    for (const word of expand(written, state)) all.push({ word, written });
  }
  const telling = all.filter(({ word, written }) => !SILENT_WORDS.has(word) && !SILENT_WORDS.has(written));
  return telling.length > 0 ? telling : all;
}

function expand(written: string, state: string): readonly string[] {
  const long = NAME_WORDS.get(written);
  if (long !== undefined) return long.split(' ').map(singular);
  if (written.length === 2 && written !== 'va' && written === state.toLowerCase()) return stateLabel(state).map(singular);
  const one = singular(written);
  const expanded = NAME_WORDS.get(one);
  return expanded === undefined || one.length < 3 ? [one] : expanded.split(' ').map(singular);
}

/** Removes a plural or possessive s; "louis", "campus", "cross" keep theirs. The result is a key, not always an English word. */
const singular = (word: string): string =>
  word.length > 3 && word.endsWith('s') && !word.endsWith('ss') && !word.endsWith('us') && !word.endsWith('is')
    ? word.slice(0, -1)
    : word;
