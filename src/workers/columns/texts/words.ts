import type { Match } from '#domain/columns/matching.ts';
import { type Place, placeOf } from './joined.ts';
import { Texts } from './texts.ts';

/** The code that ends each text among the codes of words. */
export const END = 0;

/** A phrase as its parts' words: bit n of a code's mask is set if the word may be part n. */
export type Phrase = {
  readonly masks: Uint8Array;
  readonly parts: number;
  /** Whether these are all parts. Otherwise what passes must be compared as a text. */
  readonly isWhole: boolean;
};

/** Parts of a phrase that have a bit, so that a mask is one byte. */
const PARTS = 8;
const EXACT: Place = { first: true, last: true, word: null };
/** From this length on, the engine's substring of a text keeps the whole text in memory. */
const SLICED_FROM = 13;

/** The distinct words of a column's texts, each with a code. A text is its words joined by single spaces, so a word may be empty. */
export class Words {
  readonly #texts = new Texts();
  readonly #codeOf = new Map<string, number>();

  constructor() {
    this.#texts.set(END, null);
  }

  get size(): number {
    return this.#texts.size;
  }

  at(code: number): string {
    return this.#texts.at(code) ?? '';
  }

  codeOf(word: string): number {
    const known = this.#codeOf.get(word);
    if (known !== undefined) return known;
    const code = this.size;
    const own = word.length < SLICED_FROM ? word : String(JSON.parse(JSON.stringify(word)));
    this.#texts.set(code, own);
    this.#codeOf.set(own, code);
    return code;
  }

  /** Takes a folded phrase, which is not blank. */
  phrase(folded: string, how: Match): Phrase {
    const parts = partsOf(folded, how);
    const masks = new Uint8Array(this.size);
    for (const [n, part] of parts.slice(0, PARTS).entries()) {
      const passes = part && this.#verdict(part);
      if (!passes) masks[END] = (masks[END] ?? 0) | (1 << n);
      else for (let code = END + 1; code < masks.length; code++) masks[code] = (masks[code] ?? 0) | ((passes[code] ?? 0) << n);
    }
    return { masks, parts: Math.min(parts.length, PARTS), isWhole: parts.length <= PARTS };
  }

  /** Returns 1 for each word that may be the part. */
  #verdict({ text, place }: Part): Uint8Array {
    if (text !== '') return this.#texts.search(text, place);
    const passes = new Uint8Array(this.size).fill(place.first && place.last ? 0 : 1);
    const empty = this.#codeOf.get('');
    if (empty !== undefined) passes[empty] = 1;
    return passes;
  }

  /** Approximate size in bytes. */
  bytes(): number {
    return this.#texts.bytes() + this.#codeOf.size * 24;
  }
}

type Part = { readonly text: string; readonly place: Place };

/** The words of a phrase, and where a text's words must hold them; null for a text's start or end. */
function partsOf(folded: string, how: Match): (Part | null)[] {
  const words = folded.split(' ');
  if (how === 'equals') return [null, ...words.map((text) => ({ text, place: EXACT })), null];
  if (words.length === 1) return [{ text: folded, place: placeOf(how) }];
  const last = words.length - 1;
  return words.map((text, n) => ({ text, place: { first: n > 0, last: n < last, word: edgeOf(n, last, how) } }));
}

function edgeOf(n: number, last: number, how: Match): Place['word'] {
  if (n === 0) return how === 'contains' ? null : 'start';
  return n === last && how === 'word' ? 'word' : null;
}
