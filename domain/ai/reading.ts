/** The kinds of a shift that a reading may name, in the words of the documents. */
export const shiftModifiers = [
  'night',
  'day',
  'eve',
  'rotating',
  'float',
  'floatpool',
  'weekends',
  'shiftday',
  'flex',
  'call',
] as const;

export type ShiftModifier = (typeof shiftModifiers)[number];

/** A shift as a description names it. `start` and `end` are `HH:mm`, `hours` is the length of one shift, 0 to 24. */
export type ShiftReading = {
  /** The words of the description that name the shift, exactly as they are there. */
  readonly substring: string;
  readonly start: string | null;
  readonly end: string | null;
  readonly hours: number | null;
  readonly shiftsPerWeek: number | null;
  readonly modifiers: readonly ShiftModifier[];
};

/** A bill rate as a description names it, in dollars an hour. `minRate` is the lower end of a range, at most `rate`. */
export type RateReading = {
  /** The words of the description that name the rate, exactly as they are there. */
  readonly substring: string;
  readonly rate: number;
  readonly minRate: number | null;
};

/** What a description says of the shift and the bill rate. Null: it does not say, or says two different things. */
export type Reading = { readonly shift: ShiftReading | null; readonly rate: RateReading | null };
