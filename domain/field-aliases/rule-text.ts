import { fieldNamed, fieldOf } from '../fields/catalogue.ts';
import type { AliasOf } from './alias-problem.ts';

/** A text without aliases, and where a position of it was in the text with them. */
type Plain = { readonly text: string; readonly placeOf: (at: number) => number };

const sameName = (one: string, other: string): boolean => tidy(one) === tidy(other);
const tidy = (name: string): string => name.trim().replaceAll(/\s+/g, ' ').toLowerCase();

/** A rule whose texts name no aliases: its condition, and its value or formula. */
export function withoutAliases<R extends { readonly source: string; readonly operand: string | null }>(
  rule: R,
  aliases: readonly Pick<AliasOf, 'fieldId' | 'alias'>[],
): R {
  const { source, operand } = rule;
  return {
    ...rule,
    source: plainRuleText(source, aliases).text,
    operand: operand === null ? null : plainRuleText(operand, aliases).text,
  };
}

/**
 * Writes each alias in brackets as the name of its field: `[Ward] equal ICU` becomes `[Unit] equal ICU`. A rule keeps only names of
 * fields, so that it means the same after an alias is changed or removed. A field's own name goes before an alias; quoted texts stay.
 */
export function plainRuleText(text: string, aliases: readonly Pick<AliasOf, 'fieldId' | 'alias'>[]): Plain {
  if (aliases.length === 0) return { text, placeOf: (at) => at };
  const moves: { readonly at: number; readonly by: number }[] = [];
  let by = 0;
  const plain = text.replaceAll(/"(?:[^"\\]|\\.)*"|\[([^[\]:"]*)\]/g, (whole: string, name: string | undefined, at: number) => {
    if (name === undefined || fieldNamed(name)) return whole;
    const found = aliases.find(({ alias }) => sameName(alias, name));
    const label = found && fieldOf(found.fieldId)?.label;
    if (label === undefined) return whole;
    const written = `[${label}]`;
    by += written.length - whole.length;
    moves.push({ at: at + whole.length, by });
    return written;
  });
  const placeOf = (at: number): number => {
    const last = moves.findLast((move) => at >= move.at + move.by);
    return Math.max(0, at - (last?.by ?? 0));
  };
  return { text: plain, placeOf };
}
