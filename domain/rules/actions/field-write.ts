import type { FieldValue } from '#contract/rows/jobs.ts';
import { fieldOf } from '#domain/fields/catalogue.ts';
import { type Field, fieldId } from '#domain/fields/field.ts';
import { isWebAddress, linkFields } from '#domain/fields/links.ts';
import { dateIn, fold, isEmpty, kindOf, numberIn, textOf, workTypeNames, yesNoIn } from '#domain/fields/values.ts';
import type { FieldRef } from '../language/condition.ts';

/** One value that a rule writes. `key` is the field's key, `variable:name` for a local variable. */
export type Write = { readonly key: string; readonly value: FieldValue };

/** Why a value cannot be written, in one sentence. */
export type Unwritable = { readonly problem: string };

/** The key under which a run stores the value of a field. */
export function keyOf({ fieldId: id, variable }: FieldRef): string {
  return id === fieldId.variable ? `variable:${fold(variable ?? '')}` : (fieldOf(id)?.key ?? `field:${id}`);
}

const statuses = ['Open', 'Filled', 'On Hold', 'Closed', 'Cancelled'] as const;

/** The values of fields that are never empty, after a rule clears them. */
const whenCleared: Readonly<Record<string, FieldValue>> = {
  status: 'Open',
  currency: 'USD',
  asap: false,
  hot: false,
  winterPlanNeed: false,
};

/** Converts a value to the field's type (numbers as numbers, dates as `yyyy-MM-dd`), or says why the field cannot hold it. */
export function writeOf(ref: FieldRef, value: FieldValue): Write | Unwritable {
  const field = fieldOf(ref.fieldId);
  if (!field) return { problem: `There is no field ${ref.fieldId}.` };
  if (!field.writable) return { problem: `${field.label} cannot be written by a rule.` };
  const fitted = isEmpty(value) ? emptied(field) : fit(field, value);
  if (typeof fitted === 'object' && fitted !== null) return fitted;
  // Adding 0 turns -0 into 0, so that the two are not different values.
  return { key: keyOf(ref), value: typeof fitted === 'number' ? fitted + 0 : fitted };
}

function emptied(field: Field): FieldValue | Unwritable {
  if (field.key === 'workType') return { problem: 'Work Type cannot be empty.' };
  return whenCleared[field.key] ?? null;
}

function fit(field: Field, value: FieldValue): FieldValue | Unwritable {
  if (field.lookup === 'status') return listedStatus(value);
  if (field.lookup === 'workType') return workTypeIn(value) ?? { problem: `“${textOf(value)}” is no work type.` };
  const unfit = (wanted: string): Unwritable => ({ problem: `“${textOf(value)}” is not ${wanted}, as ${field.label} needs.` });
  switch (kindOf(field)) {
    case 'number':
      return amountFor(field, value) ?? unfit(field.type === 'money' ? 'an amount of at least 0' : 'a number');
    case 'date':
      return dateIn(value) ?? unfit('a date');
    case 'yes-no':
      return yesNoIn(value) ?? unfit('yes or no');
    case 'any':
      return value;
    case 'text':
      return linkFields.has(field.key) ? linkIn(field, textOf(value)) : textOf(value);
    default:
      return null;
  }
}

function linkIn({ label }: Field, text: string): FieldValue | Unwritable {
  const address = text.trim();
  if (isWebAddress(address)) return address;
  return { problem: `“${text}” is not a link, as ${label} needs: write an address that starts with http:// or https://.` };
}

function amountFor(field: Field, value: FieldValue): number | null {
  const number = numberIn(value);
  if (number === null || field.type !== 'money') return number;
  return number < 0 ? null : number;
}

function listedStatus(value: FieldValue): FieldValue | Unwritable {
  const status = statuses.find((name) => fold(name) === fold(textOf(value)));
  return status ?? { problem: `“${textOf(value)}” is no status: ${statuses.join(', ')}.` };
}

function workTypeIn(value: FieldValue): number | null {
  const wanted = fold(textOf(value));
  const found = Object.entries(workTypeNames).find(([id, name]) => id === wanted || fold(name) === wanted);
  return found ? Number(found[0]) : null;
}
