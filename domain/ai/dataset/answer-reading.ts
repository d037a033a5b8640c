import { type Reading, type ShiftModifier, shiftModifiers } from '../reading.ts';
import { readingProblems } from './reading-problems.ts';

/** An answer of the operation “Shift and bill rate”, as the service has checked it; a prompt may leave out properties. */
type Answer = Readonly<Record<string, unknown>>;

const text = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null);
const number = (value: unknown): number | null => (typeof value === 'number' ? value : null);
const kinds = (value: unknown): readonly ShiftModifier[] =>
  Array.isArray(value) ? shiftModifiers.filter((kind) => value.includes(kind)) : [];

/**
 * What a model reads in a description. A shift or rate whose words are not in the description, or that breaks another rule of labels,
 * is none: a value needs evidence.
 */
export function readingOfAnswer(answer: Answer, description: string): Reading {
  const shiftText = text(answer['shiftText']);
  const rateText = text(answer['billRateText']);
  const rate = number(answer['billRate']);
  const found: Reading = {
    shift:
      shiftText === null
        ? null
        : {
            substring: shiftText,
            start: text(answer['startTime']),
            end: text(answer['endTime']),
            hours: number(answer['shiftLength']),
            shiftsPerWeek: number(answer['numberOfShifts']),
            modifiers: kinds(answer['modifiers']),
          },
    rate: rateText === null || rate === null ? null : { substring: rateText, rate, minRate: number(answer['minBillRate']) },
  };
  const wrong = Object.keys(readingProblems(description, found));
  return {
    shift: wrong.some((field) => field.startsWith('shift.')) ? null : found.shift,
    rate: wrong.some((field) => field.startsWith('rate.')) ? null : found.rate,
  };
}
