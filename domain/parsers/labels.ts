import { isWithin, linesIn, type ParserCell, type ParserDocument, type Span, trimmed } from './document.ts';

/** Text that belongs to a label. `unclear`: why nobody can say where it ends. */
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
 * The text at each place where the label stands. In a table, the text right of a label is the next cell of its row, and the one
 * below it the cell in the next row. Elsewhere it is the rest of the line, or else the lines up to the next label or blank line.
 */
export function textsAtLabel(position: 'after' | 'below' | 'right', search: Search): Found[] {
  const { document, within } = search;
  const cells = document.cells.filter((cell) => isWithin(cell, within));
  const inCells = cells.flatMap((cell): Found[] => {
    const text = document.text.slice(cell.start, cell.end);
    if (text.includes('\n') || afterLabel(text, search.labels) !== text.length || text === '') return [];
    const neighbor = position === 'below' ? cellBelow(cell, cells) : cellRight(cell, cells);
    return neighbor ? [{ start: neighbor.start, end: neighbor.end }] : [];
  });
  const lines = linesIn(document.text, within);
  const inLines = lines.flatMap((line, at): Found[] => {
    const text = document.text.slice(line.start, line.end);
    const end = text === '' ? undefined : afterLabel(text, search.labels);
    if (end === undefined) return [];
    if (end < text.length) return position === 'below' ? [] : [restOfLine(search, line, end, lines, at)];
    const home = innermost(document.cells, line);
    const isCell = home !== undefined && home.start === line.start && home.end === line.end;
    // The text of a cell that is a label is in another cell.
    return isCell ? [] : [block(search, lines, at + 1, home)];
  });
  return distinct([...inCells, ...inLines]);
}

/** The smallest cell around a part of the text. */
function innermost(cells: readonly ParserCell[], span: Span): ParserCell | undefined {
  let best: ParserCell | undefined;
  for (const cell of cells) if (isWithin(span, cell) && (!best || cell.end - cell.start <= best.end - best.start)) best = cell;
  return best;
}

function cellRight({ table, row, column, columns }: ParserCell, cells: readonly ParserCell[]): ParserCell | undefined {
  return cells.find((cell) => cell.table === table && cell.row === row && cell.column === column + columns);
}

function cellBelow({ table, row, column, columns }: ParserCell, cells: readonly ParserCell[]): ParserCell | undefined {
  return cells.find(
    (cell) =>
      cell.table === table && cell.row === row + 1 && cell.column < column + columns && cell.column + cell.columns > column,
  );
}

/** The rest of a label's line, up to another label on it. A long text goes on below. */
function restOfLine(search: Search, line: Span, from: number, lines: readonly Span[], at: number): Found {
  const { document, stops, long } = search;
  const start = line.start + from;
  if (long) {
    const rest = block(search, lines, at + 1, innermost(document.cells, line));
    return { start, end: rest.end > rest.start ? rest.end : line.end };
  }
  // Columns of a plain text stand apart by a tab or by several spaces.
  for (const { index } of document.text.slice(start, line.end).matchAll(/\t|\s{2,}/g)) {
    const next = document.text.slice(start + index, line.end).trimStart();
    if (afterLabel(next, stops) !== undefined) return trimmed(document.text, { start, end: start + index });
  }
  return { start, end: line.end };
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
  return taken.length > 1 && !long
    ? { ...span, unclear: 'Several lines follow the label, and nothing says which of them is meant.' }
    : span;
}

function distinct(found: readonly Found[]): Found[] {
  const seen = new Set<string>();
  return found.filter(({ start, end }) => {
    const key = `${start}-${end}`;
    return !seen.has(key) && seen.add(key);
  });
}
