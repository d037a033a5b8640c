/** The value of a grid cell. Blank texts are null; only `json` columns hold objects. */
export type Cell = string | number | boolean | null | object;
export type RowId = string | number;

/**
 * A column of the open grid. `date` holds local days (`yyyy-MM-dd`), `instant` UTC ISO instants, `bits` a bit field, `flag` a
 * boolean, and `json` anything else (shown, never searched or sorted). `search: false` excludes a text column from free-text
 * search.
 */
export type StoredColumn = {
  readonly key: string;
  readonly type: 'text' | 'number' | 'date' | 'instant' | 'bits' | 'flag' | 'json';
  readonly search?: boolean;
};

/** A looked-up column: the field `pick` from the row of table `lookup` whose key is in column `from`. */
export type DerivedColumnSchema = {
  readonly key: string;
  readonly type: 'text' | 'number' | 'date' | 'instant' | 'bits' | 'flag';
  readonly from: string;
  readonly lookup: string;
  readonly pick: string;
  readonly search?: boolean;
};

/**
 * How rows name the row above them: its name `own` is in their column `above`. Names count within rows with the same value of the column
 * `within`.
 */
export type TreeSchema = { readonly own: string; readonly above: string; readonly within: string };

export type GridSchema = {
  /** Name of the column that identifies a row. */
  readonly id: string;
  readonly columns: readonly StoredColumn[];
  readonly derived?: readonly DerivedColumnSchema[];
  readonly tree?: TreeSchema;
};

export type SortKey = { readonly key: string; readonly descending?: boolean };
/** A row of a lookup table. Only the fields that derived columns pick are read. */
export type LookupRow = Readonly<Record<string, unknown>>;
