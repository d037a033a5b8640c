import { comparable } from '../file-columns/header-words.ts';
import { isWithin, type ParserCell, type ParserDocument, type Span } from './document.ts';

/** The row of a table that a loop has reached. */
export type TableRow = { readonly table: number; readonly headings: number; readonly row: number };

const rowsOfDocuments = new WeakMap<ParserDocument, ReadonlyMap<string, readonly ParserCell[]>>();

/** The cells of a row. The rows are found once for each document: a worksheet has thousands, and every token asks for one. */
export function cellsOfRow(document: ParserDocument, table: number, row: number): readonly ParserCell[] {
  const rows = rowsOfDocuments.get(document) ?? inRows(document.cells);
  rowsOfDocuments.set(document, rows);
  return rows.get(`${table}/${row}`) ?? [];
}

function inRows(cells: readonly ParserCell[]): ReadonlyMap<string, readonly ParserCell[]> {
  const rows = new Map<string, ParserCell[]>();
  for (const cell of cells) {
    const key = `${cell.table}/${cell.row}`;
    const row = rows.get(key);
    if (row) row.push(cell);
    else rows.set(key, [cell]);
  }
  return rows;
}

/** Number of a column by its letters: `A` is 1, `AB` is 28. 0 for any other text. */
export function columnNumber(letters: string): number {
  if (!/^[a-z]{1,3}$/i.test(letters)) return 0;
  let number = 0;
  for (const letter of letters.toUpperCase()) number = number * 26 + (letter.charCodeAt(0) - 64);
  return number;
}

/** The cell at an address such as `B4`, `2!B4` for the second table, or `B` for the row of the loop. */
export function cellAt(
  document: ParserDocument,
  address: string,
  at: TableRow | undefined,
  within: Span,
): ParserCell | undefined {
  const found = /^\s*(?:(\d{1,4})!)?([a-z]{1,3})(\d{1,6})?\s*$/i.exec(address);
  if (!found) return undefined;
  const table = found[1] === undefined ? (at?.table ?? 1) : Number(found[1]);
  const row = found[3] === undefined ? at?.row : Number(found[3]);
  const column = columnNumber(found[2] ?? '');
  if (row === undefined) return undefined;
  return cellsOfRow(document, table, row).find((cell) => covers(cell, column) && isWithin(cell, within));
}

const covers = ({ column, columns }: ParserCell, wanted: number): boolean => wanted >= column && wanted < column + columns;

/** The cell of the loop's row in the column with this heading, or with this letter if no heading has that name. */
export function cellInColumn(document: ParserDocument, column: string, at: TableRow): ParserCell | undefined {
  const heading = headingOf(document, column, at);
  const wanted = heading?.column ?? columnNumber(column);
  return cellsOfRow(document, at.table, at.row).find((cell) => covers(cell, wanted));
}

function headingOf(document: ParserDocument, column: string, at: TableRow): ParserCell | undefined {
  const name = comparable(column);
  if (name === '') return undefined;
  return cellsOfRow(document, at.table, at.headings).find(
    (cell) => comparable(document.text.slice(cell.start, cell.end)) === name,
  );
}

/**
 * The rows below a row of headings that has all of these names. Rows without text are left out, and so are rows with a single cell
 * over the whole table, which are captions.
 */
export function rowsBelow({ text, cells }: ParserDocument, headings: readonly string[]): TableRow[] {
  const names = headings.map(comparable);
  const rows = inRows(cells);
  const textOf = (cell: ParserCell) => text.slice(cell.start, cell.end);
  const found: TableRow[] = [];
  const top = new Map<number, { readonly row: number; readonly width: number }>();
  for (const row of rows.values()) {
    const [first] = row;
    if (!first) continue;
    const texts = new Set(row.map((cell) => comparable(textOf(cell))));
    const above = top.get(first.table);
    if (names.length > 0 && names.every((name) => texts.has(name))) top.set(first.table, { row: first.row, width: row.length });
    else if (above && row.some((cell) => cell.end > cell.start) && (row.length > 1 || above.width === 1))
      found.push({ table: first.table, headings: above.row, row: first.row });
  }
  return found;
}
