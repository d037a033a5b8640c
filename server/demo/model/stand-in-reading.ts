import type { PropertyName } from '#domain/ai/operation-names.ts';
import { read } from '#domain/parsing/extract/extract.ts';

type Answer = Record<PropertyName<1>, unknown>;
type Read = { readonly billRate: number | null; readonly startTime: string | null };

/** The answer of the stand-in to a description: what the built-in reader reads. `errs` makes one value wrong, whatever it read. */
export function standInReading(description: string, errs: boolean): Answer {
  const { shift, rate } = read(description);
  const answer = {
    startTime: shift?.start ?? null,
    endTime: shift?.end ?? null,
    shiftLength: shift?.hours ?? null,
    numberOfShifts: shift?.shiftsPerWeek ?? null,
    modifiers: shift?.modifiers ?? [],
    shiftText: shift?.substring ?? null,
    billRate: rate?.rate ?? null,
    minBillRate: rate?.minRate ?? null,
    billRateText: rate?.substring ?? null,
  } satisfies Answer;
  return errs ? { ...answer, ...mistakeFor(answer, description) } : answer;
}

/** One wrong value: a higher rate, a later start, or a kind of shift where the description has neither. */
function mistakeFor({ billRate, startTime }: Read, description: string): Partial<Answer> {
  if (billRate !== null) return { billRate: billRate + 5 };
  if (startTime !== null) return { startTime: laterBy(startTime) };
  return { modifiers: ['call'], shiftText: description.trim().slice(0, 20).trim() };
}

/** A time of day an hour later. */
const laterBy = (time: string): string => `${String((Number(time.slice(0, 2)) + 1) % 24).padStart(2, '0')}${time.slice(2)}`;
