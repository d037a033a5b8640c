import type { FieldValue, JobField, JobReadings, JobRow, ReadEvidence } from '#contract/rows/jobs.ts';
import type { RateReading, Reading, ShiftReading } from '../ai/reading.ts';
import type { GivenValues } from '../jobs/ingest.ts';
import { builtInReader } from '../jobs/read-flag.ts';
import { read } from '../parsing/extract/extract.ts';
import { plainText } from '../parsing/extract/plain-text.ts';
import { tidy } from '../parsing/value-problem.ts';

/** What a model read from a description, checked against it, and the model's name. */
export type ModelReading = Reading & { readonly model: string };

/** How descriptions are read: not at all, or by the built-in reader and by what a model has answered about a description. */
export type DescriptionReader = { readonly modelOf: (description: string) => ModelReading | undefined } | null;

/** Differs as soon as the built-in reader may read other values from the same description. */
export const readerVersion = 'reader-1';

type Values = { readonly [F in JobField]?: FieldValue };
type Found = { readonly values: Values; readonly by: string; readonly certainty: number | null; readonly substring: string };

const shiftFields = ['shift', 'shiftStart', 'shiftEnd', 'hoursPerShift', 'shiftsPerWeek'] as const;
const rateFields = ['billRate', 'minBillRate'] as const;
const shiftWords = 200;

/**
 * Adds what the description says of shift and bill rate to a vendor's values, where the vendor gave neither. Values that were read before
 * and are no longer said go away. `wants`: the vendor left something open that a description can say, so that a model may be asked.
 */
export function withReadings(
  given: GivenValues,
  current: JobRow | null,
  reader: DescriptionReader,
): { readonly given: GivenValues; readonly wants: boolean } {
  const before = current?.readings ?? null;
  const filled = new Set([...(before?.shift?.fields ?? []), ...(before?.rate?.fields ?? [])]);
  const isGiven = (field: JobField): boolean => {
    const value = given[field];
    if (value !== undefined) return value !== null;
    return current !== null && !filled.has(field) && collectedValue(current, field) !== null;
  };
  const open = { shift: !isGiven('shift') && !isGiven('shiftStart'), rate: !isGiven('billRate') };
  const description = descriptionOf(given, current);
  const wants = reader !== null && description !== '' && (open.shift || open.rate);
  if (!wants && before === null) return { given, wants };
  const found = wants ? foundIn(description, reader) : { shift: null, rate: null };
  const parts = {
    shift: filledBy(open.shift ? found.shift : null, shiftFields, isGiven),
    rate: filledBy(open.rate ? found.rate : null, rateFields, isGiven),
  };
  const gone = Object.fromEntries([...filled].filter((field) => !isGiven(field as JobField)).map((field) => [field, null]));
  const readings: JobReadings | null =
    parts.shift.evidence || parts.rate.evidence ? { shift: parts.shift.evidence, rate: parts.rate.evidence } : null;
  return { given: { ...given, ...gone, ...parts.shift.values, ...parts.rate.values, readings } as GivenValues, wants };
}

const descriptionOf = (given: GivenValues, current: JobRow | null): string =>
  ((given.description === undefined ? current?.description : given.description) ?? '').trim();

/** The value of a field from collection: behind a lock or a rule, if one is on it. */
function collectedValue(job: JobRow, field: JobField): FieldValue {
  const over = job.ruled[field] ?? job.locks[field];
  return over ? over.was : job[field];
}

/** What the reader says of a description. A model's value goes before that of the built-in reader. */
function foundIn(description: string, reader: NonNullable<DescriptionReader>) {
  const [own, model] = [read(description), reader.modelOf(description)];
  return {
    shift: model?.shift
      ? shiftFound(model.shift, model.model, null)
      : own.shift && shiftFound(own.shift, builtInReader, own.shift.certainty),
    rate: model?.rate
      ? rateFound(model.rate, model.model, null)
      : own.rate && rateFound(own.rate, builtInReader, own.rate.certainty),
  };
}

const shiftFound = (shift: ShiftReading, by: string, certainty: number | null): Found => ({
  values: {
    shift: tidy(plainText(shift.substring).text, shiftWords) || null,
    shiftStart: shift.start,
    shiftEnd: shift.end,
    hoursPerShift: shift.hours,
    shiftsPerWeek: shift.shiftsPerWeek,
  },
  by,
  certainty,
  substring: shift.substring,
});

const rateFound = ({ rate, minRate, substring }: RateReading, by: string, certainty: number | null): Found => ({
  values: { billRate: rate, minBillRate: minRate },
  by,
  certainty,
  substring,
});

/** The values that the vendor left open, with their evidence. */
function filledBy(
  found: Found | null,
  fields: readonly JobField[],
  isGiven: (field: JobField) => boolean,
): { readonly values: Values; readonly evidence: ReadEvidence | null } {
  if (!found) return { values: {}, evidence: null };
  const named = fields.filter((field) => !isGiven(field) && (found.values[field] ?? null) !== null);
  const values = Object.fromEntries(named.map((field) => [field, found.values[field]]));
  const { by, certainty, substring } = found;
  return { values, evidence: { by, certainty, substring, fields: [...named] } };
}
