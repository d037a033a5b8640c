import type { Calibration } from './certainty.ts';

export const TERM_MEASURES = [
  'sourceCovered',
  'targetCovered',
  'bothCovered',
  'nameEqual',
  'rareMatched',
  'bothUnmatched',
  'described',
  'headSame',
  'degreeSame',
  'degreeDiffers',
] as const;
export type TermMeasure = (typeof TERM_MEASURES)[number];

/** Log-odds that each measure adds. The two about the degree are set by hand: no labelled term comes with one. */
export const TERM_WEIGHTS: Readonly<Record<TermMeasure, number>> = {
  sourceCovered: 4,
  targetCovered: 3,
  bothCovered: 3,
  nameEqual: 2,
  rareMatched: 3,
  bothUnmatched: -2,
  described: 2,
  headSame: 1,
  degreeSame: 2,
  degreeDiffers: -2,
};

/** Log-odds of "none of these". */
export const TERM_NONE_FITS = 5;

export const TERM_CALIBRATION: Calibration = [
  [0, 0],
  [1, 0.99],
];
