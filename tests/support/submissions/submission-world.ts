import { sql } from 'kysely';
import type { JobRow } from '#contract/rows/jobs.ts';
import { createBullhornDouble, doubleCredentials } from '#server/demo/bullhorn/bullhorn-double.ts';
import { closeNow, listenOnLoopback } from '#server/demo/loopback/loopback.ts';
import { createTrioDouble, trioKey, trioTenant } from '#server/demo/submissions/trio-double.ts';
import { demoDegrees, demoSpecialties } from '#server/demo/world/world.ts';
import { writeRows } from '#server/feed/publish.ts';
import type { Services } from '#server/kit/http/handle.ts';
import { submissionSecret } from '#server/submissions/targets/secret-places.ts';
import { aJob } from '#tests/support/factories/job-factory.ts';

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

/** Jobs with the ids 1 to `count` at the destination. */
const jobs = (count: number): JobRow[] =>
  Array.from({ length: count }, (_, at) =>
    aJob({ id: at + 1, providerJobId: String(6_000 + at + 1), status: 'Open', extra: { submissionAvailable: 999 } }),
  );

/**
 * Gives a customer both systems as submission targets, with lists, mappings and a package of two documents for all degrees. Returns the ids
 * of the targets.
 */
export async function plantSubmissionWorld(
  services: Pick<Services, 'db' | 'secrets'>,
  customerId: number,
  { atsUrl, vmsUrl }: BothSystems,
  jobCount = 30,
): Promise<{ readonly source: number; readonly destination: number }> {
  const { db, secrets } = services;
  const { clientId, clientSecret, username, password } = doubleCredentials;
  return db.transaction().execute(async (tx) => {
    await writeRows(
      tx,
      customerId,
      jobs(jobCount).map((row) => ({ collection: 'job' as const, row })),
    );
    const target = async (systemId: number, name: string, orgKey: string, site: string, secret: string, hookKey: string) => {
      const settings = JSON.stringify({ errorField: 'customText4', errorStatus: 'Not submitted', subscriptionName: 'test' });
      const { rows } = await sql<{
        id: number;
      }>`insert into submission_target (customer_id, system_id, name, org_key, site, settings,
        hook_key) values (${customerId}, ${systemId}, ${name}, ${orgKey}, ${site}, ${settings}::jsonb, ${hookKey}) returning id`.execute(
        tx,
      );
      const id = rows[0]?.id ?? 0;
      await secrets.put(tx, submissionSecret(customerId, id), secret);
      return id;
    };
    const user = `${clientId}:${username}`;
    const site = `${atsUrl}/rest-services/loginInfo`;
    const source = await target(8, 'Test Bullhorn', user, site, `${clientSecret}:${password}`, '');
    const destination = await target(61, 'Test Trio', '', `${vmsUrl}/${trioTenant}/api/v3`, trioKey, testHookKey);
    const entry = async (targetId: number, kind: string, extId: string, name: string, degreeExtId = '') => {
      const { rows } = await sql<{
        id: number;
      }>`insert into submission_entry (customer_id, target_id, kind, ext_id, name, degree_ext_id)
        values (${customerId}, ${targetId}, ${kind}, ${extId}, ${name}, ${degreeExtId}) returning id`.execute(tx);
      return rows[0]?.id ?? 0;
    };
    const own = async (kind: string, name: string) => {
      const { rows } = await sql<{ id: number }>`insert into jr_entry (kind, name) values (${kind}, ${name})
        on conflict (kind, lower(name)) do update set removed = false returning id`.execute(tx);
      return rows[0]?.id ?? 0;
    };
    for (const { id, name } of demoDegrees) {
      const degrees = [
        await entry(source, 'degree', String(id), name),
        await own('degree', `Own ${name}`),
        await entry(destination, 'degree', String(500 + id), `${name} there`),
      ] as const;
      for (const specialty of demoSpecialties.filter(({ degreeId }) => degreeId === id)) {
        const from = await entry(source, 'specialty', String(specialty.id), specialty.name, String(id));
        const middle = await own('specialty', `Own ${specialty.name}`);
        const to = await entry(
          destination,
          'specialty',
          String(5000 + specialty.id),
          `${specialty.name} there`,
          String(500 + id),
        );
        await sql`insert into submission_pair_link (customer_id, target_id, side, degree_id, specialty_id, jr_degree_id, jr_specialty_id)
          values (${customerId}, ${source}, 'from', ${degrees[0]}, ${from}, ${degrees[1]}, ${middle}),
            (${customerId}, ${destination}, 'to', ${degrees[2]}, ${to}, ${degrees[1]}, ${middle})`.execute(tx);
      }
    }
    const documents: number[] = [];
    for (const name of ['Resume', 'License']) {
      const from = await entry(source, 'document', name, name);
      const to = await entry(destination, 'document', name.slice(0, 3).toUpperCase(), name);
      const middle = await own('document', `Own ${name}`);
      await sql`insert into submission_document_link (customer_id, target_id, side, document_id, jr_document_id)
        values (${customerId}, ${source}, 'from', ${from}, ${middle}), (${customerId}, ${destination}, 'to', ${to}, ${middle})`.execute(
        tx,
      );
      documents.push(to);
    }
    await sql`insert into submission_package (customer_id, target_id, is_default, documents)
      values (${customerId}, ${destination}, true, ${documents}::bigint[])`.execute(tx);
    return { source, destination };
  });
}
