/** What one cell holds; columns know how to read it. */
export type Cell = string | number | boolean | null | object;

/** A window of cells, column by column; every column has as many entries as `ids`. */
export type CellWindow = {
  readonly ids: ArrayLike<number>;
  readonly cells: Readonly<Record<string, ArrayLike<Cell>>>;
};

/**
 * Where the rows are kept. The grid never has them all: it asks for windows of cells by position in the present order.
 * `order` changes with the set or the order of rows, `version` with any cell; both start over with another source.
 */
export type GridSource = {
  readonly rowCount: number;
  readonly order: number;
  readonly version: number;
  /** Cells of rows `from` (included) to `to` (excluded); null when the order changed meanwhile. */
  window(from: number, to: number, keys: readonly string[]): Promise<CellWindow | null>;
  /** Ids of rows `from` (included) to `to` (excluded) in the present order. */
  ids(from: number, to: number): Promise<ArrayLike<number>>;
};

/** One row of a window. The same object as long as none of its cells changed, so that rows can be memoised by it. */
export type RowView = { readonly id: number; get(key: string): Cell };

export type SortKey = { readonly key: string; readonly descending: boolean };
