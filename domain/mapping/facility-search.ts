import type { TargetId } from './candidate.ts';
import { MEASURES, type Measures, measure } from './facility-evidence.ts';
import { type FacilityIndex, type FacilityRecord, numberKey, type Region, wholeNameKey } from './facility-index.ts';
import type { Sought } from './facility-query.ts';
import { WEIGHTS } from './facility-weights.ts';

/** One facility compared in full; `score` is its log-odds against the others. */
export type Compared<Id extends TargetId> = {
  readonly record: FacilityRecord<Id>;
  readonly measures: Measures;
  readonly score: number;
};

/** Facilities compared in full per region; the rest shares too little with the query to matter. */
const SHORT_LIST = 48;
/** Postings read for words of a name per region: words in every second name are read only while there is room. */
const READ_AT_MOST = 6_000;

/**
 * The facilities worth looking at, best first. The named state is searched alone where something there fits (`settled` says so);
 * else, and where the zip belongs to another state, the others as well.
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
  // Ties go to the target first in the list, so that the answer depends on nothing else.
  [...found].sort((a, b) => b.score - a.score);

function compareRegion<Id extends TargetId>(region: Region<Id>, sought: Sought): Compared<Id>[] {
  return shortList(region, sought).map((record) => {
    const measures = measure(sought, record, region);
    return { record, measures, score: scoreOf(measures) };
  });
}

export const scoreOf = (measures: Measures): number => MEASURES.reduce((sum, name) => sum + WEIGHTS[name] * measures[name], 0);

function shortList<Id extends TargetId>(region: Region<Id>, sought: Sought): readonly FacilityRecord<Id>[] {
  if (region.records.length <= SHORT_LIST) return region.records.filter((record) => !record.removed);
  const points = new Map<number, number>();
  const give = (positions: readonly number[] | undefined, value: number): void => {
    for (const position of positions ?? []) points.set(position, (points.get(position) ?? 0) + value);
  };
  for (const name of sought.names) {
    const lists = [...name.hits].map(([word, { likeness }]) => ({
      positions: region.words.get(word),
      value: likeness * sought.rarity(word),
    }));
    let read = 0;
    for (const { positions, value } of lists.sort((a, b) => (a.positions?.length ?? 0) - (b.positions?.length ?? 0))) {
      if (read > 0 && read + (positions?.length ?? 0) > READ_AT_MOST) break;
      read += positions?.length ?? 0;
      give(positions, value);
    }
    give(region.places.get(wholeNameKey([...name.hits].filter(([, hit]) => hit.likeness === 1).map(([word]) => word))), 5);
  }
  give(region.places.get(`z${sought.place.zip}`), 3);
  give(region.places.get(`c${sought.place.city}`), 3);
  give(region.places.get(`n${numberKey(sought.text.address)}`), 3);
  const ranked = [...points].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, SHORT_LIST);
  return ranked.flatMap(([position]) => {
    const record = region.records[position];
    return record && !record.removed ? [record] : [];
  });
}
