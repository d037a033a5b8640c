import type { FieldValue } from '#contract/rows/jobs.ts';
import type { Field } from '#domain/fields/field.ts';
import type { Test } from '#domain/rules/actions/comparison-test.ts';
import { keyOf } from '#domain/rules/actions/field-write.ts';
import type { Comparison, Operand } from '#domain/rules/language/condition.ts';
import { type Bitmap, setBit } from '../columns/bits/bitmap.ts';
import { allBits, noBits } from './bits.ts';
import type { ColumnState } from './column-state.ts';
import type { ValueColumn } from './value-column.ts';

const readsNothing = () => null;

/**
 * What a predicate already knows: the only values that can pass (`likely`), values that pass without a test (`certain`), and the
 * field whose texts the test takes case-folded (`folded`).
 */
type Hints = {
  readonly likely?: readonly number[] | null;
  readonly certain?: readonly number[];
  readonly folded?: Field | null;
};

/** One comparison with constants. It is tested once for every distinct value of its column. */
export class Predicate {
  readonly #column: ValueColumn;
  readonly #test: Test;
  /** The only values that can pass, when an index provides them. */
  readonly #likely: readonly number[] | null;
  readonly #certain: readonly number[];
  readonly #valueAt: (code: number) => FieldValue;
  /** By code: 0 not tested yet, 1 fails, 2 passes. */
  #verdicts = new Uint8Array(0);
  #base: Bitmap | null = null;

  /** `folded`: the test takes case-folded texts. */
  constructor(column: ValueColumn, test: Test, { likely = null, certain = [], folded = null }: Hints = {}) {
    this.#column = column;
    this.#test = test;
    this.#likely = likely;
    this.#certain = certain;
    this.#valueAt = folded ? (code) => column.foldedAt(code, folded) : (code) => column.values[code] ?? null;
  }

  passes(code: number): boolean {
    if (code >= this.#verdicts.length) {
      const grown = new Uint8Array(Math.max(this.#column.values.length, code + 1));
      grown.set(this.#verdicts);
      this.#verdicts = grown;
    }
    const known = this.#verdicts[code];
    if (known) return known === 2;
    const passes = this.#test(this.#valueAt(code), readsNothing) === 1;
    this.#verdicts[code] = passes ? 2 : 1;
    return passes;
  }

  /** Rows that pass before any rule has run. The bitmap is shared: do not change it. */
  base(): Bitmap {
    if (this.#base) return this.#base;
    const asked = this.#likely?.filter((code) => this.passes(code)) ?? null;
    const passing = asked && (this.#certain.length > 0 ? [...this.#certain, ...asked] : asked);
    if (passing && this.#rowsOf(passing) * 2 <= this.#column.codes.length) this.#base = this.#baseOf(passing);
    else {
      if (passing) this.#failAllBut(passing);
      this.#base = this.#baseOfAll();
    }
    return this.#base;
  }

  #rowsOf(codes: readonly number[]): number {
    const { starts } = this.#column.postings();
    return codes.reduce((sum, code) => sum + (starts[code + 1] ?? 0) - (starts[code] ?? 0), 0);
  }

  #baseOf(codes: readonly number[]): Bitmap {
    const bits = noBits(this.#column.codes.length);
    for (const code of codes) this.#mark(bits, code, true);
    return bits;
  }

  #failAllBut(passing: readonly number[]): void {
    this.#verdicts = new Uint8Array(this.#column.values.length).fill(1, 0, this.#column.baseValues);
    for (const code of passing) this.#verdicts[code] = 2;
  }

  /** Marks the smaller set: the rows that pass, or the rows that fail. */
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
    for (let i = starts[code] ?? 0; i < end; i++) setBit(bits, rows[i] ?? 0, on);
  }

  /** Rows that pass in this state of the column. May return the shared bitmap: do not change it. */
  on({ touched, groups, codes }: ColumnState): Bitmap {
    const base = this.base();
    if (!touched) return base;
    const bits = new Uint32Array(base.length);
    for (let w = 0; w < bits.length; w++) bits[w] = (base[w] ?? 0) & ~(touched[w] ?? 0);
    for (const [code, rows] of groups) {
      if (!this.passes(code)) continue;
      for (let w = 0; w < bits.length; w++) bits[w] = (bits[w] ?? 0) | (rows[w] ?? 0);
    }
    if (codes) this.#addWritten(bits, touched, codes);
    return bits;
  }

  #addWritten(bits: Bitmap, touched: Bitmap, codes: Uint16Array | Uint32Array): void {
    for (let w = 0; w < touched.length; w++) {
      let left = touched[w] ?? 0;
      let passing = 0;
      while (left !== 0) {
        const bit = left & -left;
        if (this.passes(codes[(w << 5) + 31 - Math.clz32(bit)] ?? 0)) passing |= bit;
        left ^= bit;
      }
      bits[w] = (bits[w] ?? 0) | passing;
    }
  }
}

const nameOf = (operand: Operand): unknown =>
  operand.kind === 'text' ? operand.text : operand.kind === 'today' ? [operand.offset] : [keyOf(operand.field), operand.offset];

/** Cache key of a comparison. Two rules with the same comparison share one result. */
export const nameOfComparison = ({ field, operator, value }: Comparison): string =>
  JSON.stringify([keyOf(field), operator, value.map((parts) => parts.map(nameOf))]);
