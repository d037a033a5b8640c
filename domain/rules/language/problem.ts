import type { Span } from './condition.ts';

/** What could be written at the place of an error. */
export type Expected =
  | 'a field'
  | 'an operator'
  | 'a value'
  | 'and'
  | 'or'
  | 'an opening bracket'
  | 'a closing bracket'
  | 'the end'
  | 'a number'
  | 'a function';

/** Why a text cannot be parsed: the place, what was expected there, and a sentence. */
export type TextProblem = Span & { readonly expected: readonly Expected[]; readonly words: string };

/** `a, b or c`. */
export const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

/**
 * Finds the first bracket without a partner or deeper than `depth`. Brackets inside quotes and field names are text. Runs before
 * the parser, whose error recovery would report another place.
 */
export function bracketProblem(text: string, depth: number): TextProblem | null {
  const open: number[] = [];
  const parts = /"(?:[^"\\]|\\.)*"?|\[[^\]\n]*\]?|[()]/g;
  for (const { 0: part, index: at } of text.matchAll(parts)) {
    if (part === '(') open.push(at);
    if (part === ')' && open.pop() === undefined) {
      return { at, to: at + 1, expected: ['the end'], words: 'This bracket closes nothing. Remove it, or open it before.' };
    }
    if (open.length > depth) {
      return { at, to: at + 1, expected: ['a field'], words: `Brackets lie deeper than ${depth} levels. Split the rule.` };
    }
  }
  const at = open.at(-1);
  if (at === undefined) return null;
  return { at, to: at + 1, expected: ['a closing bracket'], words: 'This bracket is never closed. Close it with ")".' };
}

/** Returns where a strict parse of a text stops, or null if it succeeds. */
export type StopOf = (text: string) => number | null;

/**
 * Finds what could be written at `at` by asking the grammar: each sample is inserted there, and a sample that the parser accepts
 * is expected. So the message never suggests what the grammar refuses.
 */
export function expectedAt(
  text: string,
  at: number,
  samples: readonly (readonly [Expected, string])[],
  stopOf: StopOf,
): Expected[] {
  const before = `${text.slice(0, at)} `;
  return samples.flatMap(([name, sample]) => {
    const stop = stopOf(before + sample);
    const passed = stop === null || (sample !== '' && stop >= before.length + sample.length);
    return passed ? [name] : [];
  });
}

/** Runs a parser and returns the place where it stopped. */
export function stopIn(parse: () => unknown): number | null {
  try {
    parse();
    return null;
  } catch (error) {
    const found = error instanceof SyntaxError ? /No parse at (\d+)/.exec(error.message) : null;
    if (!found) throw error;
    return Number(found[1]);
  }
}
