import { compareFolded, fold, holds, isWordAt, type Match } from '#domain/columns/matching.ts';
import { wordsFor } from '../bits/bitmap.ts';

/** Rank of a blank: after every text in both directions. */
export const BLANK = 0xffff_ffff;
/** Rank of each entry; equal texts share one. `max` is the highest rank besides BLANK. */
export type Ranks = { readonly rank: Uint32Array; readonly max: number };

// Each chunk joins its entries into one lower-case string, so that one native `indexOf` searches all of them.
const CHUNK_BITS = 12;
const SEPARATOR = '\u0001';
type Chunk = { readonly text: string; readonly starts: Uint32Array };

/** A growing list of texts that is searched and ranked as a whole: a column's distinct values, or one text per row. */
export class Texts {
  readonly #entries: (string | null)[] = [];
  readonly #chunks: (Chunk | undefined)[] = [];
  #order: Uint32Array | null = null;
  #ranks: Ranks = { rank: new Uint32Array(0), max: 0 };
  readonly #unranked = new Set<number>();

  get size(): number {
    return this.#entries.length;
  }

  at(entry: number): string | null {
    return this.#entries[entry] ?? null;
  }

  set(entry: number, text: string | null): void {
    while (this.#entries.length < entry) this.#note(this.#entries.push(null) - 1);
    this.#entries[entry] = text;
    this.#note(entry);
  }

  #note(entry: number): void {
    this.#chunks[entry >>> CHUNK_BITS] = undefined;
    if (this.#order) this.#unranked.add(entry);
  }

  /** Returns 1 for each entry that matches `text`, ignoring case. Padded to whole bitmap words. */
  search(text: string, how: Match): Uint8Array {
    const verdict = new Uint8Array(wordsFor(this.size) * 32);
    const needle = fold(text);
    if (needle === '') return verdict;
    if (needle.includes(SEPARATOR)) {
      for (const [i, entry] of this.#entries.entries()) verdict[i] = entry !== null && holds(fold(entry), needle, how) ? 1 : 0;
      return verdict;
    }
    for (let c = 0; c << CHUNK_BITS < this.size; c++) searchChunk(this.#chunk(c), c << CHUNK_BITS, needle, how, verdict);
    return verdict;
  }

  /** Returns 1 for each entry that is not blank and passes. Padded to whole bitmap words. */
  matching(matches: (text: string) => boolean): Uint8Array {
    const verdict = new Uint8Array(wordsFor(this.size) * 32);
    for (const [i, entry] of this.#entries.entries()) verdict[i] = entry !== null && matches(entry) ? 1 : 0;
    return verdict;
  }

  /** Returns 1 for each blank entry. */
  blanks(): Uint8Array {
    const verdict = new Uint8Array(wordsFor(this.size) * 32);
    for (let i = 0; i < this.size; i++) verdict[i] = this.#entries[i] === null ? 1 : 0;
    return verdict;
  }

  #chunk(index: number): Chunk {
    const known = this.#chunks[index];
    if (known) return known;
    const parts = this.#entries.slice(index << CHUNK_BITS, (index + 1) << CHUNK_BITS).map((entry) => fold(entry ?? ''));
    const starts = new Uint32Array(parts.length + 1);
    let at = 1;
    for (const [i, part] of parts.entries()) {
      starts[i] = at;
      at += part.length + 1;
    }
    starts[parts.length] = at;
    const chunk = { text: SEPARATOR + parts.join(SEPARATOR) + SEPARATOR, starts };
    this.#chunks[index] = chunk;
    return chunk;
  }

  /** Ranks by case-folded text in code-unit order. The first call sorts; later calls only merge changes. */
  ranks(): Ranks {
    if (!this.#order) this.#order = this.#sorted([...this.#entries.keys()]);
    else if (this.#unranked.size === 0) return this.#ranks;
    else this.#order = this.#merged(this.#order);
    this.#ranks = this.#rankedBy(this.#order);
    this.#unranked.clear();
    return this.#ranks;
  }

  #sorted(entries: number[]): Uint32Array {
    const filled = entries.filter((entry) => this.#entries[entry] !== null);
    const folded = filled.map((entry) => fold(this.#entries[entry] ?? ''));
    const places = Uint32Array.from(filled.keys()).sort((a, b) => compareFolded(folded[a] ?? '', folded[b] ?? ''));
    return places.map((place) => filled[place] ?? 0);
  }

  #merged(order: Uint32Array): Uint32Array {
    const kept = order.filter((entry) => !this.#unranked.has(entry));
    const added = this.#sorted([...this.#unranked]);
    const merged = new Uint32Array(kept.length + added.length);
    let from = 0;
    for (const [i, entry] of added.entries()) {
      const to = this.#placeIn(kept, from, entry);
      merged.set(kept.subarray(from, to), from + i);
      merged[to + i] = entry;
      from = to;
    }
    merged.set(kept.subarray(from), from + added.length);
    return merged;
  }

  /** First index at or after `from` whose entry is greater than `entry`. */
  #placeIn(order: Uint32Array, from: number, entry: number): number {
    const text = fold(this.#entries[entry] ?? '');
    let low = from;
    let high = order.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareFolded(fold(this.#entries[order[middle] ?? 0] ?? ''), text) > 0) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  #rankedBy(order: Uint32Array): Ranks {
    const rank = new Uint32Array(wordsFor(this.size) * 32).fill(BLANK);
    let current = -1;
    let before: number | undefined;
    for (const entry of order) {
      if (before === undefined || !this.#ranksAlike(before, entry)) current++;
      before = entry;
      rank[entry] = current;
    }
    return { rank, max: Math.max(current, 0) };
  }

  /** Whether two entries have equal texts. Entries that were ranked before have equal texts if they had one rank. */
  #ranksAlike(a: number, b: number): boolean {
    const { rank } = this.#ranks;
    if (b < rank.length && a < rank.length && !this.#unranked.has(a) && !this.#unranked.has(b) && rank[a] !== BLANK)
      return rank[a] === rank[b];
    return fold(this.#entries[a] ?? '') === fold(this.#entries[b] ?? '');
  }

  /** Approximate size in bytes: texts, search copies, and ranks. */
  bytes(): number {
    const texts = this.#entries.reduce((sum, entry) => sum + (entry === null ? 4 : 16 + entry.length), 0);
    const searched = this.#chunks.reduce((sum, chunk) => sum + (chunk ? chunk.text.length + chunk.starts.byteLength : 0), 0);
    return texts + searched + this.#ranks.rank.byteLength + (this.#order?.byteLength ?? 0);
  }
}

function searchChunk(chunk: Chunk, base: number, needle: string, how: Match, verdict: Uint8Array): void {
  const { text, starts } = chunk;
  const whole = how === 'equals';
  const wanted = whole ? SEPARATOR + needle + SEPARATOR : needle;
  const last = starts.length - 2;
  let entry = 0;
  let at = text.indexOf(wanted);
  while (at >= 0) {
    const start = whole ? at + 1 : at;
    // The separators at both ends of an entry are no letters, so that its ends are ends of words.
    if ((how === 'start' || how === 'word') && !isWordAt(text, at, needle.length, how)) {
      at = text.indexOf(wanted, at + 1);
      continue;
    }
    entry = entryAt(starts, entry, last, start);
    const exact = starts[entry] === start && starts[entry + 1] === start + needle.length + 1;
    if (!whole || exact) verdict[base + entry] = 1;
    if (++entry > last) return;
    at = text.indexOf(wanted, (starts[entry] ?? 0) - (whole ? 1 : 0));
  }
}

/** The entry, at or after `low`, that contains offset `at` of the chunk. */
function entryAt(starts: Uint32Array, low: number, last: number, at: number): number {
  let step = 1;
  while (low + step <= last && (starts[low + step] ?? 0) <= at) step <<= 1;
  let from = low + (step >>> 1);
  let to = Math.min(low + step, last + 1);
  while (to - from > 1) {
    const middle = (from + to) >>> 1;
    if ((starts[middle] ?? 0) <= at) from = middle;
    else to = middle;
  }
  return from;
}
