import type { Test } from '#domain/rules/comparison-test.ts';
import { keyOf } from '#domain/rules/field-write.ts';
import type { Comparison, Operand } from '#domain/rules/language/condition.ts';
import { type Bitmap, setBit } from '../columns/bitmap.ts';
import { allBits, noBits } from './bits.ts';
import type { ColumnState } from './column-state.ts';
import type { ValueColumn } from './value-column.ts';

const readsNothing = () => null;

/** One comparison with constants: asked once for every distinct value of its column. */
export class Predicate {
  readonly #column: ValueColumn;
  readonly #test: Test;
  /** The only values that can pass, where an index says so. */
  readonly #likely: readonly number[] | null;
  /** By code: 0 not asked yet, 1 fails, 2 passes. */
  #verdicts = new Uint8Array(0);
  #base: Bitmap | null = null;

  constructor(column: ValueColumn, test: Test, likely: readonly number[] | null) {
    this.#column = column;
    this.#test = test;
    this.#likely = likely;
  }

  passes(code: number): boolean {
    if (code >= this.#verdicts.length) {
      const grown = new Uint8Array(Math.max(this.#column.values.length, code + 1));
      grown.set(this.#verdicts);
      this.#verdicts = grown;
    }
    const known = this.#verdicts[code];
    if (known) return known === 2;
    const passes = this.#test(this.#column.values[code] ?? null, readsNothing) === 1;
    this.#verdicts[code] = passes ? 2 : 1;
    return passes;
  }

  /** Rows that pass before any rule has written. Shared: not to be changed. */
  base(): Bitmap {
    this.#base ??= this.#likely ? this.#baseOfFew(this.#likely) : this.#baseOfAll();
    return this.#base;
  }

  #baseOfFew(codes: readonly number[]): Bitmap {
    const bits = noBits(this.#column.codes.length);
    for (const code of codes) if (this.passes(code)) this.#mark(bits, code, true);
    return bits;
  }

  /** Marks whichever is less: the rows that pass, or the rows that fail. */
  #baseOfAll(): Bitmap {
    const column = this.#column;
    const { starts } = column.postings();
    let passing = 0;
    for (let code = 0; code < column.baseValues; code++)
      if (this.passes(code)) passing += (starts[code + 1] ?? 0) - (starts[code] ?? 0);
    const most = passing * 2 > column.codes.length;
    const bits = most ? allBits(column.codes.length) : noBits(column.codes.length);
    for (let code = 0; code < column.baseValues; code++) if (this.passes(code) !== most) this.#mark(bits, code, !most);
    return bits;
  }

  #mark(bits: Bitmap, code: number, on: boolean): void {
    const { starts, rows } = this.#column.postings();
    const end = starts[code + 1] ?? 0;
    for (let i = starts[code] ?? 0; i < end; i++) {
      const row = rows[i] ?? 0;
      const word = bits[row >>> 5] ?? 0;
      bits[row >>> 5] = on ? word | (1 << (row & 31)) : word & ~(1 << (row & 31));
    }
  }

  /** Rows that pass as rules have left the column. Shared where nothing was written: not to be changed. */
  on({ touched, groups, mixed }: ColumnState): Bitmap {
    const base = this.base();
    if (!touched) return base;
    const bits = new Uint32Array(base.length);
    for (let w = 0; w < bits.length; w++) bits[w] = (base[w] ?? 0) & ~(touched[w] ?? 0);
    for (const [code, rows] of groups) {
      if (!this.passes(code)) continue;
      for (let w = 0; w < bits.length; w++) bits[w] = (bits[w] ?? 0) | (rows[w] ?? 0);
    }
    if (mixed)
      for (let i = 0; i < mixed.rows.length; i++) if (this.passes(mixed.codes[i] ?? 0)) setBit(bits, mixed.rows[i] ?? 0, true);
    return bits;
  }
}

const nameOf = (operand: Operand): unknown =>
  operand.kind === 'text' ? operand.text : operand.kind === 'today' ? [operand.offset] : [keyOf(operand.field), operand.offset];

/** Names what a comparison asks: two rules that ask the same share one answer. */
export const nameOfComparison = ({ field, operator, value }: Comparison): string =>
  JSON.stringify([keyOf(field), operator, value.map((parts) => parts.map(nameOf))]);
