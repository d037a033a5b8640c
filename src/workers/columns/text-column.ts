import type { BlockColumn } from '#contract/kit/columns.ts';
import { cellAt } from '#domain/columns/cell-at.ts';
import { textOf } from '#domain/columns/cell-values.ts';
import { compareFolded, fold, holds, type Match } from '#domain/columns/matching.ts';
import { type Codes, codedTest, rankWriter } from './coded.ts';
import type { KeyWriter, Stored, Test, TextAsked } from './column.ts';
import { Texts } from './texts/texts.ts';

// When most texts differ, a dictionary costs more than it saves. Below this number of rows it does not matter.
const OWN_FROM_ROWS = 32_768;

/** Texts of rows, dictionary-coded (code 0 is blank) until nearly every row has its own text. */
export class TextColumn implements TextAsked, Stored {
  /** One code per row. Null once each row has its own text. */
  codes: Codes = new Uint8Array(0);
  texts = new Texts();
  #codeOf = new Map<string, number>();
  readonly #keepDictionary: boolean;

  /** `keepDictionary`: derived columns depend on the codes, so the codes must stay. */
  constructor(keepDictionary: boolean) {
    this.#keepDictionary = keepDictionary;
    this.texts.set(0, null);
  }

  reserve(rows: number): void {
    if (this.codes && this.codes.length < rows) this.codes = copied(this.codes, this.codes, rows);
  }

  write(row: number, value: unknown): void {
    const text = textOf(value);
    if (this.codes) this.#code(row, this.#intern(text));
    else this.texts.set(row, text);
  }

  load(at: number, rows: number, column: BlockColumn | undefined): void {
    if (!column) {
      if (!this.codes) this.texts.set(at + rows - 1, null);
      return;
    }
    if (column.kind === 'dict') this.#loadDictionary(at, rows, column.values, column.codes);
    else for (let i = 0; i < rows; i++) this.write(at + i, cellAt(column, i));
    const distinct = this.#codeOf.size;
    if (this.codes && !this.#keepDictionary && at + rows >= OWN_FROM_ROWS && distinct > (at + rows) / 2)
      this.#giveUpDictionary(at + rows);
  }

  #loadDictionary(at: number, rows: number, values: readonly unknown[], codes: ArrayLike<number>): void {
    if (!this.codes) {
      for (let i = 0; i < rows; i++) this.texts.set(at + i, textOf(values[codes[i] ?? 0]));
      return;
    }
    const mine = Uint32Array.from(values, (value) => this.#intern(textOf(value)));
    this.#widen(this.texts.size - 1);
    const own = this.codes;
    for (let i = 0; i < rows; i++) own[at + i] = mine[codes[i] ?? 0] ?? 0;
  }

  /** Code of a text, or undefined if no row ever had it. */
  codeOf(text: string): number | undefined {
    return this.#codeOf.get(text);
  }

  /** A number of the row's text. Rows with the same number have the same text. */
  codeAt(row: number): number {
    return this.codes ? (this.codes[row] ?? 0) : row;
  }

  #intern(text: string | null): number {
    if (text === null) return 0;
    const known = this.#codeOf.get(text);
    if (known !== undefined) return known;
    const code = this.texts.size;
    this.texts.set(code, text);
    this.#codeOf.set(text, code);
    return code;
  }

  #code(row: number, code: number): void {
    this.#widen(code);
    if (this.codes) this.codes[row] = code;
  }

  #widen(code: number): void {
    const codes = this.codes;
    if (codes instanceof Uint8Array && code > 0xff) this.codes = copied(codes, new Uint16Array(0), codes.length);
    if (this.codes instanceof Uint16Array && code > 0xffff)
      this.codes = copied(this.codes, new Uint32Array(0), this.codes.length);
  }

  #giveUpDictionary(rows: number): void {
    const own = new Texts();
    for (let row = 0; row < rows; row++) own.set(row, this.texts.at(this.codes?.[row] ?? 0));
    this.texts = own;
    this.codes = null;
    this.#codeOf = new Map();
  }

  cell(row: number): string | null {
    return this.texts.at(this.codeAt(row));
  }

  isBlank(row: number): boolean {
    return this.cell(row) === null;
  }

  text(text: string, how: Match): Test {
    const needle = fold(text);
    return codedTest(
      () => this.codes,
      () => this.texts.search(text, how),
      (row) => {
        const own = this.cell(row);
        return own !== null && holds(fold(own), needle, how);
      },
    );
  }

  where(matches: (text: string) => boolean): Test {
    return codedTest(
      () => this.codes,
      () => this.texts.matching(matches),
      (row) => {
        const own = this.cell(row);
        return own !== null && matches(own);
      },
    );
  }

  empty(): Test {
    return codedTest(
      () => this.codes,
      () => this.texts.blanks(),
      (row) => this.isBlank(row),
    );
  }

  keyWriters(_rows: Uint32Array, _count: number, descending: boolean): KeyWriter[] {
    return [rankWriter(this.codes, this.texts.ranks(), descending)];
  }

  compare(a: number, b: number): number | null {
    const [left, right] = [this.cell(a), this.cell(b)];
    return left === null || right === null ? null : compareFolded(fold(left), fold(right));
  }

  bytes(): number {
    return (this.codes?.byteLength ?? 0) + this.texts.bytes() + this.#codeOf.size * 24;
  }
}

/** A copy of `from` in the width of `as`, with space for `length` codes. */
function copied(from: NonNullable<Codes>, as: NonNullable<Codes>, length: number): NonNullable<Codes> {
  const to =
    as instanceof Uint8Array
      ? new Uint8Array(length)
      : as instanceof Uint16Array
        ? new Uint16Array(length)
        : new Uint32Array(length);
  to.set(from);
  return to;
}
