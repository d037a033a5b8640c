import type { Condition } from '#domain/query/condition.ts';
import type { SortKey } from '../columns/grid-schema.ts';
import type { Asker } from './asked-columns.ts';
import type { createGrid } from './grid-api.ts';
import { type Grouping, ungrouped } from './group-lines.ts';

/** How long the columns of a single question are kept for the next one, such as the next part of an export. */
const onceMs = 10_000;

/**
 * The grid's API for screens, which may ask for any column of a job. Answers wait until the columns that they need are read from the
 * store.
 */
export function withAskedColumns(grid: ReturnType<typeof createGrid>) {
  let shows = 0;
  let forgetting: ReturnType<typeof setTimeout> | undefined;
  const have = async (asker: Asker, keys: readonly string[]): Promise<void> => {
    for (let wait = grid.need(asker, keys); wait; wait = grid.need(asker, keys)) await wait;
  };
  const once = async (keys: readonly string[]): Promise<void> => {
    clearTimeout(forgetting);
    forgetting = setTimeout(() => grid.forget(), onceMs);
    await have('once', keys);
  };
  return {
    ...grid,

    /** Shows the view that was asked for last, once its columns are there. Until then, the one before stays. */
    async show(where: Condition | null, sort: readonly SortKey[], grouping: Grouping = ungrouped) {
      const own = ++shows;
      const keys = [...(where ? columnsIn(where) : []), ...sort.map(({ key }) => key), ...grouping.keys];
      await have('nextView', keys);
      if (own !== shows) return grid.news();
      const news = grid.show(where, sort, grouping);
      grid.need('view', keys);
      grid.need('nextView', []);
      return news;
    },

    async window(...asked: Parameters<typeof grid.window>) {
      await have('window', asked[3]);
      return grid.window(...asked);
    },

    async cellsOf(...asked: Parameters<typeof grid.cellsOf>) {
      await once(asked[1]);
      return grid.cellsOf(...asked);
    },

    async facets(...asked: Parameters<typeof grid.facets>) {
      await once([asked[0]]);
      return grid.facets(...asked);
    },

    async sum(key: string) {
      await once([key]);
      return grid.sum(key);
    },

    async counts(conditions: readonly Condition[]) {
      await have('counts', conditions.flatMap(columnsIn));
      return grid.counts(conditions);
    },

    async idsAmong(...asked: Parameters<typeof grid.idsAmong>) {
      await once(columnsIn(asked[1]));
      return grid.idsAmong(...asked);
    },

    async childrenAmong(...asked: Parameters<typeof grid.childrenAmong>) {
      await once(columnsIn(asked[1]));
      return grid.childrenAmong(...asked);
    },

    async jobsWhere(...asked: Parameters<typeof grid.jobsWhere>) {
      await once(columnsIn(asked[0]));
      return grid.jobsWhere(...asked);
    },
  };
}

/** The columns that a condition names. */
function columnsIn(condition: Condition): readonly string[] {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return condition.of.flatMap(columnsIn);
    case 'not':
      return columnsIn(condition.of);
    case 'word':
      return condition.columns ?? [];
    case 'ids':
      return [];
    default:
      return [condition.column];
  }
}
