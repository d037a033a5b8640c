import type { FieldMappingRow, FieldMappingType } from '#contract/rows/field-mapping.ts';
import type { FieldValue } from '#contract/rows/jobs.ts';
import type { Field } from '#domain/fields/field.ts';
import { dateIn, numberIn, textOf, yesNoIn } from '#domain/fields/values.ts';
import { dayOfIso, epochDays } from '#domain/parsing/calendar.ts';

/** A value as the ATS gets it. `cut`: its text was longer than the field. */
export type AtsValue = { readonly value: string | number | boolean | null; readonly cut: boolean };

/**
 * How an ATS takes a date. `epoch`: milliseconds, where a local day is noon UTC, so that no time zone shows the day before. `day`: the
 * ISO day. `noon`: noon UTC of that day as an ISO text.
 */
export type DateForm = 'epoch' | 'day' | 'noon';

type Typed = Pick<FieldMappingRow, 'fieldType' | 'valueType' | 'maxLength'>;

/** The type that a line sends: a text field may still ask for numbers. */
export const sentType = ({ fieldType, valueType }: Pick<Typed, 'fieldType' | 'valueType'>): FieldMappingType =>
  fieldType === 'text' && valueType === 2 ? 'number' : fieldType;

const dayMs = 86_400_000;

/** A date in the form of its ATS; only `epoch` keeps the time of an instant. Null for what is no date. */
function dateAs(value: FieldValue, form: DateForm): number | string | null {
  const on = dateIn(value);
  if (on === null || form === 'day') return on;
  return form === 'noon' ? `${on}T12:00:00Z` : epochOf(on, value);
}

function epochOf(on: string, value: FieldValue): number | null {
  const day = dayOfIso(on);
  if (!day) return null;
  const clock = /T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{3}))?Z$/.exec(String(value).trim());
  if (!clock) return epochDays(day) * dayMs + dayMs / 2;
  const [hours, minutes, seconds, ms] = clock.slice(1).map((part) => Number(part ?? 0));
  return epochDays(day) * dayMs + (((hours ?? 0) * 60 + (minutes ?? 0)) * 60 + (seconds ?? 0)) * 1000 + (ms ?? 0);
}

/** A value in the type of its ATS field. `dates`: how the ATS takes them. `field`: the job's field that it was read from. */
export function atsValue(
  value: FieldValue,
  line: Typed,
  dates: DateForm,
  field?: Field,
): AtsValue | { readonly problem: string } {
  if (value === null) return { value, cut: false };
  const type = sentType(line);
  if (type === 'text') {
    const text = textOf(value, field);
    const { maxLength } = line;
    return { value: maxLength === null ? text : text.slice(0, maxLength), cut: maxLength !== null && text.length > maxLength };
  }
  if (typeof value === 'string' && value.trim() === '') return { value: null, cut: false };
  const [read, called] = {
    number: [numberIn(value), 'a number'] as const,
    date: [dateAs(value, dates), 'a date'] as const,
    yesNo: [yesNoIn(value), 'yes or no'] as const,
  }[type];
  return read === null ? { problem: `“${textOf(value, field)}” is not ${called}` } : { value: read, cut: false };
}
