import type { FieldValue } from '#contract/rows/jobs.ts';
import { fieldKeyed } from '#domain/fields/catalogue.ts';
import { type Around, derivedValues } from '#domain/rules/derived-values.ts';
import type { FieldRef } from '#domain/rules/language/condition.ts';
import { type Bitmap, positionsOf } from '../columns/bits/bitmap.ts';
import { either } from './bits.ts';
import { type ColumnState, untouched, writeEach } from './column-state.ts';
import { tuplesOf } from './tuples.ts';
import { ValueColumn } from './value-column.ts';

/** Jobs before any rule has run: values by field key, and which fields of which jobs a user has locked. */
export type JobTable = {
  readonly rows: number;
  readonly valuesOf: (key: string) => (row: number) => FieldValue;
  /** Rows whose field no rule may write; null when there are none. */
  readonly lockedIn: (key: string) => Bitmap | null;
};

/** The columns that rules read, created on first use. */
export class RuleColumns {
  readonly table: JobTable;
  readonly around: Around;
  readonly #untouched = new Map<string, ColumnState>();
  readonly #derived = new Map<string, ColumnState>();

  constructor(table: JobTable, around: Around) {
    this.table = table;
    this.around = around;
  }

  /** A field before any rule has run. */
  before(key: string): ColumnState {
    const known = this.#untouched.get(key);
    if (known) return known;
    const state = untouched(this.#columnOf(key));
    this.#untouched.set(key, state);
    return state;
  }

  #columnOf(key: string): ValueColumn {
    const { rows, valuesOf } = this.table;
    const home = fieldKeyed(key)?.home;
    // Local variables and values set only by rules are empty before rules run.
    if (home === undefined && key !== 'sourceId') return new ValueColumn(rows, () => null);
    const derived = home === 'derived' ? derivedValues[key] : undefined;
    if (!derived) return new ValueColumn(rows, valuesOf(key));
    const all = Uint32Array.from({ length: rows }, (_, row) => row);
    const { groupOf, valueIn } = this.#derive(key, (from) => this.before(from), all);
    return new ValueColumn(rows, (row) => valueIn(groupOf[row] ?? 0));
  }

  /** A derived field, computed from its source fields after the rules. */
  derived(key: string, stateOf: (key: string) => ColumnState): ColumnState {
    const from = derivedValues[key]?.from ?? [];
    const states = from.map(stateOf);
    const written = states.flatMap(({ touched }) => (touched ? [touched] : []));
    const [first, ...more] = written;
    const before = this.before(key);
    if (!first) return before;
    const name = `${key}/${states.map((state) => state.id).join()}`;
    const known = this.#derived.get(name);
    if (known) return known;
    const rows = positionsOf(more.reduce(either, first));
    const { groupOf, valueIn, groups } = this.#derive(key, stateOf, rows);
    const codes = Uint32Array.from({ length: groups }, (_, group) => before.column.codeOf(valueIn(group)));
    const state = writeEach(
      before,
      rows,
      groupOf.map((group) => codes[group] ?? 0),
    );
    if (this.#derived.size > 500) this.#derived.clear();
    this.#derived.set(name, state);
    return state;
  }

  #derive(key: string, stateOf: (key: string) => ColumnState, rows: Uint32Array) {
    const derived = derivedValues[key];
    if (!derived) throw new Error(`${key} is not derived`);
    const refs = derived.from.map(refOf);
    const tuples = tuplesOf(refs, stateOf, rows);
    const values = Array.from({ length: tuples.groups }, (_, group) => {
      const read = tuples.readIn(group);
      return derived.of((from) => read(refOf(from)), this.around);
    });
    return { groupOf: tuples.groupOf, groups: tuples.groups, valueIn: (group: number): FieldValue => values[group] ?? null };
  }
}

const refOf = (key: string): FieldRef => ({ fieldId: fieldKeyed(key)?.id ?? 0, variable: null });
