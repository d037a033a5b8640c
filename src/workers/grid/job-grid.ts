import type { AtsValueRow, MapKind, MapValueRow } from '#contract/rows/rows.ts';
import { mapKinds } from '#domain/jobs/mapping-of.ts';
import { readMeta } from '#src/store/meta.ts';
import { BlocksMoved, type Patch, readBlocks, readRows, scan } from '#src/store/rows.ts';
import { changesSince, type Store } from '#src/store/store.ts';
import { rowsOf } from '#src/store/tables/blocks.ts';
import type { Notice, StoredBlock } from '#src/store/tables/tables.ts';
import { createGridEngine, type GridEngine } from '../columns/grid-engine.ts';
import { ExpandedStatusLookup } from './expanded-status-lookup.ts';
import { gridBlock, gridRow, overrideIn, overridesIn, withTexts } from './job-columns.ts';
import { jobGridSchema, mapKeyOf, statusKey, statusLookup } from './job-grid-schema.ts';
import { kindsIn, MapLookup } from './map-lookup.ts';
import type { NearNews, Places } from './places/places.ts';
import { SameOrderMarks } from './same-orders/same-order-marks.ts';
import { ShownRows, type View } from './shown-rows.ts';
import { type Followed, idsIn, numbersOf, tellsAll, tellsOfStatuses } from './store-notices.ts';
import { movedMarks, type SyncMark, syncMarks } from './sync-marks.ts';
import { createYield } from './yield-to-main.ts';

/** Blocks loaded between two messages to the screen. The first block is loaded alone, so that it can be painted early. */
const blocksAtOnce = 12;
/** While rows arrive, the screen is updated at most this often: painting after each block costs more than loading it. */
const newsApartMs = 300;

/**
 * The jobs of one store in the columnar engine, with their mappings and marks of unsent changes. Follows every change of the
 * store. Calls `changed` whenever windows or counts may differ.
 */
export class JobGrid {
  readonly store: Store;
  readonly lookup = new MapLookup();
  readonly #statuses = new ExpandedStatusLookup();
  readonly #sameOrders = new SameOrderMarks(this, () => this.#follow());
  engine: GridEngine;
  readonly shown: ShownRows;
  /** True once the first snapshot is complete and all its rows are in the engine. Earlier, held rows would miss those still to be read. */
  complete = false;
  ready = false;
  readonly #changed: () => void;
  readonly #places: Places;
  #view: View = { where: null, sort: [] };
  #told = { rows: 0, at: 0 };
  #telling: ReturnType<typeof setTimeout> | null = null;
  #version = 0;
  #marks = new Map<number, SyncMark>();
  #valueMarks = new Map<number, SyncMark>();
  /** Numbers of the blocks already loaded, to find those that a first snapshot has added since. */
  #taken: Record<Followed, Set<number>> = { atsValue: new Set(), mapValue: new Set(), job: new Set() };
  #stop: () => void = () => undefined;
  #running: Promise<void> | null = null;
  #again = false;

  constructor(store: Store, places: Places, changed: () => void) {
    this.store = store;
    this.#places = places;
    this.#changed = changed;
    this.engine = this.#newEngine();
    this.shown = new ShownRows(this.engine);
  }

  #newEngine(): GridEngine {
    return createGridEngine(jobGridSchema, undefined, this.#places.zipsNear);
  }

  /** Reads everything, then follows the store's changes. */
  async start(): Promise<void> {
    this.#stop = this.store.watch(() => this.#follow());
    await this.#run(() => this.#loadAll());
  }

  close(): void {
    if (this.#telling) clearTimeout(this.#telling);
    this.#sameOrders.close();
    this.#stop();
    this.store.close();
  }

  /**
   * Shows another view. Its rows are held once every change that the store has now is read, because another part of the screen may
   * show that change already and lead here: "3 jobs posted" leads to 3 jobs.
   */
  show(view: View): void {
    this.#view = view;
    this.shown.show(view);
    if (this.ready) this.#follow();
  }

  /** Shows the view again: places are known now, or could not be loaded. */
  placesChanged(): void {
    this.show(this.#view);
    this.#changed();
  }

  nearNews(): NearNews | null {
    return this.#places.newsOf(this.#view.where);
  }

  /**
   * While the user works in the rows, those that others add or take out wait. The focus may come with another view whose changes
   * are still being read: its rows are held once they are.
   */
  hold(holds: boolean): void {
    this.shown.hold(holds, this.ready && this.complete && this.#running === null);
  }

  markOfValue(id: number): SyncMark | null {
    return this.#valueMarks.get(id) ?? null;
  }

  #follow(): void {
    if (this.#running) this.#again = true;
    else void this.#run(() => this.#catchUp());
  }

  /** Only one read runs at a time. Notices during a read cause one more read. */
  async #run(work: () => Promise<void>): Promise<void> {
    this.#running = work();
    await this.#running.finally(() => {
      this.#running = null;
    });
    if (!this.#again) return;
    this.#again = false;
    await this.#run(() => this.#catchUp());
  }

  async #loadAll(): Promise<void> {
    // Read the version first. A change during the rest of the read is then reported again, which is harmless.
    const {
      version,
      entries,
      ats: atsBlocks,
      values: valueBlocks,
    } = await this.store.read(async (tx) => ({
      version: (await readMeta(tx, 'version')) ?? 0,
      entries: await tx.list('outbox'),
      ats: await tx.get('layouts', 'atsValue'),
      values: await tx.get('layouts', 'mapValue'),
    }));
    this.#version = version;
    this.#taken = { atsValue: numbersOf(atsBlocks), mapValue: numbersOf(valueBlocks), job: new Set() };
    await this.#readStatuses();
    const [ats, values] = await Promise.all([scan(this.store, 'atsValue'), scan(this.store, 'mapValue')]);
    this.#marks = syncMarks(entries, 'job');
    this.#valueMarks = syncMarks(entries, 'mapValue');
    this.lookup.setAts(ats);
    this.lookup.setMarks(this.#valueMarks);
    this.lookup.setValues(values);
    for (let attempt = 0; attempt < 3; attempt++) {
      const whole = await this.#loadJobs().catch((error: unknown) => {
        if (error instanceof BlocksMoved) return false;
        throw error;
      });
      if (whole) break;
    }
    this.ready = true;
    if (this.complete) this.shown.allRead();
    this.#changed();
    this.#again = true;
  }

  /** True when every block was read; false when a snapshot replaced them meanwhile. */
  async #loadJobs(): Promise<boolean> {
    // The first time, rows show as they arrive. Later, the old rows stay until all new ones are read.
    const engine = this.#newEngine();
    for (const kind of mapKinds) engine.setLookup(kind, this.lookup.all(kind));
    engine.setLookup(statusLookup, this.#statuses.all());
    if (!this.ready) this.#use(engine);
    let patches: readonly Patch[] = [];
    let waiting: ReturnType<typeof gridBlock>[] = [];
    let loaded = 0;
    let complete = false;
    const yieldToMain = createYield();
    for await (const part of readBlocks(this.store, 'job')) {
      await yieldToMain();
      if (part.kind === 'head') {
        complete = part.complete;
        patches = part.patches;
        continue;
      }
      waiting.push(gridBlock(part.block, this.#marks));
      this.#taken.job.add(part.block.no);
      loaded++;
      if (loaded > 1 && waiting.length < blocksAtOnce) continue;
      this.#load(engine, waiting);
      waiting = [];
      if (!this.ready) this.#changed();
    }
    if (waiting.length > 0) this.#load(engine, waiting);
    if (this.ready) this.#use(engine);
    this.#patch(patches);
    this.complete = complete;
    this.#sameOrders.soon();
    return true;
  }

  #use(engine: GridEngine): void {
    this.engine = engine;
    this.#sameOrders.forget();
    this.shown.use(engine);
  }

  #load(engine: GridEngine, blocks: readonly ReturnType<typeof gridBlock>[]): void {
    for (const block of blocks) {
      const overrides = overridesIn(block);
      for (const kind of mapKinds) {
        const added = this.lookup.addOverrides(kind, overrides[kind]);
        if (added.length > 0) engine.patchLookup(kind, added);
      }
      const keys = block.columns[statusKey];
      this.#addStatuses(engine, keys?.kind === 'dict' ? keys.values : []);
    }
    engine.load(blocks);
  }

  #addOverrides(kind: MapKind, ids: readonly string[]): void {
    const added = this.lookup.addOverrides(kind, ids);
    if (added.length > 0) this.engine.patchLookup(kind, added);
  }

  #addStatuses(engine: GridEngine, keys: readonly unknown[]): void {
    const added = this.#statuses.add(keys);
    if (added.length > 0) engine.patchLookup(statusLookup, added);
  }

  /** Reads what vendors' status texts mean to the customer. */
  async #readStatuses(): Promise<void> {
    const [statuses, sources] = await Promise.all([scan(this.store, 'customerStatus'), scan(this.store, 'source')]);
    this.#statuses.setBook({ statuses, sources });
  }

  #patch(patches: readonly Patch[]): void {
    const rows = patches
      .filter((patch) => patch.row !== null)
      .map(({ id, row }) => gridRow(row as never, this.#marks.get(id) ?? null, this.#sameOrders.of(id)));
    for (const kind of mapKinds) {
      const keys = rows.map((row) => row[mapKeyOf(kind)]).filter((key): key is string => typeof key === 'string');
      this.#addOverrides(
        kind,
        keys.map(overrideIn).filter((id) => id !== null),
      );
    }
    const statuses = rows.map((row) => row[statusKey]);
    this.#addStatuses(this.engine, statuses);
    if (rows.length > 0) this.engine.upsert(rows);
    const gone = patches.filter((patch) => patch.row === null).map((patch) => patch.id);
    if (gone.length > 0) this.engine.remove(gone);
    this.shown.drop(gone);
  }

  async #catchUp(): Promise<void> {
    const { moved, own } = this.#sameOrders.takeMoved();
    if (moved.length > 0) await this.#showSameOrders(moved, own);
    const notices = await changesSince(this.store, this.#version);
    if (!notices || notices.some((notice) => tellsAll(notice))) return this.#loadAll();
    if (notices.length === 0) {
      if (this.#isRead() && this.shown.allRead()) this.#tell();
      return;
    }
    this.#version = notices.at(-1)?.version ?? this.#version;
    await this.#takeNews(notices).catch((error: unknown) => {
      if (error instanceof BlocksMoved) return this.#loadAll();
      throw error;
    });
  }

  async #takeNews(notices: readonly Notice[]): Promise<void> {
    const arriving = !this.complete;
    const complete = await this.store.read(async (tx) => (await tx.get('layouts', 'job'))?.complete ?? false);
    const left = async (collection: Followed) => {
      const newer = arriving ? await this.#takeBlocks(collection) : [];
      return [...new Set([...idsIn(notices, collection, this.#taken[collection]), ...newer])];
    };
    if (notices.some(tellsOfStatuses)) {
      await this.#readStatuses();
      this.engine.setLookup(statusLookup, this.#statuses.all());
    }
    await this.#catchUpAts(await left('atsValue'));
    await this.#catchUpValues(await left('mapValue'));
    const marked = notices.some((notice) => notice.outbox) ? await this.#remark() : { jobs: [], values: [] };
    await this.#catchUpJobs([...new Set([...(await left('job')), ...marked.jobs])]);
    this.complete = complete;
    this.shown.settle(new Set([...marked.jobs, ...this.#jobsWith(marked.values)]));
    if (this.#isRead()) this.shown.allRead();
    this.#sameOrders.soon(marked.jobs);
    this.#tell();
  }

  /** Whether nothing is left to read. A view that was shown during a read asks for one more. */
  #isRead(): boolean {
    return this.complete && !this.#again;
  }

  /**
   * While a first snapshot arrives, loads its new blocks whole, because reading their rows one by one takes many times as long.
   * Returns the ids of rows newer than their blocks, which are still to be read.
   */
  async #takeBlocks(collection: Followed): Promise<readonly number[]> {
    const taken = this.#taken[collection];
    let newer: readonly number[] = [];
    let waiting: StoredBlock[] = [];
    const yieldToMain = createYield();
    for await (const part of readBlocks(this.store, collection, new Set(taken))) {
      await yieldToMain();
      if (part.kind === 'head') {
        newer = part.patches.map((patch) => patch.id);
        continue;
      }
      taken.add(part.block.no);
      waiting.push(part.block);
      if (waiting.length < blocksAtOnce) continue;
      this.#take(collection, waiting);
      waiting = [];
    }
    if (waiting.length > 0) this.#take(collection, waiting);
    return newer;
  }

  /** Reports the first rows at once, intermediate counts at intervals, and the complete set at once. */
  #tell(): void {
    const wait = this.#told.at + newsApartMs - performance.now();
    if (!this.complete && this.#told.rows > 0 && wait > 0) this.#telling ??= setTimeout(() => this.#tellNow(), wait);
    else this.#tellNow();
  }

  #tellNow(): void {
    if (this.#telling) clearTimeout(this.#telling);
    this.#telling = null;
    this.#told = { rows: this.engine.summary().total, at: performance.now() };
    this.#changed();
  }

  #take(collection: Followed, blocks: readonly StoredBlock[]): void {
    if (collection === 'job')
      this.#load(
        this.engine,
        blocks.map((block) => gridBlock(block, this.#marks)),
      );
    else if (collection === 'mapValue') this.#putValues(blocks.flatMap(rowsOf) as unknown as MapValueRow[]);
    else this.#putAts(blocks.flatMap(rowsOf) as unknown as AtsValueRow[]);
    this.#tell();
  }

  /** A choice of this person takes effect at once, also while the shown rows are held. */
  async #showSameOrders(moved: readonly number[], own: ReadonlySet<number>): Promise<void> {
    await this.#catchUpJobs(moved);
    this.shown.settle(new Set(moved.filter((id) => own.has(id) || this.#marks.has(id))));
    this.#tell();
  }

  async #catchUpJobs(ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    const rows = await readRows(this.store, 'job', ids);
    this.#patch(ids.map((id, i) => ({ id, row: rows[i] ?? null })));
  }

  async #catchUpAts(ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    const rows = (await readRows(this.store, 'atsValue', ids)).filter((row): row is AtsValueRow => row !== undefined);
    this.#putAts(rows);
  }

  #putAts(rows: readonly AtsValueRow[]): void {
    this.lookup.putAts(rows);
    for (const kind of new Set(rows.map((row) => row.kind))) this.engine.setLookup(kind, this.lookup.all(kind));
  }

  #putValues(rows: readonly MapValueRow[]): void {
    this.#patchLookups(this.lookup.put(rows.map((row) => [row.id, row] as const)));
  }

  async #catchUpValues(ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    const rows: (MapValueRow | undefined)[] = await readRows(this.store, 'mapValue', ids);
    this.#patchLookups(this.lookup.put(ids.map((id, i) => [id, rows[i] ?? null] as const)));
  }

  #patchLookups(patches: ReturnType<MapLookup['put']>): void {
    for (const kind of kindsIn(patches)) this.engine.patchLookup(kind, patches[kind]);
  }

  /** Reads the outbox again. Returns jobs and mappings whose mark changed. The jobs are to be written again. */
  async #remark(): Promise<{ readonly jobs: readonly number[]; readonly values: readonly number[] }> {
    const entries = await this.store.read((tx) => tx.list('outbox'));
    const [jobs, values] = [syncMarks(entries, 'job'), syncMarks(entries, 'mapValue')];
    const movedJobs = movedMarks(this.#marks, jobs);
    const movedValues = movedMarks(this.#valueMarks, values);
    this.#marks = jobs;
    this.#valueMarks = values;
    this.lookup.setMarks(values);
    if (movedValues.length > 0) this.#patchLookups(this.lookup.again(movedValues));
    return { jobs: movedJobs, values: movedValues };
  }

  /** Ids of the jobs with one of these vendor texts. */
  #jobsWith(values: readonly number[]): readonly number[] {
    const texts = values.flatMap((id) => this.lookup.values.get(id) ?? []);
    return texts.length === 0 ? [] : (this.engine.idsWhere(withTexts(texts), Number.POSITIVE_INFINITY) as number[]);
  }
}
