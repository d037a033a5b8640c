/** The measures of a text and a term, each about 0..1. */
export const TERM_MEASURES = [
  'sourceCovered',
  'targetCovered',
  'bothCovered',
  'nameEqual',
  'textEqual',
  'rareMatched',
  'bothUnmatched',
  'described',
  'habit',
  'headSame',
  'roleMissing',
  'ownName',
  'degreeSame',
  'degreeDiffers',
] as const;
export type TermMeasure = (typeof TERM_MEASURES)[number];
