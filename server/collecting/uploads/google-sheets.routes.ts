import { uploadGoogleJobs } from '#contract/collecting/uploads.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { safeFetch } from '#server/kit/lib/safe-fetch.ts';
import { fetchSheet, type SheetFetch } from './google-sheet.ts';
import { receiveFile } from './receive-file.ts';

/** Reads jobs from a shared Google Sheet. `fetch` is the way out. */
export const googleSheetRoute = (fetch: SheetFetch): Handler =>
  handle(uploadGoogleJobs, { audit: 'upload.sheet', ownTransactions: true }, async ({ cust, gp }, call) => {
    const sheet = await fetchSheet(gp, fetch);
    return sheet.ok ? receiveFile(call, cust, sheet.value) : sheet;
  });

export const googleSheetRoutes: Handler[] = [googleSheetRoute(safeFetch)];
