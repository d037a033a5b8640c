import { fold } from '#domain/columns/matching.ts';
import { wordsFor } from '../bits/bitmap.ts';
import { type Joined, joinedOf, type Place, searchJoined } from './joined.ts';
import { Ranking, type Ranks } from './ranking.ts';

/** A new text means that the texts of its chunk are joined again. */
const CHUNK_BITS = 8;

/** A growing list of a column's distinct texts, which is searched and ranked as a whole. */
export class Texts {
  readonly #entries: (string | null)[] = [];
  readonly #chunks: (Joined | undefined)[] = [];
  readonly #ranking = new Ranking(this);

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
    this.#ranking.note(entry);
  }

  /** Returns 1 for each entry that holds `text` in that place, ignoring case. */
  search(text: string, place: Place): Uint8Array {
    const verdict = new Uint8Array(wordsFor(this.size) * 32);
    const needle = fold(text);
    if (needle === '') return verdict;
    for (let c = 0; c << CHUNK_BITS < this.size; c++) {
      const base = c << CHUNK_BITS;
      searchJoined(this.#chunk(c), needle, place, (entry) => {
        verdict[base + entry] = 1;
      });
    }
    return verdict;
  }

  /** Returns 1 for each entry that is not blank and passes. */
  matching(matches: (text: string) => boolean): Uint8Array {
    return Uint8Array.from(this.#entries, (entry) => (entry !== null && matches(entry) ? 1 : 0));
  }

  /** Returns 1 for each blank entry. */
  blanks(): Uint8Array {
    return Uint8Array.from(this.#entries, (entry) => (entry === null ? 1 : 0));
  }

  #chunk(index: number): Joined {
    const known = this.#chunks[index];
    if (known) return known;
    const chunk = joinedOf(this.#entries.slice(index << CHUNK_BITS, (index + 1) << CHUNK_BITS));
    this.#chunks[index] = chunk;
    return chunk;
  }

  /** Ranks by case-folded text in code-unit order. */
  ranks(): Ranks {
    return this.#ranking.ranks();
  }

  /** Approximate size in bytes: texts, search copies, and ranks. */
  bytes(): number {
    const texts = this.#entries.reduce((sum, entry) => sum + (entry === null ? 4 : 16 + entry.length), 0);
    return texts + this.#ranking.bytes() + this.#chunks.reduce((sum, chunk) => sum + (chunk ? sizeOf(chunk) : 0), 0);
  }
}

export const sizeOf = ({ text, starts }: Joined): number => text.length + starts.byteLength;
