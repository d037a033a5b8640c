import type { ColumnBlock } from '#contract/kit/columns.ts';
import { cellAt } from '#domain/columns/cell-at.ts';
import { type AnyColumn, type LookedUpColumn, lookedUpColumn, type OwnColumn, ownColumn } from './any-column.ts';
import { type Bitmap, setBit, wordsFor } from './bits/bitmap.ts';
import type { Lookup } from './derived-column.ts';
import type { GridSchema, LookupRow, RowId, StoredColumn } from './grid-schema.ts';
import { TextColumn } from './text-column.ts';

export type PlainRow = Readonly<Record<string, unknown>>;

const EMPTY: Lookup = new Map();

/**
 * Rows as columns in typed arrays. A row keeps its position for life; new rows reuse positions of removed rows. Columns of a
 * block or row that the schema does not name are ignored.
 */
export class Table {
  readonly schema: GridSchema;
  readonly #own: Map<string, OwnColumn>;
  readonly #lookedUp: ReadonlyMap<string, LookedUpColumn>;
  readonly #lookups = new Map<string, Map<string, LookupRow>>();
  readonly #positions = new Map<RowId, number>();
  readonly #free: number[] = [];
  readonly #ids: AnyColumn;
  #alive: Bitmap = new Uint32Array(0);
  #end = 0; // positions in use are below this
  #room = 0;

  constructor(schema: GridSchema) {
    const derived = schema.derived ?? [];
    this.schema = schema;
    this.#own = new Map(
      schema.columns.map((c) => [
        c.key,
        ownColumn(
          c,
          derived.some(({ from }) => from === c.key),
        ),
      ]),
    );
    this.#lookedUp = new Map(
      derived.map((c) => [c.key, lookedUpColumn(c, this.#own.get(c.from), () => this.#lookups.get(c.lookup) ?? EMPTY)]),
    );
    this.#ids = this.column(schema.id);
  }

  get size(): number {
    return this.#positions.size;
  }

  /** One bit for each position that holds a row. Every result has as many words. */
  get alive(): Bitmap {
    return this.#alive.subarray(0, wordsFor(this.#end));
  }

  column(key: string): AnyColumn {
    const column = this.#own.get(key) ?? this.#lookedUp.get(key);
    if (!column) throw new Error(`no column "${key}" in the grid`);
    return column;
  }

  idAt(position: number): RowId {
    return this.#idIn(this.#ids.cell(position));
  }

  positionOf(id: RowId): number | undefined {
    return this.#positions.get(this.#kept(id));
  }

  /** The position that `write` would overwrite, if the row exists. */
  positionOfRow(row: PlainRow): number | undefined {
    return this.positionOf(this.#idIn(row[this.schema.id]));
  }

  /** Adds blocks of rows. A row whose id exists replaces the old one. */
  load(blocks: readonly ColumnBlock[]): void {
    this.#reserve(this.#end + blocks.reduce((sum, block) => sum + block.rows, 0));
    for (const block of blocks) {
      for (const [key, column] of this.#own) column.load(this.#end, block.rows, block.columns[key]);
      const start = this.#end;
      this.#end += block.rows;
      for (let position = start; position < this.#end; position++) {
        this.#release(this.idAt(position));
        this.#enter(position);
      }
    }
  }

  /** Writes one whole row and returns its position. A missing field becomes blank. */
  write(row: PlainRow): number {
    const known = this.positionOfRow(row);
    const position = known ?? this.#free.pop() ?? this.#end;
    if (position === this.#end) {
      this.#reserve(this.#end + 1);
      this.#end++;
    }
    for (const [key, column] of this.#own) column.write(position, row[key]);
    if (known === undefined) this.#enter(position);
    return position;
  }

  /** Removes a row. Its values remain until the position is reused. */
  remove(id: RowId): void {
    this.#release(this.#kept(id));
  }

  /** Replaces a lookup table. Its keys are compared as text with the base columns. */
  setLookup(name: string, rows: Iterable<readonly [RowId, LookupRow]>): void {
    this.#lookups.set(name, new Map(Array.from(rows, ([key, row]) => [String(key), row])));
    for (const column of this.#readersOf(name)) column.reset();
  }

  /** Changes rows of a lookup table; null removes a row. */
  patchLookup(name: string, rows: Iterable<readonly [RowId, LookupRow | null]>): void {
    const lookup = this.#lookups.get(name) ?? new Map<string, LookupRow>();
    this.#lookups.set(name, lookup);
    const readers = this.#readersOf(name);
    for (const [key, row] of rows) {
      if (row) lookup.set(String(key), row);
      else lookup.delete(String(key));
      for (const column of readers) column.refresh(String(key));
    }
  }

  /** Adds a column, which is blank in every row. The schema does not name it, so it is no column of free search. */
  add(schema: StoredColumn): void {
    const column = ownColumn(schema, false);
    column.reserve(this.#room);
    this.#own.set(schema.key, column);
  }

  drop(key: string): void {
    this.#own.delete(key);
  }

  /** Writes the cells of some columns into rows that exist. */
  fill(ids: ArrayLike<RowId>, columns: ColumnBlock['columns']): void {
    const positions = Array.from(ids, (id) => this.positionOf(id));
    for (const [key, cells] of Object.entries(columns)) {
      const column = this.#own.get(key);
      for (const [row, position] of positions.entries()) if (position !== undefined) column?.write(position, cellAt(cells, row));
      // Lets a column give up its dictionary when nearly every row has its own text.
      column?.load(this.#end, 0, { kind: 'json', values: [] });
    }
  }

  *prepareSearches(): Generator<void> {
    for (const column of this.#own.values()) if (column instanceof TextColumn) yield* column.prepareSearches();
  }

  bytes(): number {
    const columns = [...this.#own.values(), ...this.#lookedUp.values()];
    return columns.reduce((sum, column) => sum + column.bytes(), this.#alive.byteLength + this.size * 24);
  }

  #readersOf(lookup: string): LookedUpColumn[] {
    return (this.schema.derived ?? []).filter((c) => c.lookup === lookup).flatMap((c) => this.#lookedUp.get(c.key) ?? []);
  }

  #reserve(rows: number): void {
    if (rows <= this.#room) return;
    // After the first load, reserve spare space, so that further rows and blocks do not copy the columns each time.
    const spare = this.#room === 0 ? 0 : Math.max(256, this.#room >>> 3);
    this.#room = wordsFor(Math.max(rows, this.#room + spare)) * 32;
    for (const column of this.#own.values()) column.reserve(this.#room);
    const grown = new Uint32Array(wordsFor(this.#room));
    grown.set(this.#alive);
    this.#alive = grown;
  }

  #idIn(value: unknown): RowId {
    if (typeof value !== 'string' && typeof value !== 'number') throw new Error(`a row has no "${this.schema.id}"`);
    return value;
  }

  /** An id in the type that its column stores: as text for a text column. */
  #kept(id: RowId): RowId {
    return this.#ids instanceof TextColumn ? String(id) : Number(id);
  }

  #enter(position: number): void {
    this.#positions.set(this.idAt(position), position);
    setBit(this.#alive, position, true);
  }

  #release(id: RowId): void {
    const position = this.#positions.get(id);
    if (position === undefined) return;
    this.#positions.delete(id);
    setBit(this.#alive, position, false);
    this.#free.push(position);
  }
}
