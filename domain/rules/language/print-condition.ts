import { fieldNamed, fieldOf } from '../../fields/catalogue.ts';
import { fieldId } from '../../fields/field.ts';
import type { Comparison, Condition, ConditionTree, FieldRef, Operand } from './condition.ts';
import { operatorNamed } from './operators.ts';
import { isToday, namesIn } from './syntax.ts';

/**
 * Prints a condition. A tree that was parsed from a text gives exactly that text. If a builder changed a part, only that part is
 * written in the standard form.
 */
export function printCondition(tree: ConditionTree): string {
  return tree ? print(tree) : '';
}

function print(node: Condition): string {
  if (node.kind === 'comparison') return printComparison(node);
  if (node.kind === 'group') return woven([print(node.of)], ['(', ')'], node.glue);
  const joins = node.parts.slice(1).map(() => ` ${node.kind} `);
  return woven(node.parts.map(print), ['', ...joins, ''], node.glue);
}

function printComparison({ field, operator, value, glue }: Comparison): string {
  const seams = value.flatMap((choice, c) => choice.map((_, p) => (p > 0 ? '~' : c > 0 ? '|' : ` ${operator} `)));
  const written = glue?.map((piece, i) => (i === 1 && operatorNamed(piece)?.name === operator ? ` ${operator} ` : piece));
  const texts = [printField(field), ...value.flat().map(printOperand)];
  return woven(texts, ['', ...seams, ''], glue, written);
}

/** Joins parts and the text between them. The original text is used if it means the same as `seams`. */
function woven(parts: readonly string[], seams: readonly string[], glue: readonly string[] = [], meant = glue): string {
  let text = '';
  for (const [i, seam] of seams.entries()) {
    const same = glue.length === seams.length && tidy(meant[i] ?? '') === tidy(seam);
    text = joined(joined(text, same ? (glue[i] ?? '') : seam), parts[i] ?? '');
  }
  return text;
}

const tidy = (glue: string): string => glue.trim().replaceAll(/\s+/g, ' ').toLowerCase();

/** Adds a space between two words or two signs that would otherwise merge, for example after a part lost its quotes. */
function joined(a: string, b: string): string {
  const [last = '', first = ''] = [a.at(-1), b[0]];
  const words = isWord(last) && isWord(first) && isSign(last) === isSign(first);
  return words ? `${a} ${b}` : a + b;
}
const isWord = (char: string): boolean => /[^\s()[\]|~"]/.test(char);
const isSign = (char: string): boolean => /[<>=!]/.test(char);

/** A field in the notation of a condition: `[Label]` or `[Local Variable: name]`. */
function printField({ fieldId: id, variable, written }: FieldRef): string {
  if (written !== undefined && saysField(written, id, variable)) return written;
  const label = fieldOf(id)?.label ?? String(id);
  return variable === null ? `[${label}]` : `[${label}: ${variable}]`;
}

function saysField(written: string, id: number, variable: string | null): boolean {
  const named = namesIn(written);
  return fieldNamed(named.name)?.id === id && named.variable === variable;
}

const signed = (offset: number): string => (offset === 0 ? '' : offset > 0 ? `+${offset}` : String(offset));

/** One part of a value in the notation of a condition. */
function printOperand(operand: Operand): string {
  const { written } = operand;
  if (operand.kind === 'text') {
    const same =
      written !== undefined && (written.startsWith('"') ? quoted(operand.text) : tidyBare(written)) === bareOr(operand, written);
    return same ? written : isBare(operand.text) ? operand.text : quoted(operand.text);
  }
  const [, name = '', offset = ''] = /^(\[[^\]]*\])\s*([+-] *\d+)?$/.exec(written ?? '') ?? [];
  const same = Number(offset.replaceAll(' ', '')) === operand.offset;
  if (operand.kind === 'today') return same && isToday(name) ? (written ?? '') : `[Today]${signed(operand.offset)}`;
  if (same && saysField(name, operand.field.fieldId, operand.field.variable)) return written ?? '';
  return printField(operand.field) + signed(operand.offset);
}

const tidyBare = (written: string): string => written.replaceAll(/\s+/g, ' ');
const bareOr = ({ text }: { readonly text: string }, written: string): string => (written.startsWith('"') ? written : text);

/** Whether a text can be written without quotes. */
const isBare = (text: string): boolean =>
  /^[^\s()[\]|~"]+(?: [^\s()[\]|~"]+)*$/.test(text) && !/(?:^| )(?:and|or)(?: |$)/i.test(text);

const quoted = (text: string): string =>
  `"${text.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll(/\r\n?|\n/g, String.raw`\n`)}"`;

/** Creates a reference to a field, for a builder. */
export const fieldRef = (id: number, variable: string | null = null): FieldRef => ({
  fieldId: id,
  variable: id === fieldId.variable ? variable : null,
});
