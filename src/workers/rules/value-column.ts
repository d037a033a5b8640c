import type { FieldValue } from '#contract/rows/jobs.ts';
import type { Field } from '#domain/fields/field.ts';
import { dateIn, fold, textOf } from '#domain/fields/values.ts';

/** Separates the texts of a haystack. No searched text contains it. */
const apart = '\u0000';

/**
 * Base value codes that have an order, ascending, and all others. An order comparison holds for a prefix or a suffix of
 * `ordered`.
 */
type InOrder = { readonly ordered: readonly number[]; readonly others: readonly number[] };

/**
 * One field of every job: each distinct value once, and one code per row. Rules write new values, so the dictionary grows.
 * `codes` are those of the jobs before any rule.
 */
export class ValueColumn {
  readonly values: FieldValue[] = [];
  readonly codes: Uint32Array;
  /** Number of distinct values before any rule. */
  readonly baseValues: number;
  readonly #codeOf = new Map<FieldValue, number>();
  #starts: Uint32Array | null = null;
  #rows: Uint32Array | null = null;
  #folded: Map<string, number[]> | null = null;
  readonly #inOrder = new Map<'number' | 'date', InOrder>();
  /** All base texts joined, and the start of each. Searching one string is many times faster than searching each text. */
  #haystack: { readonly text: string; readonly starts: Uint32Array } | null = null;
  readonly #texts: string[] = [];

  constructor(rows: number, valueAt: (row: number) => FieldValue) {
    this.codes = new Uint32Array(rows);
    for (let row = 0; row < rows; row++) this.codes[row] = this.codeOf(valueAt(row));
    this.baseValues = this.values.length;
  }

  /** The code of a value. A new value gets a new code. */
  codeOf(value: FieldValue): number {
    const known = this.#codeOf.get(value);
    if (known !== undefined) return known;
    this.#codeOf.set(value, this.values.length);
    return this.values.push(value) - 1;
  }

  /** The rows of each code: from `starts[code]` to `starts[code + 1]` in `rows`. */
  postings(): { readonly starts: Uint32Array; readonly rows: Uint32Array } {
    if (this.#starts && this.#rows) return { starts: this.#starts, rows: this.#rows };
    const starts = new Uint32Array(this.baseValues + 1);
    for (const code of this.codes) starts[code + 1] = (starts[code + 1] ?? 0) + 1;
    for (let code = 0; code < this.baseValues; code++) starts[code + 1] = (starts[code + 1] ?? 0) + (starts[code] ?? 0);
    const next = starts.slice();
    const rows = new Uint32Array(this.codes.length);
    for (let row = 0; row < rows.length; row++) {
      const code = this.codes[row] ?? 0;
      const at = next[code] ?? 0;
      rows[at] = row;
      next[code] = at + 1;
    }
    this.#starts = starts;
    this.#rows = rows;
    return { starts, rows };
  }

  /** The case-folded text of a value, computed once. */
  foldedAt(code: number, field: Field): string {
    const known = this.#texts[code];
    if (known !== undefined) return known;
    const text = fold(textOf(this.values[code] ?? null, field));
    this.#texts[code] = text;
    return text;
  }

  /** Codes of base values whose text equals `text`, ignoring case and surrounding space. */
  codesLike(text: string, field: Field): readonly number[] {
    if (!this.#folded) {
      this.#folded = new Map();
      for (let code = 0; code < this.baseValues; code++) {
        const key = this.foldedAt(code, field);
        const same = this.#folded.get(key);
        if (same) same.push(code);
        else this.#folded.set(key, [code]);
      }
    }
    return this.#folded.get(fold(text)) ?? [];
  }

  /** Codes of base values whose text contains a folded text. Null when the haystack cannot decide. */
  codesContaining(part: string, field: Field): readonly number[] | null {
    if (part === '' || part.includes(apart)) return null;
    const { text, starts } = (this.#haystack ??= this.#pile(field));
    const codes: number[] = [];
    let code = 0;
    for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, starts[code])) {
      while ((starts[code + 1] ?? text.length) <= at) code++;
      codes.push(code++);
      if (code >= this.baseValues) break;
    }
    return codes;
  }

  #pile(field: Field) {
    const texts = Array.from({ length: this.baseValues }, (_, code) => this.foldedAt(code, field));
    const starts = new Uint32Array(texts.length + 1);
    for (const [code, text] of texts.entries()) starts[code + 1] = (starts[code] ?? 0) + text.length + apart.length;
    return { text: texts.join(apart) + apart, starts };
  }

  /** Base values ordered as numbers or as dates. */
  inOrder(as: 'number' | 'date'): InOrder {
    const known = this.#inOrder.get(as) ?? this.#sort(as);
    this.#inOrder.set(as, known);
    return known;
  }

  #sort(as: 'number' | 'date'): InOrder {
    const codes = Array.from({ length: this.baseValues }, (_, code) => code);
    const { values } = this;
    const isOrdered = (code: number): boolean => {
      const value = values[code];
      return as === 'number' ? typeof value === 'number' : typeof value === 'string' && dateIn(value) === value;
    };
    const ordered = codes.filter(isOrdered);
    if (as === 'number') ordered.sort((a, b) => Number(values[a]) - Number(values[b]));
    else ordered.sort((a, b) => (String(values[a]) < String(values[b]) ? -1 : 1));
    return { ordered, others: codes.filter((code) => !isOrdered(code)) };
  }
}
