import type { GridEngine } from '../../columns/grid-engine.ts';
import type { Cell } from '../../columns/grid-schema.ts';

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
 * Rows in groups, as lines: each group has a line, and the rows of open groups follow it. `rows` are the positions of all rows of the
 * view, sorted by the groups. Which row is in which group is decided once; sums are added up when a window asks for them.
 */
export class GroupLines {
  readonly #engine: GridEngine;
  readonly #rows: Uint32Array;
  readonly #grouping: Grouping;
  readonly #flipped: ReadonlySet<string>;
  readonly #ids: GroupIds;
  readonly #groups: Group[] = [];
  /** For each line the place of its row, or -1 minus the number of its group. */
  readonly #lines: Int32Array;
  /** For each row its line; -1 inside a closed group. */
  readonly #lineOf: Int32Array;
  #places: ReadonlyMap<unknown, number> | null = null;
  readonly count: number;

  constructor(engine: GridEngine, rows: Uint32Array, grouping: Grouping, ids: GroupIds) {
    this.#engine = engine;
    this.#rows = rows;
    this.#grouping = grouping;
    this.#flipped = new Set(grouping.flipped);
    this.#ids = ids;
    const { levels, groups } = engine.groupStarts(rows, grouping.keys);
    this.#lines = new Int32Array(rows.length + groups);
    this.#lineOf = new Int32Array(rows.length).fill(-1);
    this.count = this.#fill(levels);
  }

  #fill(levels: Uint8Array): number {
    const depth = this.#grouping.keys.length;
    const outer: Group[] = [];
    let count = 0;
    for (let at = 0; at < levels.length; at++) {
      const level = levels[at] ?? 0;
      if (level < depth) count = this.#begin(outer, at, level, count);
      if (!isOpen(outer)) continue;
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

  #lineFor({ path, level, value, isOpen, from, to }: Group, summed: readonly string[]): GroupLine {
    const rows = this.#rows.subarray(from, to);
    const sums = summed.map((key) => [key, this.#engine.sumOver(rows, key)] as const);
    const column = this.#grouping.keys[level] ?? '';
    return { path, level, column, value, count: to - from, isOpen, sums: Object.fromEntries(sums) };
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
    this.#places ??= new Map(Array.from(this.#rows, (row, place) => [this.#engine.idAt(row), place]));
    return this.#lineOf[this.#places.get(id) ?? -1] ?? -1;
  }
}

/** Whether what is inside these groups is shown. There are at most two. */
const isOpen = (groups: readonly Group[]): boolean => groups[0]?.isOpen !== false && groups[1]?.isOpen !== false;
