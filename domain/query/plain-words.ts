import type { SingleChip } from './chip.ts';
import type { PlainPart } from './parsed-query.ts';
import { dateAt, dateWords } from './plain-date.ts';
import { numberAt, numberWords, phraseAt } from './plain-number.ts';
import { isStateWord, stateAt } from './plain-state.ts';
import type { PlainWords } from './query-schema.ts';
import { knownSpellings, spellingsOf } from './search-words.ts';

const set = (words: string): ReadonlySet<string> => new Set(words.split('|'));
const table = (phrases: ReadonlySet<string>): ReadonlyMap<string, true> => new Map([...phrases].map((phrase) => [phrase, true]));

/** Words that say nothing about which jobs are wanted. Everything else is searched, or named as a part that cannot be used. */
const FILLERS = set(
  'a|an|the|in|at|for|with|of|on|and|&|to|that|which|are|is|be|i|we|my|please|any|some|all|only|just|job|jobs|position|positions|opening|openings|role|roles|opportunity|opportunities|order|orders|state|from|by|show|find|give|get|search|list|need|want|contract|contracts|assignment|assignments|what|where|there|can|could|would|like|who|have|has|you|do|does|-|–|/|pays|paying|pay',
);
const FILLER_PHRASES = table(
  set('show me|give me|find me|get me|looking for|searching for|i need|i want|we need|do we have|job orders|state of|any of the'),
);
const NEGATIONS = table(set('not in|not|without|no|except for|except|excluding|exclude|other than|but not|anything but'));
/** They ask for a distance, which jobs on a device do not have. */
const DISTANCES = set('near|nearby|around|close');
/** They begin a name as often as they are what they seem: New Orleans, La Jolla, De Soto. */
const BEGIN_NAMES = set('new|la|de|al|hot|open|pa|me|co');

/** One reading at `at`; `not` when words such as "not" or "without" negate what follows. */
export type Reading = {
  readonly used: number;
  readonly not: boolean;
  readonly part: PlainPart | null;
  /** Bare words and bare states are joined by `or` only with their like: "RN or TX" asks for an operating room. */
  readonly sort: 'state' | 'word' | 'other';
};

/** Reads the words of a query that no field or quote explains. `words` are in lower case; an empty one ends a phrase. */
export function readWords(words: readonly string[], raw: readonly string[], plain: PlainWords): Reading {
  const negation = phraseAt(words, plain.phrases) ? null : phraseAt(words, NEGATIONS);
  if (!negation || numberAt(words, plain)) return { ...readOne(words, raw, plain), not: false };
  const rest = words.slice(negation.used);
  let skipped = 0;
  while (FILLERS.has(rest[skipped] ?? '') && !dateAt(rest.slice(skipped), plain)) skipped++;
  const used = negation.used + skipped;
  if ((words[used] ?? '') === '') return { used, not: true, part: null, sort: 'other' };
  const read = readOne(words.slice(used), raw.slice(used), plain);
  return { ...read, used: used + read.used, not: true };
}

function readOne(words: readonly string[], raw: readonly string[], plain: PlainWords): Omit<Reading, 'not'> {
  const other = (part: PlainPart) => ({ used: part.used, part, sort: 'other' as const });
  const read = dateAt(words, plain) ?? numberAt(words, plain);
  if (read) return other(read);
  const filler = phraseAt(words, FILLER_PHRASES);
  if (filler) return other({ used: filler.used, chip: null });
  const first = words[0] ?? '';
  if (raw[0] === 'IN' && (words[1] ?? '') === '') return stateReading(['IN'], 1, plain);
  const wide = longest(words, plain);
  if (wide) return wide;
  if (FILLERS.has(first)) return other({ used: 1, chip: null });
  if (DISTANCES.has(first)) {
    return other({ used: words[1] === 'to' || words[1] === 'me' ? 2 : 1, problem: 'no-distance', nearest: 'city:' });
  }
  return wordReading(raw.slice(0, 1));
}

/** The longest of a phrase of the screen, a state, and a spelling of a degree, a specialty or a shift. */
function longest(words: readonly string[], plain: PlainWords): Omit<Reading, 'not'> | null {
  const phrase = phraseAt(words, plain.phrases);
  const state = stateAt(words);
  const known = phraseAt(words, spellings);
  const [byPhrase, byState, byWord] = [phrase?.used ?? 0, state?.used ?? 0, known?.used ?? 0];
  const most = Math.max(byPhrase, byState, byWord);
  if (most === 0) return null;
  if (most === 1 && BEGIN_NAMES.has(words[0] ?? '') && isFree(words.slice(1), plain)) return wordReading(words.slice(0, 2));
  if (state && byState === most && (most > 1 || byPhrase === 0)) return stateReading(state.codes, state.used, plain);
  if (phrase && byPhrase === most) return { used: most, part: null, sort: 'other' };
  return wordReading(words.slice(0, most));
}

const spellings = table(knownSpellings);

function stateReading(codes: readonly string[], used: number, plain: PlainWords): Omit<Reading, 'not'> {
  const chip: SingleChip = { not: false, kind: 'text', field: plain.state, exact: true, values: codes };
  return { used, part: { used, chip }, sort: 'state' };
}

function wordReading(words: readonly string[]): Omit<Reading, 'not'> {
  const chip: SingleChip = { not: false, kind: 'word', text: words.join(' ') };
  return { used: words.length, part: { used: words.length, chip }, sort: 'word' };
}

/** Whether the words begin with one that nothing else explains, such as the second word of a city's name. */
function isFree(words: readonly string[], plain: PlainWords): boolean {
  const first = words[0] ?? '';
  if (!/^[a-z]{2,}/.test(first) || dateWords.has(first) || FILLERS.has(first) || first === 'or' || phraseAt(words, NEGATIONS))
    return false;
  if (dateAt(words, plain) ?? numberAt(words, plain)) return false;
  return !phraseAt(words, plain.phrases) && !stateAt(words) && !phraseAt(words, spellings) && !DISTANCES.has(first);
}

/** The spellings in a word such as `er/icu`, or null if it is none of that kind. */
export function spellingsBetweenSlashes(word: string): readonly string[] | null {
  const pieces = word.split('/');
  const areSpellings = pieces.length > 1 && !spellingsOf(word) && pieces.every((piece) => spellingsOf(piece));
  return areSpellings ? pieces : null;
}

export const isSpelling = (phrase: string): boolean => knownSpellings.has(phrase);

/** The part of a query that the words are a phrase for, for example `is:unmapped` for "not mapped". */
export const phraseOf = (words: readonly string[], plain: PlainWords): string | null =>
  plain.phrases.get(words.join(' ')) ?? null;

/** Whether a text search for this word must be written in quotes, because without them it may be read as something else. */
export function isSpoken(word: string, plain: PlainWords | undefined): boolean {
  if (!plain) return false;
  const lower = word.toLowerCase();
  return (
    lower === 'or' ||
    /^[\d$<>=+|]|[,;?!.]$|^[^\p{L}\p{N}]+$/u.test(lower) ||
    lower.split(/[/,&-]/).some((piece) => SPOKEN.has(piece) || isStateWord(piece)) ||
    [...plain.phrases.keys()].some((phrase) => phrase.split(' ').includes(lower))
  );
}

const wordsOf = (phrases: Iterable<string>) => [...phrases].flatMap((phrase) => phrase.split(/[\s/&]/));
const SPOKEN: ReadonlySet<string> = new Set([
  ...wordsOf([...FILLERS, ...FILLER_PHRASES.keys(), ...NEGATIONS.keys(), ...DISTANCES, ...BEGIN_NAMES]),
  ...wordsOf(knownSpellings),
  ...dateWords,
  ...numberWords,
  ...'city beach springs university hospital hospitals health healthcare medical general regional memorial'.split(' '),
]);
