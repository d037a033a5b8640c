import { cellOf, type NumberType, numberOf, textOf } from '#domain/columns/cell-values.ts';
import { compareFolded, fold, holds, type Match } from '#domain/columns/matching.ts';
import { type Coded, codedScan, rankWriter } from './coded.ts';
import type { KeyWriter, NumberAsked, Test, TextAsked } from './column.ts';
import type { Cell, LookupRow } from './grid-schema.ts';
import type { TextColumn } from './text-column.ts';
import { placeOf } from './texts/joined.ts';
import { BLANK, type Ranks } from './texts/ranking.ts';
import { Texts } from './texts/texts.ts';

export type Lookup = ReadonlyMap<string, LookupRow>;

/**
 * A column that stores nothing per row: the base column's code leads to the looked-up value. All work is per distinct key of the
 * base column, so a changed mapping costs the same for ten jobs as for a million.
 */
abstract class Derived {
  readonly base: TextColumn;
  readonly #lookup: () => Lookup;
  readonly #pick: string;
  #known = 0;

  constructor(base: TextColumn, lookup: () => Lookup, pick: string) {
    this.base = base;
    this.#lookup = lookup;
    this.#pick = pick;
  }

  protected abstract put(code: number, value: unknown): void;

  /** Looks up the keys that rows have added since the last call. */
  protected sync(): void {
    while (this.#known < this.base.texts.size) this.#look(this.#known++);
  }

  #look(code: number): void {
    const key = this.base.texts.at(code);
    this.put(code, key === null ? null : (this.#lookup().get(key)?.[this.#pick] ?? null));
  }

  /** Call when the lookup's row of `key` has changed. */
  refresh(key: string): void {
    const code = this.base.codeOf(key);
    if (code !== undefined && code < this.#known) this.#look(code);
  }

  /** Call when the whole lookup has changed. */
  reset(): void {
    this.#known = 0;
  }

  /** The base column keeps its dictionary, so it always has codes. */
  protected codes(): Coded {
    return this.base.codes ?? new Uint8Array(0);
  }

  protected codeAt(row: number): number {
    this.sync();
    return this.codes()[row] ?? 0;
  }

  protected testOfCode(passes: (code: number) => boolean): Test {
    const scan = () => {
      this.sync();
      return codedScan(
        this.codes(),
        Uint8Array.from({ length: this.base.texts.size }, (_, code) => (passes(code) ? 1 : 0)),
      );
    };
    return { scan, test: (row) => passes(this.codeAt(row)) };
  }
}

export class DerivedTextColumn extends Derived implements TextAsked {
  readonly #texts = new Texts();

  protected put(code: number, value: unknown): void {
    this.#texts.set(code, textOf(value));
  }

  cell(row: number): string | null {
    return this.#texts.at(this.codeAt(row));
  }

  isBlank(row: number): boolean {
    return this.cell(row) === null;
  }

  text(text: string, how: Match): Test {
    const needle = fold(text);
    const scan = () => {
      this.sync();
      return codedScan(this.codes(), this.#texts.search(text, placeOf(how)));
    };
    const test = (row: number) => {
      const own = this.cell(row);
      return own !== null && holds(fold(own), needle, how);
    };
    return { scan, test };
  }

  where(matches: (text: string) => boolean): Test {
    return this.testOfCode((code) => {
      const own = this.#texts.at(code);
      return own !== null && matches(own);
    });
  }

  empty(): Test {
    return this.testOfCode((code) => this.#texts.at(code) === null);
  }

  keyWriters(_rows: Uint32Array, _count: number, descending: boolean): KeyWriter[] {
    this.sync();
    return [rankWriter(this.codes(), this.#texts.ranks(), descending)];
  }

  compare(a: number, b: number): number | null {
    const [left, right] = [this.cell(a), this.cell(b)];
    return left === null || right === null ? null : compareFolded(fold(left), fold(right));
  }

  bytes(): number {
    return this.#texts.bytes();
  }
}

export class DerivedNumberColumn extends Derived implements NumberAsked {
  #values: number[] = [];
  #ranks: Ranks | null = null;
  readonly #type: NumberType;

  constructor(base: TextColumn, lookup: () => Lookup, pick: string, type: NumberType) {
    super(base, lookup, pick);
    this.#type = type;
  }

  protected put(code: number, value: unknown): void {
    this.#values[code] = numberOf(value, this.#type);
    this.#ranks = null;
  }

  #valueOf(code: number): number {
    return this.#values[code] ?? Number.NaN;
  }

  value(row: number): number {
    return this.#valueOf(this.codeAt(row));
  }

  cell(row: number): Cell {
    return cellOf(this.value(row), this.#type);
  }

  isBlank(row: number): boolean {
    return Number.isNaN(this.value(row));
  }

  between(from: number, to: number): Test {
    return this.testOfCode((code) => this.#valueOf(code) >= from && this.#valueOf(code) <= to);
  }

  bits(mask: number): Test {
    return this.testOfCode((code) => (this.#valueOf(code) & mask) !== 0); // NaN & mask is 0
  }

  empty(): Test {
    return this.testOfCode((code) => Number.isNaN(this.#valueOf(code)));
  }

  keyWriters(_rows: Uint32Array, _count: number, descending: boolean): KeyWriter[] {
    this.sync();
    this.#ranks ??= ranksOf(this.#values);
    return [rankWriter(this.codes(), this.#ranks, descending)];
  }

  compare(a: number, b: number): number | null {
    const [left, right] = [this.value(a), this.value(b)];
    if (Number.isNaN(left) || Number.isNaN(right)) return null;
    return left < right ? -1 : left > right ? 1 : 0;
  }

  bytes(): number {
    return this.#values.length * 8 + (this.#ranks?.rank.byteLength ?? 0);
  }
}

function ranksOf(values: readonly number[]): Ranks {
  const distinct = Float64Array.from(new Set(values.filter((value) => !Number.isNaN(value)))).sort();
  const rankOf = new Map(Array.from(distinct, (value, rank) => [value, rank]));
  return { rank: Uint32Array.from(values, (value) => rankOf.get(value) ?? BLANK), max: Math.max(distinct.length - 1, 0) };
}
