import { isDeepStrictEqual } from 'node:util';
import type { End } from './format.ts';
import type { KeptBackup } from './kept-backups.ts';
import { loadBackup } from './restore-backup.ts';
import { sumsOf } from './snapshot.ts';

/** Result of a drill. It succeeded if `wrong` is empty. */
export type Drill = {
  readonly rows: number;
  readonly tables: number;
  /** Bytes of the rows before compression. */
  readonly bytes: number;
  readonly backupMilliseconds: number;
  readonly restoreMilliseconds: number;
  /** A sentence for each table that differs. */
  readonly wrong: readonly string[];
};

/** Restores a backup into an empty database and compares the hash of every table with the one taken at the backup. */
export async function drill(backup: Pick<KeptBackup, 'file'>, key: Uint8Array, emptyUrl: string): Promise<Drill> {
  const since = performance.now();
  const { end } = await loadBackup(emptyUrl, backup.file, key);
  const restoreMilliseconds = performance.now() - since;
  const wrong = await differencesOf(emptyUrl, end);
  return {
    rows: end.tables.reduce((total, { rows }) => total + rows, 0),
    tables: end.tables.length,
    bytes: end.bytes,
    backupMilliseconds: end.milliseconds,
    restoreMilliseconds,
    wrong,
  };
}

/** Compares a database with what a backup held. Returns a sentence for each table that differs. */
export async function differencesOf(url: string, { tables }: End): Promise<string[]> {
  const found = new Map((await sumsOf(url)).map((sum) => [sum.name, sum]));
  return tables
    .filter((sum) => !isDeepStrictEqual(found.get(sum.name), sum))
    .map(({ name, rows }) => `${name}: ${rows} rows in the backup, ${found.get(name)?.rows ?? 'no'} in the restored copy`);
}
