import { useMemo, useState } from 'react';
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
export function useCondition(text: string, onText: (text: string) => void): ConditionWork {
  const [pending, setPending] = useState<{ readonly box: Box; readonly text: string } | null>(null);
  const parsed = useMemo(() => parseCondition(text), [text]);
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
