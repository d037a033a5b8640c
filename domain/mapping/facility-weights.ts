// Written by bench/match/refit.ts; change that and run it, not this.
import type { Calibration } from './certainty.ts';
import type { Measure } from './facility-evidence.ts';

/**
 * Log-odds that each measure adds to a facility: a conditional logit with "none of these" among the choices, fitted to
 * 7,554 labelled rows of public hospital lists; a measure of agreement is kept at 0 or above, one of disagreement at 0 or
 * below. Set by hand: stateDiffers.
 */
export const FACILITY_WEIGHTS: Readonly<Record<Measure, number>> = {
  sourceCovered: 1.26,
  targetCovered: 0.74,
  bothCovered: 2.76,
  nameEqual: 1.48,
  rareMatched: 0.83,
  bothUnmatched: -1.27,
  tellingSource: 2.24,
  tellingTarget: 0.97,
  initials: 0.38,
  kindDiffers: -1.85,
  cityInName: 2.83,
  otherCityInName: -1.55,
  numberSame: 2.57,
  numberDiffers: -1.74,
  streetSame: 1.12,
  streetDiffers: -0.82,
  numberAndStreet: 2.32,
  citySame: 0.66,
  cityRare: 1.53,
  cityDiffers: -0.85,
  zipSame: 0.35,
  zipNear: 0.0,
  zipDiffers: -2.25,
  stateDiffers: -4.0,
};

/** Log-odds of "none of these". */
export const FACILITY_NONE_FITS = 2.2;

/** Isotonic: shares of rows judged by a fit that had not seen their fold -> how many of them were right. */
export const FACILITY_CALIBRATION: Calibration = [
  [0.0, 0.0],
  [0.0079, 0.0129],
  [0.0675, 0.1552],
  [0.1851, 0.2442],
  [0.2734, 0.3367],
  [0.4384, 0.4178],
  [0.5899, 0.5976],
  [0.6905, 0.6778],
  [0.7753, 0.83],
  [0.8487, 0.8952],
  [0.8983, 0.9022],
  [0.9274, 0.9167],
  [0.9495, 0.9766],
  [0.9737, 0.9891],
  [0.9994, 0.9999],
  [1.0, 0.9999],
];
