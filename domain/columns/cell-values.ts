import { dayNumber, dayText } from '../query/day-number.ts';
import { instantMs, instantText } from './instant.ts';

/**
 * What a column of a list holds. `date` is a day (`yyyy-MM-dd`), `instant` a UTC ISO instant, `bits` a bit field, `flag` a boolean, and
 * `json` anything else (shown, never searched or sorted).
 */
export type CellType = 'text' | NumberType | 'json';
/** Types whose values are kept as numbers: days since 1970, milliseconds since 1970, 0 or 1. */
export type NumberType = 'number' | 'date' | 'instant' | 'bits' | 'flag';

/** Converts a value to text. Objects are shown as JSON; blank is null. */
export function textOf(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : JSON.stringify(value);
}

/** Converts a value of a row or block to the number that the column stores. NaN when the value is not a number. */
export function numberOf(value: unknown, type: NumberType): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value !== 'string' || value === '') return Number.NaN;
  if (type === 'date') return dayNumber(value) ?? Number.NaN;
  return type === 'instant' ? instantMs(value) : Number(value);
}

/** Converts a stored number to the cell that is shown. */
export function cellOf(value: number, type: NumberType): string | number | boolean | null {
  if (Number.isNaN(value)) return null;
  if (type === 'date') return dayText(value);
  if (type === 'instant') return instantText(value);
  return type === 'flag' ? value !== 0 : value;
}
