// Entry of the thread that writes the file of an export, bundled as `pack-worker.mjs` beside the server's main bundle, so that writing and
// compressing do not hold the service's event loop. It answers each order with the bytes that are finished.
import { parentPort, workerData } from 'node:worker_threads';
import type { PackOrder } from './pack-apart.ts';
import { createPacker, type PackPlan } from './packer.ts';

const packer = createPacker(workerData as PackPlan);

parentPort?.on('message', (order: PackOrder) => {
  const packed =
    order.does === 'end' ? packer.end() : order.does === 'sheet' ? packer.sheet(order.sheet) : packer.rows(order.rows);
  parentPort?.postMessage(packed, [packed.bytes.buffer as ArrayBuffer]);
});
