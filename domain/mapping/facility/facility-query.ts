import type { TargetId } from '../candidate/candidate.ts';
import { editDistance } from '../text/edit-distance.ts';
import { similarText } from '../text/word-book.ts';
import {
  type FacilityIndex,
  type FacilityText,
  FEWEST_INITIALS,
  initialsOf,
  kindsOf,
  MOST_INITIALS,
  type Place,
  placeOf,
  type Region,
  sizeOf,
} from './facility-index.ts';
import { facilityNames, type NameWord, nameWords } from './facility-name.ts';
import { NAME_WORDS, SILENT_WORDS, USUAL_WORDS } from './facility-vocabulary.ts';
import { type StreetAddress, streetAddress } from './street-address.ts';

/** A word of the index that matches words of the query: `covers` has one bit for each of them. */
type Hit = { covers: number; likeness: number };

export type SoughtName = {
  readonly words: readonly NameWord[];
  readonly hits: ReadonlyMap<number, Hit>;
  /** The hits that are the same words. */
  readonly exact: readonly number[];
  /** How distinctive each word is, from 0 up. */
  readonly weights: readonly number[];
  /** Which of the words most names contain. */
  readonly usual: readonly boolean[];
  readonly total: number;
  /** Words that may be initials, with their place in `words`. */
  readonly acronyms: readonly { readonly letters: string; readonly at: number }[];
  /** First letters of the words. */
  readonly initials: string;
  /** Buffer for one comparison: how well each word was matched. */
  readonly covered: Float64Array;
  /** Places in `words` of those that name a city of the region. */
  readonly cities: readonly number[];
};

/** A query prepared for comparison. `rarity` is that of words in the current region. */
export type Sought = {
  readonly text: FacilityText;
  readonly place: Place;
  readonly street: StreetAddress;
  readonly names: readonly SoughtName[];
  readonly kinds: ReadonlySet<string>;
  readonly rarity: (word: number) => number;
  readonly isUsual: (word: number) => boolean;
  /** The text of a word number, to check a facility's initials. */
  readonly wordOf: (word: number) => string;
  /** 0..1 for the city key of a facility. */
  readonly cityLikeness: (city: string) => number;
};

/** Bits of a `covers` mask. Further words of a longer name are not compared. */
const MOST_WORDS = 30;

/**
 * Prepares a query. Rarity combines the facilities of the given state with the whole list; without a state it is that of the
 * list.
 */
export function seekFacility<Id extends TargetId>(index: FacilityIndex<Id>, text: FacilityText): Sought {
  const place = placeOf(text);
  const region = index.regions.get(place.state);
  const rarity = rarityIn(index, region);
  const names = facilityNames(text.name, place.state).map((words) =>
    soughtName(index, region, unglue(index, words, place.state), rarity),
  );
  return {
    text,
    place,
    street: streetAddress(text.address),
    names,
    kinds: kindsOf(names.flatMap((name) => name.words.map(({ word }) => word))),
    rarity,
    isUsual: (word) => index.usual.has(word),
    wordOf: (word) => index.book.words[word] ?? '',
    cityLikeness: remembered((city) => cityLikeness(place.city, city)),
  };
}

function remembered(answer: (key: string) => number): (key: string) => number {
  const known = new Map<string, number>();
  return (key) => {
    const value = known.get(key) ?? answer(key);
    known.set(key, value);
    return value;
  };
}

function cityLikeness(a: string, b: string): number {
  if (a === b) return 1;
  if (a.length > 4 && b.length > 4 && editDistance(a, b, 2) <= (Math.min(a.length, b.length) >= 8 ? 2 : 1)) return 0.9;
  return Math.min(a.length, b.length) >= 4 && (a.startsWith(b) || b.startsWith(a) || a.endsWith(b) || b.endsWith(a)) ? 0.7 : 0;
}

function rarityIn<Id extends TargetId>(index: FacilityIndex<Id>, region: Region<Id> | undefined): (word: number) => number {
  const everywhere = index.homes.size;
  const here = region ? sizeOf(region) : 0;
  // Cached by word number, because it is needed for every word of every compared facility; 0 = not computed yet.
  const known = new Float64Array(index.book.words.length + 1);
  return (word) => {
    const present = known[word + 1];
    if (present) return present;
    const national = Math.log(1 + everywhere / Math.max(index.uses[word] ?? 0, 0.5));
    const local = region ? Math.log(1 + here / Math.max(region.words.get(word)?.length ?? 0, 0.5)) : national;
    const rarity = (national + local) / 2;
    known[word + 1] = rarity;
    return rarity;
  };
}

function soughtName<Id extends TargetId>(
  index: FacilityIndex<Id>,
  region: Region<Id> | undefined,
  all: readonly NameWord[],
  rarity: (word: number) => number,
): SoughtName {
  const words = all.filter(({ word }, i) => all.findIndex((other) => other.word === word) === i).slice(0, MOST_WORDS);
  const hits = new Map<number, Hit>();
  const weights: number[] = [];
  words.forEach(({ word }, i) => {
    const alike = similarText(index.book, word);
    for (const { word: number, likeness } of alike) cover(hits, number, 1 << i, likeness);
    weights.push(rarity(alike[0]?.word ?? UNKNOWN));
  });
  for (let i = 0; i + 1 < words.length; i++) {
    const joined = index.book.numbers.get(`${words[i]?.word}${words[i + 1]?.word}`);
    if (joined !== undefined) cover(hits, joined, (1 << i) | (1 << (i + 1)), 0.95);
  }
  const numberOf = (word: string): number => index.book.numbers.get(word) ?? UNKNOWN;
  const isUsed = (word: string): boolean =>
    region ? (region.words.get(numberOf(word))?.length ?? 0) > 0 : (index.uses[numberOf(word)] ?? 0) > 0;
  return {
    words,
    hits,
    exact: words.flatMap(({ word }) => index.book.numbers.get(word) ?? []),
    weights,
    usual: words.map(({ word }) => USUAL_WORDS.has(word)),
    total: weights.reduce((sum, weight) => sum + weight, 0),
    acronyms: words.flatMap(({ word }, at) => (isUsed(word) || !ACRONYM.test(word) ? [] : [{ letters: word, at }])),
    initials: initialsOf(words),
    covered: new Float64Array(words.length),
    cities: words.flatMap(({ word }, at) =>
      (region?.cityLabel.get(numberOf(word)) ?? 0) > 0 && !USUAL_WORDS.has(word) ? [at] : [],
    ),
  };
}

const UNKNOWN = -1;
const ACRONYM = new RegExp(`^[a-z]{${FEWEST_INITIALS},${MOST_INITIALS}}$`);

function cover(hits: Map<number, Hit>, word: number, bits: number, likeness: number): void {
  const present = hits.get(word);
  if (!present) hits.set(word, { covers: bits, likeness });
  else if (likeness > present.likeness) {
    present.covers = bits;
    present.likeness = likeness;
  } else if (likeness === present.likeness) present.covers |= bits;
}

/** Splits names without spaces ("unitedhospitalcenterinc") into words that the index knows. */
function unglue<Id extends TargetId>(index: FacilityIndex<Id>, words: readonly NameWord[], state: string): readonly NameWord[] {
  return words.flatMap((word) => {
    if (word.written.length < 7 || index.writtenUses.has(word.written) || index.book.numbers.has(word.word)) return [word];
    if ((similarText(index.book, word.word)[0]?.likeness ?? 0) > 0.8) return [word];
    const parts = split(index, word.written);
    return parts.length > 1 ? nameWords(parts, state) : [word];
  });
}

/** The cheapest way to write `glued` as known words (rare ones cost more) with as few unknown letters as possible. */
function split<Id extends TargetId>(index: FacilityIndex<Id>, glued: string): readonly string[] {
  const ways: { readonly cost: number; readonly words: readonly string[] }[] = [{ cost: 0, words: [] }];
  for (let end = 1; end <= glued.length; end++) {
    let best = { cost: Number.POSITIVE_INFINITY, words: [] as readonly string[] };
    for (let start = Math.max(0, end - LONGEST_WORD); start < end; start++) {
      const before = ways[start];
      const word = glued.slice(start, end);
      if (!before) continue;
      const cost = before.cost + costOf(index, word);
      if (cost < best.cost) best = { cost, words: [...before.words, word] };
    }
    ways[end] = best;
  }
  const words = ways[glued.length]?.words ?? [];
  return words.some((word) => isKnown(index, word)) ? words : [];
}

const LONGEST_WORD = 16;

function costOf<Id extends TargetId>(index: FacilityIndex<Id>, word: string): number {
  const uses = index.writtenUses.get(word) ?? (SILENT_WORDS.has(word) ? 20 : NAME_WORDS.has(word) ? 2 : 0);
  if (uses === 0 || word.length < 2) return 8 + 2.5 * word.length;
  return Math.log(index.homes.size / uses + 2) + (word.length === 2 ? 5 : word.length === 3 ? 3 : 2);
}

const isKnown = <Id extends TargetId>(index: FacilityIndex<Id>, word: string): boolean =>
  word.length > 3 && index.writtenUses.has(word);
