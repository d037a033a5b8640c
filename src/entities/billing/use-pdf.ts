import type { Endpoint, SentArgsOf } from '#contract/kit/endpoint.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { useDownload } from '#src/entities/session/use-call.ts';
import { saveFile } from '#src/ui/save-file.ts';
import { toast } from '#src/ui/toast/toasts.tsx';

/** Saves the PDF of a call under the name that the service gives it. Nothing of it is kept by the app. */
export function usePdf<E extends Endpoint>(endpoint: E): (args: SentArgsOf<E>) => Promise<void> {
  const download = useDownload();
  return async (args) => {
    const read = await download(endpoint, args);
    if (!read.ok) return void toast.error({ title: 'File not saved', detail: errorMessage(read.error) });
    saveFile(read.value.fileName ?? 'document.pdf', new Blob([read.value.bytes], { type: read.value.contentType }));
  };
}
