import { MEASURES, type Measure } from '#domain/mapping/facility/facility-evidence.ts';
import type { FacilityIndex } from '#domain/mapping/facility/facility-index.ts';
import { seekFacility } from '#domain/mapping/facility/facility-query.ts';
import { searchFacilities } from '#domain/mapping/facility/facility-search.ts';
import { buildTermIndex, compareTerms } from '#domain/mapping/term/term-index.ts';
import { TERM_MEASURES, type TermMeasure } from '#domain/mapping/term/term-measures.ts';
import type { TermTarget } from '#domain/mapping/term/term-types.ts';
import type { Bounds, Sample } from './choice-fit.ts';
import { type FacilityPair, FOLDS, foldOf, readCsv } from './real-data.ts';

/** No labeled row has a wrong state. */
export const FACILITY_BY_HAND: Readonly<Record<string, number>> = { stateDiffers: -4 };
/**
 * No labeled title has a degree. O*NET also omits titles that equal an occupation's name, which in a reference list are a sure
 * match.
 */
export const TERM_BY_HAND: Readonly<Record<string, number>> = {
  degreeSame: 2,
  degreeDiffers: -2,
  nameEqual: 2.3,
  textEqual: 2.5,
};

function bounds(name: string, disagrees: boolean, byHand: Readonly<Record<string, number>>): Bounds {
  const set = byHand[name];
  if (set !== undefined) return [set, set];
  return disagrees ? [Number.NEGATIVE_INFINITY, 0] : [0, Number.POSITIVE_INFINITY];
}

/** Candidates kept per row. The rest have too small a share to matter. */
const KEPT = 20;

const DISAGREEING: ReadonlySet<Measure> = new Set<Measure>([
  'bothUnmatched',
  'otherCityInName',
  'kindDiffers',
  'numberDiffers',
  'streetDiffers',
  'cityDiffers',
  'zipDiffers',
  'stateDiffers',
]);
export const facilityBounds: readonly Bounds[] = MEASURES.map((name) => bounds(name, DISAGREEING.has(name), FACILITY_BY_HAND));

/** All targets of the row's state compete. */
export function facilitySample(index: FacilityIndex<string>, pair: FacilityPair): Sample {
  const found = searchFacilities(index, seekFacility(index, pair.source), () => true).slice(0, KEPT);
  return {
    fold: pair.fold,
    ids: found.map((one) => one.record.target.id),
    measures: found.map((one) => one.measures),
    right: found.flatMap((one, i) => (one.record.target.id === pair.answer ? [i] : [])),
  };
}

const DISAGREEING_TERMS: ReadonlySet<TermMeasure> = new Set<TermMeasure>(['bothUnmatched', 'roleMissing', 'degreeDiffers']);
export const termBounds: readonly Bounds[] = TERM_MEASURES.map((name) => bounds(name, DISAGREEING_TERMS.has(name), TERM_BY_HAND));

/** A title and its occupations; many titles have several ("Doctor": twelve). */
export type Title = { readonly text: string; readonly answers: ReadonlySet<string>; readonly fold: number };

/** O*NET's titles, each once. */
export function readTitles(): Title[] {
  const answers = new Map<string, Set<string>>();
  for (const row of readCsv('titles/onet27-title-pairs-health-dev.csv')) {
    const text = row['title'] ?? '';
    answers.set(text, (answers.get(text) ?? new Set()).add(row['onet_soc'] ?? ''));
  }
  return [...answers].map(([text, set]) => ({ text, answers: set, fold: foldOf(text.toLowerCase()) }));
}

/** The 125 health occupations with their descriptions. Aliases come from the abbreviations file. */
function readOccupations(): TermTarget<string>[] {
  const abbreviations = readCsv('titles/onet27-health-abbreviations.csv');
  return readCsv('titles/onet27-occupations-health.csv').map((row) => ({
    id: row['onet_soc'] ?? '',
    name: row['occupation'] ?? '',
    description: row['description'],
    aliases: abbreviations
      .filter((one) => one['onet_soc'] === row['onet_soc'])
      .flatMap((one) => [one['abbreviation'] ?? '', one['expansion'] ?? '']),
  }));
}

/** All titles with occupations as candidates. With `learning`, the titles of the other folds count as accepted mappings. */
export function titleSamples(titles: readonly Title[], learning: boolean): Sample[] {
  const occupations = readOccupations();
  const indexes = Array.from({ length: FOLDS }, (_, fold) => {
    const others = learning ? titles.filter((title) => title.fold !== fold) : [];
    const accepted = others.flatMap(({ text, answers }) => [...answers].map((target) => ({ text, target })));
    return buildTermIndex('degree', occupations, accepted);
  });
  return titles.map(({ text, answers, fold }) => {
    const index = indexes[fold];
    const found = index ? compareTerms(index, { text }).slice(0, KEPT) : [];
    return {
      fold,
      ids: found.map((one) => one.record.target.id),
      measures: found.map((one) => TERM_MEASURES.map((name) => one.measures[name])),
      right: found.flatMap((one, i) => (answers.has(one.record.target.id) ? [i] : [])),
    };
  });
}
