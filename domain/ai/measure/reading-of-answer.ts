import type { RateReading, Reading, ShiftModifier, ShiftReading } from '../reading.ts';
import { shiftModifiers } from '../reading.ts';

type Value = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null);
const numberOf = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null);
const isKind = (value: unknown): value is ShiftModifier => shiftModifiers.some((kind) => kind === value);

/**
 * The reading in an answer of operation 1, whose schema the service has checked. An answer that says nothing of a shift has none,
 * without a rate no rate. Evidence that an answer lacks is empty.
 */
export function readingOfAnswer(value: Value): Reading {
  return { shift: shiftOf(value), rate: rateOf(value) };
}

function shiftOf(value: Value): ShiftReading | null {
  const [start, end, hours] = [textOf(value['startTime']), textOf(value['endTime']), numberOf(value['shiftLength'])];
  const modifiers = Array.isArray(value['modifiers']) ? value['modifiers'].filter(isKind) : [];
  const shiftsPerWeek = numberOf(value['numberOfShifts']);
  const says = start !== null || end !== null || hours !== null || shiftsPerWeek !== null || modifiers.length > 0;
  return says ? { substring: textOf(value['shiftText']) ?? '', start, end, hours, shiftsPerWeek, modifiers } : null;
}

function rateOf(value: Value): RateReading | null {
  const rate = numberOf(value['billRate']);
  return rate === null ? null : { substring: textOf(value['billRateText']) ?? '', rate, minRate: numberOf(value['minBillRate']) };
}
