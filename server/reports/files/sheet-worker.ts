// Entry of the thread that writes one Excel file, bundled as `sheet-worker.mjs` beside the server's main bundle, so that a long file does
// not hold the service's event loop.
import { parentPort, workerData } from 'node:worker_threads';
import writeExcel from 'write-excel-file/node';
import { excelSheets } from '#domain/sheet/excel-sheets.ts';
import type { SheetData } from '#domain/sheet/sheet-data.ts';

const { sheets, options } = excelSheets(workerData as SheetData);
const bytes = new Uint8Array(await writeExcel(sheets, options).toBuffer());
parentPort?.postMessage(bytes, [bytes.buffer]);
