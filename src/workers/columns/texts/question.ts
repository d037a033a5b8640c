import { fold, holds, type Match } from '#domain/columns/matching.ts';
import { type Place, placeOf } from './joined.ts';
import type { Phrase, Words } from './words.ts';

/** What texts are searched for, prepared for each way to store them. */
export class Question {
  readonly needle: string;
  readonly place: Place;
  readonly #how: Match;
  readonly #words: Words;
  #phrase: Phrase | null = null;

  constructor(text: string, how: Match, words: Words) {
    this.needle = fold(text);
    this.place = placeOf(how);
    this.#how = how;
    this.#words = words;
  }

  holds(text: string | null): boolean {
    return text !== null && holds(fold(text), this.needle, this.#how);
  }

  /** The needle by codes of words, as long as there are no new words. */
  get phrase(): Phrase {
    if (this.#phrase?.masks.length !== this.#words.size) this.#phrase = this.#words.phrase(this.needle, this.#how);
    return this.#phrase;
  }
}
