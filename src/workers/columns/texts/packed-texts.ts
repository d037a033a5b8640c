import type { Question } from './question.ts';
import { END, type Phrase, type Words } from './words.ts';

const SAMPLE = 256;
/** Texts that were changed one by one and are not packed. */
const CHANGED_AT_MOST = 256;

/** Whether words repeat so often that their codes take less memory than the texts. */
export function isWorthPacking(texts: readonly (string | null)[]): boolean {
  const words = texts.slice(0, SAMPLE).flatMap((text) => text?.split(' ') ?? []);
  return new Set(words).size * 2 < words.length;
}

/** Texts as codes of their words. A search looks at each distinct word once, and then only at codes. */
export class PackedTexts {
  readonly #words: Words;
  /** Each text's words and END. The first text follows an END as well. */
  readonly #codes: Uint16Array | Uint32Array;
  /** Where each text starts among the codes, and where the last one is over. */
  readonly #starts: Uint32Array;
  readonly #changed = new Map<number, string | null>();

  constructor(texts: readonly (string | null)[], words: Words) {
    this.#words = words;
    const codes: number[] = [END];
    this.#starts = Uint32Array.of(1, ...texts.map((text) => writeCodes(text, words, codes)));
    this.#codes = words.size <= 0x1_0000 ? new Uint16Array(codes) : new Uint32Array(codes);
  }

  at(entry: number): string | null {
    const changed = this.#changed.get(entry);
    if (changed !== undefined) return changed;
    const start = this.#starts[entry] ?? 0;
    const end = (this.#starts[entry + 1] ?? 0) - 1;
    if (end <= start) return null;
    let text = this.#words.at(this.#codes[start] ?? END);
    for (let at = start + 1; at < end; at++) text += ` ${this.#words.at(this.#codes[at] ?? END)}`;
    return text;
  }

  /** Returns false when so many texts have changed that all should be packed again. */
  set(entry: number, text: string | null): boolean {
    this.#changed.set(entry, text);
    return this.#changed.size <= CHANGED_AT_MOST;
  }

  /** Calls `found` for each text that matches, some more than once. */
  search(question: Question, found: (entry: number) => void): void {
    const { phrase } = question;
    const starts = this.#starts;
    let entry = 0;
    this.#scan(phrase, 0, this.#codes.length, (at) => {
      while ((starts[entry + 1] ?? 0) <= at) entry++;
      if (this.#isFound(entry, question)) found(entry);
    });
    for (const [changed, text] of this.#changed) if (question.holds(text)) found(changed);
  }

  /** Whether an entry whose codes match really matches. */
  #isFound(entry: number, question: Question): boolean {
    if (this.#changed.size > 0 && this.#changed.has(entry)) return false;
    return question.phrase.isWhole || question.holds(this.at(entry));
  }

  matches(entry: number, question: Question): boolean {
    if (this.#changed.has(entry)) return question.holds(this.at(entry));
    let isFound = false;
    this.#scan(question.phrase, (this.#starts[entry] ?? 0) - 1, this.#starts[entry + 1] ?? 0, () => {
      isFound = true;
    });
    return isFound && this.#isFound(entry, question);
  }

  /** Reports the places where the phrase's last word was found after the others. Bit n of the state: part n was the last word. */
  #scan({ masks, last }: Phrase, from: number, to: number, found: (at: number) => void): void {
    const codes = this.#codes;
    let state = 0;
    for (let at = from; at < to; at++) {
      state = ((state << 1) | 1) & (masks[codes[at] ?? END] ?? 0);
      if ((state & last) !== 0) found(at);
    }
  }

  bytes(): number {
    return this.#codes.byteLength + this.#starts.byteLength + this.#changed.size * 64;
  }
}

/** Appends the codes of a text and END. Returns where the next text starts. */
function writeCodes(text: string | null, words: Words, codes: number[]): number {
  let from = 0;
  while (text !== null && from <= text.length) {
    const space = text.indexOf(' ', from);
    const to = space < 0 ? text.length : space;
    codes.push(words.codeOf(text.slice(from, to)));
    from = to + 1;
  }
  return codes.push(END);
}
