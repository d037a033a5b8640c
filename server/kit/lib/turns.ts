import type { Logger } from 'pino';

/** Work of this process that is looked for again and again; two looks never run beside each other. */
export type Turns = {
  start(): void;
  /** One look: carries out whatever is due and answers how many there were. */
  runDue(): Promise<number>;
  /** Waits for what is under way. */
  stop(): Promise<void>;
};

export type TurnsOptions = {
  readonly pollMs: number;
  readonly log: Logger;
  /** What is told where a look fails: "mapping runs could not go on". */
  readonly failed: string;
  /** Carries out what is due next and answers how many that were, 0 where nothing is. It gives way where `stopping` is aborted. */
  readonly next: (stopping: AbortSignal) => Promise<number>;
};

/** Looks every `pollMs`; any number of processes may, as `next` claims what it carries out. */
export function createTurns({ pollMs, log, failed, next }: TurnsOptions): Turns {
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<unknown> | null = null;
  const stopping = new AbortController();

  async function runDue(): Promise<number> {
    let done = 0;
    while (!stopping.signal.aborted) {
      const count = await next(stopping.signal);
      if (count === 0) break;
      done += count;
    }
    return done;
  }

  function turn(): void {
    running ??= runDue()
      .catch((error: unknown) => log.error({ err: error }, failed))
      .finally(() => {
        running = null;
      });
  }

  return {
    runDue,
    start() {
      timer = setInterval(turn, pollMs);
      turn();
    },
    async stop() {
      stopping.abort();
      if (timer) clearInterval(timer);
      await running;
    },
  };
}
