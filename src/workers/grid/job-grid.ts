import type { AtsValueRow, MapValueRow } from '#contract/rows/rows.ts';
import type { Around } from '#domain/rules/derived-values.ts';
import { readMeta } from '#src/store/meta.ts';
import { BlocksMoved, type Patch, readBlocks, readRows, scan } from '#src/store/rows.ts';
import { changesSince, type Store } from '#src/store/store.ts';
import { rowsOf } from '#src/store/tables/blocks.ts';
import type { Notice, StoredBlock } from '#src/store/tables/tables.ts';
import { createGridEngine, type GridEngine } from '../columns/grid-engine.ts';
import { AskedColumns, type Asker } from './asked-columns.ts';
import { gridBlock, gridRow } from './job-columns.ts';
import { jobGridSchema } from './job-grid-schema.ts';
import { JobLookups } from './job-lookups.ts';
import { ShownRows, type View } from './lines/shown-rows.ts';
import type { MapLookup } from './map-lookup.ts';
import { OwnPosts } from './news/own-posts.ts';
import { PacedNews } from './news/paced-news.ts';
import { type Followed, idsIn, numbersOf, tellsAll, tellsOfFloor, tellsOfLookups } from './news/store-notices.ts';
import { movedMarks, type SyncMark, syncMarks } from './news/sync-marks.ts';
import type { NearNews, Places } from './places/places.ts';
import { SameOrderMarks } from './same-orders/same-order-marks.ts';
import { createYield, runBeside } from './yield-to-main.ts';

/** Blocks loaded between two messages to the screen. The first block is loaded alone, so that it can be painted early. */
const blocksAtOnce = 12;

/**
 * The jobs of one store in the columnar engine, with their mappings and marks of unsent changes. Follows every change of the
 * store. Calls `changed` whenever windows or counts may differ.
 */
export class JobGrid {
  readonly store: Store;
  readonly lookups = new JobLookups();
  readonly lookup: MapLookup = this.lookups.maps;
  readonly asked = new AskedColumns(this.lookup);
  readonly #ownPosts = new OwnPosts();
  readonly #sameOrders = new SameOrderMarks(this, () => this.#follow());
  engine: GridEngine;
  /** The engine that will replace this one once all rows are in it. */
  #loading: GridEngine | null = null;
  readonly shown: ShownRows;
  /** True once the first snapshot is complete and all its rows are in the engine. Earlier, held rows would miss those still to be read. */
  complete = false;
  ready = false;
  readonly #changed: () => void;
  readonly #news: PacedNews;
  readonly #places: Places;
  #view: View = { where: null, sort: [] };
  #version = 0;
  /** The version up to which everything is read. */
  #read = 0;
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
    this.#news = new PacedNews(changed);
    this.engine = this.#newEngine();
    this.shown = new ShownRows(this.engine);
    this.lookups.onMaps = () => void this.asked.mapped();
  }

  #newEngine(): GridEngine {
    const engine = createGridEngine(jobGridSchema, undefined, this.#places.zipsNear);
    engine.addColumns(this.asked.columns);
    return engine;
  }

  /** Reads everything, then follows the store's changes. */
  async start(): Promise<void> {
    this.#stop = this.store.watch(() => this.#follow());
    await this.#run(() => this.#loadAll());
  }

  close(): void {
    this.#news.close();
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

  /** Shows the view again, because what it depends on besides the rows is known or another now. */
  showAgain(): void {
    this.show(this.#view);
    this.#changed();
  }

  /**
   * Holds these columns for an asker, instead of those that it asked for before. Null if they are there; otherwise waits until they
   * are. While rows are still read for the first time, no one waits: the columns fill with the rows.
   */
  need(asker: Asker, keys: readonly string[]): Promise<void> | null {
    const { added, dropped } = this.asked.ask(asker, keys);
    for (const engine of new Set([this.engine, this.#loading ?? this.engine])) {
      engine.dropColumns(dropped);
      engine.addColumns(added);
    }
    if (!this.ready || this.asked.missing.length === 0) return null;
    this.#follow();
    return this.asked.wait();
  }

  /** Shows mappings as they are for a target; null for the first one. */
  seeAt(targetId: number | null): void {
    if (this.lookups.seeAt(this.engine, targetId)) this.showAgain();
  }

  /** The day and the pay setup that calculated fields depend on. */
  surround(around: Around): void {
    if (this.asked.surround(around) && this.ready) this.#follow();
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

  /** Waits until the changes that the store has now are read. While rows are read for the first time, no one waits. */
  async caughtUp(): Promise<void> {
    const now = this.ready ? ((await this.store.read((tx) => readMeta(tx, 'version'))) ?? 0) : 0;
    while (this.#read < now) {
      this.#follow();
      await this.#running;
    }
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
    this.#read = this.#version;
    if (!this.#again) return;
    this.#again = false;
    await this.#run(() => this.#catchUp());
  }

  async #loadAll(): Promise<void> {
    // Read the version first. A change during the rest of the read is then reported again, which is harmless.
    const at = await this.store.read(async (tx) => ({
      version: (await readMeta(tx, 'version')) ?? 0,
      entries: await tx.list('outbox'),
      ats: await tx.get('layouts', 'atsValue'),
      values: await tx.get('layouts', 'mapValue'),
    }));
    this.#version = at.version;
    this.#taken = { atsValue: numbersOf(at.ats), mapValue: numbersOf(at.values), job: new Set() };
    await this.lookups.read(this.store);
    const [ats, values] = await Promise.all([scan(this.store, 'atsValue'), scan(this.store, 'mapValue')]);
    this.#marks = syncMarks(at.entries, 'job');
    this.#valueMarks = syncMarks(at.entries, 'mapValue');
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
    this.#loading = null;
    this.ready = true;
    if (this.complete) this.shown.allRead();
    this.#changed();
    this.#again = true;
    void runBeside(this.engine.prepareSearches());
  }

  /** True when every block was read; false when a snapshot replaced them meanwhile. */
  async #loadJobs(): Promise<boolean> {
    // The first time, rows show as they arrive. Later, the old rows stay until all new ones are read.
    const engine = this.#newEngine();
    this.#loading = engine;
    const asked = this.asked.begin();
    this.lookups.setAll(engine);
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
      waiting.push(gridBlock(part.block, this.lookups.ground(this.#marks), this.asked));
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
    asked.end();
    await this.asked.fillAll(this.engine, this.store);
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
    for (const block of blocks) this.lookups.addOfBlock(engine, block);
    engine.load(blocks);
  }

  #patch(patches: readonly Patch[]): void {
    const rows = patches
      .filter((patch) => patch.row !== null)
      .map(({ id, row }) => gridRow(row as never, this.lookups.ground(this.#marks), this.asked, this.#sameOrders.of(id)));
    this.lookups.addOfRows(this.engine, rows);
    if (rows.length > 0) this.engine.upsert(rows);
    const gone = patches.filter((patch) => patch.row === null).map((patch) => patch.id);
    if (gone.length > 0) this.engine.remove(gone);
    this.shown.drop(gone);
  }

  async #catchUp(): Promise<void> {
    try {
      await this.#takeChanges();
      if (this.asked.missing.length === 0) return;
      await this.asked.fillAll(this.engine, this.store);
      this.#changed();
    } catch (error) {
      if (error instanceof BlocksMoved) return this.#loadAll();
      this.asked.fail(error);
      throw error;
    }
  }

  async #takeChanges(): Promise<void> {
    const { moved, own } = this.#sameOrders.takeMoved();
    if (moved.length > 0) await this.#showSameOrders(moved, own);
    const notices = await changesSince(this.store, this.#version);
    if (!notices || notices.some((notice) => tellsAll(notice) || tellsOfFloor(notice))) return this.#loadAll();
    if (notices.length === 0) {
      // A view that was shown during a read asks for one more.
      if (this.complete && !this.#again && this.shown.allRead()) this.#tell();
      return;
    }
    this.#version = notices.at(-1)?.version ?? this.#version;
    await this.#takeNews(notices);
  }

  async #takeNews(notices: readonly Notice[]): Promise<void> {
    const arriving = !this.complete;
    const complete = await this.store.read(async (tx) => (await tx.get('layouts', 'job'))?.complete ?? false);
    const left = async (collection: Followed) => {
      const newer = arriving ? await this.#takeBlocks(collection) : [];
      return [...new Set([...idsIn(notices, collection, this.#taken[collection]), ...newer])];
    };
    if (notices.some(tellsOfLookups)) {
      await this.lookups.read(this.store);
      this.lookups.setRead(this.engine);
    }
    await this.#catchUpAts(await left('atsValue'));
    await this.#catchUpValues(await left('mapValue'));
    const marked = notices.some((notice) => notice.outbox) ? await this.#remark() : { jobs: [], values: [] };
    const read = [...new Set([...(await left('job')), ...marked.jobs])];
    await this.#catchUpJobs(read);
    this.complete = complete;
    const withValues = this.engine.idsWhere(this.lookup.jobsWith(marked.values), Number.POSITIVE_INFINITY) as number[];
    const results = this.#ownPosts.take(this.engine, { own: marked.jobs, read });
    this.shown.settle(new Set([...marked.jobs, ...withValues, ...results]));
    if (this.complete && !this.#again) this.shown.allRead();
    this.#sameOrders.soon(marked.jobs);
    this.#tell();
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

  #tell(): void {
    this.#news.tell(this.engine.summary().total, this.complete);
  }

  #take(collection: Followed, blocks: readonly StoredBlock[]): void {
    if (collection === 'job')
      this.#load(
        this.engine,
        blocks.map((block) => gridBlock(block, this.lookups.ground(this.#marks), this.asked)),
      );
    else if (collection === 'atsValue') this.lookups.putAts(this.engine, blocks.flatMap(rowsOf) as unknown as AtsValueRow[]);
    else {
      const rows = blocks.flatMap(rowsOf) as unknown as MapValueRow[];
      this.lookups.patchMaps(this.engine, this.lookup.put(rows.map((row) => [row.id, row] as const)));
    }
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
    this.lookups.putAts(this.engine, rows);
  }

  async #catchUpValues(ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    const rows: (MapValueRow | undefined)[] = await readRows(this.store, 'mapValue', ids);
    this.lookups.patchMaps(this.engine, this.lookup.put(ids.map((id, i) => [id, rows[i] ?? null] as const)));
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
    if (movedValues.length > 0) this.lookups.patchMaps(this.engine, this.lookup.again(movedValues));
    return { jobs: movedJobs, values: movedValues };
  }
}
