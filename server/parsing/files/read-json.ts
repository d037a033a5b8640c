import { feedLimits } from './feed-limits.ts';
import { UnreadableFeed } from './feed-problem.ts';
import type { FeedTable } from './feed-table.ts';
import { tableOfTree } from './find-records.ts';
import { type Tree, tooDeep } from './flatten.ts';

/** Reads JSON text into a table. */
export const readJson = (text: string): FeedTable => tableOfTree(treeOfJson(text), 'json');

/** Parses JSON text. Before it is parsed, its depth is checked and long numbers are quoted. */
export const treeOfJson = (text: string): Tree => parsed(keepLongNumbers(text));

function parsed(text: string): Tree {
  try {
    return JSON.parse(text) as Tree;
  } catch (fault) {
    const where =
      fault instanceof Error ? (/position \d+|line \d+ column \d+|end of JSON input/i.exec(fault.message)?.[0] ?? '') : '';
    throw new UnreadableFeed(
      'malformed',
      `This is not valid JSON${where ? ` (${where})` : ''}. Ask the vendor for the whole file.`,
    );
  }
}

const SAFE_DIGITS = 15;
const NUMBER = /-?\d[\d.eE+-]*/y;

/**
 * Quotes numbers that a double cannot represent (an id beyond 2^53, `1e400`), so that the job gets them as written, and refuses
 * text that is nested too deeply. A manual scan: a regular expression for strings overflows on long ones.
 */
function keepLongNumbers(text: string): string {
  let depth = 0;
  const pieces: string[] = [];
  let done = 0;
  let at = 0;
  while (at < text.length) {
    const letter = text.charAt(at);
    if (letter === '"') {
      at = stringEnd(text, at);
      continue;
    }
    if (letter === '[' || letter === '{') depth += 1;
    else if (letter === ']' || letter === '}') depth -= 1;
    if (depth > feedLimits.depth) throw tooDeep();
    const number = numberAt(text, at, letter);
    if (number.length > SAFE_DIGITS || /e/i.test(number)) {
      pieces.push(text.slice(done, at), `"${number}"`);
      done = at + number.length;
    }
    at += Math.max(number.length, 1);
  }
  return pieces.length === 0 ? text : pieces.join('') + text.slice(done);
}

function numberAt(text: string, at: number, letter: string): string {
  if (letter !== '-' && (letter < '0' || letter > '9')) return '';
  NUMBER.lastIndex = at;
  return NUMBER.exec(text)?.[0] ?? '';
}

/** The position after the quote that closes the string, or the end of the text if no quote does. */
function stringEnd(text: string, start: number): number {
  for (let close = text.indexOf('"', start + 1); close !== -1; close = text.indexOf('"', close + 1)) {
    let slashes = 0;
    while (text[close - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return close + 1;
  }
  return text.length;
}
