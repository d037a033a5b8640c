import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The master key is missing, is not a key, or is another one. The message says what to do. */
export class MasterKeyRefused extends Error {}

/** A master key: 32 bytes, a short id that does not reveal it, and where it was read from. */
export type MasterKey = { readonly key: Buffer; readonly id: string; readonly from: string };

/** The master key of this process, and older ones that a database or backup may still need. */
export type MasterKeys = { readonly current: MasterKey; readonly old: readonly MasterKey[] };

/** Where master keys come from: the data folder and the settings. */
export type KeyPlace = {
  readonly home: string;
  /** `JOBDOCK_MASTER_KEY`. Without it, the file `master.key` in `home`. */
  readonly masterKey: string | undefined;
  /** `JOBDOCK_OLD_MASTER_KEY`. */
  readonly oldMasterKey: string | undefined;
};

const masterBytes = 32;

/** Files that the command `rotate-keys` keeps: `master.key.old-<date>-<id>`. */
export const oldFilePrefix = 'master.key.old-';
export const masterFile = (home: string): string => join(home, 'master.key');
export const isSet = (text: string | undefined): text is string => text !== undefined && text !== '';

/** The id of a master key: 12 hex digits of a hash. */
const masterIdOf = (key: Uint8Array): string =>
  createHash('sha256').update('jobdock master key id').update(key).digest('hex').slice(0, 12);

/** Reads a master key of the environment: 32 bytes in base64 or hex. Throws `MasterKeyRefused` otherwise. */
export function masterKeyFrom(variable: string, text: string): MasterKey {
  const key = Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64');
  if (key.length !== masterBytes)
    throw new MasterKeyRefused(`${variable} must be 32 bytes in base64 or hex. \`openssl rand -base64 32\` makes one.`);
  return { key, id: masterIdOf(key), from: variable };
}

/** Reads a master key's file. Undefined if there is no such file. Throws `MasterKeyRefused` if it holds something else. */
export function masterKeyIn(file: string): MasterKey | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== masterBytes)
    throw new MasterKeyRefused(`${file} does not hold a master key. Restore it from where you keep a copy.`);
  return { key, id: masterIdOf(key), from: file };
}

/** The master key of a place. Undefined if there is none. Throws `MasterKeyRefused` if it is not a key. */
export const findMasterKey = ({ home, masterKey }: Pick<KeyPlace, 'home' | 'masterKey'>): MasterKey | undefined =>
  isSet(masterKey) ? masterKeyFrom('JOBDOCK_MASTER_KEY', masterKey) : masterKeyIn(masterFile(home));

/** Creates the file `master.key`, which only its owner can read, or takes the one that another process has just created. */
export async function makeMasterKey(home: string): Promise<MasterKey> {
  await mkdir(home, { recursive: true });
  try {
    writeFileSync(masterFile(home), randomBytes(masterBytes).toString('base64'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const made = masterKeyIn(masterFile(home));
  if (!made) throw new MasterKeyRefused(`${masterFile(home)} was removed while it was read. Start again.`);
  return made;
}

/** The older master keys of a place: from `JOBDOCK_OLD_MASTER_KEY` and from the files that a rotation kept, newest first. */
export async function findOldKeys({ home, oldMasterKey }: KeyPlace): Promise<MasterKey[]> {
  const names = await readdir(home).catch(() => []);
  const files = names.filter((name) => name.startsWith(oldFilePrefix)).toSorted();
  const kept = files.reverse().flatMap((name) => masterKeyIn(join(home, name)) ?? []);
  return [...(isSet(oldMasterKey) ? [masterKeyFrom('JOBDOCK_OLD_MASTER_KEY', oldMasterKey)] : []), ...kept];
}

/** All master keys of a place. Throws `MasterKeyRefused` if there is no current one: a new one would open nothing. */
export async function readMasterKeys(place: KeyPlace): Promise<MasterKeys> {
  const current = findMasterKey(place);
  if (!current)
    throw new MasterKeyRefused(`There is no master key in ${place.home}. Put master.key there, or set JOBDOCK_MASTER_KEY.`);
  return { current, old: await findOldKeys(place) };
}

/** Names master keys for a message. */
export const named = (keys: readonly MasterKey[]): string => keys.map(({ id, from }) => `${id} (${from})`).join(', ');
