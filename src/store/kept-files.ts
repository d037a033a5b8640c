import type { Store } from './store.ts';
import type { BackendTx } from './tables/backend.ts';
import type { CachedAnswer } from './tables/tables.ts';

/** A file that a person opened on this device. */
export type KeptFile = { readonly name: string; readonly type: string; readonly bytes: Uint8Array<ArrayBuffer> };

/** A kept file in the list of them, the one that was used last at the end. */
type Entry = { readonly id: string; readonly size: number };

// Beside kept replies, so that they go with them: at sign-out, at a wipe, and when access ends.
const keyOf = (id: string): string => `file-${id}`;
const listKey = 'files';
/** Most bytes of kept files of one customer. */
export const mostKeptBytes = 30 * 1024 * 1024;

/** The bytes of a row of the store that has a kept file. Undefined for any other row. */
export const keptFileSize = ({ key, reply }: CachedAnswer): number | undefined =>
  key.startsWith(keyOf('')) ? (reply as KeptFile).bytes.byteLength : undefined;

const entries = async (tx: BackendTx): Promise<readonly Entry[]> =>
  ((await tx.get('cached', listKey))?.reply as readonly Entry[] | undefined) ?? [];

/** The ids of the files that this device keeps. */
export const keptFileIds = (store: Store): Promise<ReadonlySet<string>> =>
  store.aside('read', async (tx) => new Set((await entries(tx)).map(({ id }) => id)));

/** A file that this device keeps. Undefined if it does not. */
export const readKeptFile = (store: Store, id: string): Promise<KeptFile | undefined> =>
  store.aside('read', async (tx) => (await tx.get('cached', keyOf(id)))?.reply as KeptFile | undefined);

/** Keeps a file, and removes those that were used longest ago beyond 30 MB together. A larger file is not kept. */
export const keepFile = (store: Store, id: string, file: KeptFile): Promise<void> =>
  store.aside('write', async (tx) => {
    const size = file.bytes.byteLength;
    if (size > mostKeptBytes) return;
    const list = [...(await entries(tx)).filter((one) => one.id !== id), { id, size }];
    let total = list.reduce((sum, one) => sum + one.size, 0);
    const gone = list.filter((one) => total > mostKeptBytes && (total -= one.size) >= 0);
    const at = new Date(store.device.now()).toISOString();
    const kept = list.filter((one) => !gone.includes(one));
    await tx.remove(
      'cached',
      gone.map((one) => keyOf(one.id)),
    );
    await tx.put('cached', [
      { key: keyOf(id), at, reply: file },
      { key: listKey, at, reply: kept },
    ]);
  });
