import type { FieldValue, JobRow, Lock, Ruled } from '#contract/rows/jobs.ts';
import type { MapKind } from '#contract/rows/rows.ts';
import { cellAt } from '#domain/columns/cell-at.ts';
import { fieldKeyed } from '#domain/fields/catalogue.ts';
import { type FlagName, has } from '#domain/jobs/flags.ts';
import { effectiveMapping, type MapValues, mapFields, mapKinds } from '#domain/jobs/mapping-of.ts';
import type { MappedOf } from '#domain/rules/job-run.ts';
import { type AtsOf, mappedOf, mappedValue } from '#domain/rules/mapped-of.ts';
import type { Moment } from '#domain/rules/prepare-rules.ts';
import type { Patch } from '#src/store/rows.ts';
import { blockFromRows, positionOf, rowAt } from '#src/store/tables/blocks.ts';
import type { Row, StoredBlock } from '#src/store/tables/tables.ts';
import { type Bitmap, setBit } from '../columns/bits/bitmap.ts';
import { noBits } from './bits.ts';
import type { JobTable } from './rule-columns.ts';

/** What vendor texts are mapped to, and the ATS values they are mapped to. */
export type Mappings = { readonly values: MapValues; readonly atsOf: AtsOf };

/** A block with the positions of its rows that no newer row replaces. */
type Part = { readonly block: StoredBlock; readonly positions: Uint32Array; readonly first: number };

/** A store's jobs for the rule engine, read field by field from its column blocks. No job is assembled as a whole. */
export class StoredJobs {
  readonly rows: number;
  readonly #parts: readonly Part[];
  /** The mappings of vendor texts. Only export rules read them. */
  #mappings: Mappings | undefined;

  /** `patches` are rows newer than their blocks. */
  constructor(blocks: readonly StoredBlock[], patches: readonly Patch[] = []) {
    const newer = new Set(patches.map(({ id }) => id));
    const written = patches.flatMap(({ row }): Row[] => (row ? [row] : [])).sort((a, b) => a.id - b.id);
    let rows = 0;
    const partOf = (block: StoredBlock, positions: Uint32Array): Part => {
      const part = { block, positions, first: rows };
      rows += positions.length;
      return part;
    };
    this.#parts = [
      ...blocks.map((block) => partOf(block, standing(block, newer))),
      partOf(blockFromRows('job', 0, written), Uint32Array.from(written.keys())),
    ].filter(({ positions }) => positions.length > 0);
    this.rows = rows;
  }

  /** Sets the mappings that export rules read from now on. Returns whether they differ from the previous ones. */
  map(mappings: Mappings): boolean {
    const isNew = mappings !== this.#mappings;
    this.#mappings = mappings;
    return isNew;
  }

  /** The mappings as a function of whole jobs. */
  get mappedOf(): MappedOf | undefined {
    return this.#mappings && mappedOf(this.#mappings.values, this.#mappings.atsOf);
  }

  /** Assembles a whole job. Use it for a few jobs only. */
  at(row: number): JobRow {
    const { block, positions, first } = this.#partOf(row);
    return rowAt(block, positions[row - first] ?? 0) as unknown as JobRow;
  }

  /** The job with an id; null when there is none. */
  withId(id: number): JobRow | null {
    for (const { block, positions, first } of this.#parts) {
      const at = positions.indexOf(positionOf(block, id));
      if (at >= 0) return this.at(first + at);
    }
    return null;
  }

  /** One stored field of every job, row by row. */
  cells(key: string): (row: number) => unknown {
    let part: Part | undefined;
    return (row) => {
      if (!part || row < part.first || row >= part.first + part.positions.length) part = this.#partOf(row);
      return cellAt(part.block.columns[key], part.positions[row - part.first] ?? 0);
    };
  }

  /** The jobs before any rule of a moment. On export, rules start from the results of collection rules. */
  before(moment: Moment): JobTable {
    const ruled = this.cells('ruled') as (row: number) => JobRow['ruled'] | null;
    const ruledOf = (row: number) => (moment === 'export' ? null : ruled(row));
    const locksOf = this.cells('locks') as (row: number) => JobRow['locks'] | null;
    const chgMapOf = this.cells('chgMap') as (row: number) => number;
    const locked = new Map<string, Bitmap | null>();
    const undone = (row: number, key: string): Ruled | undefined => (locksOf(row)?.[key] ? undefined : ruledOf(row)?.[key]);
    const isHeld = (row: number, key: string): boolean => {
      const lock: Lock | undefined = locksOf(row)?.[key];
      if (lock) return true;
      // A flag that a rule had set and a user has cleared.
      return fieldKeyed(key)?.home === 'flag' && undone(row, key) !== undefined && !has(chgMapOf(row), key as FlagName);
    };
    return {
      rows: this.rows,
      valuesOf: (key) => {
        const standing = this.#standing(key, chgMapOf);
        const isFlag = fieldKeyed(key)?.home === 'flag';
        return (row) => {
          const ruled = undone(row, key);
          if (!ruled) return standing(row);
          return isFlag ? standing(row) === true && ruled.was === true : ruled.was;
        };
      },
      lockedIn: (key) => {
        const known = locked.get(key);
        if (known !== undefined) return known;
        const found = this.#rowsWhere((row) => isHeld(row, key));
        locked.set(key, found);
        return found;
      },
    };
  }

  /** A field before any rule, for rows that no rule wrote, wherever the job stores it. */
  #standing(key: string, chgMapOf: (row: number) => number): (row: number) => FieldValue {
    const home = fieldKeyed(key)?.home;
    // Values that only rules set are empty before rules run.
    if (key === 'skipRuleId') return () => null;
    if (home === 'flag') return (row) => has(chgMapOf(row), key as FlagName);
    if (home === 'job' || key === 'sourceId') return this.cells(key) as (row: number) => FieldValue;
    if (home === 'mapped') return this.#mapped(key);
    if (home !== 'extra') return () => null;
    const extraOf = this.cells('extra') as (row: number) => JobRow['extra'] | null;
    return (row) => extraOf(row)?.[key] ?? null;
  }

  #mapped(key: string): (row: number) => FieldValue {
    const mappings = this.#mappings;
    if (!mappings) return () => null;
    const cells = new Map(mapKinds.flatMap((kind) => Object.values(mapFields[kind])).map((field) => [field, this.cells(field)]));
    const mappingAt = (row: number, { own, value }: (typeof mapFields)[MapKind]) =>
      effectiveMapping(cells.get(own)?.(row) as string | null, cells.get(value)?.(row) as number | null, mappings.values);
    return (row) => mappedValue(key, (kind) => mappingAt(row, mapFields[kind]), mappings.atsOf);
  }

  #rowsWhere(holds: (row: number) => boolean): Bitmap | null {
    let bits: Bitmap | null = null;
    for (let row = 0; row < this.rows; row++) {
      if (!holds(row)) continue;
      bits ??= noBits(this.rows);
      setBit(bits, row, true);
    }
    return bits;
  }

  #partOf(row: number): Part {
    let [low, high] = [0, this.#parts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((this.#parts[middle]?.first ?? 0) <= row) low = middle;
      else high = middle - 1;
    }
    const part = this.#parts[low];
    if (!part) throw new Error(`no row ${row}`);
    return part;
  }
}

function standing({ ids }: StoredBlock, newer: ReadonlySet<number>): Uint32Array {
  const positions = Uint32Array.from(ids.keys());
  return newer.size === 0 ? positions : positions.filter((position) => !newer.has(ids[position] ?? 0));
}
