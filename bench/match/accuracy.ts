import { calibrated } from '#domain/mapping/candidate/certainty.ts';
import { facilityCandidates } from '#domain/mapping/facility/facility-candidates.ts';
import { buildFacilityIndex } from '#domain/mapping/facility/facility-index.ts';
import { crossValidate, isotonic } from './choice-fit.ts';
import { type FacilityPair, FOLDS, readPairs, readTargets } from './real-data.ts';
import { facilityBounds, facilitySample, readTitles, termBounds, titleSamples } from './samples.ts';

type Outcome = { readonly pair: FacilityPair; readonly certainty: number; readonly right: boolean };

export type Figures = {
  readonly all: number;
  readonly namesDiffer: number;
  readonly littleInCommon: number;
  /** Share of all rows that can be mapped without review if 99% of these must be right. */
  readonly automatic: number;
  /** Expected calibration error over ten equal bins of certainty, for all rows. */
  readonly calibrationError: number;
};

/** Figures of judged rows. Rows without an answer never count as right. Top-1 only counts rows with an answer. */
export function figuresOf(outcomes: readonly Outcome[]): Figures {
  const strong = outcomes.filter(({ pair }) => pair.answer !== 'NIL');
  return {
    all: shareRight(strong),
    namesDiffer: shareRight(strong.filter(({ pair }) => !pair.namesEqual)),
    littleInCommon: shareRight(strong.filter(({ pair }) => pair.overlap < 0.5)),
    automatic: automaticAt(outcomes, 0.99),
    calibrationError: calibrationError(outcomes),
  };
}

const shareRight = (outcomes: readonly { readonly right: boolean }[]): number =>
  outcomes.filter((one) => one.right).length / outcomes.length;

function automaticAt(outcomes: readonly Outcome[], precision: number): number {
  let right = 0;
  let most = 0;
  [...outcomes]
    .sort((a, b) => b.certainty - a.certainty)
    .forEach((one, i) => {
      if (one.right) right++;
      if (right / (i + 1) >= precision) most = i + 1;
    });
  return most / outcomes.length;
}

function calibrationError(outcomes: readonly Outcome[]): number {
  const bins = Array.from({ length: 10 }, () => ({ said: 0, right: 0 }));
  for (const one of outcomes) {
    const bin = bins[Math.min(9, Math.floor(one.certainty * 10))];
    if (!bin) continue;
    bin.said += one.certainty;
    bin.right += one.right ? 1 : 0;
  }
  return bins.reduce((sum, bin) => sum + Math.abs(bin.said - bin.right), 0) / outcomes.length;
}

/** Results with the shipped weights. They were fitted to these rows, so the figures are slightly too good. */
export function shippedOutcomes(pairs: readonly FacilityPair[]): Outcome[] {
  const index = buildFacilityIndex(readTargets());
  return pairs.map((pair) => {
    const [best] = facilityCandidates(index, pair.source, 1);
    return { pair, certainty: (best?.certainty ?? 0) / 100, right: best?.id === pair.answer };
  });
}

/** Weights and calibration refitted for each fold without its rows: unbiased figures. */
function crossValidated(pairs: readonly FacilityPair[]): Outcome[] {
  const index = buildFacilityIndex(readTargets());
  const samples = pairs.map((pair) => facilitySample(index, pair));
  const judged = crossValidate(samples, facilityBounds, FOLDS);
  const tables = Array.from({ length: FOLDS }, (_, fold) =>
    isotonic(
      judged.filter((one) => one.fold !== fold),
      40,
    ),
  );
  return judged.flatMap((one, i) => {
    const pair = pairs[i];
    return pair ? [{ pair, certainty: calibrated(tables[one.fold] ?? [], one.share), right: one.right }] : [];
  });
}

export function reportFacilities(): void {
  const pairs = readPairs();
  const nil = pairs.filter((pair) => pair.answer === 'NIL').length;
  console.log(
    `\nFacilities: ${pairs.length - nil} labelled rows and ${nil} whose facility is not in the list, against all hospitals of the row's state`,
  );
  const honest = crossValidated(pairs);
  const rows = { 'cross-validated': figuresOf(honest), 'as shipped (fitted to these rows)': figuresOf(shippedOutcomes(pairs)) };
  console.table(Object.fromEntries(Object.entries(rows).map(([name, figures]) => [name, rounded(figures)])));
  const accepted = honest.filter((one) => one.certainty >= 0.95);
  console.log(
    `at certainty 95 and above: ${(accepted.length / honest.length).toFixed(3)} of all rows, ${shareRight(accepted).toFixed(4)} of them right`,
  );
}

const rounded = (figures: Figures) =>
  Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, Number(value.toFixed(4))]));

export function reportTitles(): void {
  const titles = readTitles();
  const rows = titles.reduce((sum, title) => sum + title.answers.size, 0);
  console.log(
    `\nTitles: ${titles.length} O*NET titles (${rows} pairs with an occupation) against 125 occupations, cross-validated by title`,
  );
  for (const learning of [false, true]) {
    const judged = crossValidate(titleSamples(titles, learning), termBounds, FOLDS);
    const right = judged.filter((one) => one.right);
    const label = learning ? 'with the other folds as mappings accepted before' : 'with descriptions and abbreviations only';
    // A title with several occupations is several pairs, and one answer can match only one of them.
    console.log(
      `  ${label}: first answer right for ${shareRight(judged).toFixed(3)} of titles, ${(right.length / rows).toFixed(3)} of pairs (at most ${(titles.length / rows).toFixed(3)})`,
    );
  }
}
