/** The value of one cell. Columns know how to read it. */
export type Cell = string | number | boolean | null | object;

/** The value that the rows of a group share. */
export type GroupValue = Exclude<Cell, object>;

/** A line above the rows of a group. `column` is the source column by which it is grouped, `sums` are totals by source column. */
export type RowGroup = {
  /** Names the group among all groups. */
  readonly path: string;
  /** 0 for an outer group, 1 for a group inside one. */
  readonly level: number;
  readonly column: string;
  readonly value: GroupValue;
  /** Number of rows in it. */
  readonly count: number;
  readonly isOpen: boolean;
  readonly sums: Readonly<Record<string, number>>;
};

/** What a line says of the rows above and below its row. */
export type RowNest = {
  /** How many rows are above it. */
  readonly depth: number;
  /** How many lines up the row above it is; 0 for a row that is below no other. */
  readonly up: number;
  /** How many rows are directly below it, shown or not. */
  readonly below: number;
  readonly isOpen: boolean;
  /** The row is not of the view. It is shown because the row above it is open. */
  readonly isOther: boolean;
};

/**
 * A window of cells, column by column; every column has as many entries as `ids`. Where the rows are grouped, `groups` has an entry for
 * each: null for a row, else the group, whose id is negative and whose cells are blank. Where
 * rows are below each other, `nests` has an entry for each: null for a row that is neither above nor below another.
 */
export type CellWindow = {
  readonly ids: ArrayLike<number>;
  readonly cells: Readonly<Record<string, ArrayLike<Cell>>>;
  readonly groups?: ArrayLike<RowGroup | null>;
  readonly nests?: ArrayLike<RowNest | null>;
};

/**
 * The source of the rows. The grid never holds all rows: it requests windows of cells by position in the current order.
 * `order` changes with the set or the order of rows, `version` with any cell. Both restart with another source.
 */
export type GridSource = {
  /** Number of lines: rows, and groups where the rows are grouped. */
  readonly rowCount: number;
  /** Number of rows, also those of closed groups. `rowCount` if left out. */
  readonly dataCount?: number;
  readonly order: number;
  readonly version: number;
  /** Cells of rows `from` (included) to `to` (excluded); null if the order changed during the request. */
  window(from: number, to: number, keys: readonly string[]): Promise<CellWindow | null>;
  /** The position of a row in the current order; -1 if it is not among the rows. */
  positionOf(id: number): Promise<number>;
  /** Ids of rows `from` (included) to `to` (excluded) in the current order. */
  ids(from: number, to: number): Promise<ArrayLike<number>>;
};

/** One line of a window: a row, or a group. Stays the same object while none of its cells changes, so that it can be memoized by it. */
export type RowView = { readonly id: number; get(key: string): Cell; readonly group?: RowGroup; readonly nest?: RowNest };

export type SortKey = { readonly key: string; readonly descending: boolean };
