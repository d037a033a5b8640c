import type { TargetId } from './candidate.ts';
import { editDistance } from './edit-distance.ts';
import { type FacilityRecord, type Region, streetOf } from './facility-index.ts';
import type { Sought, SoughtName } from './facility-query.ts';

/**
 * What is measured of a pair, each 0..1 (counts and logarithms scaled to about that). A name's measures depend on the query's name only and a place part's
 * on that part only, so that a part which agrees wholly can raise no rival more than the facility it agrees with.
 */
export const MEASURES = [
  'sourceCovered',
  'targetCovered',
  'bothCovered',
  'nameEqual',
  'rareMatched',
  'bothUnmatched',
  'kindDiffers',
  'cityInName',
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
export type Measures = Record<Measure, number>;

/** Compares a query with one facility of `region`. */
export function measure<Id extends TargetId>(sought: Sought, record: FacilityRecord<Id>, region: Region<Id>): Measures {
  const name = bestName(sought, record);
  return {
    ...name,
    kindDiffers: kindDifference(sought.kinds, record.kinds),
    ...measureStreet(sought, record),
    ...measurePlace(sought, record, region),
  };
}

type NameMeasures = Pick<
  Measures,
  'sourceCovered' | 'targetCovered' | 'bothCovered' | 'nameEqual' | 'rareMatched' | 'bothUnmatched' | 'cityInName'
>;

function bestName<Id extends TargetId>(sought: Sought, record: FacilityRecord<Id>): NameMeasures {
  let best: NameMeasures | undefined;
  for (const name of sought.names) {
    for (const words of record.names) {
      const measures = measureName(name, words, record.cityWords, sought.rarity);
      if (!best || measures.bothCovered > best.bothCovered) best = measures;
    }
  }
  return best ?? NO_NAME;
}

const NO_NAME: NameMeasures = {
  sourceCovered: 0,
  targetCovered: 0,
  bothCovered: 0,
  nameEqual: 0,
  rareMatched: 0,
  bothUnmatched: 0,
  cityInName: 0,
};

function measureName(
  name: SoughtName,
  words: readonly number[],
  cityWords: readonly number[],
  rarity: (word: number) => number,
): NameMeasures {
  const covered = new Float64Array(name.words.length);
  let matched = 0;
  let total = 0;
  for (const word of words) {
    // The own city in a facility's name tells little about which of the city's facilities it is.
    const weight = rarity(word) * (cityWords.includes(word) ? 0.6 : 1);
    const hit = name.hits.get(word);
    total += weight;
    if (!hit) continue;
    matched += weight * hit.likeness;
    coverWith(covered, hit.covers, hit.likeness);
  }
  const bySource = name.weights.reduce((sum, weight, i) => sum + weight * (covered[i] ?? 0), 0);
  for (const word of cityWords) {
    const hit = name.hits.get(word);
    if (hit && !words.includes(word)) coverWith(covered, hit.covers, hit.likeness);
  }
  const withCity = name.weights.reduce((sum, weight, i) => sum + weight * (covered[i] ?? 0), 0);
  const source = ratio(bySource, name.total);
  const target = ratio(matched, total);
  return {
    sourceCovered: source,
    targetCovered: target,
    bothCovered: source * target,
    nameEqual: source > 0.999 && target > 0.999 ? 1 : 0,
    rareMatched: Math.min(bySource, 20) / 20,
    bothUnmatched: Math.min(name.total - withCity, total - matched, 20) / 20,
    cityInName: ratio(withCity - bySource, name.total),
  };
}

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

type StreetMeasures = Pick<Measures, 'numberSame' | 'numberDiffers' | 'streetSame' | 'streetDiffers' | 'numberAndStreet'>;

function measureStreet<Id extends TargetId>(sought: Sought, record: FacilityRecord<Id>): StreetMeasures {
  const source = sought.street;
  const target = streetOf(record);
  const same = source.number !== '' && source.number === target.number ? 1 : 0;
  const differs = source.number !== '' && target.number !== '' && !same ? 1 : 0;
  const comparable = source.names.length > 0 && target.names.length > 0;
  const likeness = comparable ? streetLikeness(source.names, target.names) : 0;
  return {
    numberSame: same,
    numberDiffers: differs,
    streetSame: likeness,
    streetDiffers: comparable ? 1 - likeness : 0,
    numberAndStreet: same * likeness,
  };
}

/** Share of the shorter street name's words met in the other, a typing error apart at most. */
function streetLikeness(a: readonly string[], b: readonly string[]): number {
  const [few, many] = a.length <= b.length ? [a, b] : [b, a];
  const met = few.filter((word) =>
    many.some((other) => word === other || (word.length > 4 && editDistance(word, other, 1) <= 1)),
  );
  const glued = few.join('') === many.join('');
  return glued ? 1 : (met.length / few.length) * (0.8 + (0.2 * few.length) / many.length);
}

type PlaceMeasures = Pick<
  Measures,
  'citySame' | 'cityRare' | 'cityDiffers' | 'zipSame' | 'zipNear' | 'zipDiffers' | 'stateDiffers'
>;

function measurePlace<Id extends TargetId>(sought: Sought, record: FacilityRecord<Id>, region: Region<Id>): PlaceMeasures {
  const source = sought.place;
  const target = record.place;
  const bothCities = source.city !== '' && target.city !== '';
  const city = bothCities ? cityLikeness(source.city, target.city) : 0;
  const bothZips = source.zip !== '' && target.zip !== '';
  const near = bothZips && source.zip.slice(0, 3) === target.zip.slice(0, 3) ? 1 : 0;
  const inCity = region.places.get(`c${target.city}`)?.length ?? 1;
  return {
    citySame: city,
    cityRare: city ? (city * Math.log((region.records.length + 1) / inCity)) / 8 : 0,
    cityDiffers: bothCities ? 1 - city : 0,
    zipSame: bothZips && source.zip === target.zip ? 1 : 0,
    zipNear: near,
    zipDiffers: bothZips && !near ? 1 : 0,
    stateDiffers: source.state !== '' && target.state !== '' && source.state !== target.state ? 1 : 0,
  };
}

function cityLikeness(a: string, b: string): number {
  if (a === b) return 1;
  if (a.length > 4 && b.length > 4 && editDistance(a, b, 2) <= (Math.min(a.length, b.length) >= 8 ? 2 : 1)) return 0.9;
  return Math.min(a.length, b.length) >= 4 && (a.startsWith(b) || b.startsWith(a) || a.endsWith(b) || b.endsWith(a)) ? 0.7 : 0;
}
