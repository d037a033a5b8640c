import type { FieldMappingRow, FieldMappingType } from '#contract/rows/field-mapping.ts';
import type { FieldValue } from '#contract/rows/jobs.ts';
import type { Field } from '#domain/fields/field.ts';
import { dateIn, numberIn, textOf, yesNoIn } from '#domain/fields/values.ts';

/** A value as the ATS gets it. `cut`: its text was longer than the field. */
export type AtsValue = { readonly value: string | number | boolean | null; readonly cut: boolean };

type Typed = Pick<FieldMappingRow, 'fieldType' | 'valueType' | 'maxLength'>;

/** The type that a line sends: a text field may still ask for numbers. */
export const sentType = ({ fieldType, valueType }: Pick<Typed, 'fieldType' | 'valueType'>): FieldMappingType =>
  fieldType === 'text' && valueType === 2 ? 'number' : fieldType;

/** Local days are sent as noon UTC, so that no time zone shows the day before. Null for what is no date. */
function epochOf(value: FieldValue): number | null {
  const text = typeof value === 'string' ? value.trim() : '';
  const moment = /^\d{4}-\d{2}-\d{2}T/.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(moment)) return moment;
  const day = dateIn(value);
  return day === null ? null : Date.parse(`${day}T12:00:00Z`);
}

/** A value in the type of its ATS field: dates in epoch milliseconds. `field`: the job's field that it was read from. */
export function atsValue(value: FieldValue, line: Typed, field?: Field): AtsValue | { readonly problem: string } {
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
    date: [epochOf(value), 'a date'] as const,
    yesNo: [yesNoIn(value), 'yes or no'] as const,
  }[type];
  return read === null ? { problem: `“${textOf(value, field)}” is not ${called}` } : { value: read, cut: false };
}
