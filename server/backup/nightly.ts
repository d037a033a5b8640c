import { join } from 'node:path';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { type Db, urlOf } from '../kit/db/connection.ts';
import { handleJobs, type JobHandler } from '../kit/queue/job-handler.ts';
import { defineQueue, sendJob } from '../kit/queue/queue.ts';
import { backupName, isLate, listBackups, tidyBackups } from './kept-backups.ts';
import { takeBackup } from './take-backup.ts';

/** What the nightly backup needs. `folder` is undefined where backups are off. */
export type NightlyBackup = {
  readonly db: Db;
  readonly log: Logger;
  readonly now: () => Date;
  readonly key: Uint8Array;
  readonly version: string;
  readonly folder: string | undefined;
};

const backupQueue = defineQueue('backup', { tries: 3, retrySeconds: 600, expireSeconds: 6 * 3600 });
const firstRunSeconds = 900;
/** Retries of one night, and several processes, give one notification. */
const quietHours = 12;

/** Makes a backup each night, and a quarter of an hour after a start for a service that was stopped at night. */
export const backupJobs = (backup: NightlyBackup): JobHandler[] => [
  handleJobs(backupQueue, {
    atOnce: 1,
    ...(backup.folder === undefined ? {} : { schedule: { cron: '40 2 * * *', zone: 'UTC' } }),
    async onStart() {
      if (backup.folder === undefined) return;
      const backups = await listBackups(backup.folder).catch(() => []);
      if (isLate(backups, backup.now())) await sendJob(backup.db, backupQueue, {}, { afterSeconds: firstRunSeconds });
    },
    carryOut: (_ids, stopping) => backUpNightly(backup, stopping),
  }),
];

/**
 * Makes one backup and deletes outdated ones. Returns 0 where backups are off. A failure is logged and notified to the provider's
 * people, then thrown, so that the job is tried again; a backup broken off by a stop is only thrown.
 */
export async function backUpNightly(backup: NightlyBackup, stopping: AbortSignal): Promise<number> {
  const { db, log, now, key, version, folder } = backup;
  if (folder === undefined) return 0;
  const takenAt = now();
  const file = join(folder, backupName(takenAt));
  try {
    const taken = await takeBackup({ url: urlOf(db), key, file, takenAt, version, signal: stopping });
    log.info({ file, ...taken, deleted: await tidyBackups(folder, takenAt) }, 'the database was backed up');
    return 1;
  } catch (error) {
    if (stopping.aborted) throw error;
    log.error({ err: error, file }, 'the nightly backup failed');
    await notifyProvider(db, takenAt, error).catch((err: unknown) =>
      log.error({ err }, 'no one was notified of the failed backup'),
    );
    throw error;
  }
}

async function notifyProvider(db: Db, now: Date, error: unknown): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error);
  const text = `The nightly backup failed: ${reason} The newest backup is the one before. See Backup in docs/operations.md.`;
  const since = new Date(now.getTime() - quietHours * 3_600_000);
  await sql`
    insert into notification (customer_id, user_id, kind, text, created_at)
    select c.id, null, 'backup_failed', ${text}, ${now} from customer c
    where c.provider and c.deleted_at is null and not exists (
      select 1 from notification n where n.customer_id = c.id and n.kind = 'backup_failed' and n.created_at > ${since})`.execute(
    db,
  );
}
