import { join, resolve } from 'node:path';
import { markRestored } from '../feed/epoch.ts';
import { openDatabase } from '../kit/db/connection.ts';
import { migrate } from '../kit/db/migrate.ts';
import { readMasterKeys } from '../kit/keys/master-keys.ts';
import { adoptRootKeys } from '../kit/keys/root-keys.ts';
import { backupKeyOf, keyOfBackup } from './backup-keys.ts';
import { drill } from './drill.ts';
import { backupName, isLate, listBackups } from './kept-backups.ts';
import { isUrl, type Place, withOwnDatabase, withTarget, withTemporary } from './places.ts';
import { emptyAgain, loadBackup } from './restore-backup.ts';
import { takeBackup } from './take-backup.ts';

/** An operator's command on backups. `folder` is undefined where backups are off. */
export type BackupCommand = {
  readonly place: Place;
  readonly folder: string | undefined;
  readonly version: string;
  readonly now: Date;
  readonly say: (sentence: string) => void;
};

/** Backs up the service's database into the folder, or into a given new file. */
export async function backUp(command: BackupCommand, file: string | undefined): Promise<void> {
  const { place, now, version, say } = command;
  const keys = await readMasterKeys(place);
  const target = file === undefined ? join(folderOf(command), backupName(now)) : resolve(file);
  const { bytes, milliseconds } = await withOwnDatabase(place, async (url) =>
    takeBackup({ url, key: await backupKeyOf(url, keys), file: target, takenAt: now, version }),
  );
  say(`Backed up to ${target}: ${megabytes(bytes)} in ${seconds(milliseconds)}`);
}

/** Lists the backups, the newest last. Returns false if there is none, or none of the last 25 hours. */
export async function list(command: BackupCommand): Promise<boolean> {
  const { now, say } = command;
  const folder = folderOf(command);
  const backups = await listBackups(folder);
  for (const { file, takenAt, bytes } of backups) say(`${takenAt.toISOString()}  ${megabytes(bytes).padStart(10)}  ${file}`);
  const newest = backups.at(-1);
  say(newest ? `The newest backup is ${hours(now, newest.takenAt)} old.` : `There is no backup in ${folder}.`);
  return !isLate(backups, now);
}

/**
 * Restores a backup into an empty database, migrates it to this version, seals its root keys under the current master key alone,
 * and marks it as restored.
 */
export async function restore(command: BackupCommand, file: string, into: string | undefined): Promise<void> {
  const { place, now, say } = command;
  const since = performance.now();
  const keys = await readMasterKeys(place);
  const { key, master } = await keyOfBackup(resolve(file), keys);
  const target = into === undefined || isUrl(into) ? into : resolve(into);
  await withTarget(place, target, async (url) => {
    const { head, end } = await loadBackup(url, resolve(file), key);
    try {
      const applied = await migrate(url);
      const db = openDatabase(url);
      try {
        await adoptRootKeys(db, keys, master);
        const { customers } = await markRestored(db, now);
        const rows = end.tables.reduce((total, table) => total + table.rows, 0);
        say(
          `Restored ${rows} rows of ${end.tables.length} tables, as of ${head.takenAt}, in ${seconds(performance.now() - since)}`,
        );
        if (applied.length > 0) say(`The backup was of version ${head.version}: ${applied.length} migrations were applied`);
        say(`The devices of ${customers} customers will compare, and for a week every post is looked up first.`);
      } finally {
        await db.destroy();
      }
    } catch (error) {
      // Without its mark, devices would take the restored database for the one they know.
      await emptyAgain(url);
      throw error;
    }
  });
}

/** Restores the newest backup elsewhere and compares every table. Returns whether it is whole. */
export async function drillNewest(command: BackupCommand, file: string | undefined): Promise<boolean> {
  const { place, now, say } = command;
  const keys = await readMasterKeys(place);
  const newest = file === undefined ? (await listBackups(folderOf(command))).at(-1) : undefined;
  const chosen = file === undefined ? newest?.file : resolve(file);
  if (chosen === undefined) {
    say(`There is no backup in ${folderOf(command)}.`);
    return false;
  }
  say(`${chosen}${newest ? `, ${hours(now, newest.takenAt)} old, ${megabytes(newest.bytes)}` : ''}`);
  const { key } = await keyOfBackup(chosen, keys);
  const result = await withTemporary(place, (url) => drill({ file: chosen }, key, url));
  say(`${result.rows} rows of ${result.tables} tables, ${megabytes(result.bytes)} before compression`);
  say(`The backup took ${seconds(result.backupMilliseconds)}, the restore ${seconds(result.restoreMilliseconds)}`);
  for (const difference of result.wrong) say(`The restored copy differs: ${difference}`);
  if (result.wrong.length === 0) say('Every table of the restored copy has the hash of the backup.');
  return result.wrong.length === 0;
}

function folderOf({ folder }: BackupCommand): string {
  if (folder === undefined) throw new Error('Backups are off (JOBDOCK_BACKUPS=off). Set it to a folder, or name a file.');
  return folder;
}

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;
const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
const hours = (now: Date, then: Date) => `${((now.getTime() - then.getTime()) / 3_600_000).toFixed(1)} h`;
