import { useEffect, useState } from 'react';
import { type Attachment, fetchAttachment, listAttachments, readAttachment } from '#contract/staging/attachments.ts';
import { useSend } from '#src/entities/reply/use-save.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useDownload } from '#src/entities/session/use-call.ts';
import { type KeptFile, keepFile, keptFileIds, readKeptFile } from '#src/store/kept-files.ts';
import { StoreFailure } from '#src/store/tables/backend.ts';
import { useLocalStore } from '#src/sync/hooks/local-store.ts';
import { saveFile } from '#src/ui/save-file.ts';
import { toast } from '#src/ui/toast/toasts.tsx';

/** A file of 20 MB takes a slow line a while. */
const patienceMs = 300_000;

/** Saves files of jobs: from this device if it keeps them, else from the service. What was opened once opens offline, too. */
export function useAttachments() {
  const { customer } = useSession();
  const { store } = useLocalStore();
  const download = useDownload();
  const fetchLinked = useSend(fetchAttachment, [listAttachments]);
  const [busy, setBusy] = useState<string | null>(null);
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    let isShown = true;
    void unlessFull(keptFileIds(store)).then((ids) => isShown && ids && setKept(ids));
    return () => {
      isShown = false;
    };
  }, [store]);

  async function fileOf({ id, name, state }: Attachment): Promise<KeptFile | string> {
    const here = await unlessFull(readKeptFile(store, id));
    if (here) return here;
    const args = { cust: customer.id, attachmentId: id };
    if (state !== 'here') {
      const fetched = await fetchLinked(args);
      if (!fetched.ok) return errorMessage(fetched.error);
      if (fetched.value.state !== 'here') return fetched.value.words ?? 'The file could not be fetched.';
    }
    const read = await download(readAttachment, args, { timeoutMs: patienceMs });
    if (!read.ok) return errorMessage(read.error);
    const { bytes, contentType: type, fileName } = read.value;
    const file = { name: fileName ?? name, type, bytes };
    await unlessFull(keepFile(store, id, file));
    setKept((await unlessFull(keptFileIds(store))) ?? kept);
    return file;
  }

  async function save(attachment: Attachment): Promise<void> {
    setBusy(attachment.id);
    const file = await fileOf(attachment).finally(() => setBusy(null));
    if (typeof file === 'string') return void toast.error({ title: 'File not saved', detail: file });
    saveFile(file.name, new Blob([file.bytes], { type: file.type }));
  }

  return { save, busy, kept };
}

/** A store that is full or closed keeps nothing. */
async function unlessFull<R>(work: Promise<R>): Promise<R | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof StoreFailure) return undefined;
    throw error;
  }
}
