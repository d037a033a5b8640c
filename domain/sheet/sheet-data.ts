/** The value of one cell. */
export type SheetCell = string | number | boolean | null;

/**
 * How a column's cells are written for Excel: `date` holds days as `yyyy-MM-dd`, `instant` times on the clock of the reader as
 * `yyyy-MM-ddTHH:mm`, `money` amounts in US dollars. Other texts stay texts, other numbers numbers.
 */
export type SheetType = 'plain' | 'money' | 'date' | 'instant';

/** A list as a spreadsheet: a row of labels, then the values. `facts` fill a second sheet: where the rows come from. */
export type SheetData = {
  readonly labels: readonly string[];
  readonly rows: readonly (readonly SheetCell[])[];
  /** By column; plain if left out. */
  readonly types?: readonly SheetType[];
  readonly facts?: readonly (readonly [string, SheetCell])[];
};

/** Kinds of files. */
export type SheetFile = 'csv' | 'xlsx';

/** Most rows of an Excel file, as documented. */
export const mostExcelRows = 10_000;
