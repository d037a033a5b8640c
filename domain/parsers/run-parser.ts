import { findMatches } from '../rules/language/pattern.ts';
import { renewPatternUnits } from '../rules/language/pattern-work.ts';
import { cellsOfRow, columnNumber, rowsBelow, type TableRow } from './cells.ts';
import type { ParserDocument, Span } from './document.ts';
import { type LabelTest, labelTests } from './labels.ts';
import { hasLabels, isTrigger, labelsOf, type Parser, type ParserToken } from './parser.ts';
import type { ReadingContext } from './read-as.ts';
import { type ParsedRecord, type RecordBuilder, recordBuilder } from './record.ts';
import { type Outcome, runToken } from './run-token.ts';

/** What one token did. `record` counts the places of the loop from 1; 0 is outside of it. */
type TraceStep = Required<Omit<Outcome, 'span'>> & Span & { readonly token: number; readonly record: number };

/** What a parser read. `problem`: why it stopped before its end. */
export type ParserResult = {
  readonly records: readonly ParsedRecord[];
  readonly trace: readonly TraceStep[];
  readonly problem: string | null;
  /** The document has more jobs than are read. */
  readonly truncated: boolean;
};

const mostRecords = 5000;
const mostTrace = 2000;

type Region = Span & { readonly row?: TableRow };
type Loop = { readonly token: ParserToken; readonly regions: readonly Region[]; at: number };

/** A run of a parser over a document. */
type Run = {
  readonly parser: Parser;
  readonly document: ParserDocument;
  readonly tokens: readonly ParserToken[];
  readonly stops: readonly LabelTest[];
  /** Values that were read outside of a loop. They belong to all of its records. */
  readonly base: RecordBuilder;
  readonly records: ParsedRecord[];
  readonly trace: TraceStep[];
  /** Tokens that ran since the loop moved. One that runs again would run forever. */
  readonly ran: Set<number>;
  record: RecordBuilder;
  region: Region;
  loop: Loop | undefined;
  last: Span | undefined;
  problem: string | null;
  truncated: boolean;
};

/**
 * Runs a parser over a document. Its tokens run in the order of their numbers, unless `next` or `nextFailed` names another. A loop
 * gives one record for each place where its text repeats; values that were read before it belong to all of them.
 */
export function runParser(parser: Parser, document: ParserDocument, context: ReadingContext): ParserResult {
  const run = startRun(parser, partOfSheet(parser, document));
  for (let token = run.tokens[0]; token; ) token = step(run, token, context);
  if (run.problem === null && !run.tokens.some(({ type }) => type === 'loop')) run.records.push(completed(parser, run.base));
  const { records, trace, problem, truncated } = run;
  return { records, trace, problem, truncated };
}

/** The rows and columns of a worksheet that the parser reads. */
function partOfSheet({ firstRow, lastRow, lastColumn }: Parser, document: ParserDocument): ParserDocument {
  if (document.kind !== 'sheet') return document;
  const [bottom, right] = [lastRow || Number.POSITIVE_INFINITY, columnNumber(lastColumn) || Number.POSITIVE_INFINITY];
  return { ...document, cells: document.cells.filter(({ row, column }) => row >= firstRow && row <= bottom && column <= right) };
}

function startRun(parser: Parser, document: ParserDocument): Run {
  const tokens = parser.tokens.filter(({ rule }) => rule === null || !isTrigger(rule)).sort((a, b) => a.number - b.number);
  const base = recordBuilder();
  return {
    parser,
    document,
    tokens,
    stops: tokens.filter(hasLabels).flatMap((token) => labelTests(labelsOf(token))),
    base,
    records: [],
    trace: [],
    ran: new Set(),
    record: base,
    region: { start: 0, end: document.text.length },
    loop: undefined,
    last: undefined,
    problem: null,
    truncated: false,
  };
}

function step(run: Run, token: ParserToken, context: ReadingContext): ParserToken | undefined {
  if (run.ran.has(token.number) && token !== run.loop?.token) {
    run.problem = `Token ${token.number} is reached again although nothing new was read: the tokens go round in a circle. Change what follows it.`;
    return undefined;
  }
  run.ran.add(token.number);
  if (token.type === 'loop') return turn(run, token);
  renewPatternUnits();
  const { document, region, last, record, stops } = run;
  const place = { document, within: region, row: region.row, last, valueOf: record.valueOf, stops };
  const outcome = runToken(token, place, record, context);
  if (outcome.span) run.last = outcome.span;
  note(run, token, outcome);
  const went = outcome.outcome === 'found' || outcome.outcome === 'fallback';
  if (!went && (token.nextFailed === -1 || outcome.outcome === 'broken')) refuse(record, token, outcome.words ?? '');
  return follow(run, token, went);
}

/** A job without a value that it must have is refused, and so is one whose parser has a token that cannot work. */
function refuse(record: RecordBuilder, token: ParserToken, problem: string): void {
  const field = token.target ?? 'row';
  if (record.problems.some((one) => one.field === field)) return;
  const label = token.text || token.column || token.address;
  const remedy =
    label === ''
      ? `Check token ${token.number} of the parser.`
      : `Look for “${label}” in the document, and check token ${token.number} of the parser.`;
  record.problems.push({ field, value: '', problem, remedy });
}

function note(run: Run, token: ParserToken, { outcome, text = '', span, words = '' }: Outcome): void {
  if (run.trace.length >= mostTrace) return;
  const { start, end } = span ?? { start: 0, end: 0 };
  const record = run.loop ? run.loop.at + 1 : 0;
  run.trace.push({ token: token.number, record, outcome, text: text.slice(0, 2000), start, end, words });
}

/** The next token after this one. Inside a loop, the end leads back to the loop. */
function follow(run: Run, token: ParserToken, went: boolean): ParserToken | undefined {
  const wanted = went ? token.next : token.nextFailed;
  const found = run.tokens.find(({ number }) => (wanted === 0 ? number > token.number : number === wanted));
  if (wanted > 0 && !found) run.problem = `Token ${token.number} goes on at token ${wanted}, which does not exist.`;
  return found ?? (run.problem === null ? run.loop?.token : undefined);
}

/** Enters a loop, or moves it to its next place. */
function turn(run: Run, token: ParserToken): ParserToken | undefined {
  if (run.loop && run.loop.token !== token) {
    run.problem = `Token ${token.number} is a loop inside the loop of token ${run.loop.token.number}. Use one loop.`;
    return undefined;
  }
  const entered = run.loop === undefined;
  const loop = run.loop ?? enter(run, token);
  if (!loop) return undefined;
  if (!entered && !run.record.isEmpty()) run.records.push(completed(run.parser, run.record));
  loop.at += 1;
  run.loop = loop;
  const next = loop.regions[loop.at];
  run.truncated ||= next !== undefined && run.records.length >= mostRecords;
  if (!next || run.truncated) return leave(run, token, entered);
  Object.assign(run, { region: next, record: recordBuilder(run.base), last: undefined });
  run.ran.clear();
  note(run, token, { outcome: 'repeats', span: next });
  return follow(run, token, true);
}

function enter(run: Run, token: ParserToken): Loop | undefined {
  const regions = regionsOf(token, run.document);
  if ('regions' in regions) return { token, regions: regions.regions, at: -1 };
  run.problem = `Token ${token.number}: ${regions.problem}`;
  return undefined;
}

function leave(run: Run, token: ParserToken, isEmpty: boolean): ParserToken | undefined {
  const words = isEmpty ? 'Nothing in the document repeats as this loop expects.' : '';
  note(run, token, { outcome: isEmpty ? 'not_found' : 'end', words });
  Object.assign(run, { loop: undefined, region: { start: 0, end: run.document.text.length }, record: run.base });
  return token.nextFailed > 0 ? follow(run, token, false) : undefined;
}

function completed(parser: Parser, record: RecordBuilder): ParsedRecord {
  const named = record.values.has('providerJobId') || parser.withoutJobId;
  if (!named && !record.problems.some(({ field }) => field === 'providerJobId')) {
    record.problems.push({
      field: 'providerJobId',
      value: '',
      problem: 'The document names no job ID where the parser looks for it.',
      remedy: 'Check the token of the job ID, or say that the jobs of this parser have no ID.',
    });
  }
  return record.done();
}

function regionsOf(
  token: ParserToken,
  document: ParserDocument,
): { readonly regions: readonly Region[] } | { readonly problem: string } {
  if (token.rule?.pattern) {
    renewPatternUnits();
    const found = findMatches(document.text, token.rule.pattern, mostRecords + 1);
    if ('problem' in found) return found;
    const end = document.text.length;
    return { regions: found.matches.map(({ start }, n) => ({ start, end: found.matches[n + 1]?.start ?? end })) };
  }
  const headings = labelsOf(token);
  if (headings.length === 0)
    return { problem: 'The loop has neither headings of a table nor a rule with a pattern. Enter one of them.' };
  return { regions: rowsBelow(document, headings).map((row) => ({ ...spanOfRow(row, document), row })) };
}

function spanOfRow({ table, row }: TableRow, document: ParserDocument): Span {
  const inRow = cellsOfRow(document, table, row);
  return { start: Math.min(...inRow.map(({ start }) => start)), end: Math.max(...inRow.map(({ end }) => end)) };
}
