import { readdir, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';

const keptDays = 7;
const keptWeeks = 4;
const dayMilliseconds = 86_400_000;
const pattern = /^jobdock-(\d{4}-\d{2}-\d{2})T(\d{2})(\d{2})(\d{2})Z\.backup$/;

/** A nightly backup is late if the newest one is older. */
const lateHours = 25;

/** A complete backup in the folder. */
export type KeptBackup = { readonly file: string; readonly takenAt: Date; readonly bytes: number };

/** The folder for backups: `JOBDOCK_BACKUPS`, otherwise `backups` in the data folder. Undefined if backups are off. */
export const backupFolder = (home: string, setting: string | undefined): string | undefined =>
  setting === 'off' ? undefined : resolve(setting ?? join(home, 'backups'));

/** File name of a backup taken at an instant. */
export const backupName = (takenAt: Date): string => `jobdock-${takenAt.toISOString().slice(0, 19).replaceAll(':', '')}Z.backup`;

/** The instant in a backup's file name. Undefined for any other file. */
export function takenAtOf(name: string): Date | undefined {
  const [, day, hour, minute, second] = pattern.exec(name) ?? [];
  return day === undefined ? undefined : new Date(`${day}T${hour}:${minute}:${second}Z`);
}

/** The backups of a folder, oldest first. Files with other names are left out. */
export async function listBackups(folder: string): Promise<KeptBackup[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const found: KeptBackup[] = [];
  for (const name of names) {
    const takenAt = takenAtOf(name);
    if (takenAt) found.push({ file: join(folder, name), takenAt, bytes: (await stat(join(folder, name))).size });
  }
  return found.toSorted((a, b) => a.takenAt.getTime() - b.takenAt.getTime());
}

/** Whether the newest backup of a folder is older than 25 hours, or there is none. */
export function isLate(backups: readonly KeptBackup[], now: Date): boolean {
  const newest = backups.at(-1);
  return !newest || now.getTime() - newest.takenAt.getTime() > lateHours * 3_600_000;
}

/**
 * The backups that are no longer needed: all but the newest of each of the last seven days with a backup and of each of the last
 * four weeks with a backup (weeks begin on Monday, UTC).
 */
export function outdated<B extends { readonly takenAt: Date }>(backups: readonly B[]): B[] {
  const newestFirst = backups.toSorted((a, b) => b.takenAt.getTime() - a.takenAt.getTime());
  const dayOf = ({ takenAt }: B) => Math.floor(takenAt.getTime() / dayMilliseconds);
  // Day 0, 1970-01-01, was a Thursday.
  const weekOf = (backup: B) => Math.floor((dayOf(backup) + 3) / 7);
  const kept = new Set([...newestOf(newestFirst, dayOf, keptDays), ...newestOf(newestFirst, weekOf, keptWeeks)]);
  return newestFirst.filter((backup) => !kept.has(backup));
}

/** The first backup of each of the first `count` periods. */
function newestOf<B>(newestFirst: readonly B[], periodOf: (backup: B) => number, count: number): B[] {
  const first = new Map<number, B>();
  for (const backup of newestFirst) if (!first.has(periodOf(backup))) first.set(periodOf(backup), backup);
  return [...first.values()].slice(0, count);
}

/** Deletes outdated backups, and drafts that a killed process left a day ago. Returns the deleted backups' number. */
export async function tidyBackups(folder: string, now: Date): Promise<number> {
  const old = outdated(await listBackups(folder));
  for (const { file } of old) await rm(file, { force: true });
  for (const name of await readdir(folder)) {
    const startedAt = name.endsWith('.part') ? takenAtOf(name.slice(0, -'.part'.length)) : undefined;
    if (startedAt && now.getTime() - startedAt.getTime() > dayMilliseconds) await rm(join(folder, name), { force: true });
  }
  return old.length;
}
