import { TZDate } from '@date-fns/tz';
import type { ColumnBlock } from '#contract/kit/columns.ts';
import { textOf } from '#domain/columns/cell-values.ts';
import { fold } from '#domain/columns/matching.ts';
import type { Condition } from '#domain/query/condition.ts';
import { countBits, positionsOf } from './bits/bitmap.ts';
import type { StartOfDay, ZipsNear } from './column.ts';
import { type Facet, facetsOf } from './facets.ts';
import type { Cell, GridSchema, LookupRow, RowId, StoredColumn } from './grid-schema.ts';
import { GridState, type Summary, type View } from './grid-state.ts';
import { groupStarts, sumOver } from './group-rows.ts';
import type { PlainRow } from './table.ts';
import { type Tally, tallyOf } from './tally.ts';

/** Rows `from` to `from + ids.length` of the result. Each column has one cell per row. */
type GridWindow = Summary & {
  readonly from: number;
  readonly ids: readonly RowId[];
  readonly cells: Readonly<Record<string, readonly Cell[]>>;
};
export type GridEngine = ReturnType<typeof createGridEngine>;

// With more changed rows than this, computing the whole result again is faster than patching it row by row.
const PATCHED_AT_MOST = 64;

const startOfDayIn: StartOfDay = (dayNumber, zone) => {
  const utc = new Date(dayNumber * 86_400_000);
  return new TZDate(utc.getUTCFullYear(), utc.getUTCMonth(), utc.getUTCDate(), zone).getTime();
};

/**
 * Holds the rows of the open grid in columns and answers the screen's queries. It is a plain object: a worker exposes it, and
 * tests use it directly. Inputs and outputs are plain data. Rows leave it only as the cells of a window.
 */
export function createGridEngine(schema: GridSchema, startOfDay: StartOfDay = startOfDayIn, zipsNear: ZipsNear = () => null) {
  const grid = new GridState(schema, { startOfDay, zipsNear });
  return { summary: () => grid.summary(), ...changes(grid), ...answers(grid) };
}

function changes(grid: GridState) {
  const { table, tree } = grid;
  /** Writes a row, and notes where its place in the tree may have changed. */
  const write = (row: PlainRow): number => {
    const before = tree.namesAt(table.positionOfRow(row));
    const position = table.write(row);
    if (tree.namesAt(position) !== before) tree.renamed();
    return position;
  };
  return {
    /** Adds blocks of rows. Rows with known ids replace the old ones. */
    load(blocks: readonly ColumnBlock[]): Summary {
      table.load(blocks);
      tree.renamed();
      return grid.recomputed();
    },

    /** Adds columns, which are blank in every row. */
    addColumns(columns: readonly StoredColumn[]): void {
      for (const column of columns) table.add(column);
    },

    /** Removes added columns. The view must not use them. */
    dropColumns(keys: readonly string[]): void {
      for (const key of keys) table.drop(key);
    },

    /** Writes the cells of some columns into rows that exist. `filled` ends it. */
    fill: (ids: ArrayLike<RowId>, columns: ColumnBlock['columns']): void => table.fill(ids, columns),
    filled: (keys: readonly string[]): Summary => grid.filled(keys),

    /** Adds or replaces whole rows. Patches the result for a few rows and computes it again for many. */
    upsert(rows: readonly PlainRow[]): Summary {
      if (rows.length > PATCHED_AT_MOST) {
        for (const row of rows) write(row);
        return grid.recomputed();
      }
      let moved = false;
      for (const row of rows) {
        const known = table.positionOfRow(row);
        const isMoved = known === undefined ? grid.result.enter(write(row)) >= 0 : grid.result.rewrite(known, () => write(row));
        if (isMoved) moved = true;
      }
      return grid.changed(moved);
    },

    remove(ids: readonly RowId[]): Summary {
      const few = ids.length <= PATCHED_AT_MOST;
      let moved = false;
      tree.renamed();
      for (const id of ids) {
        const known = table.positionOf(id);
        if (few && known !== undefined && grid.result.leave(known) >= 0) moved = true;
        table.remove(id);
      }
      return few ? grid.changed(moved) : grid.recomputed();
    },

    /** Replaces a lookup table that derived columns read. */
    setLookup(name: string, rows: readonly (readonly [RowId, LookupRow])[]): Summary {
      table.setLookup(name, rows);
      return grid.lookedUp(name);
    },

    /** Changes rows of a lookup table; null removes a row. */
    patchLookup(name: string, rows: readonly (readonly [RowId, LookupRow | null])[]): Summary {
      table.patchLookup(name, rows);
      return grid.lookedUp(name);
    },

    /** Sets the condition and the sort order. Blanks come last in both directions; ties keep the load order. */
    show: (view: View): Summary => grid.show(view),
  };
}

/** Answers about rows by their positions in the table. A position belongs to its row until the row is removed. */
function positions(grid: GridState) {
  const { table } = grid;
  return {
    /** The positions of the shown rows, in order; or of these rows, shown or not. */
    rowsOf: (ids: readonly RowId[] | null): Uint32Array =>
      ids === null ? grid.result.rows.slice() : Uint32Array.from(ids, (id) => table.positionOf(id) ?? 0),
    idAt: (row: number): RowId => table.idAt(row),
    /** The position of a row, shown or not; -1 for a row that does not exist. */
    rowAt: (id: RowId): number => table.positionOf(id) ?? -1,
    isShownAt: (row: number): boolean => grid.result.has(row),
    /** Positions in the order of the view, shown or not. */
    sorted: (rows: Uint32Array): Uint32Array => grid.result.sorted(rows),
    /** Which rows are below which; null when none is. */
    tree: () => grid.tree.now(),
    /** Changes whenever the tree may have changed. */
    treeVersion: (): number => grid.tree.version,
    cellAt: (row: number, key: string): Cell => table.column(key).cell(row),
    groupStarts: (rows: Uint32Array, keys: readonly string[]) => groupStarts(table, rows, keys),
    sumOver: (rows: Uint32Array, key: string): number => sumOver(table, rows, key),
  };
}

function answers(grid: GridState) {
  const { table } = grid;
  const rowsOf = (of: 'shown' | 'all' | Condition) =>
    of === 'shown' ? grid.result.rows : positionsOf(of === 'all' ? table.alive : grid.matching(of));
  return {
    /** Cells of the visible rows. */
    window(from: number, to: number, keys: readonly string[]): GridWindow {
      const start = Math.max(0, Math.min(from, grid.result.count));
      const rows = Array.from(grid.result.rows.subarray(start, Math.max(start, to)));
      const cells = keys.map((key) => {
        const column = table.column(key);
        return [key, rows.map((row) => column.cell(row))] as const;
      });
      return { ...grid.summary(), from: start, ids: rows.map((row) => table.idAt(row)), cells: Object.fromEntries(cells) };
    },

    /** Cells of these rows, shown or not. A row that does not exist has blank cells. */
    cellsOf(ids: readonly RowId[], keys: readonly string[]): Readonly<Record<string, readonly Cell[]>> {
      const rows = ids.map((id) => table.positionOf(id));
      const cells = keys.map((key) => {
        const column = table.column(key);
        return [key, rows.map((row) => (row === undefined ? null : column.cell(row)))] as const;
      });
      return Object.fromEntries(cells);
    },

    /**
     * Distinct values with counts, most frequent first, of the shown rows, all rows, or those that match a condition. `typed`
     * keeps only the values that contain it.
     */
    facets(key: string, options: { of?: 'shown' | 'all' | Condition; typed?: string; limit?: number } = {}): Facet[] {
      const rows = rowsOf(options.of ?? 'shown');
      const typed = fold(options.typed ?? '');
      const facets = facetsOf(table.column(key), rows);
      const wanted =
        typed === '' ? facets : facets.filter(({ value }) => value !== null && fold(textOf(value) ?? '').includes(typed));
      return wanted.slice(0, options.limit ?? 200);
    },

    /** Distinct values of a column among the rows that match a condition, each with its rows and the total of another column. */
    tally: (where: Condition, by: string, amount: string): Tally[] =>
      tallyOf(table.column(by), table.column(amount), positionsOf(grid.matching(where))),

    /** How many rows match a condition, independent of the view. Used for the counts of tabs and badges. */
    countOf: (where: Condition): number => countBits(grid.matching(where)),

    /** Ids of the rows that match a condition, independent of the view, in no particular order. */
    idsWhere: (where: Condition, limit: number): RowId[] =>
      Array.from(positionsOf(grid.matching(where)).subarray(0, limit), (row) => table.idAt(row)),

    /** Sum of a number column over the shown rows. Blanks count as 0. */
    sum: (key: string): number => sumOver(table, grid.result.rows, key),

    ...positions(grid),

    /** Position of a row in the shown rows, or -1. */
    positionOf(id: RowId): number {
      const row = table.positionOf(id);
      return row === undefined ? -1 : grid.result.placeOf(row);
    },

    /** How many of these rows are shown. Used for a selection after the filter has changed. */
    countShown: (ids: readonly RowId[]): number =>
      ids.filter((id) => {
        const row = table.positionOf(id);
        return row !== undefined && grid.result.has(row);
      }).length,

    /** Ids of the shown rows from `from` (inclusive) to `to` (exclusive), in order. */
    ids: (from: number, to: number): RowId[] => Array.from(grid.result.rows.subarray(from, to), (row) => table.idAt(row)),

    /** Ids of the first `limit` shown rows, in order. */
    idsMatching: (limit: number): RowId[] => Array.from(grid.result.rows.subarray(0, limit), (row) => table.idAt(row)),

    /** Does what the first search of all rows would do, in steps of some milliseconds. */
    prepareSearches: (): Iterator<void> => table.prepareSearches(),

    /** Approximate size in bytes. */
    bytes: (): number => table.bytes() + grid.result.rows.byteLength,
  };
}
