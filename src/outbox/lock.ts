import * as z from 'zod';
import { canonicalJson } from '#domain/json/canonical-json.ts';
import { openSeal, type Sealed, seal } from '#src/store/lock-box.ts';
import { putMeta, readMeta, readSeals, removeMeta } from '#src/store/meta.ts';
import type { Store } from '#src/store/store.ts';
import type { JournalEntry, OutboxEntry, WaitingFile } from '#src/store/tables/tables.ts';
import { forgetWaitingFiles, waitingFiles } from '#src/store/waiting-files.ts';
import { wipeRows } from '#src/store/wipe.ts';

type Work = { readonly outbox: readonly OutboxEntry[]; readonly journal: readonly JournalEntry[] };

/** Checks only the outer shape. This code wrote the content, and the cipher proves that it is unchanged. */
const Opened = z.object({ outbox: z.array(z.unknown()), journal: z.array(z.unknown()), files: z.array(z.unknown()).optional() });
/** A waiting file in a seal: its bytes as text, one character each. */
type SealedFile = Omit<WaitingFile, 'bytes'> & { readonly bytes: string };

/** How often sealing starts again when changes arrive during it. */
const attempts = 5;

const readWork = (store: Store): Promise<Work> =>
  store.read(async (tx) => ({ outbox: await tx.list('outbox'), journal: await tx.list('ackJournal') }));

/**
 * Removes rows, cached replies, and drafts, and seals the remaining changes until their user signs in again [edge case 19].
 * `open`: this device never received what it needs to seal, so the changes stay unsealed and are not lost.
 */
export async function lockWork(store: Store): Promise<'sealed' | 'open' | 'nothing'> {
  await wipeRows(store);
  for (let attempt = 0; attempt < attempts; attempt++) {
    const box = await store.read((tx) => readMeta(tx, 'lockBox'));
    if (!box) return 'open';
    const work = await readWork(store);
    const files = await waitingFiles(store);
    if (work.outbox.length + work.journal.length + files.length === 0) return 'nothing';
    const unsent = work.outbox.filter((entry) => entry.state !== 'acked');
    const sealed: Sealed = {
      box,
      unsent: unsent.length + files.length,
      oldestUnsentAt: unsent[0]?.createdAt ?? files[0]?.at ?? null,
      sealedAt: new Date(store.device.now()).toISOString(),
      ...(await seal(box, store.name, JSON.stringify({ ...work, files: files.map(asText) }))),
    };
    if (!(await exchange(store, work, sealed))) continue;
    // After the seal is stored: a kill in between leaves a file twice, which the service takes once.
    await forgetWaitingFiles(
      store,
      files.map(({ id }) => id),
    );
    return 'sealed';
  }
  return 'open';
}

/** Replaces the changes with their seal in one transaction. False when a change arrived since they were read. */
function exchange(store: Store, work: Work, sealed: Sealed): Promise<boolean> {
  return store.write(async (tx) => {
    const now: Work = { outbox: await tx.list('outbox'), journal: await tx.list('ackJournal') };
    if (canonicalJson(now) !== canonicalJson(work)) return false;
    for (const table of ['outbox', 'ackJournal', 'overlay'] as const) await tx.clear(table);
    // Earlier seals may still exist if the service was not reached since.
    await putMeta(tx, 'sealed', [...(await readSeals(tx)), sealed]);
    tx.outboxChanged();
    return true;
  });
}

const asText = ({ bytes, ...file }: WaitingFile): SealedFile => ({
  ...file,
  bytes: Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''),
});
const asBytes = ({ bytes, ...file }: SealedFile): WaitingFile => ({
  ...file,
  bytes: Uint8Array.from(bytes, (char) => char.charCodeAt(0)),
});

/** The seals on this device, oldest first. */
export const readSealed = (store: Store): Promise<readonly Sealed[]> => store.read(readSeals);

/** Restores sealed changes in one transaction. False when the key does not open the seal; nothing is changed then. */
export async function unlockWork(store: Store, sealed: Sealed, serviceKey: string): Promise<boolean> {
  const text = await openSeal(sealed, store.name, serviceKey);
  if (text === null) return false;
  const work = Opened.parse(JSON.parse(text)) as Work & { files?: readonly SealedFile[] };
  const files = (work.files ?? []).map(asBytes);
  if (files.length > 0) await store.aside('write', (tx) => tx.put('files', files));
  await store.write(async (tx) => {
    const all = await readSeals(tx);
    const others = all.filter((one) => !isSame(one, sealed));
    // Another tab has restored them already.
    if (others.length === all.length) return;
    await tx.put('outbox', work.outbox);
    await tx.put('ackJournal', work.journal);
    if (others.length > 0) await putMeta(tx, 'sealed', others);
    else await removeMeta(tx, 'sealed');
    tx.outboxChanged();
  });
  return true;
}

/** Each seal has its own key. */
const isSame = (a: Sealed, b: Sealed): boolean => a.onceKey.every((byte, i) => byte === b.onceKey[i]);
