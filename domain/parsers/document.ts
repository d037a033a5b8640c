/** Part of a document's text: from `start` up to `end`. */
export type Span = { readonly start: number; readonly end: number };

/** A cell of a table, and where its text is. `table` counts the tables of the document; row and column count from 1. */
export type ParserCell = Span & {
  readonly table: number;
  readonly row: number;
  readonly column: number;
  /** Columns that the cell covers. */
  readonly columns: number;
};

/**
 * What a parser reads: the text of an email, page or worksheet in document order, one line per block or cell. Struck-through and hidden
 * text is left out. A cell that contains a table contains the cells of that table.
 */
export type ParserDocument = {
  readonly kind: 'mail' | 'page' | 'text' | 'sheet';
  /** The subject, or the name of the file. */
  readonly name: string;
  readonly text: string;
  readonly cells: readonly ParserCell[];
  /** Earlier emails that a reply repeats. No value is read from them: they may have changed since. */
  readonly quoted: string;
  /** Where the emails begin that this one passes on, one below the other. */
  readonly emails: readonly number[];
};

/** Most characters of a document's text. Later ones are not read. */
export const longestDocument = 200_000;

export const isWithin = (inner: Span, outer: Span): boolean => inner.start >= outer.start && inner.end <= outer.end;

/** The beginning of a document, up to `end`. */
export const beginningOf = (document: ParserDocument, end: number): ParserDocument => ({
  ...document,
  text: document.text.slice(0, end),
  cells: document.cells.filter((cell) => cell.end <= end),
});

/** The same part without white space at its ends. */
export function trimmed(text: string, { start, end }: Span): Span {
  let [from, to] = [start, end];
  while (from < to && /\s/.test(text.charAt(from))) from += 1;
  while (to > from && /\s/.test(text.charAt(to - 1))) to -= 1;
  return { start: from, end: to };
}

/** The lines of a part of the text, trimmed; blank ones are empty. */
export function linesIn(text: string, { start, end }: Span): Span[] {
  const lines: Span[] = [];
  let from = start;
  while (from <= end) {
    const found = text.indexOf('\n', from);
    const to = found === -1 || found > end ? end : found;
    lines.push(trimmed(text, { start: from, end: to }));
    from = to + 1;
  }
  return lines;
}
