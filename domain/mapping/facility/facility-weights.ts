// Written by npm run bench -- match refit; change bench/match/refit.ts and run that, not this.
import type { Calibration } from '../candidate/certainty.ts';
import type { Measure } from './facility-evidence.ts';

/**
 * Log-odds that each measure adds to a facility: a conditional logit with "none of these" among the choices, fitted to
 * 7,554 labelled rows of public hospital lists; a measure of agreement is kept at 0 or above, one of disagreement at 0 or
 * below. Set by hand: stateDiffers.
 */
export const FACILITY_WEIGHTS: Readonly<Record<Measure, number>> = {
  sourceCovered: 1.19,
  targetCovered: 0.77,
  bothCovered: 2.76,
  nameEqual: 1.49,
  rareMatched: 0.81,
  bothUnmatched: -1.31,
  tellingSource: 2.23,
  tellingTarget: 0.91,
  initials: 0.37,
  kindDiffers: -1.87,
  cityInName: 2.72,
  otherCityInName: -1.52,
  numberSame: 2.52,
  numberDiffers: -1.75,
  streetSame: 1.1,
  streetDiffers: -0.85,
  numberAndStreet: 2.29,
  citySame: 0.64,
  cityRare: 1.54,
  cityDiffers: -0.89,
  zipSame: 0.35,
  zipNear: 0.0,
  zipDiffers: -2.13,
  stateDiffers: -4.0,
};

/** Log-odds of "none of these". */
export const FACILITY_NONE_FITS = 2.07;

/** Isotonic: shares of rows judged by a fit that had not seen their fold -> how many of them were right. */
export const FACILITY_CALIBRATION: Calibration = [
  [0.0, 0.0],
  [0.0079, 0.0128],
  [0.0716, 0.1531],
  [0.1921, 0.25],
  [0.2775, 0.3571],
  [0.442, 0.4236],
  [0.6158, 0.5917],
  [0.73, 0.7927],
  [0.7905, 0.8415],
  [0.8521, 0.886],
  [0.9072, 0.9071],
  [0.9413, 0.9545],
  [0.9719, 0.9905],
  [0.9994, 0.9999],
  [1.0, 0.9999],
];
