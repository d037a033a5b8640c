import type { AtsField } from '#contract/posting/ats-fields.ts';
import type { FieldNote } from '#contract/posting/attempts.ts';
import { atsValueWords, shortValueWords } from '../ats-words.ts';
import { atsFieldType } from '../field-mapping/line-problems.ts';
import { isEmpty } from './is-empty.ts';

type Values = Readonly<Record<string, unknown>>;

/** What a dry run checks: the values of a job order by field, the fields of the ATS (null if not known) and those that it needs. */
export type DryRun = {
  readonly values: Values;
  readonly fields: readonly AtsField[] | null;
  readonly required: readonly string[];
  readonly target: string;
};

/** What a dry run found: how many fields have a value, and each value that the target would refuse. */
export type DryRunResult = { readonly sent: number; readonly refused: readonly FieldNote[]; readonly words: string };

/** Checks a job order against the fields of its target, without sending it. An empty field is not sent and only checked if it is needed. */
export function dryRunCheck({ values, fields, required, target }: DryRun): DryRunResult {
  const given = Object.entries(values).filter(([, value]) => !isEmpty(value));
  const missing = required
    .filter((field) => isEmpty(values[field]))
    .map((field): FieldNote => ({ field, words: 'is needed and has no value' }));
  const wrong = fields === null ? [] : given.flatMap(([field, value]) => problemsOf(field, value, fields));
  const refused = [...missing, ...wrong];
  const count = `${given.length} ${given.length === 1 ? 'field' : 'fields'}`;
  if (fields === null)
    return {
      sent: given.length,
      refused,
      words: `Dry run: ${count}${refused.length > 0 ? `, ${refused.length} would be refused` : ''}. ${target} does not list its fields, so only needed ones were checked. Nothing was sent.`,
    };
  return {
    sent: given.length,
    refused,
    words: `Dry run: ${count}, ${refused.length === 0 ? 'none' : refused.length} would be refused. Nothing was sent.`,
  };
}

function problemsOf(name: string, value: unknown, fields: readonly AtsField[]): FieldNote[] {
  const field = fields.find((each) => each.name === name);
  if (!field) return [{ field: name, words: 'is no field of a job order there' }];
  const note = typeProblem(value, field) ?? lengthProblem(value, field) ?? choiceProblem(value, field);
  return note === null ? [] : [{ field: name, words: note }];
}

/** What a value must be, by the type of its field. Objects and lists name other records, which the list of fields does not describe. */
function typeProblem(value: unknown, field: AtsField): string | null {
  if (typeof value === 'object') return null;
  switch (atsFieldType(field)) {
    case 'number':
      return Number.isFinite(Number(value)) && typeof value !== 'boolean' ? null : `“${shortValueWords(value)}” is not a number`;
    case 'date':
      return typeof value === 'number' || isDate(value) ? null : `“${shortValueWords(value)}” is not a date`;
    case 'yesNo':
      return typeof value === 'boolean' || /^(?:true|false|0|1)$/i.test(atsValueWords(value))
        ? null
        : `“${shortValueWords(value)}” is not yes or no`;
    case 'text':
    case null:
      return null;
  }
}

const isDate = (value: unknown): boolean => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}(?:T|$)/.test(value);

function lengthProblem(value: unknown, { length, type }: AtsField): string | null {
  if (typeof value !== 'string' || length === null || length === 0 || atsFieldType({ type }) !== 'text') return null;
  return value.length > length ? `has ${value.length} characters; it holds at most ${length}` : null;
}

/** Choices are compared as they are written, whatever the case: targets differ in that. */
function choiceProblem(value: unknown, { picklistValues }: AtsField): string | null {
  if (picklistValues.length === 0 || typeof value === 'object' || typeof value === 'boolean') return null;
  const text = atsValueWords(value).trim().toLowerCase();
  const isKnown = picklistValues.some((choice) => choice.value.trim().toLowerCase() === text);
  return isKnown ? null : `“${shortValueWords(value)}” is not in its list of ${picklistValues.length} values`;
}
