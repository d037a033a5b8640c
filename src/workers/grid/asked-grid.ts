import { type Condition, columnsIn } from '#domain/query/condition.ts';
import type { SortKey } from '../columns/grid-schema.ts';
import type { Asker } from './asked-columns.ts';
import type { createGrid } from './grid-api.ts';
import { type Grouping, ungrouped } from './lines/group-lines.ts';
import type { Opened } from './lines/shown-rows.ts';

/** How long the columns of a single question are kept for the next one, such as the next part of an export. */
const onceMs = 10_000;

/**
 * The grid's API for screens, which may ask for any column of a job. Answers wait until the columns that they need are read from the
 * store.
 */
export function withAskedColumns(grid: ReturnType<typeof createGrid>) {
  let shows = 0;
  let forgetting: ReturnType<typeof setTimeout> | undefined;
  const have = waitFor(grid.need);
  /** Changes what an asker holds. Only those who wait need to know that columns could not be read. */
  const hold = (asker: Asker, keys: readonly string[]): void => void grid.need(asker, keys)?.catch(() => undefined);
  /** An answer to a single question, with the columns that it needs. */
  const once =
    <Q extends readonly unknown[], A>(keysOf: (...asked: Q) => readonly string[], answer: (...asked: Q) => A) =>
    async (...asked: Q): Promise<Awaited<A>> => {
      clearTimeout(forgetting);
      forgetting = setTimeout(() => hold('once', []), onceMs);
      await have('once', keysOf(...asked));
      return await answer(...asked);
    };
  return {
    ...grid,

    /** Shows the view that was asked for last, once its columns are there. Until then, the one before stays. */
    async show(where: Condition | null, sort: readonly SortKey[], grouping: Grouping = ungrouped, opened: Opened = null) {
      const own = ++shows;
      const keys = [...(where ? columnsIn(where) : []), ...sort.map(({ key }) => key), ...grouping.keys];
      await have('nextView', keys);
      if (own !== shows) return grid.news();
      const news = grid.show(where, sort, grouping, opened);
      hold('view', keys);
      hold('nextView', []);
      return news;
    },

    async window(...asked: Parameters<typeof grid.window>) {
      await have('window', asked[3]);
      return grid.window(...asked);
    },

    async counts(conditions: readonly Condition[]) {
      await have('counts', conditions.flatMap(columnsIn));
      return grid.counts(conditions);
    },

    cellsOf: once((_ids, keys) => keys, grid.cellsOf),
    facets: once((key) => [key], grid.facets),
    sum: once((key) => [key], grid.sum),
    idsAmong: once((_ids, where) => columnsIn(where), grid.idsAmong),
    childrenAmong: once((_ids, where) => columnsIn(where), grid.childrenAmong),
    jobsWhere: once((where) => columnsIn(where), grid.jobsWhere),

    close(): void {
      clearTimeout(forgetting);
      grid.close();
    },
  };
}

/** Waits until an asker's columns are there. Those of its earlier questions stay until they are answered. */
function waitFor(need: (asker: Asker, keys: readonly string[]) => Promise<void> | null) {
  const open = new Map<Asker, Set<readonly string[]>>();
  return async (asker: Asker, keys: readonly string[]): Promise<void> => {
    const all = open.get(asker) ?? new Set();
    open.set(asker, all);
    all.add(keys);
    try {
      for (let wait = need(asker, [...all].flat()); wait; wait = need(asker, [...all].flat())) await wait;
    } finally {
      all.delete(keys);
    }
  };
}
