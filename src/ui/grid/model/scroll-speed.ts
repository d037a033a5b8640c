/** Steps of a scroll are part of one movement while they follow each other this closely. */
const togetherMs = 160;

/**
 * Tells a fling from reading. Two steps in a row that each leave nothing of the view on the screen are a fling: no one reads
 * what passes, so the rows are drawn once it slows. A single jump is none.
 */
export class ScrollSpeed {
  #first = 0;
  #far = false;
  #atMs = 0;
  /** The rows in view pass faster than they can be read. */
  flinging = false;

  /** The view now starts at row `first`, at `nowMs` on any steady clock. */
  moved(first: number, visible: number, nowMs: number): void {
    const far = Math.abs(first - this.#first) >= visible;
    this.flinging = far && this.#far && nowMs - this.#atMs < togetherMs;
    this.#far = far;
    this.#first = first;
    this.#atMs = nowMs;
  }

  /** The scroll has ended, or the grid itself goes somewhere. */
  stop(): void {
    this.#far = false;
    this.flinging = false;
  }
}
