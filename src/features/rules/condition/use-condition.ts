import { useMemo, useState } from 'react';
import type { FieldAliasRow } from '#contract/rows/rule-rows.ts';
import { plainRuleText } from '#domain/field-aliases/rule-text.ts';
import { type ParsedCondition, parseCondition } from '#domain/rules/language/parse-condition.ts';
import { printCondition } from '#domain/rules/language/print-condition.ts';
import { type Box, boxOf, type Path, treeOf } from './builder.ts';

export type ConditionWork = {
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly parsed: ParsedCondition;
  /** The rows to show; null if the text cannot be shown as rows. */
  readonly box: Box | null;
  readonly setBox: (box: Box) => void;
  /** The first unfinished row. Until it is finished, the text does not change. */
  readonly unfinished: Path | null;
};

/** One condition as rows and as text. The text is saved; unfinished rows are kept separately until they are finished. */
export function useCondition(text: string, onText: (text: string) => void, aliases: readonly FieldAliasRow[]): ConditionWork {
  const [pending, setPending] = useState<{ readonly box: Box; readonly text: string } | null>(null);
  const parsed = useMemo(() => parsedWith(text, aliases), [text, aliases]);
  // Rows belong to the text that they were made from. If the text changes elsewhere, drop them.
  const held = pending?.text === text ? pending.box : null;
  const box = held ?? ('tree' in parsed ? boxOf(parsed.tree) : null);
  const finished = held ? treeOf(held) : null;
  return {
    text,
    parsed,
    box,
    unfinished: finished && !finished.ok ? finished.at : null,
    setText: onText,
    setBox(next) {
      const tree = treeOf(next);
      const written = tree.ok ? printCondition(tree.tree) : text;
      setPending({ box: next, text: written });
      if (written !== text) onText(written);
    },
  };
}

/** A condition that may name fields by aliases. A problem is where it is in the text as it was written. */
function parsedWith(text: string, aliases: readonly FieldAliasRow[]): ParsedCondition {
  const plain = plainRuleText(text, aliases);
  const parsed = parseCondition(plain.text);
  if ('tree' in parsed) return parsed;
  const { at, to } = parsed.problem;
  return { problem: { ...parsed.problem, at: plain.placeOf(at), to: plain.placeOf(to) } };
}
