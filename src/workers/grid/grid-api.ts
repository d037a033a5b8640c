import type { JobRow } from '#contract/rows/jobs.ts';
import type { MapKind, TargetRow } from '#contract/rows/rows.ts';
import { mapKeyOf, sharedKey } from '#domain/job-list/map-keys.ts';
import { mappingOf } from '#domain/jobs/mapping-of.ts';
import type { MapTally } from '#domain/mapping/table/map-rows.ts';
import type { ZipPlaces } from '#domain/places/zip-places.ts';
import { mayPost, type PostReason, postedFromOthers } from '#domain/posting/may-post.ts';
import { belowFloor } from '#domain/posting/rate-floor.ts';
import type { Condition } from '#domain/query/condition.ts';
import type { Around } from '#domain/rules/derived-values.ts';
import { readRow, readRows, scan } from '#src/store/rows.ts';
import type { Store, StoreKey } from '#src/store/store.ts';
import type { Facet } from '../columns/facets.ts';
import type { SortKey } from '../columns/grid-schema.ts';
import type { Tally } from '../columns/tally.ts';
import type { Asker } from './asked-columns.ts';
import { childrenAmong, type FamilyQuestion, familyOf, type JobFamily } from './job-family.ts';
import { JobGrid } from './job-grid.ts';
import { summedAmong } from './job-grid-schema.ts';
import { ungrouped } from './lines/group-lines.ts';
import type { WaitingRows } from './lines/held-rows.ts';
import type { JobWindow, Opened, ShownSummary } from './lines/shown-rows.ts';
import type { AtsNamed } from './map-lookup.ts';
import { decidedTexts, type MapQueue, type MapQueueQuestion, mapQueue, reviewSizes } from './map-queue.ts';
import { type MapTable, type MapTableQuestion, mapTable, mapTally, vendorTexts } from './map-table.ts';
import { type NearNews, Places } from './places/places.ts';
import { type SameOrdersOfJob, sameOrdersOf, sameOrdersOfAll } from './same-orders/same-orders-of.ts';

/**
 * What the screen receives after every change: counts of the view, rows that wait while the user works in it, whether all rows
 * are read, whether the device's copy is complete, and whether reading failed.
 */
export type GridNews = ShownSummary & {
  readonly waiting: WaitingRows;
  readonly ready: boolean;
  readonly complete: boolean;
  readonly failed: boolean;
  /** For a view that asks for a distance: whether places are known. */
  readonly near: NearNews | null;
};

/** A job as people name it. */
export type JobName = Pick<JobRow, 'id' | 'providerJobId' | 'title' | 'facility'>;

/** The check of one job before posting: every reason why it may not be posted, and what a person should know if it may. */
export type PostCheck = JobName & { readonly reasons: readonly PostReason[]; readonly warnings: readonly string[] };

/**
 * The grid worker's API. It is a plain object, so tests use it without a Worker. Call `open` first. `loadPlaces` gives the table of
 * zip codes, at the first question for a distance.
 */
export function createGrid(openStore: (key: StoreKey) => Promise<Store>, loadPlaces: () => Promise<ZipPlaces> = noPlaces) {
  let grid: JobGrid | null = null;
  const places = new Places(loadPlaces, () => grid?.showAgain());
  let failed = false;
  const held = (): JobGrid => {
    if (!grid) throw new Error('the grid is not open');
    return grid;
  };
  const news = (): GridNews => {
    const { shown, ready, complete } = held();
    return { ...shown.summary(), waiting: shown.waiting(), ready, complete, failed, near: held().nearNews() };
  };

  return {
    /** Opens a store's jobs, closes those of another store, and reports every change. `tell` reports rows as they are read. */
    async open(key: StoreKey, tell: (news: GridNews) => void): Promise<void> {
      grid?.close();
      const opened = new JobGrid(await openStore(key), places, () => {
        if (grid === opened) tell(news());
      });
      grid = opened;
      failed = false;
      opened.start().catch(() => {
        if (grid !== opened) return;
        failed = true;
        tell(news());
      });
    },

    /** Whether reading the open store failed. Opening it again may help. */
    hasFailed: (): boolean => failed,

    news,

    /** Sets the condition, the sort order and the groups, and the orders whose parts are shown below them (null: flat). */
    show(where: Condition | null, sort: readonly SortKey[], grouping = ungrouped, opened: Opened = null): GridNews {
      places.retry();
      held().show({ where, sort, grouping, opened });
      return news();
    },

    /** Holds the shown rows as they are now, while the user works in them, or shows every change again. */
    hold(holds: boolean): GridNews {
      held().hold(holds);
      return news();
    },

    ...shownRows(held),
    ...mappings(held),
    ...askedColumns(held),
    ...relatedJobs(held),
    ...countedJobs(held),

    /** Which of these jobs match a condition. */
    idsAmong: (ids: readonly number[], where: Condition): number[] =>
      held().engine.idsWhere({ kind: 'all', of: [{ kind: 'ids', ids }, where] }, ids.length) as number[],

    /** Jobs as people name them, in the order of the ids. Use it for short lists only. */
    namesOf: async (ids: readonly number[]): Promise<JobName[]> =>
      (await readRows(held().store, 'job', ids)).flatMap((job) => (job ? [nameOfJob(held(), job)] : [])),

    /** The jobs with each of these vendor's numbers; several, if sources use the same number. */
    jobsNumbered: (numbers: readonly string[]): Map<string, number[]> => jobsNumbered(held(), numbers),

    checkPosts: (ids: readonly number[], target: TargetRow, recreate: boolean): Promise<PostCheck[]> =>
      checkPosts(held(), ids, target, recreate),

    /** A few jobs that carry a vendor text, as examples of its meaning. */
    jobsWith: (kind: MapKind, valueId: number, limit: number): Promise<JobRow[]> =>
      jobsWhere(held(), { kind: 'equals', column: mapKeyOf(kind), text: sharedKey(valueId) }, limit),

    /** Whole jobs that match a condition, independent of the view. Use it for short lists only. */
    jobsWhere: (where: Condition, limit: number): Promise<JobRow[]> => jobsWhere(held(), where, limit),

    /** Tries again to load the table of zip codes, if that failed: there is a connection now. */
    connected: (): void => places.retry(),

    close(): void {
      grid?.close();
      grid = null;
    },
  };
}

const noPlaces = (): Promise<ZipPlaces> => Promise.reject(new Error('there is no table of zip codes'));

/** Answers about vendor texts and their mappings. */
function mappings(held: () => JobGrid) {
  return {
    mapQueue: (question: MapQueueQuestion): MapQueue => mapQueue(held(), question),

    /** How many texts of each kind a person has to review. */
    reviewSizes: (targetId: number): Record<MapKind, number> => reviewSizes(held(), targetId),

    /** How many texts of the target people have decided. */
    decidedTexts: (targetId: number): number => decidedTexts(held(), targetId),

    /** One page of the mapping table. */
    mapTable: async (question: MapTableQuestion): Promise<MapTable> =>
      mapTable(held(), question, await sourceNames(held().store)),

    mapTally: (question: Pick<MapTableQuestion, 'kind' | 'targetId'>): MapTally[] => mapTally(held(), question),

    /** Vendor texts as people read them; null for a text that no longer exists. */
    vendorTexts: async (ids: readonly number[]): Promise<(string | null)[]> =>
      vendorTexts(held(), ids, await sourceNames(held().store)),

    /** Names of ATS values of a target, the first one unless said otherwise; null where it no longer lists one. A caller that heard of a new value gets its name. */
    atsNames: async (wanted: readonly AtsNamed[]): Promise<(string | null)[]> => {
      const grid = held();
      await grid.caughtUp();
      return wanted.map(([kind, id, targetId]) => grid.lookup.ats(kind, id, targetId)?.name ?? null);
    },
  };
}

/** Answers about jobs that belong together. */
function relatedJobs(held: () => JobGrid) {
  return {
    /** The same order at other sources. */
    sameOrders: (id: number): Promise<SameOrdersOfJob> => sameOrdersOf(held(), id),

    family: (job: FamilyQuestion): Promise<JobFamily> => familyOf(held(), job),

    /** Jobs that match a condition and are shifts or positions of these orders, without those among them. */
    childrenAmong: (ids: readonly number[], where: Condition): number[] => childrenAmong(held(), ids, where),
  };
}

/** The columns that are held only for those who ask for them. */
function askedColumns(held: () => JobGrid) {
  return {
    /** Holds columns for an asker, instead of those that it asked for before. Null if they are there, or else a wait until they are. */
    need: (asker: Asker, keys: readonly string[]): Promise<void> | null => held().need(asker, keys),

    asked: (): readonly string[] => held().asked.columns.map(({ key }) => key),

    /** Sets the day and the pay setup that calculated fields depend on. */
    surround: (around: Around): void => held().surround(around),

    /** Shows mappings as they are for a target; null for the first one. */
    seeAt: (targetId: number | null): void => held().seeAt(targetId),
  };
}

/** Answers that count jobs. */
function countedJobs(held: () => JobGrid) {
  return {
    facets: (key: string, typed: string, limit: number): Facet[] => held().engine.facets(key, { of: 'all', typed, limit }),

    /** How many rows match each condition. Used for tabs, badges, and the actions allowed on a selection. */
    counts: (conditions: readonly Condition[]): number[] => conditions.map((where) => held().engine.countOf(where)),

    /** Jobs that match a condition, by the values of a column, with the total of another one. */
    tally: (where: Condition, by: string, amount: string): Tally[] => held().engine.tally(where, by, amount),
  };
}

/** Answers about the rows on the screen, which may be held. */
function shownRows(held: () => JobGrid) {
  return {
    /** Cells of rows `from` to `to`. Null when `order` is no longer current. */
    window(order: number, from: number, to: number, keys: readonly string[]): JobWindow | null {
      const { shown } = held();
      return shown.summary().order === order ? shown.window(from, to, keys, summedAmong(keys)) : null;
    },

    /** Ids of the shown lines, in order; those of groups are negative. */
    ids: (from: number, to: number): Int32Array => Int32Array.from(held().shown.ids(from, to)),

    /** Ids of all rows of the view, in order, also of those in closed groups. */
    allIds: (): Int32Array => {
      const { shown } = held();
      return Int32Array.from(shown.rowIds(0, shown.summary().count));
    },

    /** Cells of these jobs, shown or not. */
    cellsOf: (ids: readonly number[], keys: readonly string[]) => held().engine.cellsOf(ids, keys),

    /** Position of a job in the shown rows, or -1. */
    positionOf: (id: number): number => held().shown.positionOf(id),

    countShown: (ids: readonly number[]): number => held().shown.countShown(ids),

    sum: (key: string): number => held().engine.sum(key),
  };
}

function jobsNumbered({ engine }: JobGrid, numbers: readonly string[]): Map<string, number[]> {
  const found = new Map(numbers.map((number): [string, number[]] => [number, []]));
  const ids = engine.idsWhere({ kind: 'all', of: [] }, Number.MAX_SAFE_INTEGER) as number[];
  const cells = engine.cellsOf(ids, ['providerJobId'])['providerJobId'];
  for (const [i, id] of ids.entries()) {
    const number = cells?.[i];
    if (typeof number === 'string') found.get(number)?.push(id);
  }
  return found;
}

async function sourceNames(store: Store): Promise<ReadonlyMap<number, string>> {
  return new Map((await scan(store, 'source')).map(({ id, name }) => [id, name]));
}

async function jobsWhere({ engine, store }: JobGrid, where: Condition, limit: number): Promise<JobRow[]> {
  const rows = await readRows(store, 'job', engine.idsWhere(where, limit) as number[]);
  return rows.filter((row) => row !== undefined);
}

async function checkPosts(grid: JobGrid, ids: readonly number[], target: TargetRow, recreate: boolean): Promise<PostCheck[]> {
  // Read the target again: the screen's copy may be slightly old.
  const now = (await readRow(grid.store, 'target', target.id)) ?? target;
  const jobs = (await readRows(grid.store, 'job', ids)).filter((row) => row !== undefined);
  const others = await sameOrdersOfAll(grid, ids);
  const { floor } = grid.lookups;
  const flex = (await readRow(grid.store, 'flexMapping', target.id)) ?? null;
  return jobs.map((job) => {
    const same = others.get(job.id) ?? [];
    const verdict = mayPost(job, now, grid.lookup.values, { recreate, floor, flex, others: same });
    const below = belowFloor(job, floor);
    const warnings = recreate ? postedFromOthers(now.id, same) : below?.state === 'warn' ? below.words : [];
    return { ...nameOfJob(grid, job), reasons: verdict.ok ? [] : verdict.reasons, warnings };
  });
}

/** A job as people name it. Its facility is the ATS's one once it is mapped. */
function nameOfJob({ lookup }: JobGrid, job: JobRow): JobName {
  const { id, providerJobId, title, facility } = job;
  const mapped = mappingOf(job, 'facility', lookup.values);
  return { id, providerJobId, title, facility: (mapped && lookup.ats('facility', mapped.id)?.name) ?? facility };
}
