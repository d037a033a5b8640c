import { compareFolded, fold } from '#domain/columns/matching.ts';
import { wordsFor } from '../bits/bitmap.ts';

/** Rank of a blank: after every text in both directions. */
export const BLANK = 0xffff_ffff;
/** Rank of each entry; equal texts share one. `max` is the highest rank besides BLANK. */
export type Ranks = { readonly rank: Uint32Array; readonly max: number };

/** A list of texts; null is blank. */
type List = { readonly size: number; at(entry: number): string | null };

/** Ranks of a list's entries by case-folded text in code-unit order. The first call sorts; later calls only merge changes. */
export class Ranking {
  readonly #list: List;
  readonly #unranked = new Set<number>();
  #order: Uint32Array | null = null;
  #ranks: Ranks = { rank: new Uint32Array(0), max: 0 };

  constructor(list: List) {
    this.#list = list;
  }

  /** Call when an entry has changed. */
  note(entry: number): void {
    if (this.#order) this.#unranked.add(entry);
  }

  ranks(): Ranks {
    if (!this.#order) this.#order = this.#sorted(Array.from({ length: this.#list.size }, (_, entry) => entry));
    else if (this.#unranked.size === 0) return this.#ranks;
    else this.#order = this.#merged(this.#order);
    this.#ranks = this.#rankedBy(this.#order);
    this.#unranked.clear();
    return this.#ranks;
  }

  #folded(entry: number): string {
    return fold(this.#list.at(entry) ?? '');
  }

  #sorted(entries: number[]): Uint32Array {
    const filled = entries.filter((entry) => this.#list.at(entry) !== null);
    const folded = filled.map((entry) => this.#folded(entry));
    const places = Uint32Array.from(filled.keys()).sort((a, b) => compareFolded(folded[a] ?? '', folded[b] ?? ''));
    return places.map((place) => filled[place] ?? 0);
  }

  #merged(order: Uint32Array): Uint32Array {
    const isNew = this.#forget();
    const kept = isNew ? order : order.filter((entry) => !this.#unranked.has(entry));
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
    const text = this.#folded(entry);
    let low = from;
    let high = order.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareFolded(this.#folded(order[middle] ?? 0), text) > 0) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** Takes the ranks of changed entries away. Returns whether they had none. */
  #forget(): boolean {
    const { rank } = this.#ranks;
    let isNew = true;
    for (const entry of this.#unranked) {
      if ((rank[entry] ?? BLANK) === BLANK) continue;
      rank[entry] = BLANK;
      isNew = false;
    }
    return isNew;
  }

  #rankedBy(order: Uint32Array): Ranks {
    const before = this.#ranks.rank;
    const rank = new Uint32Array(wordsFor(this.#list.size) * 32).fill(BLANK);
    let current = -1;
    let last = -1;
    let lastRank = BLANK;
    for (let at = 0; at < order.length; at++) {
      const entry = order[at] ?? 0;
      const known = entry < before.length ? (before[entry] ?? BLANK) : BLANK;
      // Entries that were ranked before have equal texts if they had one rank.
      const isAlike = known !== BLANK && lastRank !== BLANK ? known === lastRank : this.#areAlike(last, entry);
      if (!isAlike) current++;
      rank[entry] = current;
      [last, lastRank] = [entry, known];
    }
    return { rank, max: Math.max(current, 0) };
  }

  #areAlike(a: number, b: number): boolean {
    return a >= 0 && this.#folded(a) === this.#folded(b);
  }

  bytes(): number {
    return this.#ranks.rank.byteLength + (this.#order?.byteLength ?? 0);
  }
}
