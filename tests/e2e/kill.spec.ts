import { randomBytes } from 'node:crypto';
import { expect, test } from 'playwright/test';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { PullReply } from '#contract/sync/sync.ts';
import { ApiClient, demo } from '../support/api-client.ts';
import { ServiceProcess } from '../support/service-process.ts';

test.describe.configure({ mode: 'serial' });

let service: ServiceProcess;
let api: ApiClient;
let customerId = 0;
let clientId = '';
const label = { deviceLabel: 'kill test', appVersion: 'test', unsent: 0, oldestUnsentAt: null, persisted: true, protocol: 1 };

test.beforeAll(async () => {
  service = await ServiceProcess.make();
  await service.start();
});
test.afterAll(() => service.remove());

async function open(person: keyof typeof demo = 'recruiter'): Promise<void> {
  api = new ApiClient(`http://127.0.0.1:${service.port}`);
  const [name, password] = demo[person];
  await api.signIn(name, password);
  customerId = (await api.get<{ customerId: number }>('/api/user/role')).customerId;
}

async function pull(since: number, hello: { epoch: string; scope: string }): Promise<Extract<PullReply, { kind: 'page' }>> {
  const query = new URLSearchParams({
    customerId: String(customerId),
    clientId,
    epoch: hello.epoch,
    scope: hello.scope,
    since: String(since),
    limit: '5000',
  });
  const page = await api.get<PullReply>(`/api/sync/pull?${query}`);
  if (page.kind !== 'page') throw new Error(`expected a page, got ${page.kind}`);
  return page;
}

const hello = () =>
  api.post<{ epoch: string; scope: string; last: number }>('/api/sync/hello', { ...label, clientId, customerId });

/** All jobs as a fresh device would see them. */
async function allJobs(): Promise<JobRow[]> {
  const known = await hello();
  const jobs = new Map<number, JobRow>();
  for (let since = 0; ; ) {
    const page = await pull(since, known);
    for (const change of page.changes) if (change.collection === 'job' && change.row) jobs.set(change.id, change.row as JobRow);
    if (!page.more) return [...jobs.values()];
    since = page.upto;
  }
}

async function collected(): Promise<JobRow[]> {
  let jobs: JobRow[] = [];
  await expect.poll(async () => (jobs = await allJobs()).length, { timeout: 60_000 }).toBeGreaterThan(100);
  return jobs;
}

test('kill -9 of the service during posting: every job reaches the ATS, none twice', async () => {
  clientId = randomBytes(16).toString('hex');
  await open('administrator');
  const target = (await api.get<{ ID: number; TargetName: string }[]>('/api/customer/targets/me')).find(
    (t) => t.TargetName === 'Bullhorn',
  );
  if (!target) throw new Error('the demo agency has no ATS');
  const settings = {
    ID: target.ID,
    TargetName: 'Bullhorn',
    Disabled_Fl: false,
    UID: (target as { UID?: string }).UID,
    TargetURL: (target as { TargetURL?: string }).TargetURL,
  };
  await api.post('/api/customer/target/save', {
    ...settings,
    JsonSettings: { lookupSeconds: [1, 1, 1, 1], resendWhenAbsent: true },
  });
  const ids = await postable(target.ID, 20);
  const asked = await api.post<string[]>(`/api/staging/posttotarget/me/${target.ID}/0`, ids);
  expect(asked[0]).toContain('jobsAddedToQueue');

  for (let round = 0; round < 3; round++) {
    await new Promise((resolve) => setTimeout(resolve, 40 + Math.random() * 250));
    await service.kill();
    await service.start();
  }
  await open('administrator');
  await expect
    .poll(
      async () => (await api.post<{ unprocessedElIDs: number[] }>('/api/staging/checkpostedjobs', ids)).unprocessedElIDs.length,
      { timeout: 60_000 },
    )
    .toBe(0);
  const orders = service.jobOrders().map((order) => order.externalID);
  expect(new Set(orders).size, 'a job is twice in the ATS').toBe(orders.length);
  expect(orders).toHaveLength(ids.length);
});

/** Ids of jobs that may be posted now: their degrees and specialties are mapped; facilities are mapped here by hand. */
async function postable(targetId: number, count: number): Promise<number[]> {
  const jobs = await collected();
  const check = await api.post<{ ID: number; ok: boolean; reasons: { code: string }[] }[]>(
    `/api/staging/getpostdata/me/${targetId}`,
    jobs.slice(0, 500).map((job) => job.id),
  );
  const ready = check.filter((answer) => answer.ok).map((answer) => answer.ID);
  expect(ready.length).toBeGreaterThanOrEqual(count);
  return ready.slice(0, count);
}
