import type { TargetId } from '../candidate/candidate.ts';
import { MEASURES, type Measures, measure } from './facility-evidence.ts';
import {
  type FacilityIndex,
  type FacilityRecord,
  FEWEST_INITIALS,
  numberKey,
  type Region,
  wholeNameKey,
} from './facility-index.ts';
import type { Sought } from './facility-query.ts';
import { FACILITY_WEIGHTS } from './facility-weights.ts';

/** One facility compared in full. `score` is its log-odds against the others. */
export type Compared<Id extends TargetId> = {
  readonly record: FacilityRecord<Id>;
  readonly measures: Measures;
  readonly score: number;
};

/** Facilities per region that are compared in full. The others share too little with the query to matter. */
const SHORT_LIST = 32;
/** Most index entries read per region for the words of a name. Very frequent words are read only within this limit. */
const READ_AT_MOST = 2_500;

/**
 * The facilities to consider, best first. If a facility in the given state fits (`settled`), only that state is searched.
 * Otherwise, or if the zip belongs to another state, the others are searched as well.
 */
export function searchFacilities<Id extends TargetId>(
  index: FacilityIndex<Id>,
  sought: Sought,
  settled: (found: readonly Compared<Id>[]) => boolean,
): readonly Compared<Id>[] {
  const home = index.regions.get(sought.place.state);
  const byZip = [...(index.zipStates.get(sought.place.zip.slice(0, 3)) ?? [])].flatMap((state) => index.regions.get(state) ?? []);
  const near = [...new Set([...(home ? [home] : []), ...byZip])];
  const found = near.flatMap((region) => compareRegion(region, sought));
  if (near.length > 0 && settled(found)) return best(found);
  const rest = [...index.regions.values()].filter((region) => !near.includes(region));
  return best([...found, ...rest.flatMap((region) => compareRegion(region, sought))]);
}

const best = <Id extends TargetId>(found: readonly Compared<Id>[]): readonly Compared<Id>[] =>
  // A stable sort: equal scores keep the order of the list.
  [...found].sort((a, b) => b.score - a.score);

function compareRegion<Id extends TargetId>(region: Region<Id>, sought: Sought): Compared<Id>[] {
  return shortList(region, sought).map((record) => {
    const measures = measure(sought, record, region);
    return { record, measures, score: scoreOf(measures) };
  });
}

const WEIGHT_ROW = Float64Array.from(MEASURES, (name) => FACILITY_WEIGHTS[name]);

function scoreOf(measures: Measures): number {
  let score = 0;
  for (let i = 0; i < measures.length; i++) score += (WEIGHT_ROW[i] ?? 0) * (measures[i] ?? 0);
  return score;
}

function shortList<Id extends TargetId>(region: Region<Id>, sought: Sought): readonly FacilityRecord<Id>[] {
  if (region.records.length <= SHORT_LIST) return region.records.filter((record) => record !== undefined);
  const points = new Float64Array(region.records.length);
  const touched: number[] = [];
  const give = (positions: readonly number[] | undefined, value: number): void => {
    for (const position of positions ?? NOBODY) {
      if (points[position] === 0) touched.push(position);
      points[position] = (points[position] ?? 0) + value;
    }
  };
  give(region.zips.get(sought.place.zip), 3);
  give(region.cities.get(sought.place.city), 3);
  give(region.streetNumbers.get(numberKey(sought.text.address)), 3);
  for (const name of sought.names) {
    const lists = [...name.hits].map(([word, { likeness }]) => ({
      positions: region.words.get(word) ?? NOBODY,
      value: likeness * sought.rarity(word),
    }));
    let read = 0;
    for (const { positions, value } of lists.sort((a, b) => a.positions.length - b.positions.length)) {
      read += positions.length;
      if (read > READ_AT_MOST && touched.length > 0) break;
      give(positions, value);
    }
    give(region.wholeNames.get(wholeNameKey(name.exact)), 5);
    for (const { letters } of name.acronyms) give(region.initials.get(letters.slice(0, FEWEST_INITIALS)), 5);
  }
  return mostPoints(touched, points).flatMap((position) => {
    const record = region.records[position];
    return record ? [record] : [];
  });
}

const NOBODY: readonly number[] = [];

/** The `SHORT_LIST` positions with the most points, in any order. */
function mostPoints(touched: readonly number[], points: Float64Array): readonly number[] {
  if (touched.length <= SHORT_LIST) return touched;
  const kept: number[] = [];
  let least = 0;
  for (const position of touched) {
    const value = points[position] ?? 0;
    if (kept.length >= SHORT_LIST && value <= least) continue;
    kept.push(position);
    if (kept.length < SHORT_LIST * 4) continue;
    least = cut(kept, points);
  }
  cut(kept, points);
  return kept;
}

/** Reduces `kept` to the short list and returns the points of its last entry. */
function cut(kept: number[], points: Float64Array): number {
  kept.sort((a, b) => (points[b] ?? 0) - (points[a] ?? 0) || a - b);
  kept.length = Math.min(kept.length, SHORT_LIST);
  return points[kept.at(-1) ?? 0] ?? 0;
}
