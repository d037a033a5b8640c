/** While rows arrive, the screen is updated at most this often: painting after each block costs more than loading it. */
const apartMs = 300;

/** Reports rows as they arrive: the first ones at once, counts between at intervals, and the complete set at once. */
export class PacedNews {
  readonly #changed: () => void;
  #told = { rows: 0, at: 0 };
  #timer: ReturnType<typeof setTimeout> | null = null;
  /** How many rows the next report will tell of. */
  #rows = 0;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  tell(rows: number, isComplete: boolean): void {
    this.#rows = rows;
    const wait = this.#told.at + apartMs - performance.now();
    if (!isComplete && this.#told.rows > 0 && wait > 0) this.#timer ??= setTimeout(() => this.#now(), wait);
    else this.#now();
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer);
  }

  #now(): void {
    this.close();
    this.#timer = null;
    this.#told = { rows: this.#rows, at: performance.now() };
    this.#changed();
  }
}
