import type { BlockColumn } from '#contract/kit/columns.ts';
import { cellAt } from '#domain/columns/cell-at.ts';
import { textOf } from '#domain/columns/cell-values.ts';
import { compareFolded, fold, holds, type Match } from '#domain/columns/matching.ts';
import { type Scan, scanOfRows } from './bits/scan.ts';
import { type Coded, type Codes, codedScan, rankWriter } from './coded.ts';
import type { KeyWriter, Stored, Test, TextAsked } from './column.ts';
import { placeOf } from './texts/joined.ts';
import { OwnTexts } from './texts/own-texts.ts';
import { Texts } from './texts/texts.ts';

// When most texts differ, a dictionary costs more than it saves. Below this number of rows it does not matter.
const OWN_FROM_ROWS = 32_768;
const NO_CODES: Coded = new Uint8Array(0);

/** Texts of rows, dictionary-coded (code 0 is blank) until nearly every row has its own text. */
export class TextColumn implements TextAsked, Stored {
  /** One code per row. Null once each row has its own text. */
  codes: Codes = NO_CODES;
  #dictionary = new Texts();
  #own: OwnTexts | null = null;
  #codeOf = new Map<string, number>();
  readonly #keepDictionary: boolean;

  /** `keepDictionary`: derived columns depend on the codes, so the codes must stay. */
  constructor(keepDictionary: boolean) {
    this.#keepDictionary = keepDictionary;
    this.#dictionary.set(0, null);
  }

  /** The texts by code, or by row once each row has its own. */
  get texts(): Texts | OwnTexts {
    return this.#own ?? this.#dictionary;
  }

  reserve(rows: number): void {
    if (this.codes && this.codes.length < rows) this.codes = copied(this.codes, this.codes, rows);
  }

  write(row: number, value: unknown): void {
    const text = textOf(value);
    if (this.#own) this.#own.set(row, text);
    else this.#code(row, this.#intern(text));
  }

  load(at: number, rows: number, column: BlockColumn | undefined): void {
    if (!column) {
      this.#own?.set(at + rows - 1, null);
      return;
    }
    if (column.kind === 'dict') this.#loadDictionary(at, rows, column.values, column.codes);
    else for (let i = 0; i < rows; i++) this.write(at + i, cellAt(column, i));
    const distinct = this.#codeOf.size;
    if (!this.#own && !this.#keepDictionary && at + rows >= OWN_FROM_ROWS && distinct > (at + rows) / 2)
      this.#giveUpDictionary(at + rows);
  }

  #loadDictionary(at: number, rows: number, values: readonly unknown[], codes: ArrayLike<number>): void {
    if (this.#own) {
      for (let i = 0; i < rows; i++) this.#own.set(at + i, textOf(values[codes[i] ?? 0]));
      return;
    }
    const mine = Uint32Array.from(values, (value) => this.#intern(textOf(value)));
    this.#widen(this.#dictionary.size - 1);
    const own = this.codes ?? NO_CODES;
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
    const code = this.#dictionary.size;
    this.#dictionary.set(code, text);
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
    const own = new OwnTexts();
    for (let row = 0; row < rows; row++) own.set(row, this.cell(row));
    this.#own = own;
    this.#dictionary = new Texts();
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
    const test = (row: number) => {
      const own = this.cell(row);
      return own !== null && holds(fold(own), needle, how);
    };
    const scan = () =>
      this.#scan(
        (texts) => texts.search(text, placeOf(how)),
        (texts) => texts.search(text, how),
      );
    return { scan, test };
  }

  where(matches: (text: string) => boolean): Test {
    const test = (row: number) => {
      const own = this.cell(row);
      return own !== null && matches(own);
    };
    const scan = () =>
      this.#scan(
        (texts) => texts.matching(matches),
        () => scanOfRows(test),
      );
    return { scan, test };
  }

  empty(): Test {
    const test = (row: number) => this.isBlank(row);
    const scan = () =>
      this.#scan(
        (texts) => texts.blanks(),
        () => scanOfRows(test),
      );
    return { scan, test };
  }

  #scan(verdict: (texts: Texts) => Uint8Array, ofOwn: (texts: OwnTexts) => Scan): Scan {
    return this.#own ? ofOwn(this.#own) : codedScan(this.codes ?? NO_CODES, verdict(this.#dictionary));
  }

  keyWriters(_rows: Uint32Array, _count: number, descending: boolean): KeyWriter[] {
    return [rankWriter(this.codes, this.texts.ranks(), descending)];
  }

  compare(a: number, b: number): number | null {
    const [left, right] = [this.cell(a), this.cell(b)];
    return left === null || right === null ? null : compareFolded(fold(left), fold(right));
  }

  *prepareSearches(): Generator<void> {
    if (this.#own) yield* this.#own.prepareSearches();
  }

  bytes(): number {
    return (this.codes?.byteLength ?? 0) + this.texts.bytes() + this.#codeOf.size * 24;
  }
}

/** A copy of `from` in the width of `as`, with space for `length` codes. */
function copied(from: Coded, as: Coded, length: number): Coded {
  const to =
    as instanceof Uint8Array
      ? new Uint8Array(length)
      : as instanceof Uint16Array
        ? new Uint16Array(length)
        : new Uint32Array(length);
  to.set(from);
  return to;
}
