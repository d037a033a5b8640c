import { sql } from 'kysely';
import { ok } from '#contract/kit/result.ts';
import { saveConfiguration } from '#contract/reports/configurations.ts';
import { reportIds } from '#domain/reports/kit/report-ids.ts';
import { usualBody } from '#domain/reports/kit/saved-report.ts';
import { ruleReport } from '#domain/reports/rules/rule-report.ts';
import { collectPorts } from '#server/collecting/runs/collect-ports.ts';
import { startDemoSites } from '#server/demo/demo-sites.ts';
import { seedRules } from '#server/demo/seed-rules.ts';
import { seedTargets } from '#server/demo/seed-targets.ts';
import { seedTasks } from '#server/demo/seed-tasks.ts';
import { writeRows } from '#server/feed/publish.ts';
import { storedRows } from '#server/kit/db/rows.ts';
import { mapJobs } from '#server/mapping/runs/map-jobs.ts';
import { collectRecords } from '#server/parsing/collect-records.ts';
import { reportFileJobs } from '#server/reports/background/file-jobs.ts';
import { routes } from '#server/routes.ts';
import { ruleJobs } from '#server/rules/runs/rule-jobs.ts';
import { buildListWorker, buildSheetWorker } from '#tests/corpus/build-feed-parser.ts';
import { runJobs } from '#tests/support/run-jobs.ts';
import { emails, startTestService, type TestService } from '#tests/support/test-service.ts';
import { collectNow } from '#tests/support/worlds/collect-now.ts';

const at = new Date('2026-11-25T12:00:00Z');
/** The vendor of the demo whose jobs are collected, and one that lets no one in. The tasks of the others have not run. */
const [collected, closed] = ['Medloop', 'Careline'];

/** The demo’s targets, rules and tasks at the customer `north`, with the jobs of one vendor collected and mapped. */
export async function startAgency() {
  const forget = [await buildListWorker(), await buildSheetWorker()];
  const site = {
    home: '/nowhere',
    now: () => at,
    ownMailServer: true,
    people: [],
    redirectUri: 'http://x.example',
    answersUrl: 'http://127.0.0.1:9/api/sms/answers',
  };
  const sites = await startDemoSites(site);
  const service = await startTestService({ at, vendorSiteUrl: sites.vendorSiteUrl, bullhornDoubleUrl: sites.bullhornUrl });
  await fill(service, sites);
  const [chief, administrator] = [await service.signIn('chief'), await service.signIn('administrator')];
  await leaveTraces(service, chief);
  return {
    service,
    tokens: { chief, administrator },
    /** Makes the files that were asked for. */
    makeFiles: () => runJobs(service.services.db, reportFileJobs(service.services, routes)),
    async close() {
      await service.close();
      await sites.stop();
      for (const each of forget) each();
    },
  };
}
export type Agency = Awaited<ReturnType<typeof startAgency>>;

type Sites = { readonly bullhornUrl: string; readonly vendorSiteUrl: string };

async function fill({ services, people: { north } }: TestService, { bullhornUrl, vendorSiteUrl }: Sites): Promise<void> {
  const { db } = services;
  await seedTargets(services, north, bullhornUrl, { feed: true });
  await seedRules(services, north);
  await seedTasks(services, north, vendorSiteUrl);
  const ports = { ...collectPorts(services), read: collectRecords };
  const refusal = async (url: string) => ok({ status: 401, headers: {}, url, bytes: Buffer.alloc(0) });
  const tasks = await db.transaction().execute(async (tx) => {
    // The demo’s ATS takes no shifts. With its maps, the report of shifts has rows too.
    for (const { row, settings } of await storedRows(tx, north, 'target'))
      if (row.maps.length > 0)
        await writeRows(tx, north, [
          { collection: 'target', row: { ...row, maps: [...row.maps, 'shift'] }, extra: { settings } },
        ]);
    return storedRows(tx, north, 'task');
  });
  for (const { row } of tasks) {
    const request = { customerId: north, taskId: row.id };
    if (row.name === collected) await collectNow(ports, request);
    if (row.name === closed) await collectNow({ ...ports, fetch: refusal }, request);
  }
  const following = [...mapJobs(services), ...ruleJobs(services)];
  while ((await runJobs(db, following)) > 0);
}

/** What reports about people show: a sign-in that failed, and a view that somebody saved. */
async function leaveTraces(service: TestService, token: string): Promise<void> {
  const payload = { username: emails.recruiter, password: 'not the password' };
  await service.app.inject({ method: 'POST', url: '/auth/login', payload });
  const view = { cust: 'me', reportId: reportIds.rules, name: 'Our rules', body: usualBody(ruleReport) } as const;
  await service.call(saveConfiguration, view, token);
  const { north, recruiter } = service.people;
  await sql`with target as (insert into submission_target (customer_id, system_id, name) values (${north}, 8, 'Our Bullhorn') returning id)
    insert into submission (customer_id, from_id, to_id, caregiver_id, reference, state, user_id, created_at, ext_id, status)
    select ${north}, id, id, '70001', 'R1', 'sent', ${recruiter}, ${at}, '88231', 'Offered' from target`.execute(
    service.services.db,
  );
}
