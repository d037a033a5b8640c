import { readReportFile, remakeReportFile } from '#contract/reports/report-files.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import type { Caller } from '#src/sync/call.ts';
import { saveFile } from '#src/ui/save-file.ts';
import { toast } from '#src/ui/toast/toasts.tsx';
import { longWorkNews } from './long-work-news.ts';

/** A file of a report that the service made, or was asked for. */
type FileRef = { readonly cust: number; readonly id: number };

/** A file of many rows takes a slow line a while. */
const patienceMs = 300_000;

/** Downloads a file and saves it. What goes wrong is said in a toast. */
export async function save({ download }: Caller, file: FileRef): Promise<void> {
  const read = await download(readReportFile, file, { timeoutMs: patienceMs });
  if (!read.ok) return void toast.error({ title: 'File not saved', detail: errorMessage(read.error) });
  const { bytes, contentType: type, fileName } = read.value;
  saveFile(fileName ?? 'report', new Blob([bytes], { type }));
}

/** Has the service make a file again, with the rows of now. What goes wrong is said in a toast. */
export async function again({ call }: Caller, file: FileRef): Promise<void> {
  const asked = await call(remakeReportFile, file);
  if (!asked.ok) return void toast.error({ title: 'The export did not start', detail: errorMessage(asked.error) });
  longWorkNews.begun();
}
