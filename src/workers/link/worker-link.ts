import { type Remote, releaseProxy, wrap } from 'comlink';

/** The worker did not answer: it took too long, or it died. */
class WorkerFailure extends Error {
  override readonly name = 'WorkerFailure';
  readonly kind: 'timeout' | 'died';

  constructor(kind: 'timeout' | 'died', what: string) {
    super(`worker ${what}: ${kind}`);
    this.kind = kind;
  }
}

export type WorkerLink<Api> = {
  /** Calls the worker with a deadline. A call to a dead worker would otherwise wait forever. */
  ask<T>(what: string, deadlineMs: number, call: (api: Remote<Api>) => Promise<T>): Promise<T>;
  stop(): void;
};

/** Starts a worker and links to its exposed API. `died` is called once, when the worker itself failed. */
export function linkWorker<Api>(worker: Worker, died: () => void): WorkerLink<Api> {
  const remote = wrap<Api>(worker);
  const waiting = new Set<(failure: WorkerFailure) => void>();
  let dead = false;
  const fail = () => {
    if (dead) return;
    dead = true;
    for (const reject of waiting) reject(new WorkerFailure('died', 'call'));
    waiting.clear();
    died();
  };
  worker.addEventListener('error', fail);
  worker.addEventListener('messageerror', fail);

  return {
    ask(what, deadlineMs, call) {
      if (dead) return Promise.reject(new WorkerFailure('died', what));
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new WorkerFailure('timeout', what)), deadlineMs);
        waiting.add(reject);
        void call(remote)
          .then(resolve, reject)
          .finally(() => {
            clearTimeout(timer);
            waiting.delete(reject);
          });
      });
    },
    stop() {
      dead = true;
      remote[releaseProxy]();
      worker.terminate();
    },
  };
}
