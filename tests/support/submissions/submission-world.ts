import { type Endpoint, routeOf } from '#contract/kit/endpoint.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import { createBullhornDouble } from '#server/demo/bullhorn/bullhorn-double.ts';
import { closeNow, listenOnLoopback } from '#server/demo/loopback/loopback.ts';
import { seedSubmissions } from '#server/demo/submissions/seed-submissions.ts';
import { createTrioDouble } from '#server/demo/submissions/trio-double.ts';
import { writeRows } from '#server/feed/publish.ts';
import type { Services } from '#server/kit/http/handle.ts';
import { aJob } from '#tests/support/factories/job-factory.ts';
import type { TestService } from '#tests/support/test-service.ts';

/** A source (Bullhorn's double) and a destination (Trio's double), both reachable. */
export async function startBothSystems() {
  const ats = createBullhornDouble({ facilities: 1, candidates: 300 });
  const vms = createTrioDouble();
  const [atsUrl, vmsUrl] = [await listenOnLoopback(ats.server), await listenOnLoopback(vms.server)];
  return {
    ats,
    vms,
    atsUrl,
    vmsUrl,
    hosts: [new URL(atsUrl).host, new URL(vmsUrl).host],
    close: () => Promise.all([closeNow(ats.server), closeNow(vms.server)]),
  };
}
export type BothSystems = Awaited<ReturnType<typeof startBothSystems>>;

/** The unguessable part of the address of the destination's webhooks. */
export const testHookKey = 'k'.repeat(43);

/** Jobs with the ids 1 to `count`, which the destination knows as 6001 and on. */
const jobs = (count: number): JobRow[] =>
  Array.from({ length: count }, (_, at) =>
    aJob({ id: at + 1, providerJobId: String(6_001 + at), status: 'Open', submissionLimit: 999 }),
  );

/** Gives a customer 30 jobs and what the demo has: both systems with lists, mappings and a package. Returns the ids of the targets. */
export async function plantSubmissionWorld(
  services: Pick<Services, 'db' | 'secrets'>,
  customerId: number,
  { atsUrl, vmsUrl }: BothSystems,
): Promise<{ readonly source: number; readonly destination: number }> {
  const { db } = services;
  await db.transaction().execute((tx) =>
    writeRows(
      tx,
      customerId,
      jobs(30).map((row) => ({ collection: 'job' as const, row })),
    ),
  );
  const targets = await seedSubmissions(services, customerId, { bullhornUrl: atsUrl, trioUrl: vmsUrl }, true);
  await db.updateTable('submission_target').set({ hook_key: testHookKey }).where('id', '=', targets.destination).execute();
  return targets;
}

/** Sends a webhook as the destination does, and returns the status of the answer. */
export async function sendHook(app: TestService['app'], endpoint: Endpoint, body: object | string, key: string): Promise<number> {
  const { method, path } = routeOf(endpoint);
  const payload = typeof body === 'string' ? body : JSON.stringify(body);
  const url = path.replace(':key', key);
  return (await app.inject({ method, url, payload, headers: { 'content-type': 'application/json' } })).statusCode;
}
