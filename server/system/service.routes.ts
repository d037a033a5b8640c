import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { endpoints } from '#contract/all.ts';
import { ok } from '#contract/kit/result.ts';
import { getHealth, getLiveness, getOpenApi, reportPolicyViolation } from '#contract/system/service.ts';
import { isLate, listBackups } from '../backup/kept-backups.ts';
import { type Db, wasDiskFull } from '../kit/db/connection.ts';
import { type Handler, handle, type Services } from '../kit/http/handle.ts';
import { openApiOf } from '../kit/http/openapi.ts';
import { violationsIn } from './csp-reports.ts';

/** Violations reported since the process started. */
let reported = 0;

/** Whether the newest nightly backup is recent. A folder that cannot be read counts as one without backups. */
async function backupState({ config, now }: Pick<Services, 'config' | 'now'>): Promise<'ok' | 'late' | 'off'> {
  if (config.backups === undefined) return 'off';
  return isLate(await listBackups(config.backups).catch(() => []), now()) ? 'late' : 'ok';
}

/** A database that is silent for longer is counted as gone: a health that waits steers no balancer. */
const patienceMilliseconds = 2000;
/** Statements that need space run more often than this. */
const diskFullMilliseconds = 30_000;

/** What the database allows: everything, reading only, nothing new for lack of space, or nothing. */
async function databaseState(db: Db): Promise<'ok' | 'no_database' | 'read_only' | 'disk_full'> {
  const asked = sql<{ standby: boolean }>`select pg_is_in_recovery() as standby`.execute(db).then(
    ({ rows }) => rows[0],
    () => undefined,
  );
  const answer = await Promise.race([asked, wait(patienceMilliseconds, undefined, { ref: false })]);
  if (!answer) return 'no_database';
  if (answer.standby) return 'read_only';
  return wasDiskFull(db, diskFullMilliseconds) ? 'disk_full' : 'ok';
}

/** Health, version and API document of the service. */
export const serviceRoutes: Handler[] = [
  handle(getHealth, async (_args, { services }) => {
    return ok({
      status: await databaseState(services.db),
      backup: await backupState(services),
      version: services.config.version,
      at: services.now().toISOString(),
    });
  }),

  handle(getLiveness, async () => ok({ status: 'alive' as const })),

  handle(
    reportPolicyViolation,
    { audit: 'none: it only counts and logs what browsers report' },
    async ({ report }, { services }) => {
      for (const violation of violationsIn(report)) {
        reported += 1;
        services.log.warn({ ...violation, reported }, 'a browser blocked something by the content security policy');
      }
      return ok({});
    },
  ),

  handle(getOpenApi, async (_args, { services }) => ok(openApiOf(endpoints, services.config.publicUrl))),
];
