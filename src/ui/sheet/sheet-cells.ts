import Papa from 'papaparse';

/** Lines of text cells. Every line is as wide as the sheet. */
export type Cells = readonly (readonly string[])[];

/** A rectangle of cells, both ends included. */
export type Area = { readonly top: number; readonly left: number; readonly bottom: number; readonly right: number };

export type Place = { readonly row: number; readonly col: number };

/** The rectangle between two cells. */
export const areaBetween = (a: Place, b: Place): Area => ({
  top: Math.min(a.row, b.row),
  left: Math.min(a.col, b.col),
  bottom: Math.max(a.row, b.row),
  right: Math.max(a.col, b.col),
});

export const holds = (area: Area, { row, col }: Place): boolean =>
  row >= area.top && row <= area.bottom && col >= area.left && col <= area.right;

const blankLine = (width: number): readonly string[] => Array.from({ length: width }, () => '');

/** A copy with each cell of the area replaced by the result of `value`. */
const mapped = (cells: Cells, area: Area, value: (row: number, col: number, now: string) => string): Cells =>
  cells.map((line, row) =>
    row < area.top || row > area.bottom
      ? line
      : line.map((now, col) => (col < area.left || col > area.right ? now : value(row, col, now))),
  );

/**
 * Pastes a block at the area's first cell, as spreadsheets do: a single value fills the whole area; a larger block is pasted
 * once and extends the sheet downward. Columns to the right of the last one are lost, and `cut` counts them.
 */
export function withBlock(cells: Cells, area: Area, block: Cells, width: number): { cells: Cells; cut: number } {
  const only = block.length === 1 && block[0]?.length === 1 ? (block[0][0] ?? '') : null;
  if (only !== null) return { cells: mapped(cells, area, () => only), cut: 0 };
  const missing = Math.max(0, area.top + block.length - cells.length);
  const grown = [...cells, ...Array.from({ length: missing }, () => blankLine(width))];
  const columns = Math.max(0, ...block.map((line) => line.length));
  const placed: Area = { ...area, bottom: area.top + block.length - 1, right: area.left + columns - 1 };
  return {
    cells: mapped(grown, placed, (row, col, now) => block[row - area.top]?.[col - area.left] ?? now),
    cut: Math.max(0, area.left + columns - width),
  };
}

/** Repeats the first line of the area down to its last. */
export const filledDown = (cells: Cells, area: Area): Cells => mapped(cells, area, (_, col) => cells[area.top]?.[col] ?? '');

export const cleared = (cells: Cells, area: Area): Cells => mapped(cells, area, () => '');

export const withValue = (cells: Cells, { row, col }: Place, value: string): Cells =>
  mapped(cells, areaBetween({ row, col }, { row, col }), () => value);

/** Adds a blank line below `row`; -1 adds it at the top. */
export const withLineBelow = (cells: Cells, row: number, width: number): Cells => [
  ...cells.slice(0, row + 1),
  blankLine(width),
  ...cells.slice(row + 1),
];

export const withoutLines = (cells: Cells, { top, bottom }: Area): Cells => [...cells.slice(0, top), ...cells.slice(bottom + 1)];

const blockOf = (cells: Cells, { top, left, bottom, right }: Area): Cells =>
  cells.slice(top, bottom + 1).map((line) => line.slice(left, right + 1));

/** Clipboard text: tab separated; a cell with a tab, a line break or a quote is quoted, as spreadsheets expect. */
export const printBlock = (cells: Cells, area: Area): string =>
  Papa.unparse(blockOf(cells, area) as string[][], { delimiter: '\t', newline: '\n' });

/** Parses clipboard text from a spreadsheet into cells. */
export function parseBlock(text: string): Cells {
  const { data } = Papa.parse<string[]>(text.replace(/\r?\n$/, ''), { delimiter: '\t' });
  return data.length === 0 ? [['']] : data;
}
