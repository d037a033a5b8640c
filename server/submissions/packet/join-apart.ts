import { Worker } from 'node:worker_threads';
import { bundledFile } from '#server/kit/lib/bundled-file.ts';
import type { FromPacketWorker, PacketFile, ToPacketWorker } from './packet-messages.ts';

/** Most time for a packet, and most memory of its thread in MB. */
const deadlineMs = 60_000;
const memoryMb = 768;

/** Makes the cover from what became of each file. */
type MakeCover = (results: Extract<FromPacketWorker, { kind: 'read' }>['results']) => Promise<ToPacketWorker>;

/** Joins a cover and files to one PDF in a thread of its own. Null if the files take too much time or memory. */
export function joinApart(files: readonly PacketFile[], makeCover: MakeCover): Promise<Uint8Array | null> {
  // Documents need none of the service's secrets.
  const worker = new Worker(bundledFile('packet-worker.mjs', 'JOBDOCK_PACKET_WORKER'), {
    workerData: files,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  return new Promise<Uint8Array | null>((resolve, reject) => {
    const timer = setTimeout(() => resolve(null), deadlineMs);
    worker.on('message', (message: FromPacketWorker) => {
      if (message.kind === 'packet') return resolve(message.bytes);
      makeCover(message.results).then((cover) => worker.postMessage(cover, []), reject);
    });
    worker.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve(null) : reject(error),
    );
    worker.once('exit', () => {
      clearTimeout(timer);
      reject(new Error('the thread of a packet ended without one'));
    });
  }).finally(() => void worker.terminate());
}
