/** The value of one cell. Columns know how to read it. */
export type Cell = string | number | boolean | null | object;

/** A window of cells, column by column; every column has as many entries as `ids`. */
export type CellWindow = {
  readonly ids: ArrayLike<number>;
  readonly cells: Readonly<Record<string, ArrayLike<Cell>>>;
};

/**
 * The source of the rows. The grid never holds all rows: it requests windows of cells by position in the current order.
 * `order` changes with the set or the order of rows, `version` with any cell. Both restart with another source.
 */
export type GridSource = {
  readonly rowCount: number;
  readonly order: number;
  readonly version: number;
  /** Cells of rows `from` (included) to `to` (excluded); null if the order changed during the request. */
  window(from: number, to: number, keys: readonly string[]): Promise<CellWindow | null>;
  /** The position of a row in the current order; -1 if it is not among the rows. */
  positionOf(id: number): Promise<number>;
  /** Ids of rows `from` (included) to `to` (excluded) in the current order. */
  ids(from: number, to: number): Promise<ArrayLike<number>>;
};

/** One row of a window. Stays the same object while none of its cells changes, so that rows can be memoized by it. */
export type RowView = { readonly id: number; get(key: string): Cell };

export type SortKey = { readonly key: string; readonly descending: boolean };
