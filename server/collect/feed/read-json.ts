import { feedLimits } from './feed-limits.ts';
import { UnreadableFeed } from './feed-problem.ts';
import type { FeedTable } from './feed-table.ts';
import { tableOfTree } from './find-records.ts';
import { type Tree, tooDeep } from './flatten.ts';

/** Reads JSON text: depth is checked and long numbers are kept as text before anything is built. */
export function readJson(text: string): FeedTable {
  return tableOfTree(parsed(keepLongNumbers(text)), 'json');
}

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

// A string, a number, or a bracket; everything between is of no interest here.
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|[[\]{}]/gs;
const SAFE_DIGITS = 15;

/**
 * Quotes the numbers that a double cannot hold (an id beyond 2^53, `1e400`), so that they reach the job as they were
 * written, and refuses text that is nested too deeply. One pass.
 */
function keepLongNumbers(text: string): string {
  let depth = 0;
  const pieces: string[] = [];
  let done = 0;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token === '[' || token === '{') {
      depth += 1;
      if (depth > feedLimits.depth) throw tooDeep();
    } else if (token === ']' || token === '}') depth -= 1;
    else if (!token.startsWith('"') && (token.length > SAFE_DIGITS || /e/i.test(token))) {
      pieces.push(text.slice(done, index), `"${token}"`);
      done = index + token.length;
    }
  }
  return pieces.length === 0 ? text : pieces.join('') + text.slice(done);
}
