import { read } from '#domain/parsing/extract/extract.ts';
import { type MadeDescription, madeDescription, type Truth } from './grammar.ts';

/** One value of one description: what is true, what was read, and how certain the reader was. */
type Outcome = {
  readonly made: MadeDescription;
  readonly value: 'rate' | 'times';
  readonly wanted: string | null;
  readonly got: string | null;
  readonly certainty: number;
};

const rateOf = ({ rate, minRate }: Pick<Truth, 'rate' | 'minRate'>): string | null =>
  rate === null ? null : `${minRate === null ? '' : `${minRate}-`}${rate}`;
const timesOf = ({ start, end }: Pick<Truth, 'start' | 'end'>): string | null => (start === null ? null : `${start}-${end}`);

/** What the reader makes of `count` descriptions from a seed on. Descriptions that hold no evidence of a value count as wrong. */
export function outcomes(firstSeed: number, count: number): readonly Outcome[] {
  return Array.from({ length: count }, (_, n) => madeDescription(firstSeed + n)).flatMap((made): Outcome[] => {
    const { shift, rate } = read(made.text);
    const evidence = [shift?.substring, rate?.substring].every((part) => part === undefined || made.text.includes(part));
    const got = { rate: rate && rateOf(rate), times: shift && timesOf(shift) };
    return [
      {
        made,
        value: 'rate',
        wanted: rateOf(made.truth),
        got: evidence ? got.rate : 'no evidence',
        certainty: rate?.certainty ?? 0,
      },
      {
        made,
        value: 'times',
        wanted: timesOf(made.truth),
        got: evidence ? got.times : 'no evidence',
        certainty: shift?.certainty ?? 0,
      },
    ];
  });
}

export type Figures = {
  readonly precision: number;
  readonly recall: number;
  /** Mean difference between certainty and share of right values, over bands of certainty, by the number of values in them. */
  readonly calibrationError: number;
  readonly read: number;
};

const share = (part: number, whole: number): number => (whole === 0 ? 1 : part / whole);

/** Precision and recall of a value, and how far its certainty is from the truth. */
export function figuresOf(all: readonly Outcome[], value: Outcome['value']): Figures {
  const of = all.filter((one) => one.value === value);
  const read = of.filter(({ got }) => got !== null);
  const right = read.filter(({ got, wanted }) => got === wanted);
  const byCertainty = new Map<number, Outcome[]>();
  for (const one of read) byCertainty.set(one.certainty, [...(byCertainty.get(one.certainty) ?? []), one]);
  const errors = [...byCertainty].map(
    ([certainty, list]) =>
      Math.abs(certainty / 100 - share(list.filter(({ got, wanted }) => got === wanted).length, list.length)) * list.length,
  );
  return {
    precision: share(right.length, read.length),
    recall: share(right.length, of.filter(({ wanted }) => wanted !== null).length),
    calibrationError: share(
      errors.reduce((sum, error) => sum + error, 0),
      read.length,
    ),
    read: read.length,
  };
}

/** The values that were read wrongly or not at all. */
export const wrongOf = (all: readonly Outcome[]): readonly Outcome[] => all.filter(({ got, wanted }) => got !== wanted);
