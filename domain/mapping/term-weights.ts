// Written by bench/match/refit.ts; change that and run it, not this.
import type { Calibration } from './certainty.ts';
import type { TermMeasure } from './term-measures.ts';

/**
 * Log-odds that each measure adds to a term: a conditional logit with "none of these" among the choices, fitted to
 * 1,066 occupational titles of O*NET 27 (CC BY 4.0); a measure of agreement is kept at 0 or above, one of disagreement at 0 or
 * below. Set by hand: degreeSame, degreeDiffers, nameEqual, textEqual.
 */
export const TERM_WEIGHTS: Readonly<Record<TermMeasure, number>> = {
  sourceCovered: 0.0,
  targetCovered: 1.65,
  bothCovered: 0.0,
  nameEqual: 1.5,
  textEqual: 2.5,
  rareMatched: 5.87,
  bothUnmatched: -0.81,
  described: 0.91,
  habit: 1.11,
  headSame: 0.28,
  roleMissing: -0.6,
  ownName: 1.74,
  degreeSame: 2.0,
  degreeDiffers: -2.0,
};

/** Log-odds of "none of these". */
export const TERM_NONE_FITS = 3.22;

/** Isotonic: shares of rows judged by a fit that had not seen their fold -> how many of them were right. */
export const TERM_CALIBRATION: Calibration = [
  [0.0, 0.0],
  [0.0265, 0.0833],
  [0.1136, 0.1337],
  [0.1817, 0.1786],
  [0.2263, 0.2119],
  [0.3326, 0.4266],
  [0.4504, 0.475],
  [0.5326, 0.5284],
  [0.6432, 0.7092],
  [0.7723, 0.7772],
  [0.8583, 0.8171],
  [0.9477, 0.8226],
  [0.988, 0.9202],
  [0.9976, 0.9941],
  [1.0, 0.9941],
];
