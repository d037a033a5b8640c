import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { SheetCell } from '#domain/sheet/sheet-data.ts';
import { bundledFile } from '#server/kit/lib/bundled-file.ts';
import type { Packed, PackPlan, PackSheet } from './packer.ts';

/** What the thread is asked to do next; see `Packer`. */
export type PackOrder =
  | { readonly does: 'sheet'; readonly sheet: PackSheet }
  | { readonly does: 'rows'; readonly rows: readonly (readonly SheetCell[])[] }
  | { readonly does: 'end' };

/** A packer in a thread of its own. Orders are given one after another. `close` ends the thread, also in the middle. */
export type PackThread = {
  readonly order: (order: PackOrder) => Promise<Packed>;
  readonly close: () => Promise<void>;
};

/** Most memory of the thread. It holds one portion of rows, and names of minutes. */
const mostMegabytes = 256;

/** Starts a thread that writes one file. Its orders throw if the thread fails, and once `signal` is aborted. */
export function packApart(plan: PackPlan, signal: AbortSignal): PackThread {
  const worker = new Worker(bundledFile('pack-worker.mjs', 'JOBDOCK_PACK_WORKER'), {
    workerData: plan,
    // Files need none of the service's secrets.
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
  });
  const ended = new AbortController();
  worker.once('error', (error) => ended.abort(error));
  worker.once('exit', () => ended.abort(new Error('the thread that writes an export ended')));
  return {
    async order(order) {
      signal.throwIfAborted();
      ended.signal.throwIfAborted();
      const answer = once(worker, 'message', { signal: AbortSignal.any([signal, ended.signal]) });
      worker.postMessage(order, []);
      try {
        const [packed] = (await answer) as [Packed];
        return packed;
      } catch (error) {
        // `once` throws an error of its own, which has the reason as its cause.
        signal.throwIfAborted();
        ended.signal.throwIfAborted();
        throw error;
      }
    },
    async close() {
      await worker.terminate();
    },
  };
}
