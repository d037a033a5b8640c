// Written by npm run bench -- match refit; change bench/match/refit.ts and run that, not this.
import type { Calibration } from '../candidate/certainty.ts';
import type { TermMeasure } from './term-measures.ts';

/**
 * Log-odds that each measure adds to a term: a conditional logit with "none of these" among the choices, fitted to
 * 906 occupational titles of O*NET 27 (CC BY 4.0); a measure of agreement is kept at 0 or above, one of disagreement at 0 or
 * below. Set by hand: degreeSame, degreeDiffers, nameEqual, textEqual.
 */
export const TERM_WEIGHTS: Readonly<Record<TermMeasure, number>> = {
  sourceCovered: 0.11,
  targetCovered: 2.09,
  bothCovered: 0.0,
  nameEqual: 2.3,
  textEqual: 2.5,
  rareMatched: 5.58,
  bothUnmatched: -0.26,
  described: 1.59,
  habit: 1.56,
  headSame: 0.33,
  roleMissing: -0.94,
  ownName: 2.65,
  degreeSame: 2.0,
  degreeDiffers: -2.0,
};

/** Log-odds of "none of these". */
export const TERM_NONE_FITS = 3.4;

/** Isotonic: shares of rows judged by a fit that had not seen their fold -> how many of them were right. */
export const TERM_CALIBRATION: Calibration = [
  [0.0, 0.0],
  [0.044, 0.1071],
  [0.1323, 0.1531],
  [0.2055, 0.1705],
  [0.2649, 0.4022],
  [0.3481, 0.4362],
  [0.4544, 0.5323],
  [0.584, 0.6528],
  [0.7146, 0.7444],
  [0.7765, 0.7558],
  [0.8266, 0.7788],
  [0.8834, 0.875],
  [0.9461, 0.9051],
  [0.991, 0.9453],
  [0.999, 0.9945],
  [1.0, 0.9945],
];
