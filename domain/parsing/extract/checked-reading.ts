import type { RateReading, Reading, ShiftReading } from '../../ai/reading.ts';
import { type ShiftModifier, shiftModifiers } from '../../ai/reading.ts';
import { plainText } from './plain-text.ts';

/** An answer to operation 1, as its schema lets it through. Every property may be absent. */
export type ReadingAnswer = {
  readonly startTime?: string | null;
  readonly endTime?: string | null;
  readonly shiftLength?: number | null;
  readonly numberOfShifts?: number | null;
  readonly modifiers?: readonly string[] | null;
  readonly shiftText?: string | null;
  readonly billRate?: number | null;
  readonly minBillRate?: number | null;
  readonly billRateText?: string | null;
};

/**
 * What a model's answer says of a description, as far as the description bears it out: each value needs words that are in the description,
 * and a rate must be a number of these words. Everything else of the answer is dropped.
 */
export function checkedReading(answer: ReadingAnswer, description: string): Reading {
  return { shift: checkedShift(answer, description), rate: checkedRate(answer, description) };
}

/** The words as they are in the description, with its markup; undefined if they are not in it. */
function wordsIn(description: string, quoted: string | null | undefined): string | undefined {
  const words = quoted?.trim() ?? '';
  if (words === '') return undefined;
  if (description.includes(words)) return words;
  const plain = plainText(description);
  const at = plain.text.replaceAll('\n', ' ').indexOf(words.replaceAll(/\s+/g, ' '));
  return at < 0 ? undefined : plain.raw(at, at + words.replaceAll(/\s+/g, ' ').length);
}

function checkedShift(answer: ReadingAnswer, description: string): ShiftReading | null {
  const substring = wordsIn(description, answer.shiftText);
  if (substring === undefined) return null;
  const whole =
    answer.startTime && answer.endTime ? { start: answer.startTime, end: answer.endTime } : { start: null, end: null };
  const hours = answer.shiftLength ?? null;
  const shiftsPerWeek = answer.numberOfShifts ?? null;
  const modifiers = (answer.modifiers ?? []).filter(isModifier);
  if (whole.start === null && !hours && !shiftsPerWeek && modifiers.length === 0) return null;
  return { substring, ...whole, hours: hours || null, shiftsPerWeek: shiftsPerWeek || null, modifiers };
}

const isModifier = (word: string): word is ShiftModifier => (shiftModifiers as readonly string[]).includes(word);

function checkedRate({ billRate, minBillRate, billRateText }: ReadingAnswer, description: string): RateReading | null {
  const substring = wordsIn(description, billRateText);
  if (substring === undefined || !billRate || billRate <= 0 || !names(substring, billRate)) return null;
  const isRange = minBillRate !== null && minBillRate !== undefined && minBillRate > 0 && minBillRate < billRate;
  return { substring, rate: billRate, minRate: isRange && names(substring, minBillRate) ? minBillRate : null };
}

/** Whether an amount is among the numbers of the words. */
const names = (words: string, amount: number): boolean =>
  [...plainText(words).text.matchAll(/\d[\d,]*(?:\.\d+)?/g)].some(([digits]) => Number(digits.replaceAll(',', '')) === amount);
