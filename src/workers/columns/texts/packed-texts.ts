import { type Postings, postingsOf, sizeOfPostings, type Wholes, wholesOf } from './postings.ts';
import type { Question } from './question.ts';
import { END, type Phrase, type Words } from './words.ts';

const SAMPLE = 256;
/** Texts that were changed one by one and are not packed. */
const CHANGED_AT_MOST = 256;

/** Whether words repeat so often that codes take less memory than the texts. A distinct word takes more than in a text. */
export function isWorthPacking(texts: readonly (string | null)[]): boolean {
  const words = texts.slice(0, SAMPLE).flatMap((text) => text?.split(' ') ?? []);
  return new Set(words).size * 4 < words.length;
}

/**
 * Texts as codes of their words, with the places of each word. A search looks at each distinct word once, and then only at the places
 * of the phrase's rarest part.
 */
export class PackedTexts {
  readonly #words: Words;
  readonly #count: number;
  /** END, and then each text's words and END. */
  readonly #codes: Wholes;
  /** The places of END, which are the first ones, are those around the texts. */
  readonly #postings: Postings;
  readonly #changed = new Map<number, string | null>();

  constructor(texts: readonly (string | null)[], words: Words) {
    this.#words = words;
    this.#count = texts.length;
    const codes: number[] = [END];
    for (const text of texts) {
      if (text !== null) pushCodes(text, words, codes);
      codes.push(END);
    }
    this.#codes = wholesOf(codes, words.size);
    this.#postings = postingsOf(this.#codes, words.size);
  }

  at(entry: number): string | null {
    const changed = this.#changed.get(entry);
    if (changed !== undefined || entry >= this.#count) return changed ?? null;
    const [before, end] = [this.#postings.places[entry] ?? 0, this.#postings.places[entry + 1] ?? 0];
    if (end === before + 1) return null;
    let text = this.#wordAt(before + 1);
    for (let place = before + 2; place < end; place++) text += ` ${this.#wordAt(place)}`;
    return text;
  }

  #wordAt(place: number): string {
    return this.#words.at(this.#codes[place] ?? END);
  }

  /** Returns false when so many texts have changed that all should be packed again. */
  set(entry: number, text: string | null): boolean {
    this.#changed.set(entry, text);
    return this.#changed.size <= CHANGED_AT_MOST;
  }

  /** Calls `found` for each text that matches, some more than once. */
  search(question: Question, found: (entry: number) => void): void {
    const { phrase } = question;
    const part = this.#rarestPart(phrase);
    const { codes, starts } = this.#postings;
    for (let word = 0; word < codes.length; word++) {
      if (((phrase.masks[codes[word] ?? END] ?? 0) >>> part) & 1)
        this.#follow(question, part, starts[word] ?? 0, starts[word + 1] ?? 0, found);
    }
    for (const [changed, text] of this.#changed) if (question.holds(text)) found(changed);
  }

  /** The part of the phrase whose words have the fewest places. */
  #rarestPart({ masks, parts }: Phrase): number {
    const { codes, starts } = this.#postings;
    const counts = new Float64Array(parts);
    for (let word = 0; word < codes.length; word++) {
      const mask = masks[codes[word] ?? END] ?? 0;
      if (mask === 0) continue;
      const places = (starts[word + 1] ?? 0) - (starts[word] ?? 0);
      for (let part = 0; part < parts; part++) if ((mask >>> part) & 1) counts[part] = (counts[part] ?? 0) + places;
    }
    return counts.indexOf(Math.min(...counts));
  }

  /** Looks for the phrase around some places of one part. */
  #follow(question: Question, part: number, from: number, to: number, found: (entry: number) => void): void {
    const { places } = this.#postings;
    let entry = 0;
    for (let at = from; at < to; at++) {
      const place = (places[at] ?? 0) - part;
      if (!this.#isAt(question.phrase, place)) continue;
      entry = this.#entryAt(place + 1, entry);
      if (this.#isFound(entry, question)) found(entry);
    }
  }

  /** Whether the phrase's parts are the words from this place on. */
  #isAt({ masks, parts }: Phrase, place: number): boolean {
    if (place < 0) return false;
    for (let part = 0; part < parts; part++)
      if ((((masks[this.#codes[place + part] ?? END] ?? 0) >>> part) & 1) === 0) return false;
    return true;
  }

  /** The text that a place is in, at or after the text `low`. The END after a text is in it. */
  #entryAt(place: number, low: number): number {
    const { places } = this.#postings;
    let high = this.#count - 1;
    let first = low;
    while (first < high) {
      const middle = (first + high) >>> 1;
      if ((places[middle + 1] ?? 0) < place) first = middle + 1;
      else high = middle;
    }
    return first;
  }

  /** Whether a text whose codes match really does. */
  #isFound(entry: number, question: Question): boolean {
    if (this.#changed.size > 0 && this.#changed.has(entry)) return false;
    return question.phrase.isWhole || question.holds(this.at(entry));
  }

  matches(entry: number, question: Question): boolean {
    if (entry >= this.#count || this.#changed.has(entry)) return question.holds(this.at(entry));
    const { phrase } = question;
    const [before, end] = [this.#postings.places[entry] ?? 0, this.#postings.places[entry + 1] ?? 0];
    for (let place = before; place + phrase.parts <= end + 1; place++)
      if (this.#isAt(phrase, place)) return this.#isFound(entry, question);
    return false;
  }

  bytes(): number {
    return this.#codes.byteLength + sizeOfPostings(this.#postings) + this.#changed.size * 64;
  }
}

/** Appends the codes of a text's words. */
function pushCodes(text: string, words: Words, codes: number[]): void {
  for (let from = 0; from <= text.length; ) {
    const space = text.indexOf(' ', from);
    const to = space < 0 ? text.length : space;
    codes.push(words.codeOf(text.slice(from, to)));
    from = to + 1;
  }
}
