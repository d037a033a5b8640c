import type { ColumnBlock } from '#contract/kit/columns.ts';
import type { AtsValueRow, MapKind } from '#contract/rows/rows.ts';
import { statusKey } from '#domain/job-list/job-columns.ts';
import { mapKeyOf } from '#domain/job-list/map-keys.ts';
import { mapKinds } from '#domain/jobs/mapping-of.ts';
import type { RateFloor } from '#domain/posting/rate-floor.ts';
import { scan } from '#src/store/rows.ts';
import type { Store } from '#src/store/store.ts';
import type { GridEngine } from '../columns/grid-engine.ts';
import type { PlainRow } from '../columns/table.ts';
import { ExpandedStatusLookup } from './expanded-status-lookup.ts';
import { type ColumnGround, overrideIn, overridesIn } from './job-columns.ts';
import { statusLookup } from './job-grid-schema.ts';
import { kindsIn, MapLookup } from './map-lookup.ts';

/** The lookup tables that the grid's derived columns read: mappings by kind, and the customer's own statuses. Besides, its floor of rates and targets. */
export class JobLookups {
  readonly maps = new MapLookup();
  readonly #statuses = new ExpandedStatusLookup();
  /** The customer's lowest rates. When they change, every job is read again. */
  floor: RateFloor | null = null;
  /** Whether the targets changed so that the columns show other mappings. */
  #haveMapsMoved = false;
  /** Called after mappings changed. */
  onMaps: () => void = () => undefined;
  /** The targets in use. */
  targetIds: readonly number[] = [0];

  /** Reads what vendors' status texts mean to the customer, its lowest rates and its targets. */
  async read(store: Store): Promise<void> {
    const [statuses, sources, floors, targets] = await Promise.all([
      scan(store, 'customerStatus'),
      scan(store, 'source'),
      scan(store, 'rateFloor'),
      scan(store, 'target'),
    ]);
    this.#statuses.setBook({ statuses, sources });
    this.#haveMapsMoved = this.maps.setTargets(targets) || this.#haveMapsMoved;
    // Without a target, what people have to choose is the same for each that may come.
    const inUse = targets.filter(({ disabled }) => !disabled).map(({ id }) => id);
    this.targetIds = inUse.length === 0 ? [0] : inUse;
    this.floor = floors.find(({ purged }) => !purged) ?? null;
  }

  /** What the grid's columns depend on besides the jobs. */
  ground(marks: ColumnGround['marks']): ColumnGround {
    return { marks, floor: this.floor };
  }

  setAll(engine: GridEngine): void {
    this.setMaps(engine, mapKinds);
    this.setStatuses(engine);
  }

  /** What `read` found. */
  setRead(engine: GridEngine): void {
    this.setStatuses(engine);
    if (this.#haveMapsMoved) this.setMaps(engine, mapKinds);
  }

  setMaps(engine: GridEngine, kinds: readonly MapKind[]): void {
    this.#haveMapsMoved &&= kinds.length < mapKinds.length;
    for (const kind of kinds) engine.setLookup(kind, this.maps.all(kind));
    this.onMaps();
  }

  putAts(engine: GridEngine, rows: readonly AtsValueRow[]): void {
    this.maps.putAts(rows);
    this.setMaps(engine, [...new Set(rows.map((row) => row.kind))]);
  }

  /** Shows mappings as they are for a target. Returns whether others are shown now. */
  seeAt(engine: GridEngine, targetId: number | null): boolean {
    const isOther = this.maps.seeAt(targetId);
    if (isOther) this.setMaps(engine, mapKinds);
    return isOther;
  }

  setStatuses(engine: GridEngine): void {
    engine.setLookup(statusLookup, this.#statuses.all());
  }

  patchMaps(engine: GridEngine, patches: ReturnType<MapLookup['put']>): void {
    for (const kind of kindsIn(patches)) engine.patchLookup(kind, patches[kind]);
    this.onMaps();
  }

  /** Adds what a block's rows refer to. */
  addOfBlock(engine: GridEngine, block: ColumnBlock): void {
    const overrides = overridesIn(block);
    for (const kind of mapKinds) this.#addOverrides(engine, kind, overrides[kind]);
    const keys = block.columns[statusKey];
    this.#addStatuses(engine, keys?.kind === 'dict' ? keys.values : []);
  }

  /** Adds what rows refer to. */
  addOfRows(engine: GridEngine, rows: readonly PlainRow[]): void {
    for (const kind of mapKinds) {
      const keys = rows.map((row) => row[mapKeyOf(kind)]).filter((key): key is string => typeof key === 'string');
      this.#addOverrides(
        engine,
        kind,
        keys.map(overrideIn).filter((id) => id !== null),
      );
    }
    this.#addStatuses(
      engine,
      rows.map((row) => row[statusKey]),
    );
  }

  #addOverrides(engine: GridEngine, kind: MapKind, ids: readonly string[]): void {
    const added = this.maps.addOverrides(kind, ids);
    if (added.length > 0) engine.patchLookup(kind, added);
  }

  #addStatuses(engine: GridEngine, keys: readonly unknown[]): void {
    const added = this.#statuses.add(keys);
    if (added.length > 0) engine.patchLookup(statusLookup, added);
  }
}
