import { fieldNamed, fields } from '#domain/fields/catalogue.ts';
import { fieldId } from '#domain/fields/field.ts';
import { labelOfField } from '#domain/fields/label-words.ts';
import { comparedLabel, type Labels } from '#domain/fields/labels.ts';
import type { FieldRef, Operand } from '#domain/rules/language/condition.ts';

const reference = /^\[([^\]]+)\]\s*([+-]\s*\d+)?$/;

/** Parses a typed value: plain text, `[Today]+7` or `[Bill Rate]-5`, with `~` between parts. */
export const operandsTyped = (typed: string, labels: Labels): readonly Operand[] =>
  typed.split('~').map((part) => operandTyped(part.trim(), labels));

function operandTyped(text: string, labels: Labels): Operand {
  const [, name = '', days = '0'] = reference.exec(text) ?? [];
  const offset = Number(days.replaceAll(' ', ''));
  if (name.toLowerCase() === 'today') return { kind: 'today', offset };
  const field = name === '' ? undefined : fieldCalled(name, labels);
  return field ? { kind: 'field', field: { fieldId: field.id, variable: null }, offset } : { kind: 'text', text };
}

/** A field by the customer’s label, or by its usual label or key. */
const fieldCalled = (name: string, labels: Labels) =>
  fields.find(({ key }) => comparedLabel(labels(key)?.one ?? '') === comparedLabel(name)) ?? fieldNamed(name);

/** The reverse: operands as text to show and edit. */
export const operandsText = (parts: readonly Operand[], labels: Labels): string =>
  parts.map((part) => operandText(part, labels)).join('~');

function operandText(operand: Operand, labels: Labels): string {
  if (operand.kind === 'text') return operand.text;
  const name = operand.kind === 'today' ? 'Today' : fieldLabel(operand.field, labels);
  const { offset } = operand;
  return `[${name}]${offset === 0 ? '' : `${offset > 0 ? '+' : '-'}${Math.abs(offset)}`}`;
}

/** The label of a field; for a local variable, its name. */
export function fieldLabel({ fieldId: id, variable }: FieldRef, labels: Labels): string {
  if (id === fieldId.variable) return variable ?? '';
  return labelOfField(labels)(id);
}
