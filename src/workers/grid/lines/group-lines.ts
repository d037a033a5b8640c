import type { GridEngine } from '../../columns/grid-engine.ts';
import type { Cell } from '../../columns/grid-schema.ts';
import type { NestedRows } from './nested-rows.ts';

/**
 * The groups of a view: by which columns, and which groups are closed. All are open, or all are closed, except those in `flipped`,
 * which are named by their path.
 */
export type Grouping = {
  readonly keys: readonly string[];
  readonly closed: boolean;
  readonly flipped: readonly string[];
};
export const ungrouped: Grouping = { keys: [], closed: false, flipped: [] };

/** A line above the rows of a group: the value that they share, how many they are, and the sums of columns that were asked for. */
export type GroupLine = {
  /** Names the group: the values from the outermost group to this one. */
  readonly path: string;
  /** 0 for an outer group, 1 for a group inside one. */
  readonly level: number;
  readonly column: string;
  readonly value: Exclude<Cell, object>;
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

/** Rows to show as lines, how many rows are directly below each position, and the opened positions. */
export type LineRows = { readonly nested: NestedRows; readonly below: Uint32Array | null; readonly open: ReadonlySet<number> };

type Group = Pick<GroupLine, 'path' | 'level' | 'value' | 'isOpen'> & {
  readonly from: number;
  to: number;
  readonly line: number;
};

/** Ids of groups are this one and below: they are never those of rows, and -1 says that there is no such row. */
const firstId = -2;

/** Gives each group one id for good, so that the focus finds it again after a change. */
export class GroupIds {
  readonly #ids = new Map<string, number>();

  of(path: string): number {
    const known = this.#ids.get(path);
    if (known !== undefined) return known;
    const id = firstId - this.#ids.size;
    this.#ids.set(path, id);
    return id;
  }
}

/**
 * Rows in groups and below each other, as lines: each group has a line, and the rows of open groups follow it. The rows that are below
 * no other are sorted by the groups; the others are in the group of the row above them. Which row is in which group is decided once;
 * sums are added up when a window asks for them.
 */
export class GroupLines {
  readonly #engine: GridEngine;
  readonly #of: LineRows;
  readonly #rows: Uint32Array;
  readonly #grouping: Grouping;
  readonly #flipped: ReadonlySet<string>;
  readonly #ids: GroupIds;
  readonly #groups: Group[] = [];
  /** For each line the place of its row, or -1 minus the number of its group. */
  readonly #lines: Int32Array;
  /** For each row its line; -1 inside a closed group. */
  readonly #lineOf: Int32Array;
  /** For each position the place of its row, or -1. */
  #places: Int32Array | null = null;
  /** Whether some rows are not of the view. */
  readonly #isMixed: boolean;
  readonly count: number;
  /** How many rows of the view are below another one, and how many rows are shown that are not of the view. */
  readonly nested: { readonly below: number; readonly others: number };

  constructor(engine: GridEngine, of: LineRows, grouping: Grouping, ids: GroupIds) {
    const { rows, depths, others } = of.nested;
    this.#engine = engine;
    this.#of = of;
    this.#rows = rows;
    this.#isMixed = others.includes(1);
    this.#grouping = grouping;
    this.#flipped = new Set(grouping.flipped);
    this.#ids = ids;
    const { levels, groups } = engine.groupStarts(
      depths.includes(1) ? rows.filter((_, at) => depths[at] === 0) : rows,
      grouping.keys,
    );
    this.#lines = new Int32Array(rows.length + groups);
    this.#lineOf = new Int32Array(rows.length).fill(-1);
    this.count = this.#fill(levels);
    this.nested = this.#nestedCounts();
  }

  #fill(levels: Uint8Array): number {
    const depth = this.#grouping.keys.length;
    const outer: Group[] = [];
    const { depths, hidden } = this.#of.nested;
    let count = 0;
    let top = 0;
    for (let at = 0; at < this.#rows.length; at++) {
      const level = depths[at] === 0 ? (levels[top++] ?? 0) : depth;
      if (level < depth) count = this.#begin(outer, at, level, count);
      if (hidden[at] === 1 || !isOpen(outer)) continue;
      this.#lineOf[at] = count;
      this.#lines[count++] = at;
    }
    return count;
  }

  /** Ends the groups from a level on, and begins those of a row. Returns the number of lines by then. */
  #begin(outer: Group[], at: number, level: number, lines: number): number {
    let count = lines;
    for (const ended of outer.splice(level)) ended.to = at;
    for (let inner = level; inner < this.#grouping.keys.length; inner++) {
      const isShown = isOpen(outer);
      const group = this.#groupAt(at, inner, outer.at(-1), isShown ? count : -1);
      outer.push(group);
      this.#groups.push(group);
      if (isShown) this.#lines[count++] = -this.#groups.length;
    }
    return count;
  }

  #groupAt(at: number, level: number, outer: Group | undefined, line: number): Group {
    const { keys, closed } = this.#grouping;
    const cell = this.#engine.cellAt(this.#rows[at] ?? 0, keys[level] ?? '');
    const value = typeof cell === 'object' ? null : cell;
    const own = JSON.stringify(value);
    const path = outer ? `${outer.path} ${own}` : own;
    return { level, value, path, isOpen: closed === this.#flipped.has(path), from: at, to: this.#rows.length, line };
  }

  #between(from: number, to: number): number[] {
    return Array.from(this.#lines.subarray(Math.max(0, from), Math.min(to, this.count)));
  }

  /** The ids of lines; those of groups are negative. */
  idsOf(from: number, to: number): number[] {
    return this.#between(from, to).map((line) =>
      line >= 0 ? this.#engine.idAt(this.#rows[line] ?? 0) : this.#ids.of(this.#groups[-line - 1]?.path ?? ''),
    ) as number[];
  }

  /** The groups among the lines, with sums of number columns; null for the line of a row. */
  groupsOf(from: number, to: number, summed: readonly string[]): (GroupLine | null)[] {
    return this.#between(from, to).map((line) => {
      const group = this.#groups[-line - 1];
      return group ? this.#lineFor(group, summed) : null;
    });
  }

  /** What the lines say of the rows above and below them; null where that is nothing, and for the line of a group. */
  nestsOf(from: number, to: number): (RowNest | null)[] {
    const first = Math.max(0, from);
    return this.#between(from, to).map((place, at) => this.#nestAt(place, first + at));
  }

  #nestAt(place: number, line: number): RowNest | null {
    const { nested, below, open } = this.#of;
    const row = this.#rows[place] ?? -1;
    const depth = nested.depths[place] ?? 0;
    const count = below?.[row] ?? 0;
    if (place < 0 || (depth === 0 && count === 0)) return null;
    return { depth, up: this.#linesUp(line, depth), below: count, isOpen: open.has(row), isOther: nested.others[place] === 1 };
  }

  #linesUp(line: number, depth: number): number {
    if (depth === 0) return 0;
    let at = line - 1;
    while (at > 0 && (this.#of.nested.depths[this.#lines[at] ?? 0] ?? 0) >= depth) at--;
    return line - at;
  }

  #nestedCounts(): GroupLines['nested'] {
    const { depths, others, hidden } = this.#of.nested;
    let [below, other] = [0, 0];
    for (let at = 0; at < depths.length; at++) {
      if (others[at] === 1) other += 1 - (hidden[at] ?? 0);
      else if (depths[at] !== 0) below++;
    }
    return { below, others: other };
  }

  #lineFor({ path, level, value, isOpen, from, to }: Group, summed: readonly string[]): GroupLine {
    const inside = this.#rows.subarray(from, to);
    const rows = this.#isMixed ? inside.filter((_, at) => this.#of.nested.others[from + at] === 0) : inside;
    const sums = summed.map((key) => [key, this.#engine.sumOver(rows, key)] as const);
    const column = this.#grouping.keys[level] ?? '';
    return { path, level, column, value, count: rows.length, isOpen, sums: Object.fromEntries(sums) };
  }

  /** Whether each line is the same row or group as in `before`, so that no line has moved. */
  isLike(before: GroupLines): boolean {
    if (this.#engine !== before.#engine || this.count !== before.count) return false;
    for (let at = 0; at < this.count; at++) {
      const [line, was] = [this.#lines[at] ?? 0, before.#lines[at] ?? 0];
      if (line >= 0 !== was >= 0) return false;
      if (line >= 0 && this.#rows[line] !== before.#rows[was]) return false;
      if (line < 0 && this.#groups[-line - 1]?.path !== before.#groups[-was - 1]?.path) return false;
    }
    return true;
  }

  /** The line of a row or of a group; -1 if it is not shown. */
  positionOf(id: number): number {
    if (id <= firstId) return this.#groups.find(({ path, line }) => line >= 0 && this.#ids.of(path) === id)?.line ?? -1;
    this.#places ??= placesOf(this.#rows);
    return this.#lineOf[this.#places[this.#engine.rowAt(id)] ?? -1] ?? -1;
  }
}

/** Whether what is inside these groups is shown. There are at most two. */
const isOpen = (groups: readonly Group[]): boolean => groups[0]?.isOpen !== false && groups[1]?.isOpen !== false;

function placesOf(rows: Uint32Array): Int32Array {
  const places = new Int32Array(rows.reduce((most, row) => Math.max(most, row), -1) + 1).fill(-1);
  for (let place = 0; place < rows.length; place++) places[rows[place] ?? 0] = place;
  return places;
}
