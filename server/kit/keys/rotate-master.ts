import { randomBytes } from 'node:crypto';
import { link, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '../db/connection.ts';
import { syncFolder } from '../lib/sync-folder.ts';
import {
  isSet,
  type KeyPlace,
  type MasterKey,
  MasterKeyRefused,
  masterFile,
  masterKeyFrom,
  masterKeyIn,
  oldFilePrefix,
  readMasterKeys,
} from './master-keys.ts';
import { alone, openWith, sealOnlyUnder, sealUnder, settleRootKeys } from './root-keys.ts';

/** A rotation of the master key. Each step calls `say` when it is done. */
export type MasterRotation = {
  readonly db: Db;
  readonly place: KeyPlace;
  /** `JOBDOCK_NEW_MASTER_KEY`. Without it, a key is made where the current one is a file. */
  readonly newKey: string | undefined;
  /** Other machines may have a copy of the current key, so it must go on opening the database until `finishRotation`. */
  readonly isShared: boolean;
  readonly now: Date;
  readonly say: (sentence: string) => void;
};

/**
 * Seals the root keys under a new master key. At each moment the old or the new key opens the database: first both do, then the
 * file is exchanged, then the old key no longer does. After a crash, run it again. A running service is not affected.
 */
export async function rotateMasterKey({ db, place, newKey, isShared, now, say }: MasterRotation): Promise<void> {
  const keys = await readMasterKeys(place);
  const inFile = !isSet(place.masterKey);
  if (!inFile && !isSet(newKey))
    throw new MasterKeyRefused(
      'The master key comes from JOBDOCK_MASTER_KEY. Set JOBDOCK_NEW_MASTER_KEY to the new one; `openssl rand -base64 32` makes it.',
    );
  await settleRootKeys(db, keys);
  const given = isSet(newKey) ? masterKeyFrom('JOBDOCK_NEW_MASTER_KEY', newKey) : undefined;
  if (given?.id === keys.current.id) throw new MasterKeyRefused('JOBDOCK_NEW_MASTER_KEY is the current master key.');
  const next = inFile ? await writeDraft(place.home, given) : given;
  if (!next) return;
  say(`The new master key is ${next.id}; the old one is ${keys.current.id}.`);
  await alone(db, async (tx, rows) => sealUnder(tx, openWith(rows, [keys.current]).roots, next));
  say('Both master keys open the database.');
  if (inFile) {
    const kept = await exchangeFile(place.home, now);
    say(`${masterFile(place.home)} holds the new key. The old one is kept in ${kept}: backups made until now need it.`);
  } else
    say('Set JOBDOCK_MASTER_KEY to the new key and restart every process. Keep the old key as long as backups made with it.');
  if (inFile && !isShared) await finishRotation({ db, place, say });
  else say('When every process has the new key, run `npm run database -- rotate-keys --finish`.');
}

/** Ends a rotation: from now on only the current master key opens the database. */
export async function finishRotation({ db, place, say }: Pick<MasterRotation, 'db' | 'place' | 'say'>): Promise<void> {
  const { current } = await readMasterKeys(place);
  await alone(db, async (tx, rows) => {
    openWith(rows, [current]);
    await sealOnlyUnder(tx, current);
  });
  say(`Only the master key ${current.id} opens the database. Make a backup now: the earlier ones need the old key.`);
}

const draftOf = (home: string) => join(home, 'master.key.new');

/** Writes the new key beside the old one. Takes a key that an interrupted rotation wrote, as the database may know it. */
async function writeDraft(home: string, given: MasterKey | undefined): Promise<MasterKey> {
  const draft = draftOf(home);
  const left = masterKeyIn(draft);
  if (left && given && left.id !== given.id)
    throw new MasterKeyRefused(
      `${draft} holds another new key, from a rotation that was interrupted. Unset JOBDOCK_NEW_MASTER_KEY to go on with it.`,
    );
  if (left) return left;
  // Under a name that nothing reads, so that no torn file is taken for a key.
  const part = `${draft}.part`;
  const file = await open(part, 'w', 0o600);
  try {
    await file.writeFile((given?.key ?? randomBytes(32)).toString('base64'));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(part, draft);
  await syncFolder(home);
  const written = masterKeyIn(draft);
  if (!written) throw new MasterKeyRefused(`${draft} was removed while it was read. Run the command again.`);
  return written;
}

/** Puts the new key's file in the place of the old one, which keeps a second name. Returns that name. */
async function exchangeFile(home: string, now: Date): Promise<string> {
  const moment = `${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
  const kept = join(home, `${oldFilePrefix}${moment}-${masterKeyIn(masterFile(home))?.id}`);
  if (!masterKeyIn(kept)) await link(masterFile(home), kept);
  await rename(draftOf(home), masterFile(home));
  await syncFolder(home);
  return kept;
}
