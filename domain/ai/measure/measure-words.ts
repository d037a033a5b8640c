import type { Reading } from '../reading.ts';
import type { Share } from './interval.ts';
import { comparedValue, type MeasuredProperty, type Truth } from './properties.ts';

const percent = (share: number): string => (share * 100).toFixed(1);

/** A share as people read it: `97.5 % (94.0–99.1)`; a dash if nothing was counted. */
export const shareWords = ({ value, low, high }: Share): string =>
  value === null || low === null || high === null ? '–' : `${percent(value)} % (${percent(low)}–${percent(high)})`;

/** A property of a reading as people read it; “none” without one. */
export function valueWords(name: MeasuredProperty, reading: Reading | Truth | null): string {
  const value = reading === null ? null : comparedValue(name, reading);
  return value === null ? 'none' : String(value);
}

/** Milliseconds as people read them: `0.21`, `640`; a dash if nothing was timed. */
export const millisecondsWords = (milliseconds: number | null): string =>
  milliseconds === null ? '–' : milliseconds < 10 ? milliseconds.toFixed(2) : Math.round(milliseconds).toLocaleString('en-US');
