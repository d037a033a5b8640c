import { ExternalTokenizer, type InputStream } from '@lezer/lr';
import { and, Operator, or } from './condition-parser.terms.ts';
import { operatorLengthAt } from './operators.ts';

/** Longer than every spelling of an operator, with room for spaces between its words. */
const longest = 60;

/** Operators come from their table, so that the grammar has exactly those that the evaluators have. */
export const operatorTokens = new ExternalTokenizer((input: InputStream) => {
  let ahead = '';
  for (let i = 0; i < longest; i++) {
    const code = input.peek(i);
    if (code < 0) break;
    ahead += String.fromCharCode(code);
  }
  const length = operatorLengthAt(ahead, 0);
  if (length > 0) input.acceptToken(Operator, length);
});

/** `and` and `or` in any letter case. They are never part of a value without quotes. */
export function joinOf(word: string): number {
  const lower = word.toLowerCase();
  if (lower === 'and') return and;
  return lower === 'or' ? or : -1;
}
