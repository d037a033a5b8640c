import { hkdfSync, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/connection.ts';
import { decrypt, encrypt } from '../lib/sealing.ts';
import { opensDataKey } from '../lib/secrets.ts';
import {
  findMasterKey,
  findOldKeys,
  type KeyPlace,
  type MasterKey,
  MasterKeyRefused,
  type MasterKeys,
  makeMasterKey,
  named,
} from './master-keys.ts';

/** The root keys of an installation, the oldest first. Every other key is derived from them. */
export type RootKeys = readonly [Uint8Array, ...Uint8Array[]];

/** A root key as it is stored: sealed under one master key. */
export type SealedRoot = { readonly id: number; readonly master_id: string; readonly sealed: string };

/** An arbitrary number: every process that changes the table uses the same lock. */
const advisoryLock = 4_180_181;

const wrappingOf = ({ key }: MasterKey) => new Uint8Array(hkdfSync('sha256', key, '', 'jobdock root keys', 32));
const aadOf = (id: number) => `root_key|${id}`;

/** The root keys that a master key opens. Undefined if it does not open all of them. */
export function opened(rows: readonly SealedRoot[], master: MasterKey): RootKeys | undefined {
  const wrapping = wrappingOf(master);
  const ids = [...new Set(rows.map(({ id }) => id))].toSorted((a, b) => a - b);
  const keys = ids.flatMap((id) => {
    const row = rows.find((each) => each.id === id && each.master_id === master.id);
    return (row && decrypt(wrapping, row.sealed, aadOf(id))) ?? [];
  });
  const [first, ...later] = keys;
  return first && keys.length === ids.length ? [first, ...later] : undefined;
}

const rowsOf = (db: Db | Tx): Promise<SealedRoot[]> =>
  db.selectFrom('root_key').select(['id', 'master_id', 'sealed']).orderBy('id').orderBy('master_id').execute();

/** Runs work alone among all that change root keys. */
export const alone = <T>(db: Db, work: (tx: Tx, rows: SealedRoot[]) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${advisoryLock})`.execute(tx);
    return work(tx, await rowsOf(tx));
  });

/** Seals root keys under a master key too. */
export async function sealUnder(tx: Tx, roots: RootKeys, master: MasterKey): Promise<void> {
  const wrapping = wrappingOf(master);
  const rows = roots.map((root, i) => ({
    id: i + 1,
    master_id: master.id,
    sealed: encrypt(wrapping, root, aadOf(i + 1)),
  }));
  await tx
    .insertInto('root_key')
    .values(rows)
    .onConflict((c) => c.doNothing())
    .execute();
}

/** Removes what other master keys could open. */
export async function sealOnlyUnder(tx: Tx, master: MasterKey): Promise<void> {
  await tx.deleteFrom('root_key').where('master_id', '<>', master.id).execute();
}

/** Opens the root keys with the first master key that can. Throws `MasterKeyRefused` if none can. */
export function openWith(rows: readonly SealedRoot[], masters: readonly MasterKey[]): { roots: RootKeys; master: MasterKey } {
  for (const master of masters) {
    const roots = opened(rows, master);
    if (roots) return { roots, master };
  }
  const needed = [...new Set(rows.map(({ master_id }) => master_id))].join(' or ');
  throw new MasterKeyRefused(
    `This database needs the master key ${needed}, and there is ${named(masters)}. Set JOBDOCK_MASTER_KEY to that key or put ` +
      'its master.key into the data folder. To keep the present key, set JOBDOCK_OLD_MASTER_KEY to the needed one for one start.',
  );
}

/**
 * The root keys of a database, which are made or sealed under the current master key where needed: for a new installation, for one
 * that derived its keys from the master key so far, and for a database that only an older master key opens. `firstRoot` is the
 * root key of a database that has none stored yet.
 */
export async function settleRootKeys(db: Db, keys: MasterKeys, firstRoot?: Uint8Array): Promise<RootKeys> {
  return alone(db, async (tx, rows) => {
    const masters = [keys.current, ...keys.old];
    if (rows.length === 0) {
      const roots: RootKeys = [firstRoot ?? (await firstRootOf(tx, masters))];
      await sealUnder(tx, roots, keys.current);
      return roots;
    }
    const { roots, master } = openWith(rows, masters);
    if (master.id !== keys.current.id) await sealUnder(tx, roots, keys.current);
    return roots;
  });
}

/** Seals the root keys of a restored database under the current master key alone. `from` is the master key of its backup. */
export async function adoptRootKeys(db: Db, keys: MasterKeys, from: MasterKey): Promise<void> {
  await settleRootKeys(db, { ...keys, old: [from, ...keys.old] }, from.key);
  await alone(db, async (tx) => sealOnlyUnder(tx, keys.current));
}

/** Random for a new installation. An older one derived its keys from the master key, which stays its first root key. */
async function firstRootOf(tx: Tx, masters: readonly MasterKey[]): Promise<Uint8Array> {
  if (!(await isUsed(tx))) return randomBytes(32);
  const row = await tx.selectFrom('data_key').select(['customer_id', 'id', 'sealed']).limit(1).executeTakeFirst();
  const master = masters.find(({ key }) => !row || opensDataKey(key, row));
  if (master) return master.key;
  throw new MasterKeyRefused(
    `The secrets of this database were sealed with another master key than ${named(masters)}. Set JOBDOCK_MASTER_KEY to that ` +
      'key, or put its master.key into the data folder.',
  );
}

/** Whether anyone has used the installation. The table is one that no policy hides. */
async function isUsed(db: Db | Tx): Promise<boolean> {
  return (await db.selectFrom('sign_in').select('email').limit(1).executeTakeFirst()) !== undefined;
}

/** The root keys for a starting service. Makes a master key only for a new installation. Throws `MasterKeyRefused`. */
export async function startWithKeys(db: Db, place: KeyPlace): Promise<RootKeys> {
  const found = findMasterKey(place) ?? (await keyOfNewInstallation(db, place));
  return settleRootKeys(db, { current: found, old: await findOldKeys(place) });
}

async function keyOfNewInstallation(db: Db, place: KeyPlace): Promise<MasterKey> {
  const [row] = await rowsOf(db);
  if (!row && !(await isUsed(db))) return makeMasterKey(place.home);
  // Another process may have made both in the meantime, the file first.
  const made = findMasterKey(place);
  if (made) return made;
  throw new MasterKeyRefused(
    `There is no master key in ${place.home}, and the database was made with one${row ? ` (${row.master_id})` : ''}. ` +
      'Put master.key there, or set JOBDOCK_MASTER_KEY.',
  );
}
