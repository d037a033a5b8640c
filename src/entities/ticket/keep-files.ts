import { mostWaitingFiles } from '#contract/support/tickets.ts';
import type { Store } from '#src/store/store.ts';
import { StoreFailure } from '#src/store/tables/backend.ts';
import { keepWaitingFiles } from '#src/store/waiting-files.ts';
import { bytes } from '#src/ui/format/format.ts';

type Of = { readonly ticketId: number | null; readonly ticketRef: string | null };

/** Keeps chosen files on the device until they are sent. Returns their ids, or why nothing was kept. */
export async function keepFiles(store: Store, of: Of, files: readonly File[]): Promise<readonly string[] | string> {
  if (files.length === 0) return [];
  const at = new Date(store.device.now()).toISOString();
  const kept = await Promise.all(
    files.map(async (file) => ({
      ...of,
      id: crypto.randomUUID(),
      name: file.name.slice(0, 255),
      type: file.type,
      bytes: new Uint8Array(await file.arrayBuffer()),
      at,
      refused: null,
    })),
  ).catch(() => null);
  if (kept === null) return 'A file could not be read. Choose the files again.';
  const fits = await keepWaitingFiles(store, kept, mostWaitingFiles).catch((error: unknown) => {
    if (error instanceof StoreFailure) return null;
    throw error;
  });
  if (fits === null) return 'This device is out of storage. Free up space under Offline & storage, or send it without files.';
  if (!fits)
    return `At most ${bytes(mostWaitingFiles)} of files can wait on a device. Wait until others are sent, or take some out.`;
  return kept.map(({ id }) => id);
}
