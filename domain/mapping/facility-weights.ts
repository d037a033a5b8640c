import type { Calibration } from './certainty.ts';
import type { Measure } from './facility-evidence.ts';

/** Log-odds that each measure adds to a candidate. `stateDiffers` is set by hand: no labelled row names a wrong state. */
export const WEIGHTS: Readonly<Record<Measure, number>> = {
  sourceCovered: 3.33,
  targetCovered: 1.28,
  bothCovered: 3.18,
  nameEqual: 1.57,
  rareMatched: 2.25,
  bothUnmatched: -1.64,
  tellingSource: 0.5,
  tellingTarget: 0.5,
  initials: 0,
  kindDiffers: -1.82,
  cityInName: 3.08,
  otherCityInName: -0.5,
  numberSame: 2.4,
  numberDiffers: -1.81,
  streetSame: 1.19,
  streetDiffers: -0.77,
  numberAndStreet: 2.1,
  citySame: 1.1,
  cityRare: 1.59,
  cityDiffers: -0.9,
  zipSame: 0.4,
  zipNear: 0.1,
  zipDiffers: -2.19,
  stateDiffers: -4,
};

/** Log-odds of "none of these". */
export const NONE_FITS = 2.78;

/** Isotonic calibration: raw probability -> share that was right, straight between the points. */
export const CALIBRATION: Calibration = [
  [0, 0],
  [0.013, 0.061],
  [0.06, 0.14],
  [0.16, 0.265],
  [0.27, 0.321],
  [0.426, 0.505],
  [0.636, 0.734],
  [0.769, 0.767],
  [0.853, 0.817],
  [0.913, 0.94],
  [0.949, 0.963],
  [0.965, 0.971],
  [0.981, 0.989],
  [0.999, 0.9995],
  [1, 0.9995],
];
