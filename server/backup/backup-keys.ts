import { createReadStream } from 'node:fs';
import { type MasterKey, type MasterKeys, named } from '../kit/keys/master-keys.ts';
import { opened, openWith, type RootKeys, type SealedRoot } from '../kit/keys/root-keys.ts';
import { createSecrets } from '../kit/lib/secrets.ts';
import { BackupRefused, keyIdOf, readKeyNote } from './sealed-file.ts';
import { onConnection } from './tables.ts';

/** Purpose of the key that seals backups. */
export const backupPurpose = 'backup';

/** The root keys of a database, sealed. None if its version had none, or if the service has not started yet. */
export const sealedRootsOf = (url: string): Promise<SealedRoot[]> =>
  onConnection(url, async (client) => {
    const table = await client.query<{ name: string | null }>("select to_regclass('public.root_key')::text as name");
    if (table.rows[0]?.name === null) return [];
    return (await client.query<SealedRoot>('select id, master_id, sealed from public.root_key order by id, master_id')).rows;
  });

/** The key that seals backups of a database. Throws `MasterKeyRefused` if the master keys do not open it. */
export async function backupKeyOf(url: string, keys: MasterKeys): Promise<Uint8Array> {
  const rows = await sealedRootsOf(url);
  const roots: RootKeys = rows.length === 0 ? [keys.current.key] : openWith(rows, [keys.current, ...keys.old]).roots;
  return createSecrets(...roots).derive(backupPurpose);
}

/** The key of a backup, and the master key that gives it: directly, or by opening a root key in the head of the file. */
export type KeyOfBackup = { readonly key: Uint8Array; readonly master: MasterKey };

/** Finds the key of a backup among the current and the old master keys. Throws `BackupRefused` if none of them gives it. */
export async function keyOfBackup(file: string, keys: MasterKeys): Promise<KeyOfBackup> {
  const source = createReadStream(file);
  const { keyId, roots } = await readKeyNote(source).finally(() => source.destroy());
  const masters = [keys.current, ...keys.old];
  for (const master of masters) {
    for (const root of [...(opened(roots, master) ?? []), master.key]) {
      const key = createSecrets(root).derive(backupPurpose);
      if (keyIdOf(key).equals(keyId)) return { key, master };
    }
  }
  const needed = [...new Set(roots.map(({ master_id }) => master_id))].join(' or ');
  throw new BackupRefused(
    `This backup was sealed with another master key${needed === '' ? '' : `: ${needed}`}. There is ${named(masters)}. Set ` +
      'JOBDOCK_OLD_MASTER_KEY to the key of the service that made the backup, or put that key into the data folder as ' +
      'master.key.old-1.',
  );
}
