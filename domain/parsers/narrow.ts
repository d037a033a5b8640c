import { findMatches } from '../rules/language/pattern.ts';
import { type Span, trimmed } from './document.ts';
import type { ParserRule } from './parser.ts';

/** The part of found text that a rule names, null if it has none, or why the rule cannot be used. */
export function narrow(text: string, span: Span, rule: ParserRule | null): Span | null | { readonly problem: string } {
  if (rule === null) return trimmed(text, span);
  let found: Span | null = span;
  if (rule.pattern !== '') {
    const first = findMatches(text.slice(span.start, span.end), rule.pattern, 1);
    if ('problem' in first) return first;
    const [match] = first.matches;
    found = match ? { start: span.start + match.start, end: span.start + match.end } : null;
  }
  if (found && rule.part !== 0 && rule.separator !== '') found = partOf(text, found, rule.separator, rule.part);
  return found && trimmed(text, found);
}

/** Part number `part` between separators; a negative number counts from the end. `\t` and `\n` mean tab and line break. */
function partOf(text: string, { start, end }: Span, separator: string, part: number): Span | null {
  const sign = separator.replaceAll(String.raw`\t`, '\t').replaceAll(String.raw`\n`, '\n');
  let from = start;
  const parts: Span[] = [];
  for (const piece of text.slice(start, end).split(sign)) {
    parts.push({ start: from, end: from + piece.length });
    from += piece.length + sign.length;
  }
  return parts.at(part > 0 ? part - 1 : part) ?? null;
}
