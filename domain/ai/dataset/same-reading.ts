import type { RateReading, Reading, ShiftReading } from '../reading.ts';

/** The values of a shift as one text, without the words of the description; two shifts are the same if their texts are. */
export const shiftValue = (shift: ShiftReading | null): string =>
  shift === null
    ? 'none'
    : [shift.start, shift.end, shift.hours, shift.shiftsPerWeek, [...shift.modifiers].sort().join('+')].join('|');

/** The values of a bill rate as one text. */
export const rateValue = (rate: RateReading | null): string => (rate === null ? 'none' : `${rate.rate}|${rate.minRate}`);

/** Whether two readings say the same of the shift and of the bill rate. Which words of the description they mark does not count. */
export const sameReading = (a: Reading, b: Reading): boolean =>
  shiftValue(a.shift) === shiftValue(b.shift) && rateValue(a.rate) === rateValue(b.rate);
