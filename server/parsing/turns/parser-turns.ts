/** The customer whose file is read. A `background` reader waits as long as needed; a user is refused if too many wait. */
export type FileReader = { readonly customerId: number; readonly background?: true };

/** Thrown if too many files wait to be read. */
class ParsersBusy extends Error {
  // The server's error handler turns this into 429 with Retry-After.
  readonly kind = 'busy';
  readonly retryAfterSeconds = 5;
}

type Waiting = FileReader & { readonly start: () => void };
type Limits = { readonly atOnce: number; readonly waiting: number };

/**
 * Runs work in turn: at most `atOnce` pieces at a time, and one per customer. Of users, at most `waiting` wait, and one per
 * customer. The returned function throws `ParsersBusy` for a user beyond that.
 */
export function parserTurns({ atOnce, waiting: mostWaiting }: Limits) {
  const running = new Set<number>();
  const queue: Waiting[] = [];

  function startNext(): void {
    const at = running.size < atOnce ? queue.findIndex(({ customerId }) => !running.has(customerId)) : -1;
    const [next] = at === -1 ? [] : queue.splice(at, 1);
    if (!next) return;
    running.add(next.customerId);
    next.start();
    startNext();
  }

  function mayWait({ customerId }: FileReader): boolean {
    const users = queue.filter(({ background }) => !background);
    return users.length < mostWaiting && !users.some((one) => one.customerId === customerId);
  }

  return async function inTurn<T>(reader: FileReader, work: () => Promise<T>): Promise<T> {
    const startsNow = running.size < atOnce && !running.has(reader.customerId);
    if (!startsNow && !reader.background && !mayWait(reader)) throw new ParsersBusy('too many files at once');
    await new Promise<void>((start) => {
      queue.push({ ...reader, start });
      startNext();
    });
    try {
      return await work();
    } finally {
      running.delete(reader.customerId);
      startNext();
    }
  };
}
