import { fieldNamed, fieldOf } from '#domain/fields/catalogue.ts';
import { fieldId } from '#domain/fields/field.ts';
import type { FieldRef, Operand } from '#domain/rules/language/condition.ts';

const reference = /^\[([^\]]+)\]\s*([+-]\s*\d+)?$/;

/** Parses a typed value: plain text, `[Today]+7` or `[Bill Rate]-5`, with `~` between parts. */
export const operandsTyped = (typed: string): readonly Operand[] => typed.split('~').map((part) => operandTyped(part.trim()));

function operandTyped(text: string): Operand {
  const [, name = '', days = '0'] = reference.exec(text) ?? [];
  const offset = Number(days.replaceAll(' ', ''));
  if (name.toLowerCase() === 'today') return { kind: 'today', offset };
  const field = name === '' ? undefined : fieldNamed(name);
  return field ? { kind: 'field', field: { fieldId: field.id, variable: null }, offset } : { kind: 'text', text };
}

/** The reverse: operands as text to show and edit. */
export const operandsText = (parts: readonly Operand[]): string => parts.map(operandText).join('~');

function operandText(operand: Operand): string {
  if (operand.kind === 'text') return operand.text;
  const name = operand.kind === 'today' ? 'Today' : fieldLabel(operand.field);
  const { offset } = operand;
  return `[${name}]${offset === 0 ? '' : `${offset > 0 ? '+' : '-'}${Math.abs(offset)}`}`;
}

/** The label of a field; for a local variable, its name. */
export function fieldLabel({ fieldId: id, variable }: FieldRef): string {
  if (id === fieldId.variable) return variable ?? '';
  return fieldOf(id)?.label ?? `Field ${id}`;
}
