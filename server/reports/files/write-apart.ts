import { Worker } from 'node:worker_threads';
import type { SheetData } from '#domain/sheet/sheet-data.ts';
import { bundledFile } from '#server/kit/lib/bundled-file.ts';

/** Most time for one file. It has 10,000 rows at most, which take seconds. */
const deadlineMs = 120_000;

/** Writes a sheet as an Excel file in a thread of its own. Throws if the thread fails or takes longer than two minutes. */
export function writeExcelApart(sheet: SheetData): Promise<Uint8Array> {
  // Files need none of the service's secrets.
  const worker = new Worker(bundledFile('sheet-worker.mjs', 'JOBDOCK_SHEET_WORKER'), { workerData: sheet, env: {} });
  return new Promise<Uint8Array>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('an Excel file took longer than two minutes')), deadlineMs);
    worker.once('message', (bytes: Uint8Array) => resolve(bytes));
    worker.once('error', reject);
    worker.once('exit', () => {
      clearTimeout(timer);
      reject(new Error('the thread of an Excel file ended without one'));
    });
  }).finally(() => void worker.terminate());
}
