import type { AddressInfo } from 'node:net';
import { type BullhornDouble, createBullhornDouble, doubleCredentials } from '#server/demo/bullhorn/bullhorn-double.ts';
import { writeRows } from '#server/feed/publish.ts';
import { targetSecret } from '#server/targets/open-target.ts';
import { buildListWorker } from '#tests/corpus/build-feed-parser.ts';
import { aJob, aTarget, aValue } from '../factories/job-factory.ts';
import { startTestService, type TestService } from '../test-service.ts';
import { seedMapping } from './mapping-world.ts';

/** A candidate as Bullhorn holds one who suits the jobs of this world. */
export const bullhornCandidate = (id: number, email: string, over: object = {}) => ({
  id,
  firstName: `Nurse${id}`,
  lastName: 'Reyes',
  email,
  status: 'Active',
  isDeleted: false,
  massMailOptOut: false,
  categories: [1],
  specialties: [101],
  address: { state: 'NV' },
  ...over,
});

/** A service whose customer North has a Bullhorn target with candidates (1), a Crelate target (2), and mapped degree and specialty. */
export async function startAlertWorld(allowHosts: readonly string[] = []) {
  const undo = await buildListWorker();
  const double = createBullhornDouble({ facilities: 3 });
  await new Promise<void>((resolve) => void double.server.listen(0, '127.0.0.1', resolve));
  const bullhornDoubleUrl = `http://127.0.0.1:${(double.server.address() as AddressInfo).port}`;
  const service = await startTestService({ at: new Date('2026-11-25T12:00:00Z'), bullhornDoubleUrl, allowHosts });
  const { north } = service.people;
  await service.services.db.updateTable('customer').set({ time_zone: 'America/New_York' }).execute();
  await seedTargets(service, bullhornDoubleUrl);
  const close = async () => {
    await service.close();
    double.server.close();
    undo();
  };
  return { service, double, north, close };
}

async function seedTargets({ services, people: { north } }: TestService, bullhornDoubleUrl: string): Promise<void> {
  const { db, secrets } = services;
  await seedMapping(
    db,
    north,
    [],
    [aValue(12, 'degree', { text: 'RN', mappedId: '1' }), aValue(13, 'specialty', { text: 'ICU', mappedId: '101' })],
  );
  const { username, password, clientId, clientSecret } = doubleCredentials;
  const settings = { loginInfoUrl: `${bullhornDoubleUrl}/rest-services/loginInfo`, username, clientId, ownerId: 1, contactId: 2 };
  await db.transaction().execute(async (tx) => {
    await secrets.put(tx, targetSecret(north, 1, 'password'), password);
    await secrets.put(tx, targetSecret(north, 1, 'clientSecret'), clientSecret);
    await writeRows(tx, north, [
      { collection: 'target', row: aTarget({ id: 1, maps: ['degree', 'specialty'] }), extra: { settings } },
      { collection: 'target', row: aTarget({ id: 2, typeId: 22, name: 'Crelate', maps: [] }), extra: { settings: {} } },
    ]);
  });
}

/** Removes alerts, their messages and jobs, and lets the target have these candidates alone. */
export async function resetAlerts(
  { services: { db } }: TestService,
  double: BullhornDouble,
  candidates: readonly { readonly id: number }[],
) {
  for (const table of ['job_alert', 'job_alert_run', 'job_alert_job', 'job_alert_stop', 'mail', 'job'] as const)
    await db.deleteFrom(table).execute();
  double.records.candidates.length = 0;
  double.records.candidates.push(...candidates);
}

/** Stages jobs of an RN in the ICU in Reno, Nevada. */
export const addAlertJobs = ({ services: { db }, people: { north } }: TestService, ...ids: number[]) =>
  db.transaction().execute((tx) =>
    writeRows(
      tx,
      north,
      ids.map((id) => ({
        collection: 'job' as const,
        row: aJob({ id, providerJobId: `HV-${id}`, title: `RN ICU ${id}`, city: 'Reno', state: 'NV' }),
        extra: {},
      })),
    ),
  );

/** An alert as its form sends it. */
export const alertContent = (configurationId: number, over: object = {}) => ({
  cust: 'me' as const,
  name: 'New ICU jobs',
  targetId: 1,
  configurationId,
  frequency: 1 as const,
  time: '08:00',
  jobsInEmail: 2,
  applyLink: 'https://north.example/apply?job=#JOB_ID#',
  emailText: 'Hello #FIRST_NAME#,\n\n#JOBS#',
  ...over,
});
