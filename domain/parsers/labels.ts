import { cellsOfRow } from './cells.ts';
import { isWithin, linesIn, type ParserCell, type ParserDocument, type Span } from './document.ts';

/** Text that belongs to a label. `unclear`: why its end cannot be known. */
export type Found = Span & { readonly unclear?: string };

/** Recognizes a label at the start of a line, with any white space. Returns where the label ends, or -1. */
export type LabelTest = (line: string) => number;

const escape = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

/** A test for each of the labels. The colon of a label may be missing or belong to it. */
export const labelTests = (labels: readonly string[]): LabelTest[] =>
  labels.flatMap((label) => {
    const words = label
      .replace(/[\s:]+$/, '')
      .trim()
      .split(/\s+/)
      .map(escape);
    if (words.join('') === '') return [];
    const pattern = new RegExp(`^[*•·]?\\s?${words.join(String.raw`\s+`)}`, 'iu');
    return [(line) => pattern.exec(line)?.[0].length ?? -1];
  });

const separator = /^(?:\s*[:：=]|\s+[-–—](?=\s|$)|\t|\s{2,})\s*/;

/** Where the text after the label begins. The line's length, if the line is the label alone; undefined, if it is no label. */
function afterLabel(line: string, tests: readonly LabelTest[]): number | undefined {
  for (const test of tests) {
    const end = test(line);
    if (end === -1) continue;
    const rest = line.slice(end);
    if (/^[:：*#]*$/.test(rest.trim())) return line.length;
    const gap = separator.exec(rest);
    if (gap) return end + gap[0].length;
  }
  return undefined;
}

type Search = {
  readonly document: ParserDocument;
  readonly within: Span;
  readonly labels: readonly LabelTest[];
  /** Labels of the parser: where one begins, the text of another ends. */
  readonly stops: readonly LabelTest[];
  /** The text may have several lines. */
  readonly long: boolean;
};

/**
 * The text at each place of the label. In a table, the text right of a label is the next cell of its row, and the one
 * below it the cell in the next row. Elsewhere it is the rest of the line, or else the lines up to the next label or blank line.
 */
export function textsAtLabel(position: 'after' | 'below' | 'right', search: Search): Found[] {
  const { document, within } = search;
  const cells = document.cells.filter((cell) => isWithin(cell, within));
  const inCells = cells.flatMap((cell): Found[] => {
    const text = document.text.slice(cell.start, cell.end);
    if (text.includes('\n') || afterLabel(text, search.labels) !== text.length || text === '') return [];
    const neighbor = position === 'below' ? cellBelow(cell, document) : cellRight(cell, document);
    return neighbor ? [{ start: neighbor.start, end: neighbor.end }] : [];
  });
  const lines = linesIn(document.text, within);
  return distinct([...inCells, ...lines.flatMap((line, at) => inLine(position, search, lines, line, at))]);
}

/** The texts of the labels on one line. The columns of a plain text are searched one by one. */
function inLine(position: 'after' | 'below' | 'right', search: Search, lines: readonly Span[], line: Span, at: number): Found[] {
  const { document, labels, stops, long } = search;
  const pieces = piecesOf(document.text, line, stops);
  return pieces.flatMap((piece, n): Found[] => {
    const text = document.text.slice(piece.start, piece.end);
    const end = text === '' ? undefined : afterLabel(text, labels);
    if (end === undefined || (position === 'below' && (end < text.length || pieces.length > 1))) return [];
    if (end < text.length) {
      const rest = { start: piece.start + end, end: piece.end };
      return [long && n === pieces.length - 1 ? withLinesBelow(search, rest, lines, at) : rest];
    }
    if (pieces.length > 1) {
      const next = pieces[n + 1];
      const isLabel = next && afterLabel(document.text.slice(next.start, next.end), stops) !== undefined;
      return [next && !isLabel ? next : { start: piece.end, end: piece.end }];
    }
    const home = innermost(document.cells, line);
    const isCell = home !== undefined && home.start === line.start && home.end === line.end;
    // The text of a cell that is a label is in another cell.
    return isCell ? [] : [block(search, lines, at + 1, home)];
  });
}

/** The columns of a line of plain text: tabs separate them, or several spaces before a label. */
function piecesOf(text: string, line: Span, stops: readonly LabelTest[]): Span[] {
  const pieces: Span[] = [];
  let from = line.start;
  for (const gap of text.slice(line.start, line.end).matchAll(/\s{2,}|\t/g)) {
    const [start, end] = [line.start + gap.index, line.start + gap.index + gap[0].length];
    if (!gap[0].includes('\t') && afterLabel(text.slice(end, line.end), stops) === undefined) continue;
    pieces.push({ start: from, end: start });
    from = end;
  }
  return [...pieces, { start: from, end: line.end }];
}

/** The smallest cell around a part of the text. */
function innermost(cells: readonly ParserCell[], span: Span): ParserCell | undefined {
  let best: ParserCell | undefined;
  for (const cell of cells) if (isWithin(span, cell) && (!best || cell.end - cell.start <= best.end - best.start)) best = cell;
  return best;
}

function cellRight({ table, row, column, columns }: ParserCell, document: ParserDocument): ParserCell | undefined {
  return cellsOfRow(document, table, row).find((cell) => cell.column === column + columns);
}

function cellBelow({ table, row, column, columns }: ParserCell, document: ParserDocument): ParserCell | undefined {
  return cellsOfRow(document, table, row + 1).find(
    (cell) => cell.column < column + columns && cell.column + cell.columns > column,
  );
}

/** A long text goes on below the line of its label. */
function withLinesBelow(search: Search, rest: Span, lines: readonly Span[], at: number): Found {
  const below = block(search, lines, at + 1, innermost(search.document.cells, rest));
  return { start: rest.start, end: below.end > below.start ? below.end : rest.end };
}

/** The lines from `at` up to the next label or blank line, inside the cell around them. */
function block({ document, within, stops, long }: Search, lines: readonly Span[], at: number, home: Span | undefined): Found {
  const taken: Span[] = [];
  for (const line of lines.slice(at)) {
    const text = document.text.slice(line.start, line.end);
    if (home && !isWithin(line, home)) break;
    if (text === '' ? !long && taken.length > 0 : afterLabel(text, stops) !== undefined) break;
    if (text !== '') taken.push(line);
  }
  const [first, last] = [taken[0], taken.at(-1)];
  if (!first || !last) {
    const end = lines[at - 1]?.end ?? within.end;
    return { start: end, end };
  }
  const span = { start: first.start, end: last.end };
  const isOne = taken.length === 1 && !document.text.slice(span.start, span.end).includes('\t');
  return !long && !isOne
    ? { ...span, unclear: 'Several texts follow the label, and nothing says which of them is meant.' }
    : span;
}

function distinct(found: readonly Found[]): Found[] {
  const seen = new Set<string>();
  return found.filter(({ start, end }) => {
    const key = `${start}-${end}`;
    return !seen.has(key) && seen.add(key);
  });
}
