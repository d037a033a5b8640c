import { sql } from 'kysely';
import { endpoints } from '#contract/all.ts';
import { ok } from '#contract/kit/result.ts';
import { getHealth, getOpenApi, reportPolicyViolation } from '#contract/system/service.ts';
import { isLate, listBackups } from '../backup/kept-backups.ts';
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

/** Health, version and API document of the service. */
export const serviceRoutes: Handler[] = [
  handle(getHealth, async (_args, { services }) => {
    const reached = await sql`select 1`.execute(services.db).then(
      () => true,
      () => false,
    );
    const status = reached ? ('ok' as const) : ('no_database' as const);
    return ok({
      status,
      backup: await backupState(services),
      version: services.config.version,
      at: services.now().toISOString(),
    });
  }),

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
