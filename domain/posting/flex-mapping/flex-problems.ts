import type { AtsField } from '#contract/posting/ats-fields.ts';
import { fieldKeyed, fields } from '#domain/fields/catalogue.ts';
import { fold } from '#domain/fields/values.ts';
import { targetKind } from '#domain/targets/target-kinds.ts';
import { atsValue } from '../field-mapping/ats-value.ts';
import { dateForm, lacks } from '../field-mapping/kind-lines.ts';
import { atsFieldType, typeLabels } from '../field-mapping/line-problems.ts';
import { rootOf } from '../field-mapping/mapped-fields.ts';
import type { FlexMapping } from './flex-line.ts';

/** What is wrong with a flex mapping, and where: a column by its place, or the cell of a line. */
export type FlexProblem = {
  readonly at: 'jobFields' | 'atsFields' | 'when' | 'give';
  readonly column: number;
  /** The place of the line, from 0; null for the column itself. */
  readonly line: number | null;
  readonly message: string;
};

/** A target's kind, and the fields that its ATS described; null if they could not be read, so that the rest is checked. */
export type FlexSurroundings = { readonly typeId: number; readonly atsFields: readonly AtsField[] | null };

/** The fields of a job that a flex mapping can compare: its own values, nothing calculated. */
export const flexSources = fields.filter(({ home }) => home === 'job').map(({ key, label }) => ({ key, label }));
const sourceKeys: ReadonlySet<string> = new Set(flexSources.map(({ key }) => key));

/** Everything that is wrong with a flex mapping, columns first. Without job fields there is none, and nothing is wrong. */
export function flexProblems(flex: FlexMapping, around: FlexSurroundings): readonly FlexProblem[] {
  if (flex.jobFields.length === 0) return [];
  return [...jobFieldProblems(flex), ...atsFieldProblems(flex, around), ...lineProblems(flex, around)];
}

function jobFieldProblems({ jobFields }: FlexMapping): FlexProblem[] {
  return jobFields.flatMap((key, column): FlexProblem[] => {
    const at = { at: 'jobFields', column, line: null } as const;
    if (!sourceKeys.has(key)) return [{ ...at, message: `Jobs have no field “${key}” to compare. Choose one of the list.` }];
    if (jobFields.indexOf(key) === column) return [];
    return [{ ...at, message: `${fieldKeyed(key)?.label ?? key} is chosen twice. Choose another field.` }];
  });
}

const describedAs = (name: string, { atsFields }: FlexSurroundings) => atsFields?.find((field) => field.name === rootOf(name));

function atsFieldProblems({ atsFields }: FlexMapping, around: FlexSurroundings): FlexProblem[] {
  const kind = targetKind(around.typeId).name;
  const none: FlexProblem = { at: 'atsFields', column: 0, line: null, message: 'Choose at least one field of the ATS.' };
  if (atsFields.length === 0) return [none];
  return atsFields.flatMap(({ name, fieldType }, column): FlexProblem[] => {
    const problem = (message: string): FlexProblem[] => [{ at: 'atsFields', column, line: null, message }];
    if (atsFields.findIndex((field) => field.name === name) !== column)
      return problem(`${name} is chosen twice. Choose another field.`);
    if (name.includes('.') && lacks(around.typeId, 'nested'))
      return problem(`Fields of ${kind} have no fields within them. Leave out the dot.`);
    if (!around.atsFields) return [];
    const field = describedAs(name, around);
    if (!field) return problem(`${kind} has no field “${rootOf(name)}” in a job order. Choose one of its list.`);
    const wanted = name.includes('.') ? null : atsFieldType(field);
    return wanted === null || wanted === fieldType ? [] : problem(`${field.label} is ${typeLabels[wanted]}. Choose this type.`);
  });
}

function lineProblems(flex: FlexMapping, around: FlexSurroundings): FlexProblem[] {
  const firstOf = new Map<string, number>();
  return flex.lines.flatMap(({ when, give }, line): FlexProblem[] => {
    const values = flex.atsFields.flatMap((_, column): FlexProblem[] => {
      const message = valueProblem(flex, { column, value: give[column] ?? '' }, around);
      return message === null ? [] : [{ at: 'give', column, line, message }];
    });
    const key = JSON.stringify(flex.jobFields.map((_, column) => fold(when[column] ?? '')));
    const first = firstOf.get(key);
    if (first === undefined) firstOf.set(key, line);
    else
      values.unshift({
        at: 'when',
        column: 0,
        line,
        message: `Line ${first + 1} has the same combination. Change one of them, or remove it.`,
      });
    return values;
  });
}

/** Why a value cannot be sent; null if it can. */
function valueProblem(
  { atsFields }: FlexMapping,
  { column, value }: { readonly column: number; readonly value: string },
  around: FlexSurroundings,
): string | null {
  const of = atsFields[column];
  if (!of) return null;
  if (value === '') return of.required ? `${of.name} is required. Write its value.` : null;
  const made = atsValue(value, { fieldType: of.fieldType, valueType: 1, maxLength: null }, dateForm(around.typeId));
  if ('problem' in made) return `${made.problem}. Write ${typeLabels[of.fieldType]}.`;
  const field = of.name.includes('.') ? undefined : describedAs(of.name, around);
  if (!field) return null;
  const { label, length, picklistValues } = field;
  if (length !== null && of.fieldType === 'text' && value.length > length)
    return `${label} holds at most ${length} characters. Shorten the value.`;
  if (picklistValues.length === 0 || picklistValues.some((choice) => choice.value === value)) return null;
  const shown = picklistValues.slice(0, 8).map((choice) => choice.value);
  return `“${value}” is no choice of ${label}. Write one of: ${shown.join(', ')}${picklistValues.length > shown.length ? ' …' : ''}`;
}
