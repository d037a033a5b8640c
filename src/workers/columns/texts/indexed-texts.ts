import { fold, holds, isLetter, type Match } from './matching.ts';
import { Texts } from './texts.ts';

// Changing a text discards the index of its chunk alone.
const CHUNK_BITS = 12;

/** The words of a chunk's entries, in their order, by code. The words of an entry start at its place in `starts`. */
type Chunk = { readonly words: Uint32Array; readonly starts: Uint32Array };

/** A run of letters of a needle. Open: the word in the text may go on at that end. */
type Token = { readonly text: string; readonly isOpenBefore: boolean; readonly isOpenAfter: boolean };

/**
 * Texts of which nearly each differs from all others, such as notes. A needle is compared with each distinct word once, and only
 * texts that hold its words one after another are read.
 */
export class IndexedTexts extends Texts {
  readonly #words = new Texts();
  readonly #codeOf = new Map<string, number>();
  readonly #indexed: (Chunk | undefined)[] = [];

  override set(entry: number, text: string | null): void {
    super.set(entry, text);
    this.#indexed[entry >>> CHUNK_BITS] = undefined;
  }

  override search(text: string, how: Match): Uint8Array {
    const needle = fold(text);
    const tokens = tokensOf(needle, how);
    // Blanks and punctuation alone are in no word.
    if (tokens.length === 0) return super.search(text, how);
    const verdict = this.noVerdict();
    const chunks = Array.from({ length: Math.ceil(this.size / (1 << CHUNK_BITS)) }, (_, number) => this.#chunk(number));
    const passing = tokens.map((token) => this.#wordsWith(token));
    // One word says all, unless the whole text must be equal or the needle holds more than letters.
    const isCertain = how !== 'equals' && tokens[0]?.text.length === needle.length;
    for (const [number, chunk] of chunks.entries())
      for (const place of placesWith(chunk, passing)) {
        const entry = (number << CHUNK_BITS) + place;
        if (isCertain || holds(fold(this.at(entry) ?? ''), needle, how)) verdict[entry] = 1;
      }
    return verdict;
  }

  /** Returns 1 for each word that the token may stand for. */
  #wordsWith({ text, isOpenBefore, isOpenAfter }: Token): Uint8Array {
    const verdict = this.#words.search(text, isOpenBefore ? 'contains' : isOpenAfter ? 'start' : 'equals');
    if (isOpenBefore && !isOpenAfter)
      for (let word = 0; word < this.#words.size; word++)
        if (verdict[word] === 1 && !this.#words.at(word)?.endsWith(text)) verdict[word] = 0;
    return verdict;
  }

  #chunk(number: number): Chunk {
    const known = this.#indexed[number];
    if (known) return known;
    const words: number[] = [];
    const first = number << CHUNK_BITS;
    const count = Math.min(this.size - first, 1 << CHUNK_BITS);
    const starts = new Uint32Array(count + 1);
    for (let place = 0; place < count; place++) {
      const text = this.at(first + place);
      if (text !== null) for (const { word } of wordsIn(fold(text))) words.push(this.#codeOfWord(word));
      starts[place + 1] = words.length;
    }
    const chunk = { words: Uint32Array.from(words), starts };
    this.#indexed[number] = chunk;
    return chunk;
  }

  #codeOfWord(word: string): number {
    const known = this.#codeOf.get(word);
    if (known !== undefined) return known;
    const code = this.#words.size;
    this.#words.set(code, word);
    this.#codeOf.set(word, code);
    return code;
  }

  override bytes(): number {
    const indexed = this.#indexed.reduce((sum, chunk) => sum + (chunk ? chunk.words.byteLength + chunk.starts.byteLength : 0), 0);
    return super.bytes() + this.#words.bytes() + this.#codeOf.size * 24 + indexed;
  }
}

/** The places in a chunk, in order, of the entries that have words for all tokens, one right after another. */
function placesWith({ words, starts }: Chunk, passing: readonly Uint8Array[]): number[] {
  const places: number[] = [];
  const [first, ...others] = passing;
  if (!first) return places;
  let place = 0;
  for (let at = 0; at < words.length; at++) {
    if (first[words[at] ?? 0] !== 1 || !others.every((verdict, i) => verdict[words[at + 1 + i] ?? 0] === 1)) continue;
    while ((starts[place + 1] ?? 0) <= at) place++;
    if (at + passing.length > (starts[place + 1] ?? 0)) continue;
    places.push(place);
    at = (starts[place + 1] ?? 0) - 1;
  }
  return places;
}

/** The longest runs of letters in a folded text, with their places. */
function wordsIn(folded: string): { readonly word: string; readonly at: number }[] {
  const words: { word: string; at: number }[] = [];
  for (let at = 0; at < folded.length; at++) {
    if (!isLetter(folded, at)) continue;
    const start = at;
    while (at < folded.length && isLetter(folded, at)) at++;
    words.push({ word: folded.slice(start, at), at: start });
  }
  return words;
}

/** A needle's runs of letters. More than 255 of them cannot be counted; fewer find more texts to read. */
function tokensOf(needle: string, how: Match): Token[] {
  return wordsIn(needle)
    .slice(0, 255)
    .map(({ word, at }) => ({
      text: word,
      isOpenBefore: at === 0 && how === 'contains',
      isOpenAfter: at + word.length === needle.length && (how === 'contains' || how === 'start'),
    }));
}
