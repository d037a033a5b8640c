import type { Store } from './store.ts';
import type { WaitingFile } from './tables/tables.ts';

/** Files of tickets wait beside the outbox, in a table of their own: their bytes would crowd out its changes [edge case 30]. */
const listeners = new Map<string, Set<() => void>>();
const isNews = (message: unknown, store: Store): boolean =>
  typeof message === 'object' && message !== null && 'filesOf' in message && message.filesOf === store.name;

function changed(store: Store): void {
  for (const hear of listeners.get(store.name) ?? []) hear();
  store.device.channel.post({ filesOf: store.name });
}

/** Calls `hear` whenever waiting files change, also by other tabs. Returns a function that ends it. */
export function watchWaitingFiles(store: Store, hear: () => void): () => void {
  const own = listeners.get(store.name) ?? new Set();
  listeners.set(store.name, own.add(hear));
  const stop = store.device.channel.listen((message) => isNews(message, store) && hear());
  return () => {
    own.delete(hear);
    stop();
  };
}

/** The files that wait, those that were added first at the start. */
export const waitingFiles = async (store: Store): Promise<WaitingFile[]> =>
  (await store.aside('read', (tx) => tx.list('files'))).sort((a, b) => a.at.localeCompare(b.at) || a.id.localeCompare(b.id));

/** The bytes of files together. */
export const bytesOf = (files: readonly { readonly bytes: Uint8Array }[]): number =>
  files.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);

/** Keeps files until they are sent. False, and nothing is kept, if all that wait would have more bytes than `most`. */
export async function keepWaitingFiles(store: Store, files: readonly WaitingFile[], most: number): Promise<boolean> {
  const fits = await store.aside('write', async (tx) => {
    const others = (await tx.list('files')).filter(({ id }) => !files.some((file) => file.id === id));
    if (bytesOf(others) + bytesOf(files) > most) return false;
    await tx.put('files', files);
    return true;
  });
  if (fits) changed(store);
  return fits;
}

/** Forgets files: they were sent, or a person discards them. */
export async function forgetWaitingFiles(store: Store, ids: readonly string[]): Promise<void> {
  await store.aside('write', (tx) => tx.remove('files', ids));
  changed(store);
}

/** Sets why the service did not take a file; null lets it wait for another try. */
export async function setRefused(store: Store, id: string, refused: string | null): Promise<void> {
  await store.aside('write', async (tx) => {
    const file = await tx.get('files', id);
    if (file) await tx.put('files', [{ ...file, refused }]);
  });
  changed(store);
}
