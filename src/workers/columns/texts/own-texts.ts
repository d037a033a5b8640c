import type { Match } from '#domain/columns/matching.ts';
import { type Bitmap, keepBits } from '../bits/bitmap.ts';
import { noRow, type Scan, scanOf } from '../bits/scan.ts';
import { type Joined, joinedOf, searchJoined } from './joined.ts';
import { isWorthPacking, PackedTexts } from './packed-texts.ts';
import { Question } from './question.ts';
import { Ranking, type Ranks } from './ranking.ts';
import { sizeOf } from './texts.ts';
import { Words } from './words.ts';

const CHUNK_BITS = 12;
const PLACES = (1 << CHUNK_BITS) - 1;

type Plain = { readonly texts: (string | null)[]; joined: Joined | null };
type Chunk = Plain | PackedTexts;

/**
 * One text per row, for columns whose texts mostly differ. The first search packs them, in chunks: as codes of their words if
 * these repeat (notes), or else beside a copy that one native `indexOf` searches (ids).
 */
export class OwnTexts {
  readonly #words = new Words();
  readonly #chunks: Chunk[] = [];
  readonly #ranking = new Ranking(this);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  at(row: number): string | null {
    const chunk = this.#chunks[row >>> CHUNK_BITS];
    if (chunk instanceof PackedTexts) return chunk.at(row & PLACES);
    return chunk?.texts[row & PLACES] ?? null;
  }

  set(row: number, text: string | null): void {
    if (row < this.#size && this.at(row) === text) return;
    this.#size = Math.max(this.#size, row + 1);
    while (this.#chunks.length << CHUNK_BITS < this.#size) this.#chunks.push(plain([]));
    this.#ranking.note(row);
    const index = row >>> CHUNK_BITS;
    const chunk = this.#chunks[index];
    if (!(chunk instanceof PackedTexts)) setPlain(chunk, row & PLACES, text);
    else if (!chunk.set(row & PLACES, text)) this.#chunks[index] = plain(this.#textsOf(index));
  }

  #textsOf(index: number): (string | null)[] {
    const from = index << CHUNK_BITS;
    return Array.from({ length: Math.min(PLACES + 1, this.#size - from) }, (_, place) => this.at(from + place));
  }

  search(text: string, how: Match): Scan {
    const question = new Question(text, how, this.#words);
    if (question.needle === '') return noRow;
    return scanOf(
      1,
      (out) => this.#mark(question, out),
      (bits) => keepBits(bits, (row) => this.#matches(row, question)),
    );
  }

  #mark(question: Question, out: Bitmap): void {
    out.fill(0);
    for (const index of this.#chunks.keys()) this.#prepare(index);
    for (const [index, chunk] of this.#chunks.entries()) {
      const words = out.subarray(index << (CHUNK_BITS - 5), (index + 1) << (CHUNK_BITS - 5));
      const found = (place: number) => {
        words[place >>> 5] = (words[place >>> 5] ?? 0) | (1 << (place & 31));
      };
      if (chunk instanceof PackedTexts) chunk.search(question, found);
      else if (chunk.joined) searchJoined(chunk.joined, question.needle, question.place, found);
    }
  }

  #prepare(index: number): void {
    const chunk = this.#chunks[index];
    if (!chunk || chunk instanceof PackedTexts || chunk.joined) return;
    if (isWorthPacking(chunk.texts)) this.#chunks[index] = new PackedTexts(chunk.texts, this.#words);
    else chunk.joined = joinedOf(chunk.texts);
  }

  /** Does what the first search of all rows would do, one chunk a step. */
  *prepareSearches(): Generator<void> {
    for (const index of this.#chunks.keys()) {
      this.#prepare(index);
      yield;
    }
  }

  #matches(row: number, question: Question): boolean {
    const chunk = this.#chunks[row >>> CHUNK_BITS];
    return chunk instanceof PackedTexts ? chunk.matches(row & PLACES, question) : question.holds(this.at(row));
  }

  /** Ranks by case-folded text in code-unit order. */
  ranks(): Ranks {
    return this.#ranking.ranks();
  }

  /** Approximate size in bytes: texts, search copies, and ranks. */
  bytes(): number {
    return this.#chunks.reduce((sum, chunk) => sum + bytesOf(chunk), this.#words.bytes() + this.#ranking.bytes());
  }
}

const plain = (texts: (string | null)[]): Plain => ({ texts, joined: null });

function setPlain(chunk: Plain | undefined, place: number, text: string | null): void {
  if (!chunk) return;
  while (chunk.texts.length < place) chunk.texts.push(null);
  chunk.texts[place] = text;
  chunk.joined = null;
}

function bytesOf(chunk: Chunk): number {
  if (chunk instanceof PackedTexts) return chunk.bytes();
  const texts = chunk.texts.reduce((sum, text) => sum + (text === null ? 4 : 16 + text.length), 0);
  return texts + (chunk.joined ? sizeOf(chunk.joined) : 0);
}
