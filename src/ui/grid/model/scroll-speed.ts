/** Scroll steps closer together than this belong to one movement. */
const togetherMs = 160;

/**
 * Tells fast scrolling ("flinging") from reading. Two steps in a row that each replace the whole view are flinging: the user
 * cannot read those rows, so they are drawn once the scroll slows down. A single jump does not count.
 */
export class ScrollSpeed {
  #first = 0;
  #far = false;
  #atMs = 0;
  /** True while rows pass faster than the user can read them. */
  flinging = false;

  /** The view now starts at row `first`. `nowMs` comes from any monotonic clock. */
  moved(first: number, visible: number, nowMs: number): void {
    const far = Math.abs(first - this.#first) >= visible;
    this.flinging = far && this.#far && nowMs - this.#atMs < togetherMs;
    this.#far = far;
    this.#first = first;
    this.#atMs = nowMs;
  }

  /** The scroll ended, or the grid itself scrolls to a row. */
  stop(): void {
    this.#far = false;
    this.flinging = false;
  }
}
