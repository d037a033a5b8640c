import Papa from 'papaparse';
import { no, ok, type Result } from '#contract/kit/result.ts';
import { decodeText } from './files/decode-text.ts';
import { feedLimits } from './files/feed-limits.ts';
import { type FeedProblem, UnreadableFeed } from './files/feed-problem.ts';
import { isZip, otherKindOf } from './files/other-kinds.ts';
import { delimiterOf } from './files/read-delimited.ts';

/** One line of a file with its cells. `line` counts from 1. */
export type FileLine = { readonly line: number; readonly cells: readonly string[] };

const accepted = 'Choose a CSV, TXT or TSV file.';

/** Reads the lines of a text file without blank lines. The content decides whether it is text, not the file name. */
export function readTextLines(bytes: Uint8Array): Result<readonly FileLine[], FeedProblem> {
  const other = isZip(bytes) ? { is: 'This is a spreadsheet or an archive' } : otherKindOf(bytes);
  if (other) return no({ kind: 'unknown_format', words: `${other.is}. ${accepted}` });
  try {
    return ok(linesOf(textOf(bytes)));
  } catch (fault) {
    if (fault instanceof UnreadableFeed) return no(fault.problem);
    throw fault;
  }
}

function textOf(bytes: Uint8Array): string {
  const text = decodeText(bytes, accepted).replace(/^\uFEFF/, '');
  const shown = text.trim();
  if (shown === '') throw new UnreadableFeed('empty', `The file has no lines. ${accepted}`);
  if (shown.startsWith('<') && shown.endsWith('>'))
    throw new UnreadableFeed('unknown_format', `This is XML or a web page. ${accepted}`);
  if (isJson(shown)) throw new UnreadableFeed('unknown_format', `This is JSON. ${accepted}`);
  // Of the control characters, text contains only tabs and line ends.
  if (/[^\P{Cc}\s]/u.test(text))
    throw new UnreadableFeed('unknown_format', `The file holds control characters, so it is no text. ${accepted}`);
  return text;
}

function isJson(text: string): boolean {
  if (!/^[{[]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    // A rule can begin with a bracket.
    return false;
  }
}

function linesOf(text: string): FileLine[] {
  const lines: FileLine[] = [];
  let line = 0;
  let cellsLeft: number = feedLimits.cells;
  let problem: UnreadableFeed | undefined;
  Papa.parse<string[]>(text, {
    skipEmptyLines: false,
    // A tab in the first line marks TSV. A guess from all lines fails if many of them lack a cell.
    delimiter: /^[^\r\n]*\t/.test(text.trimStart()) ? '\t' : delimiterOf(text),
    step: ({ data: cells, errors }, parser) => {
      line += 1;
      cellsLeft -= cells.length;
      problem = lineProblem(line, cells, errors, cellsLeft);
      if (problem) parser.abort();
      else if (cells.some((cell) => cell.trim() !== '')) lines.push({ line, cells });
      if (lines.length > feedLimits.lines) {
        problem = tooLarge(`The file has more than ${count(feedLimits.lines)} lines.`);
        parser.abort();
      }
    },
  });
  if (problem) throw problem;
  return lines;
}

function lineProblem(
  line: number,
  cells: readonly string[],
  errors: readonly Papa.ParseError[],
  cellsLeft: number,
): UnreadableFeed | undefined {
  if (errors.some(({ code }) => code === 'MissingQuotes'))
    return new UnreadableFeed('malformed', `Line ${line}: a quotation mark is not closed. Fix it and choose the file again.`);
  if (cells.length > feedLimits.columns) return tooLarge(`Line ${line} has more than ${count(feedLimits.columns)} cells.`);
  return cellsLeft < 0 ? tooLarge(`The file has more than ${count(feedLimits.cells)} cells.`) : undefined;
}

const tooLarge = (why: string): UnreadableFeed => new UnreadableFeed('too_large', `${why} Split it.`);
const count = (most: number): string => most.toLocaleString('en-US');
