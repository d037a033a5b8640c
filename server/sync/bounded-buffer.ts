/**
 * Buffers texts between a producer and a slower reader. The producer may be `bytes` ahead, then it waits. So a slow connection
 * does not keep a database snapshot open, and memory use is limited.
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

  /** Adds a text. Resolves when there is room for more; false means that the reader has gone and the producer must stop. */
  async add(text: string): Promise<boolean> {
    this.#texts.push(text);
    this.#size += text.length;
    this.#wake();
    while (this.#size >= this.#bytes && !this.#ended) await this.#change();
    return !this.#ended;
  }

  /** Ends the stream. The reader gets a failure after all texts that were added before it. */
  end(failure?: unknown): void {
    this.#ended = true;
    this.#failure = failure;
    this.#wake();
  }

  /** Returns every text in order. If the reader leaves the loop early, the producer stops. */
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
