import { wrap } from 'comlink';
import type { OursApi } from './ours.worker.ts';
import type { Peer } from './peer.ts';

export const openWorker = () => wrap<OursApi>(new Worker(new URL('./ours.worker.ts', import.meta.url), { type: 'module' }));
export type OursWorker = ReturnType<typeof openWorker>;

/** The product's engine in a worker. Times include the messages both ways and the first screen of cells. */
export function ours(worker: OursWorker): Peer {
  let inside = 0;
  return {
    name: 'Jobdock worker',
    prepare: () => undefined,
    async run(query) {
      inside = (await worker.ask(query)).ms;
    },
    async change(job) {
      inside = (await worker.change(job)).ms;
    },
    ids: () => worker.ids(0, Number.MAX_SAFE_INTEGER),
    inside: () => inside,
  };
}
