import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { constants, copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { FolderInUse } from '../kit/db/embedded/data-folder.ts';
import { runningUrl, startEmbedded } from '../kit/db/embedded/embedded.ts';
import { isSet, type KeyPlace, masterFile } from '../kit/keys/master-keys.ts';

/** Where an operator's command works: the data folder, and what the settings say. */
export type Place = KeyPlace & { readonly databaseUrl: string | undefined };

export const isUrl = (where: string): boolean => /^postgres(ql)?:/.test(where);

/** Runs work on a database: the given one, or one started from a data folder that no one else uses. */
export async function withDatabase<T>(where: string, work: (url: string) => Promise<T>): Promise<T> {
  if (isUrl(where)) return work(where);
  if (!existsSync(where)) throw new Error(`There is no data folder ${where}`);
  return withEmbedded(where, work);
}

async function withEmbedded<T>(folder: string, work: (url: string) => Promise<T>): Promise<T> {
  const embedded = await startEmbedded(folder);
  try {
    return await work(embedded.url());
  } finally {
    await embedded.stop();
  }
}

/** Runs work on the service's database, whether the service runs or not. */
export async function withOwnDatabase<T>({ databaseUrl, home }: Place, work: (url: string) => Promise<T>): Promise<T> {
  try {
    return await withDatabase(databaseUrl ?? home, work);
  } catch (error) {
    const url = error instanceof FolderInUse ? await runningUrl(home) : undefined;
    if (url === undefined) throw error;
    return work(url);
  }
}

/** Runs work on a new data folder or a given database. A new folder is removed if the work fails, and gets the
 * master key if it succeeds. */
export async function withTarget<T>(place: Place, into: string | undefined, work: (url: string) => Promise<T>): Promise<T> {
  const where = into ?? place.databaseUrl ?? place.home;
  if (isUrl(where)) return work(where);
  const isNew = !existsSync(where);
  try {
    const result = await withEmbedded(where, work);
    const [from, to] = [masterFile(place.home), masterFile(where)];
    if (!isSet(place.masterKey) && existsSync(from) && !existsSync(to)) await copyFile(from, to, constants.COPYFILE_EXCL);
    return result;
  } catch (error) {
    if (isNew) await rm(where, { recursive: true, force: true });
    throw error;
  }
}

/** Runs work on an empty database that is removed afterwards: on the same server, or in a data folder of its own. */
export async function withTemporary<T>({ databaseUrl, home }: Place, work: (url: string) => Promise<T>): Promise<T> {
  const name = `drill_${randomBytes(6).toString('hex')}`;
  if (databaseUrl === undefined) {
    const folder = join(home, name);
    try {
      return await withEmbedded(folder, work);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  await statement(databaseUrl, `create database ${name} template template0`);
  try {
    return await work(url.href);
  } finally {
    await statement(databaseUrl, `drop database ${name} with (force)`);
  }
}

async function statement(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
