import { readExport } from '#contract/reports/data-exports.ts';
import { readReportFile, remakeReportFile } from '#contract/reports/report-files.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import type { Caller } from '#src/sync/call.ts';
import { saveFile } from '#src/ui/save-file.ts';
import { toast } from '#src/ui/toast/toasts.tsx';
import { longWorkNews } from './long-work-news.ts';

/** A file that the service made, or was asked for. */
type FileRef = { readonly cust: number; readonly id: number };

/** A file of many rows takes a slow line a while. */
const patienceMs = 300_000;

/** Downloads a file of a report and saves it. What goes wrong is said in a toast. */
export const save = (caller: Caller, file: FileRef): Promise<void> => saveFrom(caller, readReportFile, file, 'report');

/** The same for an export of a customer's data. */
export const saveExport = (caller: Caller, file: FileRef): Promise<void> => saveFrom(caller, readExport, file, 'export');

async function saveFrom(
  { download }: Caller,
  from: typeof readReportFile | typeof readExport,
  file: FileRef,
  otherwise: string,
): Promise<void> {
  const read = await download(from, file, { timeoutMs: patienceMs });
  if (!read.ok) return void toast.error({ title: 'File not saved', detail: errorMessage(read.error) });
  const { bytes, contentType: type, fileName } = read.value;
  saveFile(fileName ?? otherwise, new Blob([bytes], { type }));
}

/** Has the service make a file again, with the rows of now. What goes wrong is said in a toast. */
export async function again({ call }: Caller, file: FileRef): Promise<void> {
  const asked = await call(remakeReportFile, file);
  if (!asked.ok) return void toast.error({ title: 'The export did not start', detail: errorMessage(asked.error) });
  longWorkNews.begun();
}
