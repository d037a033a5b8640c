import type { CallOutcome } from '../call-words.ts';
import type { Reading } from '../reading.ts';
import { f1Of, type Share, shareOf, type Verdict, type VerdictCounts } from './interval.ts';
import { isLabeled, type MeasuredProperty, measuredProperties, type Truth, verdictOf } from './properties.ts';

/** What an engine answered to one description. `reading` is null unless the outcome is `answered`. `cost` is US dollars, null if unknown. */
export type Answer = {
  readonly outcome: CallOutcome;
  readonly reading: Reading | null;
  readonly milliseconds: number;
  readonly cost: number | null;
};

/** A labeled description with the answer to it. */
export type MeasuredRow = { readonly id: string; readonly truth: Truth; readonly answer: Answer };

/** The figures of one property. `exact` counts rows whose label and answer are the same, those with neither among them. */
type PropertyFigures = {
  readonly name: MeasuredProperty;
  readonly exact: Share;
  readonly precision: Share;
  readonly recall: Share;
  readonly f1: Share;
};

/** The figures of an engine on a dataset. Milliseconds are of one row; `cost` is of all rows, null if one is unknown. */
export type Measurement = {
  readonly rows: number;
  /** Rows of which every labeled property but the words of evidence is right. */
  readonly whole: Share;
  readonly properties: readonly PropertyFigures[];
  /** Rows without an answer, by the reason. */
  readonly unanswered: Readonly<Partial<Record<CallOutcome, number>>>;
  readonly medianMilliseconds: number | null;
  readonly slowestMilliseconds: number | null;
  readonly cost: number | null;
};

/** Measures the answers to labeled descriptions. A row without an answer misses every label. */
export function measure(rows: readonly MeasuredRow[]): Measurement {
  const times = rows.map(({ answer }) => answer.milliseconds).sort((a, b) => a - b);
  const costs = rows.map(({ answer }) => answer.cost);
  const unanswered: Partial<Record<CallOutcome, number>> = {};
  for (const { answer } of rows)
    if (answer.outcome !== 'answered') unanswered[answer.outcome] = (unanswered[answer.outcome] ?? 0) + 1;
  return {
    rows: rows.length,
    whole: shareOf(rows.filter((row) => wrongProperties(row).length === 0).length, rows.length),
    properties: measuredProperties.map(({ name }) => figuresOf(name, rows)),
    unanswered,
    medianMilliseconds: times[Math.floor((times.length - 1) / 2)] ?? null,
    slowestMilliseconds: times.at(-1) ?? null,
    cost: costs.includes(null) ? null : costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0),
  };
}

function figuresOf(name: MeasuredProperty, rows: readonly MeasuredRow[]): PropertyFigures {
  const counts: Record<Verdict, number> = { right: 0, none: 0, wrong: 0, extra: 0, missed: 0 };
  for (const { truth, answer } of rows) if (isLabeled(name, truth)) counts[verdictOf(name, truth, answer.reading)] += 1;
  return { name, ...sharesOf(counts) };
}

/** Exact, precision, recall and F1 of the counts of a property. */
function sharesOf(counts: VerdictCounts) {
  const { right, none, wrong, extra, missed } = counts;
  return {
    exact: shareOf(right + none, right + none + wrong + extra + missed),
    precision: shareOf(right, right + wrong + extra),
    recall: shareOf(right, right + wrong + missed),
    f1: f1Of(counts),
  };
}

/** The properties that make a row wrong, in the order of tables; none for a row that is right. Words of evidence do not count. */
export function wrongProperties({
  truth,
  answer: { outcome, reading },
}: Pick<MeasuredRow, 'truth' | 'answer'>): MeasuredProperty[] {
  const labeled = measuredProperties.filter(({ name, evidence }) => !evidence && isLabeled(name, truth));
  const wrong = labeled.filter(({ name }) => !['right', 'none'].includes(verdictOf(name, truth, reading)));
  // A row without an answer is wrong also where there was nothing to read.
  return (outcome === 'answered' ? wrong : labeled).map(({ name }) => name);
}
