import type { BlockColumn } from '#contract/kit/columns.ts';
import type { FieldValue, JobRow } from '#contract/rows/jobs.ts';
import { cellAt } from '#domain/columns/cell-at.ts';
import { fieldKeyed } from '#domain/fields/catalogue.ts';
import type { FieldColumn } from '#domain/fields/field-columns.ts';
import { askableColumn, askableFields, fieldCell, type ReadJob } from '#domain/job-list/field-cell.ts';
import { type Around, derivedValues } from '#domain/rules/derived-values.ts';
import { type Patch, readBlocks } from '#src/store/rows.ts';
import type { Store } from '#src/store/store.ts';
import { blockFromRows } from '#src/store/tables/blocks.ts';
import type { StoredBlock } from '#src/store/tables/tables.ts';
import type { GridEngine } from '../columns/grid-engine.ts';
import type { StoredColumn } from '../columns/grid-schema.ts';
import type { MapLookup } from './map-lookup.ts';
import { createYield } from './yield-to-main.ts';

/**
 * Who asks for columns. Each asker's columns are held until it asks for others; those of single questions, `once`, until it asks for
 * none.
 */
export type Asker = 'view' | 'nextView' | 'window' | 'counts' | 'once';

/**
 * The columns of fields that most people never look at. The grid holds those that the view, the rows on the screen, a count or a single
 * question ask for, and no others. Their values are read from the stored jobs.
 */
export class AskedColumns {
  readonly #lookup: MapLookup;
  readonly #asked = new Map<Asker, ReadonlySet<string>>();
  readonly #held = new Map<string, FieldColumn>();
  #missing = new Set<string>();
  /** Who waits until no column is missing. */
  #waiting: { readonly done: () => void; readonly failed: (error: unknown) => void }[] = [];
  /** Goes up when a column is added or out of date. */
  #changes = 0;
  #around: Around = { today: '', pay: null };

  constructor(lookup: MapLookup) {
    this.#lookup = lookup;
  }

  /** An asker needs these columns from now on. Returns the columns to add, and the keys of those that no one needs any more. */
  ask(asker: Asker, keys: readonly string[]): { readonly added: readonly StoredColumn[]; readonly dropped: readonly string[] } {
    const before = asker === 'once' && keys.length > 0 ? (this.#asked.get(asker) ?? []) : [];
    this.#asked.set(asker, new Set([...before, ...keys.filter((key) => askableFields.has(key))]));
    const wanted = new Set([...this.#asked.values()].flatMap((of) => [...of]));
    const dropped = [...this.#held.keys()].filter((key) => !wanted.has(key));
    const added = [...wanted].flatMap((key) => (this.#held.has(key) ? [] : (askableFields.get(key) ?? [])));
    for (const key of dropped) this.#held.delete(key);
    for (const column of added) this.#held.set(column.key, column);
    this.#changes += added.length;
    this.#missing = new Set([...this.#missing, ...added.map(({ key }) => key)].filter((key) => wanted.has(key)));
    return { added: added.map(askableColumn), dropped };
  }

  get columns(): readonly StoredColumn[] {
    return [...this.#held.values()].map(askableColumn);
  }

  /** Keys of the columns that are not filled yet. */
  get missing(): readonly string[] {
    return [...this.#missing];
  }

  /** Begins to fill all held columns together with their rows. `end` says that every row is there. */
  begin(): { readonly end: () => void } {
    const [keys, changes] = [[...this.#held.keys()], this.#changes];
    for (const key of keys) this.#missing.add(key);
    return { end: () => this.#filled(keys, changes) };
  }

  /** Waits until no column is missing. */
  wait(): Promise<void> {
    return new Promise((done, failed) => this.#waiting.push({ done, failed }));
  }

  /** The columns could not be read. */
  fail(error: unknown): void {
    for (const { failed } of this.#waiting.splice(0)) failed(error);
  }

  /** Fills the columns until none is missing. Throws `BlocksMoved` when a snapshot replaced the jobs. */
  async fillAll(engine: GridEngine, store: Store): Promise<void> {
    while (this.#missing.size > 0) await this.#fill(engine, store);
    for (const { done } of this.#waiting.splice(0)) done();
  }

  /** Reads the stored jobs once and fills the columns that are missing. */
  async #fill(engine: GridEngine, store: Store): Promise<void> {
    const [keys, changes] = [this.missing, this.#changes];
    const yieldToMain = createYield();
    let newer: readonly Patch[] = [];
    for await (const part of readBlocks(store, 'job')) {
      await yieldToMain();
      if (part.kind === 'head') newer = part.patches;
      else engine.fill(part.block.ids, this.columnsOf(part.block, keys));
    }
    const rows = newer.flatMap(({ row }) => (row ? [row] : []));
    if (rows.length > 0) {
      const block = blockFromRows('job', 0, rows);
      engine.fill(block.ids, this.columnsOf(block, keys));
    }
    engine.filled(keys);
    this.#filled(keys, changes);
  }

  /** A column that was added or got out of date meanwhile is filled once more. */
  #filled(keys: readonly string[], changes: number): void {
    if (changes === this.#changes) for (const key of keys) this.#missing.delete(key);
  }

  /** Sets the day and the pay setup that calculated fields depend on. Returns whether a held column has to be filled again. */
  surround(around: Around): boolean {
    this.#around = around;
    return this.#outdate(({ home }) => home === 'derived');
  }

  /** Mappings have changed. Returns whether a held column has to be filled again. */
  mapped(): boolean {
    const reads = (field: string) => derivedValues[field]?.from.some((from) => fieldKeyed(from)?.home === 'mapped') ?? false;
    return this.#outdate(({ field }) => reads(field));
  }

  #outdate(isOld: (column: FieldColumn) => boolean): boolean {
    const old = [...this.#held.values()].filter(isOld);
    for (const { key } of old) this.#missing.add(key);
    this.#changes += old.length;
    return old.length > 0;
  }

  /** The held columns' cells of a job. */
  cellsOf(job: JobRow): Record<string, FieldValue> {
    const read: ReadJob = (field) => job[field];
    return Object.fromEntries([...this.#held.values()].map((column) => [column.key, this.#cell(column, read)]));
  }

  /** Some held columns of a stored block, by default all of them. */
  columnsOf(block: StoredBlock, keys: Iterable<string> = this.#held.keys()): Record<string, BlockColumn> {
    let at = 0;
    // Most of these fields are in `extra`, which is read once for each row.
    let extra: unknown = null;
    const read: ReadJob = (field) => (field === 'extra' ? extra : cellAt(block.columns[field], at));
    const columns = [...keys].flatMap((key) => this.#held.get(key) ?? []);
    const values = columns.map((column): [string, FieldValue[]] => [column.key, []]);
    for (; at < block.ids.length; at++) {
      extra = cellAt(block.columns['extra'], at);
      for (let i = 0; i < columns.length; i++) values[i]?.[1].push(this.#cell(columns[i] as FieldColumn, read));
    }
    return Object.fromEntries(values.map(([key, of]) => [key, { kind: 'json', values: of }]));
  }

  #cell(column: FieldColumn, read: ReadJob): FieldValue {
    const { values } = this.#lookup;
    return fieldCell(column, read, { values, ats: (kind, id) => this.#lookup.ats(kind, id), around: this.#around });
  }
}
