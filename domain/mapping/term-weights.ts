// Written by bench/match/refit.ts; change that and run it, not this.
import type { Calibration } from './certainty.ts';
import type { TermMeasure } from './term-measures.ts';

/**
 * Log-odds that each measure adds to a term: a conditional logit with "none of these" among the choices, fitted to
 * 906 occupational titles of O*NET 27 (CC BY 4.0); a measure of agreement is kept at 0 or above, one of disagreement at 0 or
 * below. Set by hand: degreeSame, degreeDiffers, nameEqual, textEqual.
 */
export const TERM_WEIGHTS: Readonly<Record<TermMeasure, number>> = {
  sourceCovered: 0.2,
  targetCovered: 2.0,
  bothCovered: 0.0,
  nameEqual: 1.5,
  textEqual: 2.5,
  rareMatched: 5.39,
  bothUnmatched: -0.44,
  described: 1.52,
  habit: 1.59,
  headSame: 0.31,
  roleMissing: -0.89,
  ownName: 2.64,
  degreeSame: 2.0,
  degreeDiffers: -2.0,
};

/** Log-odds of "none of these". */
export const TERM_NONE_FITS = 3.3;

/** Isotonic: shares of rows judged by a fit that had not seen their fold -> how many of them were right. */
export const TERM_CALIBRATION: Calibration = [
  [0.0, 0.0],
  [0.042, 0.0854],
  [0.166, 0.1559],
  [0.2866, 0.4191],
  [0.4218, 0.5163],
  [0.5083, 0.6071],
  [0.5824, 0.6284],
  [0.6792, 0.7024],
  [0.7586, 0.7632],
  [0.8258, 0.7698],
  [0.9, 0.8934],
  [0.9534, 0.9052],
  [0.9911, 0.9449],
  [0.999, 0.9946],
  [1.0, 0.9946],
];
