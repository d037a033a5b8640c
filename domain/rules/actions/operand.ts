import type { FieldValue } from '#contract/rows/jobs.ts';
import { fieldOf } from '#domain/fields/catalogue.ts';
import { dateIn, numberIn, relativeDate, textOf } from '#domain/fields/values.ts';
import { addDays } from '#domain/parsing/calendar.ts';
import type { FieldRef } from '../language/condition.ts';
import { fieldRefIn, isToday } from '../language/syntax.ts';
import type { Read } from './comparison-test.ts';
import type { Unwritable } from './field-write.ts';

/** A value that an action writes: a constant, or text and values of the job combined. */
export type Template = { readonly reads: readonly FieldRef[]; readonly give: (read: Read, today: string) => FieldValue };

/** Splits an action's operand. `\|`, `\~` and `\\` are the characters themselves. */
export function splitOperand(operand: string, separator: '|' | '~'): string[] {
  const parts = [''];
  for (const [piece] of operand.matchAll(/\\[\s\S]|[\s\S]/g)) {
    if (piece === separator) parts.push('');
    else parts[parts.length - 1] += piece;
  }
  return parts;
}

/**
 * Replaces escapes: `
 * ` is a line break, a backslash before any other character means that character.
 */
export const plain = (text: string): string => text.replaceAll(/\\([\s\S])/g, (_, sign: string) => (sign === 'n' ? '\n' : sign));

/** Null means today. */
type Piece = string | FieldRef | null;

/**
 * Parses a text with fields in square brackets. A field alone (`[Local Rate]`, `[Start Date]+7`, `[Today]`) gives its typed
 * value, with days or an amount added; among other words it gives its text. `\[` is a bracket.
 */
export function parseTemplate(text: string): Template | Unwritable {
  const pieces: Piece[] = [];
  for (const [piece] of text.matchAll(/\[[^\]\n]*\]|(?:\\[\s\S]|[^[\\])+|[[\\]/g)) {
    if (!piece.startsWith('[') || piece.length < 2) pieces.push(plain(piece));
    else if (isToday(piece)) pieces.push(null);
    else {
      const ref = fieldRefIn(piece);
      if ('words' in ref) return { problem: `${ref.words} Write \\[ for a bracket that is no field.` };
      pieces.push(ref);
    }
  }
  const reads = pieces.filter((piece) => typeof piece === 'object' && piece !== null);
  const [first, offset = '', ...more] = pieces;
  const isAlone = more.length === 0 && typeof offset === 'string' && /^\s*(?:[+-]\s*\d+(?:\.\d+)?)?\s*$/.test(offset);
  if (typeof first === 'object' && isAlone) {
    const added = Number(offset.replaceAll(/\s/g, ''));
    return { reads, give: (read, today) => shifted(first === null ? today : read(first), added) };
  }
  return { reads, give: (read, today) => pieces.map((piece) => errorMessage(piece, read, today)).join('') };
}

function errorMessage(piece: Piece, read: Read, today: string): string {
  if (piece === null) return textOf(today, fieldOf(27));
  return typeof piece === 'string' ? piece : textOf(read(piece), fieldOf(piece.fieldId));
}

function shifted(value: FieldValue, added: number): FieldValue {
  if (added === 0) return value;
  const number = numberIn(value);
  if (number !== null) return number + added;
  const on = dateIn(value);
  return on === null ? value : (addDays(on, Math.trunc(added)) ?? null);
}

/**
 * Parses the operand of "set date": `[Today]+7`, `[Start Date]`, `12/31/2026`, or a weekday with days (`Monday+14`: two weeks
 * after the first Monday on or after today). After `~` the weekday counts from the date before it: `[Start Date]~Monday`.
 */
export function parseDateOperand(operand: string): Template | Unwritable {
  const steps = splitOperand(operand, '~').map((part) => ({ part: part.trim(), template: parseTemplate(part.trim()) }));
  const wrong = steps.find(({ template }) => 'problem' in template)?.template;
  if (wrong && 'problem' in wrong) return wrong;
  const templates = steps.flatMap(({ part, template }) => ('problem' in template ? [] : [{ part, template }]));
  const give = (read: Read, today: string): FieldValue => {
    let on: FieldValue = today;
    for (const { part, template } of templates) {
      const from = dateIn(on);
      if (from === null) return null;
      on = part.startsWith('[') ? template.give(read, today) : (relativeDate(part, from) ?? part);
    }
    return on;
  };
  return { reads: templates.flatMap(({ template }) => template.reads), give };
}
