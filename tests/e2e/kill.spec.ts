import { randomBytes } from 'node:crypto';
import { expect, test } from 'playwright/test';
import { getRole } from '#contract/people/users.ts';
import { checkPostedJobs, listTargets, saveTarget } from '#contract/posting/posting.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import { getPostData, postToTarget } from '#contract/staging/staging.ts';
import { type PullReply, pullChanges, sendHello } from '#contract/sync/sync.ts';
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
  customerId = (await api.call(getRole, {})).customerId;
}

async function pull(since: number, hello: { epoch: string; scope: string }): Promise<Extract<PullReply, { kind: 'page' }>> {
  const { epoch, scope } = hello;
  const page = await api.call(pullChanges, { customerId, clientId, epoch, scope, since, limit: 5000 });
  if (page.kind !== 'page') throw new Error(`expected a page, got ${page.kind}`);
  return page;
}

const hello = () => api.call(sendHello, { ...label, clientId, customerId });

/** All jobs as a new device would receive them. */
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

test('kill -9 of the service during posting: every job reaches the ATS exactly once', async () => {
  clientId = randomBytes(16).toString('hex');
  await open('administrator');
  const target = (await api.call(listTargets, { cust: 'me' })).find(({ name }) => name === 'Bullhorn');
  if (!target) throw new Error('the demo agency has no ATS');
  const { id, name, username, url } = target;
  const settings = { lookupSeconds: [1, 1, 1, 1], resendWhenAbsent: true };
  await api.call(saveTarget, { id, name, isDisabled: false, username, url, settings });
  const ids = await postable(id, 20);
  const asked = await api.call(postToTarget, { cust: 'me', targetId: id, recreate: 0, ids });
  expect(asked[0]).toContain('jobsAddedToQueue');

  for (let round = 0; round < 3; round++) {
    await new Promise((resolve) => setTimeout(resolve, 40 + Math.random() * 250));
    await service.kill();
    await service.start();
  }
  await open('administrator');
  await expect.poll(async () => (await api.call(checkPostedJobs, { ids })).unprocessedJobIds.length, { timeout: 60_000 }).toBe(0);
  const orders = service.jobOrders().map((order) => order.externalID);
  expect(new Set(orders).size, 'a job is twice in the ATS').toBe(orders.length);
  expect(await receiptsWithout(orders, ids)).toEqual([]);
  expect(orders).toHaveLength(ids.length);
});

/** What the receipts of these jobs say whose job order is not among the references. */
async function receiptsWithout(orders: readonly unknown[], ids: readonly number[]) {
  const jobs = (await collected()).filter((job) => ids.includes(job.id));
  return jobs.flatMap(({ id, posts }) =>
    posts.filter(({ reference }) => !orders.includes(reference)).map((post) => ({ id, post })),
  );
}

/** Ids of jobs that pass the check before posting. */
async function postable(targetId: number, count: number): Promise<number[]> {
  const jobs = await collected();
  const check = await api.call(getPostData, { cust: 'me', targetId, ids: jobs.slice(0, 500).map((job) => job.id) });
  const ready = check.filter((answer) => answer.ok).map((answer) => answer.id);
  expect(ready.length).toBeGreaterThanOrEqual(count);
  return ready.slice(0, count);
}
