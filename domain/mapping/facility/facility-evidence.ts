import type { TargetId } from '../candidate/candidate.ts';
import { editDistance } from '../text/edit-distance.ts';
import { type FacilityRecord, FEWEST_INITIALS, MOST_INITIALS, type Region, sizeOf, streetOf } from './facility-index.ts';
import type { Sought, SoughtName } from './facility-query.ts';

/**
 * The measures of a pair, each 0..1 (counts and logarithms are scaled to about that). A name's measures depend only on the
 * query's name, and those of a place part only on that part, so that a fully agreeing part never raises a rival more than its own
 * facility.
 */
export const MEASURES = [
  'sourceCovered',
  'targetCovered',
  'bothCovered',
  'nameEqual',
  'rareMatched',
  'bothUnmatched',
  'tellingSource',
  'tellingTarget',
  'initials',
  'kindDiffers',
  'cityInName',
  'otherCityInName',
  'numberSame',
  'numberDiffers',
  'streetSame',
  'streetDiffers',
  'numberAndStreet',
  'citySame',
  'cityRare',
  'cityDiffers',
  'zipSame',
  'zipNear',
  'zipDiffers',
  'stateDiffers',
] as const;
export type Measure = (typeof MEASURES)[number];

/** Values in the order of `MEASURES`, as a typed array, because dozens of pairs are measured for every name. */
export type Measures = Float64Array;

const AT = Object.fromEntries(MEASURES.map((name, i) => [name, i])) as Readonly<Record<Measure, number>>;

export const valueOf = (measures: Measures, name: Measure): number => measures[AT[name]] ?? 0;

/** Compares a query with one facility of `region`. */
export function measure<Id extends TargetId>(sought: Sought, record: FacilityRecord<Id>, region: Region<Id>): Measures {
  const measures = new Float64Array(MEASURES.length);
  for (const name of sought.names) for (const words of record.names) measureName(measures, sought, name, words, record);
  measures[AT.kindDiffers] = kindDifference(sought.kinds, record.kinds);
  if (sought.text.address) measureStreet(measures, sought, record);
  measurePlace(measures, sought, record, region);
  return measures;
}

/** Stores the name's measures if this pair of names covers more than the earlier ones. */
function measureName<Id extends TargetId>(
  m: Measures,
  sought: Sought,
  name: SoughtName,
  words: readonly number[],
  record: FacilityRecord<Id>,
): void {
  const covered = name.covered.fill(0);
  const target: Share = { met: 0, all: 0, tellingMet: 0, tellingAll: 0 };
  const byInitials = coverInitials(name, covered, record);
  for (const [i, word] of words.entries()) {
    // The city in a facility's name says little about which of the city's facilities it is.
    const weight = sought.rarity(word) * (record.cityLabel.includes(word) ? 0.6 : 1);
    const hit = name.hits.get(word);
    const likeness = hit?.likeness ?? (i < byInitials || isInitials(sought.wordOf(word), name) ? 0.8 : 0);
    if (hit) coverWith(covered, hit.covers, hit.likeness);
    count(target, weight, likeness, sought.isUsual(word));
  }
  const source = shareOf(name, covered);
  if (ratio(source.met, source.all) * ratio(target.met, target.all) < (m[AT.bothCovered] ?? 0)) return;
  for (const word of record.cityLabel) {
    const hit = name.hits.get(word);
    if (hit && !words.includes(word)) coverWith(covered, hit.covers, hit.likeness);
  }
  const withCity = shareOf(name, covered);
  m[AT.sourceCovered] = ratio(source.met, source.all);
  m[AT.targetCovered] = ratio(target.met, target.all);
  m[AT.bothCovered] = ratio(source.met, source.all) * ratio(target.met, target.all);
  m[AT.nameEqual] = source.met > 0.999 * source.all && target.met > 0.999 * target.all ? 1 : 0;
  m[AT.rareMatched] = Math.min(source.met, 20) / 20;
  m[AT.bothUnmatched] = Math.min(source.all - withCity.met, target.all - target.met, 20) / 20;
  m[AT.tellingSource] = ratio(source.tellingMet, source.tellingAll);
  m[AT.tellingTarget] = ratio(target.tellingMet, target.tellingAll);
  m[AT.initials] = byInitials > 0 ? 1 : 0;
  m[AT.otherCityInName] = name.cities.some((at) => (covered[at] ?? 0) < 0.7) ? 1 : 0;
  m[AT.cityInName] = ratio(withCity.met - source.met, source.all);
}

/** Matched weight and total weight, of all words and of the distinctive ones. */
type Share = { met: number; all: number; tellingMet: number; tellingAll: number };

function count(share: Share, weight: number, likeness: number, usual: boolean): void {
  share.all += weight;
  share.met += weight * likeness;
  if (usual) return;
  share.tellingAll += weight;
  share.tellingMet += weight * likeness;
}

function shareOf(name: SoughtName, covered: Float64Array): Share {
  const share: Share = { met: 0, all: 0, tellingMet: 0, tellingAll: 0 };
  for (let i = 0; i < covered.length; i++) count(share, name.weights[i] ?? 0, covered[i] ?? 0, name.usual[i] ?? false);
  return share;
}

/** Matches words of the query that are the facility's initials. Returns how many of the facility's words they cover. */
function coverInitials<Id extends TargetId>(name: SoughtName, covered: Float64Array, record: FacilityRecord<Id>): number {
  let most = 0;
  for (const { letters, at } of name.acronyms) {
    if (!record.initials.startsWith(letters)) continue;
    covered[at] = 0.8;
    most = Math.max(most, letters.length);
  }
  return most;
}

/** Whether a word of the facility is the query's initials ("LMH" for "Lawrence Memorial Hospital"). */
const isInitials = (word: string, name: SoughtName): boolean =>
  word.length >= FEWEST_INITIALS && word.length <= MOST_INITIALS && name.initials.startsWith(word);

function coverWith(covered: Float64Array, bits: number, likeness: number): void {
  for (let i = 0; i < covered.length; i++) if (bits & (1 << i) && (covered[i] ?? 0) < likeness) covered[i] = likeness;
}

const ratio = (part: number, whole: number): number => (whole > 0 ? part / whole : 0);

function kindDifference(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let differing = 0;
  for (const kind of a) if (!b.has(kind)) differing++;
  for (const kind of b) if (!a.has(kind)) differing++;
  return Math.min(differing, 2) / 2;
}

function measureStreet<Id extends TargetId>(m: Measures, sought: Sought, record: FacilityRecord<Id>): void {
  const source = sought.street;
  const target = streetOf(record);
  const same = source.number !== '' && source.number === target.number ? 1 : 0;
  const comparable = source.names.length > 0 && target.names.length > 0;
  const likeness = comparable ? streetLikeness(source.names, target.names) : 0;
  m[AT.numberSame] = same;
  m[AT.numberDiffers] = source.number !== '' && target.number !== '' && !same ? 1 : 0;
  m[AT.streetSame] = likeness;
  m[AT.streetDiffers] = comparable ? 1 - likeness : 0;
  m[AT.numberAndStreet] = same * likeness;
}

/** Share of the shorter street name's words found in the other, allowing one typing error. */
function streetLikeness(a: readonly string[], b: readonly string[]): number {
  const [few, many] = a.length <= b.length ? [a, b] : [b, a];
  const met = few.filter((word) =>
    many.some((other) => word === other || (word.length > 4 && editDistance(word, other, 1) <= 1)),
  );
  const glued = few.join('') === many.join('');
  return glued ? 1 : (met.length / few.length) * (0.8 + (0.2 * few.length) / many.length);
}

function measurePlace<Id extends TargetId>(m: Measures, sought: Sought, record: FacilityRecord<Id>, region: Region<Id>): void {
  const source = sought.place;
  const target = record.place;
  if (source.city !== '' && target.city !== '') {
    const city = sought.cityLikeness(target.city);
    const inCity = region.cities.get(target.city)?.length ?? 1;
    m[AT.citySame] = city;
    m[AT.cityRare] = city ? (city * Math.log((sizeOf(region) + 1) / inCity)) / 8 : 0;
    m[AT.cityDiffers] = 1 - city;
  }
  if (source.zip !== '' && target.zip !== '') {
    const near = source.zip.slice(0, 3) === target.zip.slice(0, 3);
    m[AT.zipSame] = source.zip === target.zip ? 1 : 0;
    m[AT.zipNear] = near ? 1 : 0;
    m[AT.zipDiffers] = near ? 0 : 1;
  }
  if (source.state !== '' && target.state !== '' && source.state !== target.state) m[AT.stateDiffers] = 1;
}
