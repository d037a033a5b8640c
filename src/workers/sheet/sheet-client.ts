import type { SheetData, SheetFile } from '#domain/sheet/sheet-data.ts';
import { linkWorker } from '../link/worker-link.ts';
import type { SheetApi } from './sheet.worker.ts';

/** A file of 100,000 rows on a slow device. */
const deadlineMs = 120_000;

/** Makes a file beside the page, which stays usable meanwhile. The thread ends with the file. */
export async function makeSheetFile(file: SheetFile, sheet: SheetData): Promise<Blob> {
  const worker = new Worker(new URL('./sheet.worker.ts', import.meta.url), { type: 'module', name: 'sheet' });
  const link = linkWorker<SheetApi>(worker, () => undefined);
  try {
    return await link.ask('write', deadlineMs, (api) => api.write(file, sheet));
  } finally {
    link.stop();
  }
}
