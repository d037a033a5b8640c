/**
 * Texts on their way from a producer to a slower reader. The producer may run ahead by `bytes`, then waits; so a database
 * snapshot is not held open by a slow connection, and memory stays bounded.
 */
export class BoundedBuffer {
  readonly #bytes: number;
  #texts: string[] = [];
  #size = 0;
  #ended = false;
  #failure: unknown;
  #wake: () => void = () => undefined;

  constructor(bytes: number) {
    this.#bytes = bytes;
  }

  /** Adds a text; resolves when there is room for more. False: the reader has gone, stop producing. */
  async add(text: string): Promise<boolean> {
    this.#texts.push(text);
    this.#size += text.length;
    this.#wake();
    while (this.#size >= this.#bytes && !this.#ended) await this.#change();
    return !this.#ended;
  }

  /** Nothing more comes; with a failure, the reader gets it after what it was promised. */
  end(failure?: unknown): void {
    this.#ended = true;
    this.#failure = failure;
    this.#wake();
  }

  /** Every text in order. Leaving the loop early tells the producer to stop. */
  async *read(): AsyncGenerator<string> {
    try {
      for (;;) {
        const text = this.#texts.shift();
        if (text !== undefined) {
          this.#size -= text.length;
          this.#wake();
          yield text;
        } else if (this.#failure !== undefined) throw this.#failure;
        else if (this.#ended) return;
        else await this.#change();
      }
    } finally {
      this.end();
    }
  }

  #change(): Promise<void> {
    const before = this.#wake;
    return new Promise((resolve) => {
      this.#wake = () => {
        before();
        resolve();
      };
    });
  }
}
