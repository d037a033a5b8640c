import { writeFileSync } from 'node:fs';
import { MEASURES } from '#domain/mapping/facility/facility-evidence.ts';
import { buildFacilityIndex } from '#domain/mapping/facility/facility-index.ts';
import { TERM_MEASURES } from '#domain/mapping/term/term-measures.ts';
import { type Bounds, crossValidate, fit, isotonic, type Sample } from './choice-fit.ts';
import { FOLDS, readPairs, readTargets } from './real-data.ts';
import {
  FACILITY_BY_HAND,
  facilityBounds,
  facilitySample,
  readTitles,
  TERM_BY_HAND,
  termBounds,
  titleSamples,
} from './samples.ts';

/** Rows per calibration step. Fewer rows would fit noise. */
const LEAST = 40;

type Table = {
  readonly of: string;
  readonly data: string;
  readonly file: string;
  readonly prefix: string;
  readonly type: string;
  readonly from: string;
  readonly measures: readonly string[];
  readonly byHand: Readonly<Record<string, number>>;
  readonly bounds: readonly Bounds[];
};

function refit(samples: readonly Sample[], table: Table): void {
  const judged = crossValidate(samples, table.bounds, FOLDS);
  const made = fit(samples, table.bounds);
  const right = judged.filter((one) => one.right).length / judged.length;
  console.log(
    `${table.of}: ${samples.length} rows, first candidate right (rows without an answer count as wrong, cross-validated): ${right.toFixed(4)}`,
  );
  const text = `// Written by npm run bench -- match refit; change bench/match/refit.ts and run that, not this.
import type { Calibration } from './certainty.ts';
import type { ${table.type} } from '${table.from}';

/**
 * Log-odds that each measure adds to a ${table.of}: a conditional logit with "none of these" as one choice, fitted to
 * ${table.data}. Measures of agreement are kept at 0 or above, measures of disagreement at 0
 * or below. Set by hand: ${Object.keys(table.byHand).join(', ')}.
 */
export const ${table.prefix}WEIGHTS: Readonly<Record<${table.type}, number>> = {
${table.measures.map((name, i) => `  ${name}: ${(made.weights[i] ?? 0).toFixed(2)},`).join('\n')}
};

/** Log-odds of "none of these". */
export const ${table.prefix}NONE_FITS = ${made.none.toFixed(2)};

/** Isotonic calibration: share by a fit without the row's fold -> share of right answers. */
export const ${table.prefix}CALIBRATION: Calibration = [
${isotonic(judged, LEAST)
  .map(([raw, share]) => `  [${raw.toFixed(4)}, ${share.toFixed(4)}],`)
  .join('\n')}
];
`;
  writeFileSync(table.file, text);
}

/** Fits the matcher's weights to the labeled rows of the data folder and writes both tables in domain/mapping. */
export function refitAll(): void {
  const index = buildFacilityIndex(readTargets());
  refit(
    readPairs().map((pair) => facilitySample(index, pair)),
    {
      of: 'facility',
      data: '7,554 labelled rows of public hospital lists',
      file: 'domain/mapping/facility/facility-weights.ts',
      prefix: 'FACILITY_',
      type: 'Measure',
      from: './facility-evidence.ts',
      measures: MEASURES,
      byHand: FACILITY_BY_HAND,
      bounds: facilityBounds,
    },
  );
  refit(titleSamples(readTitles(), true), {
    of: 'term',
    data: '906 occupational titles of O*NET 27 (CC BY 4.0)',
    file: 'domain/mapping/term/term-weights.ts',
    prefix: 'TERM_',
    type: 'TermMeasure',
    from: './term-measures.ts',
    measures: TERM_MEASURES,
    byHand: TERM_BY_HAND,
    bounds: termBounds,
  });
  console.log('Both tables are written. Run the formatter and the tests.');
}
