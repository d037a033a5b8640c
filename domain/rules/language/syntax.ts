import type { SyntaxNode } from '@lezer/common';
import { fieldNamed, fields } from '../../fields/catalogue.ts';
import { fieldId } from '../../fields/field.ts';
import type { FieldRef, Span } from './condition.ts';
import type { TextProblem } from './problem.ts';

/** A text that parses but has no meaning. The parse functions catch it and return its problem. */
export class Unreadable extends Error {
  readonly problem: TextProblem;
  constructor(problem: TextProblem) {
    super(problem.words);
    this.problem = problem;
  }
}

export const spanOf = (node: SyntaxNode): Span => ({ at: node.from, to: node.to });

export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child);
  return children;
}

/**
 * Replaces escapes: `
 * ` is a line break, `\"` and `\\` are the characters themselves.
 */
export const unquoted = (written: string): string =>
  written.slice(1, -1).replaceAll(/\\(["\\n])/g, (_, char: string) => (char === 'n' ? '\n' : char));

/** Whether a name in square brackets is today and not a field. */
export const isToday = (written: string): boolean => /^\[\s*today\s*\]$/i.test(written);

/** The name in square brackets, and the variable's name after a colon. */
export function namesIn(written: string): { readonly name: string; readonly variable: string | null } {
  const [, name = '', variable] = /^\[([^:\]]*)(?::([^\]]*))?\]$/.exec(written) ?? [];
  return { name, variable: variable?.trim() ?? null };
}

/** Finds the field of `[Label]`, `[key]` or `[Local Variable: name]`. Returns the reason if there is none. */
export function fieldRefIn(written: string): FieldRef | { readonly words: string } {
  const { name, variable } = namesIn(written);
  const field = fieldNamed(name);
  if (!field) return { words: unknownField(name) };
  if (field.id !== fieldId.variable && variable !== null) return { words: 'Only a local variable has a name after a colon.' };
  if (field.id === fieldId.variable && !variable) return { words: 'A local variable needs its name: [Local Variable: name].' };
  return { fieldId: field.id, variable, written };
}

/** The field of a node. Throws `Unreadable` if there is none. */
export function readFieldRef(node: SyntaxNode, text: string): FieldRef {
  const ref = fieldRefIn(text.slice(node.from, node.to));
  if ('words' in ref) throw new Unreadable({ ...spanOf(node), expected: ['a field'], words: ref.words });
  return { ...ref, span: spanOf(node) };
}

function unknownField(name: string): string {
  const lower = name.trim().toLowerCase();
  const near = fields.find(({ label }) => {
    const other = label.toLowerCase();
    return lower !== '' && (other.includes(lower) || lower.includes(other));
  });
  return `There is no field “${name.trim()}”.${near ? ` Did you mean [${near.label}]?` : ' Choose one from the list of fields.'}`;
}
