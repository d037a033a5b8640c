import type { FieldMappingRow } from '#contract/rows/field-mapping.ts';
import type { FieldValue } from '#contract/rows/jobs.ts';
import { calculate } from '#domain/rules/actions/calculate.ts';
import type { Read } from '#domain/rules/actions/comparison-test.ts';
import { parseTemplate } from '#domain/rules/actions/operand.ts';
import type { ConditionTree, FieldRef } from '#domain/rules/language/condition.ts';
import { parseCondition } from '#domain/rules/language/parse-condition.ts';
import { fieldsOf, parseFormula } from '#domain/rules/language/parse-formula.ts';
import type { TextProblem } from '#domain/rules/language/problem.ts';

/** A problem of a line's text. `at`: the first wrong character, from 0; null where the text as a whole is wrong. */
export type PartProblem = { readonly words: string; readonly at: number | null };

/** The text of a line, read once: what it gives for a job. `problem` stops the line for this job. */
export type LineText = {
  readonly reads: readonly FieldRef[];
  readonly give: (read: Read, today: string) => { readonly value: FieldValue } | { readonly problem: string };
};

const placed = ({ words, at }: TextProblem): PartProblem => ({ words, at });

type LineCondition = { readonly tree: ConditionTree } | { readonly problem: PartProblem };

/** Each job of a target has the same lines, so that their texts are read once. Far more than a target has. */
const mostRemembered = 2_000;

function remembered<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    if (known.size === mostRemembered) known.clear();
    const made = read(text);
    known.set(text, made);
    return made;
  };
}

const conditionOf = remembered((text): LineCondition => {
  const parsed = parseCondition(text);
  return 'problem' in parsed ? { problem: placed(parsed.problem) } : parsed;
});

/** Reads a line's condition; the rules' own grammar. Empty text is always true. */
export const lineCondition = ({ condition }: Pick<FieldMappingRow, 'condition'>): LineCondition => conditionOf(condition);

/** Reads a line's text: words with fields in square brackets, or a calculation after an equals sign. */
export const lineText = ({ value }: Pick<FieldMappingRow, 'value'>): LineText | { readonly problem: PartProblem } =>
  textOf(value);

const textOf = remembered((value): LineText | { readonly problem: PartProblem } => {
  if (value.startsWith('=')) return formulaText(value.slice(1));
  const template = parseTemplate(value);
  if ('problem' in template) return { problem: { words: template.problem, at: null } };
  return { reads: template.reads, give: (read, today) => ({ value: template.give(read, today) }) };
});

function formulaText(text: string): LineText | { readonly problem: PartProblem } {
  const parsed = parseFormula(text);
  // The equals sign before the calculation counts as a character.
  if ('problem' in parsed) return { problem: { words: parsed.problem.words, at: parsed.problem.at + 1 } };
  return { reads: fieldsOf(parsed.formula), give: (read, today) => calculate(parsed.formula, read, today) };
}
