import { isDeepStrictEqual } from 'node:util';
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
  const restored = new Map((await sumsOf(emptyUrl)).map((sum) => [sum.name, sum]));
  const wrong = end.tables
    .filter((sum) => !isDeepStrictEqual(restored.get(sum.name), sum))
    .map(
      (sum) =>
        `${sum.name}: ${sum.rows} rows in the backup, ${restored.get(sum.name)?.rows ?? 'no'} rows restored, with another hash`,
    );
  return {
    rows: end.tables.reduce((total, { rows }) => total + rows, 0),
    tables: end.tables.length,
    bytes: end.bytes,
    backupMilliseconds: end.milliseconds,
    restoreMilliseconds,
    wrong,
  };
}
