import { type Remote, transfer } from 'comlink';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { MapKind, TargetRow } from '#contract/rows/rows.ts';
import type { MapTally } from '#domain/mapping/table/map-rows.ts';
import type { Condition } from '#domain/query/condition.ts';
import type { Around } from '#domain/rules/derived-values.ts';
import type { StoreKey } from '#src/store/store.ts';
import type { Facet } from '../columns/facets.ts';
import type { Cell, SortKey } from '../columns/grid-schema.ts';
import type { Tally } from '../columns/tally.ts';
import { linkWorker, type WorkerLink } from '../link/worker-link.ts';
import type { ExposedGrid } from './grid.worker.ts';
import type { GridNews, JobName, PostCheck } from './grid-api.ts';
import { takeGridThread } from './grid-thread.ts';
import type { FamilyQuestion, JobFamily } from './job-family.ts';
import { type Grouping, ungrouped } from './lines/group-lines.ts';
import { noneWaiting } from './lines/held-rows.ts';
import type { JobWindow, Opened } from './lines/shown-rows.ts';
import type { AtsNamed } from './map-lookup.ts';
import type { MapQueue, MapQueueQuestion } from './map-queue.ts';
import type { MapTable, MapTableQuestion } from './map-table.ts';
import type { SameOrdersOfJob } from './same-orders/same-orders-of.ts';

const quickMs = 10_000;
const openMs = 60_000;
/** Limits restarts of a worker that keeps dying. */
const mostRestarts = 3;

/**
 * The grid worker of one store. Restarts the worker with the same view when it dies. Pending calls fail, and the screen repeats
 * them.
 */
export class GridClient {
  readonly #key: StoreKey;
  readonly #heard = new Set<() => void>();
  #link: WorkerLink<ExposedGrid>;
  #opened: Promise<void>;
  #view: readonly [Condition | null, readonly SortKey[], Grouping, Opened] = [null, [], ungrouped, null];
  #holds = false;
  #seenAt: number | null = null;
  #around: Around | null = null;
  #news: GridNews | null = null;
  #restarts = 0;
  #stopped = false;

  constructor(key: StoreKey) {
    this.#key = key;
    this.#link = this.#start();
    this.#opened = this.#open();
    this.#opened.catch(() => this.#tell({ ...nothing, failed: true }));
  }

  /** The last news; null before the first. */
  readonly news = (): GridNews | null => this.#news;

  readonly watch = (hear: () => void): (() => void) => {
    this.#heard.add(hear);
    return () => this.#heard.delete(hear);
  };

  async show(where: Condition | null, sort: readonly SortKey[], grouping = ungrouped, opened: Opened = null): Promise<void> {
    this.#view = [where, sort, grouping, opened];
    this.#tell(await this.#ask('show', (grid) => grid.show(where, sort, grouping, opened)));
  }

  /** Holds the shown rows as they are now, while the user works in them, or shows every change again. */
  async hold(holds: boolean): Promise<void> {
    this.#holds = holds;
    this.#tell(await this.#ask('hold', (grid) => grid.hold(holds)));
  }

  /** Sets the day and the pay setup that calculated fields depend on. */
  async surround(around: Around): Promise<void> {
    this.#around = around;
    await this.#ask('surround', (grid) => grid.surround(around));
  }

  /** Shows mappings as they are for a target; null for the first one. */
  async seeAt(targetId: number | null): Promise<void> {
    this.#seenAt = targetId;
    await this.#ask('seeAt', (grid) => grid.seeAt(targetId));
  }

  window(order: number, from: number, to: number, keys: readonly string[]): Promise<JobWindow | null> {
    return this.#ask('window', (grid) => grid.window(order, from, to, keys));
  }

  ids(from: number, to: number): Promise<Int32Array> {
    return this.#ask('ids', (grid) => grid.ids(from, to));
  }

  /** Ids of all rows of the view, in order, also of those in closed groups. */
  allIds(): Promise<Int32Array> {
    return this.#ask('allIds', (grid) => grid.allIds());
  }

  /** Cells of these jobs, shown or not. A job that does not exist has blank cells. */
  cellsOf(ids: readonly number[], keys: readonly string[]): Promise<Readonly<Record<string, readonly Cell[]>>> {
    return this.#ask('cellsOf', (grid) => grid.cellsOf(ids, keys));
  }

  /** The parent order of a job, and its shifts and positions. */
  sameOrders(id: number): Promise<SameOrdersOfJob> {
    return this.#ask('sameOrders', (grid) => grid.sameOrders(id));
  }

  family(job: FamilyQuestion): Promise<JobFamily> {
    return this.#ask('family', (grid) => grid.family(job));
  }

  /** Jobs that match a condition and are shifts or positions of these orders, without those among them. */
  childrenAmong(ids: readonly number[], where: Condition): Promise<number[]> {
    return this.#ask('childrenAmong', (grid) => grid.childrenAmong(ids, where));
  }

  positionOf(id: number): Promise<number> {
    return this.#ask('positionOf', (grid) => grid.positionOf(id));
  }

  facets(key: string, typed: string, limit: number): Promise<Facet[]> {
    return this.#ask('facets', (grid) => grid.facets(key, typed, limit));
  }

  /** Jobs as people name them. Use it for short lists only. */
  namesOf(ids: readonly number[]): Promise<JobName[]> {
    return this.#ask('namesOf', (grid) => grid.namesOf(ids));
  }

  /** Jobs that match a condition, by the values of a column, with the total of another one. */
  tally(where: Condition, by: string, amount: string): Promise<Tally[]> {
    return this.#ask('tally', (grid) => grid.tally(where, by, amount));
  }

  counts(conditions: readonly Condition[]): Promise<number[]> {
    return this.#ask('counts', (grid) => grid.counts(conditions));
  }

  idsAmong(ids: readonly number[], where: Condition): Promise<number[]> {
    return this.#ask('idsAmong', (grid) => grid.idsAmong(ids, where));
  }

  countShown(ids: readonly number[]): Promise<number> {
    return this.#ask('countShown', (grid) => grid.countShown(ids));
  }

  sum(key: string): Promise<number> {
    return this.#ask('sum', (grid) => grid.sum(key));
  }

  /** The jobs with each of these vendor's numbers; several, if sources use the same number. */
  jobsNumbered(numbers: readonly string[]): Promise<Map<string, number[]>> {
    return this.#ask('jobsNumbered', (grid) => grid.jobsNumbered(numbers));
  }

  checkPosts(ids: readonly number[], target: TargetRow, recreate: boolean): Promise<PostCheck[]> {
    return this.#ask('checkPosts', (grid) => grid.checkPosts(ids, target, recreate));
  }

  mapQueue(question: MapQueueQuestion): Promise<MapQueue> {
    return this.#ask('mapQueue', (grid) => grid.mapQueue(question));
  }

  /** How many texts of each kind a person has to review. */
  reviewSizes(targetId: number): Promise<Record<MapKind, number>> {
    return this.#ask('reviewSizes', (grid) => grid.reviewSizes(targetId));
  }

  /** How many texts of the target people have decided. */
  decidedTexts(targetId: number): Promise<number> {
    return this.#ask('decidedTexts', (grid) => grid.decidedTexts(targetId));
  }

  mapTable(question: MapTableQuestion): Promise<MapTable> {
    return this.#ask('mapTable', (grid) => grid.mapTable(question));
  }

  mapTally(question: Pick<MapTableQuestion, 'kind' | 'targetId'>): Promise<MapTally[]> {
    return this.#ask('mapTally', (grid) => grid.mapTally(question));
  }

  jobsWith(kind: MapKind, valueId: number, limit: number): Promise<JobRow[]> {
    return this.#ask('jobsWith', (grid) => grid.jobsWith(kind, valueId, limit));
  }

  vendorTexts(ids: readonly number[]): Promise<(string | null)[]> {
    return this.#ask('vendorTexts', (grid) => grid.vendorTexts(ids));
  }

  atsNames(wanted: readonly AtsNamed[]): Promise<(string | null)[]> {
    return this.#ask('atsNames', (grid) => grid.atsNames(wanted));
  }

  jobsWhere(where: Condition, limit: number): Promise<JobRow[]> {
    return this.#ask('jobsWhere', (grid) => grid.jobsWhere(where, limit));
  }

  stop(): void {
    this.#stopped = true;
    this.#link.stop();
  }

  async #ask<T>(what: string, call: (grid: Remote<ExposedGrid>) => Promise<T>): Promise<T> {
    await this.#opened;
    return this.#link.ask(what, quickMs, call);
  }

  #start(): WorkerLink<ExposedGrid> {
    return linkWorker<ExposedGrid>(takeGridThread(), () => this.#restart());
  }

  async #open(): Promise<void> {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', (event: MessageEvent<GridNews>) => this.#tell(event.data));
    port1.start();
    const link = this.#link;
    await link.ask('open', openMs, (grid) => grid.open(this.#key, transfer(port2, [port2])));
    const around = this.#around;
    if (around) await link.ask('surround', quickMs, (grid) => grid.surround(around));
    const seenAt = this.#seenAt;
    if (seenAt !== null) await link.ask('seeAt', quickMs, (grid) => grid.seeAt(seenAt));
    await link.ask('show', quickMs, (grid) => grid.show(...this.#view));
    if (this.#holds) await link.ask('hold', quickMs, (grid) => grid.hold(true));
  }

  #restart(): void {
    if (this.#stopped) return;
    if (++this.#restarts > mostRestarts) return this.#tell({ ...(this.#news ?? nothing), failed: true });
    this.#link = this.#start();
    this.#opened = this.#open();
    this.#opened.catch(() => this.#tell({ ...(this.#news ?? nothing), failed: true }));
  }

  #tell(news: GridNews): void {
    if (this.#stopped) return;
    this.#news = news;
    for (const hear of this.#heard) hear();
  }
}

const counts = { order: 0, version: 0, total: 0, count: 0, lines: 0, below: 0, others: 0 };
const nothing: GridNews = { ...counts, waiting: noneWaiting, ready: false, complete: false, failed: false, near: null };
