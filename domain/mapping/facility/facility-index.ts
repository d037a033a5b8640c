import { stateCode } from '#domain/parsing/states.ts';
import type { TargetId } from '../candidate/candidate.ts';
import { foldWords } from '../text/fold-text.ts';
import { enterWord, newWordBook, type WordBook } from '../text/word-book.ts';
import { facilityNames, type NameWord, nameWords } from './facility-name.ts';
import { CARE_KINDS, NAME_WORDS, USUAL_WORDS } from './facility-vocabulary.ts';
import { type StreetAddress, streetAddress } from './street-address.ts';

/** A facility as a list or a job writes it. Every part except the name may be missing. */
export type FacilityText = {
  readonly name: string;
  readonly address?: string | undefined;
  readonly city?: string | undefined;
  readonly state?: string | undefined;
  readonly zip?: string | undefined;
};

/** A facility of the ATS. */
export type FacilityTarget<Id extends TargetId = TargetId> = FacilityText & { readonly id: Id };

/** City, state and zip of a facility in comparable form; '' if unknown. */
export type Place = { readonly city: string; readonly state: string; readonly zip: string };

export type FacilityRecord<Id extends TargetId> = {
  readonly target: FacilityTarget<Id>;
  readonly place: Place;
  readonly cityLabel: readonly number[];
  /** Word numbers of each name in the text, without repeats. */
  readonly names: readonly (readonly number[])[];
  /** First letters of the words of the whole name. */
  readonly initials: string;
  readonly kinds: ReadonlySet<string>;
  /** Parsed on first use, because most records are never compared. */
  street?: StreetAddress;
};

/** The facilities of one state. Lists hold positions in `records`. */
export type Region<Id extends TargetId> = {
  readonly state: string;
  /** The position of a removed facility is empty until it is reused. */
  readonly records: (FacilityRecord<Id> | undefined)[];
  readonly empty: number[];
  readonly words: Map<number, number[]>;
  /** Words of its cities' names -> facilities there. */
  readonly cityLabel: Map<number, number>;
  readonly zips: Map<string, number[]>;
  readonly cities: Map<string, number[]>;
  readonly streetNumbers: Map<string, number[]>;
  /** By `wholeNameKey`. */
  readonly wholeNames: Map<string, number[]>;
  /** By the first `FEWEST_INITIALS` initials of the whole name. */
  readonly initials: Map<string, number[]>;
};

type CityRead = { readonly key: string; readonly words: readonly NameWord[] };

/** The index that `facilityCandidates` searches. Change it only through `addFacility` and `removeFacility`. */
export type FacilityIndex<Id extends TargetId = TargetId> = {
  readonly book: WordBook;
  /** Word number -> number of facilities with it in their name. */
  readonly uses: number[];
  /** Numbers of the words that most names contain. */
  readonly usual: Set<number>;
  /** Folded words as written, used to split names written without spaces. */
  readonly writtenUses: Map<string, number>;
  readonly regions: Map<string, Region<Id>>;
  readonly homes: Map<Id, { readonly region: Region<Id>; readonly record: FacilityRecord<Id>; readonly position: number }>;
  /** City as written -> its key and words, cached because lists repeat their cities. */
  readonly citiesRead: Map<string, CityRead>;
  /** First three digits of a zip -> states it was seen in: finds the right state if the text has a wrong one. */
  readonly zipStates: Map<string, Set<string>>;
};

/** Builds the index, about 10 microseconds per facility. A later target with the same id replaces the earlier one. */
export function buildFacilityIndex<Id extends TargetId>(targets: readonly FacilityTarget<Id>[]): FacilityIndex<Id> {
  const index: FacilityIndex<Id> = {
    book: newWordBook(),
    uses: [],
    usual: new Set(),
    writtenUses: new Map(),
    regions: new Map(),
    homes: new Map(),
    citiesRead: new Map(),
    zipStates: new Map(),
  };
  for (const target of targets) addFacility(index, target);
  return index;
}

/** Adds or replaces one facility in a few microseconds, without a rebuild. */
export function addFacility<Id extends TargetId>(index: FacilityIndex<Id>, target: FacilityTarget<Id>): void {
  removeFacility(index, target.id);
  const city = readCity(index, target.city ?? '');
  const place = { city: city.key, state: stateCode(target.state ?? '') ?? '', zip: zipKey(target.zip ?? '') };
  const region = regionOf(index, place.state);
  const record = recordOf(index, target, place, city.words);
  index.homes.set(target.id, { region, record, position: enter(region, record) });
  for (const word of new Set(record.names.flat())) {
    index.uses[word] = (index.uses[word] ?? 0) + 1;
    if (index.uses[word] === 1 && USUAL_WORDS.has(index.book.words[word] ?? '')) index.usual.add(word);
  }
  if (place.zip) {
    const states = index.zipStates.get(place.zip.slice(0, 3)) ?? new Set();
    index.zipStates.set(place.zip.slice(0, 3), states.add(place.state));
  }
}

/**
 * Removes one facility. An unknown id changes nothing. Spellings and zips stay known, which only widens a search. Takes as long
 * as its longest list, some ten microseconds.
 */
export function removeFacility<Id extends TargetId>(index: FacilityIndex<Id>, id: Id): void {
  const home = index.homes.get(id);
  if (!home) return;
  index.homes.delete(id);
  const { region, record, position } = home;
  for (const list of listsOf(region, record)) {
    const at = list.indexOf(position);
    if (at >= 0) list.splice(at, 1);
  }
  for (const word of record.cityLabel) region.cityLabel.set(word, (region.cityLabel.get(word) ?? 1) - 1);
  for (const word of new Set(record.names.flat())) index.uses[word] = (index.uses[word] ?? 1) - 1;
  region.records[position] = undefined;
  region.empty.push(position);
}

/** Number of facilities in a state. */
export const sizeOf = (region: Region<TargetId>): number => region.records.length - region.empty.length;

/** City, state and zip in comparable form. Restores the leading zero of a zip that a spreadsheet removed. */
export function placeOf(text: FacilityText): Place {
  return { city: cityKey(text.city ?? ''), state: stateCode(text.state ?? '') ?? '', zip: zipKey(text.zip ?? '') };
}

function zipKey(text: string): string {
  const digits = /\d+/.exec(text)?.[0] ?? '';
  if (digits.length >= 5) return digits.slice(0, 5);
  return digits.length >= 3 ? digits.padStart(5, '0') : '';
}

const cityKey = (text: string): string =>
  foldWords(text)
    .map((word) => NAME_WORDS.get(word) ?? word)
    .join('')
    .replaceAll(' ', '');

/** First number of a street line, '' if it has none. A cheap key; the comparison parses the line fully. */
export const numberKey = (address: string | undefined): string => /\d+/.exec(address ?? '')?.[0].replace(/^0+/, '') ?? '';

export const kindsOf = (words: readonly string[]): ReadonlySet<string> =>
  new Set(words.flatMap((word) => CARE_KINDS.get(word) ?? []));

function regionOf<Id extends TargetId>(index: FacilityIndex<Id>, state: string): Region<Id> {
  const present = index.regions.get(state);
  if (present) return present;
  const region: Region<Id> = {
    state,
    records: [],
    empty: [],
    words: new Map(),
    cityLabel: new Map(),
    zips: new Map(),
    cities: new Map(),
    streetNumbers: new Map(),
    wholeNames: new Map(),
    initials: new Map(),
  };
  index.regions.set(state, region);
  return region;
}

function readCity<Id extends TargetId>(index: FacilityIndex<Id>, city: string): CityRead {
  const known = index.citiesRead.get(city);
  if (known) return known;
  const read = { key: cityKey(city), words: nameWords(foldWords(city), '') };
  index.citiesRead.set(city, read);
  return read;
}

function recordOf<Id extends TargetId>(
  index: FacilityIndex<Id>,
  target: FacilityTarget<Id>,
  place: Place,
  cityLabel: readonly NameWord[],
): FacilityRecord<Id> {
  const names = facilityNames(target.name, place.state);
  for (const { written } of names[0] ?? []) index.writtenUses.set(written, (index.writtenUses.get(written) ?? 0) + 1);
  for (const { written } of cityLabel) index.writtenUses.set(written, (index.writtenUses.get(written) ?? 0) + 1);
  return {
    target,
    place,
    names: names.map((words) => [...new Set(words.map(({ word }) => enterWord(index.book, word)))]),
    cityLabel: cityLabel.map(({ word }) => enterWord(index.book, word)),
    initials: initialsOf(names[0] ?? []),
    kinds: kindsOf(names.flat().map(({ word }) => word)),
  };
}

function enter<Id extends TargetId>(region: Region<Id>, record: FacilityRecord<Id>): number {
  const position = region.empty.pop() ?? region.records.length;
  region.records[position] = record;
  for (const list of listsOf(region, record)) list.push(position);
  for (const word of record.cityLabel) region.cityLabel.set(word, (region.cityLabel.get(word) ?? 0) + 1);
  return position;
}

/** The lists that hold a facility's position, created if missing. */
function listsOf<Id extends TargetId>(region: Region<Id>, record: FacilityRecord<Id>): number[][] {
  const words = record.names.length === 1 ? (record.names[0] ?? []) : new Set(record.names.flat());
  const lists: number[][] = [];
  for (const word of words) lists.push(listAt(region.words, word));
  for (const name of record.names) lists.push(listAt(region.wholeNames, wholeNameKey(name)));
  const { city, zip } = record.place;
  const number = numberKey(record.target.address);
  if (zip) lists.push(listAt(region.zips, zip));
  if (city) lists.push(listAt(region.cities, city));
  if (number) lists.push(listAt(region.streetNumbers, number));
  if (record.initials.length >= FEWEST_INITIALS) lists.push(listAt(region.initials, record.initials.slice(0, FEWEST_INITIALS)));
  return lists;
}

function listAt<K>(lists: Map<K, number[]>, key: K): number[] {
  const present = lists.get(key);
  if (present) return present;
  const list: number[] = [];
  lists.set(key, list);
  return list;
}

/** "bhmc" of "Baptist Health Medical Center"; shorter initials are ambiguous. */
export const FEWEST_INITIALS = 3;
export const MOST_INITIALS = 6;

export const initialsOf = (words: readonly NameWord[]): string => words.map(({ word }) => word.charAt(0)).join('');

/** Key of a name given as word numbers. */
export const wholeNameKey = (words: readonly number[]): string => [...words].sort((a, b) => a - b).join(' ');

export const streetOf = (record: FacilityRecord<TargetId>): StreetAddress =>
  (record.street ??= streetAddress(record.target.address));
