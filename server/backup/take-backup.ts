import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createDeflateRaw } from 'node:zlib';
import { syncFolder } from '../kit/lib/sync-folder.ts';
import { sealedRootsOf } from './backup-keys.ts';
import { seal } from './sealed-file.ts';
import { contentOf } from './snapshot.ts';
import { onConnection } from './tables.ts';

/** What to back up, and where to. `key` is the purpose key `backup` of the newest root key. */
export type BackupOrder = {
  readonly url: string;
  readonly key: Uint8Array;
  readonly file: string;
  readonly takenAt: Date;
  readonly version: string;
  /** Aborts the backup; nothing is left behind. */
  readonly signal?: AbortSignal;
};

/**
 * Backs up a database that may be in use: one moment of all tables, compressed and sealed. The file gets its name when it is
 * complete on disk. Returns its size in bytes and the time taken. Throws if the file exists already.
 */
export async function takeBackup(order: BackupOrder): Promise<{ bytes: number; milliseconds: number }> {
  const { url, key, file, takenAt, version, signal } = order;
  const since = performance.now();
  const folder = dirname(file);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (await stat(file).catch(() => undefined)) throw new Error(`${file} exists already. Name another file.`);
  const roots = await sealedRootsOf(url);
  const draft = `${file}.part`;
  const target = await open(draft, 'w', 0o600);
  try {
    await onConnection(url, (client) =>
      pipeline(
        Readable.from(contentOf(client, { takenAt: takenAt.toISOString(), version }, signal), { objectMode: false }),
        createDeflateRaw({ level: 3, chunkSize: 262_144 }),
        (compressed: AsyncIterable<Buffer>) => seal(compressed, key, roots),
        async (sealed: AsyncIterable<Buffer>) => {
          for await (const part of sealed) await target.writeFile(part);
        },
        signal ? { signal } : {},
      ),
    );
    await target.sync();
    const { size } = await target.stat();
    await target.close();
    await rename(draft, file);
    await syncFolder(folder);
    return { bytes: size, milliseconds: performance.now() - since };
  } catch (error) {
    await target.close().catch(() => undefined);
    await rm(draft, { force: true });
    throw error;
  }
}
