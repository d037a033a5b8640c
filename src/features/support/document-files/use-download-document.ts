import { readDocument, type SupportDocument } from '#contract/support/documents.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { saveFile } from '#src/ui/save-file.ts';
import { toast } from '#src/ui/toast/toasts.tsx';

/** Downloads the file of a document and saves it as PDF. What goes wrong is said in a toast. */
export function useDownloadDocument(): (document: Pick<SupportDocument, 'id'>) => Promise<void> {
  const call = useCall();
  return async ({ id }) => {
    const read = await call(readDocument, { id });
    if (!read.ok) return void toast.error({ title: 'File not saved', detail: errorMessage(read.error) });
    const content = Uint8Array.from(atob(read.value.bytes), (sign) => sign.codePointAt(0) ?? 0);
    saveFile(read.value.fileName, new Blob([content], { type: 'application/pdf' }));
  };
}
