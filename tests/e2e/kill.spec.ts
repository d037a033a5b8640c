import { randomBytes } from 'node:crypto';
import { expect, test } from 'playwright/test';
import type { JobRow } from '../../contract/jobs.ts';
import type { Mutation, PullReply, PushReply } from '../../contract/sync.ts';
import { ApiClient, demo } from '../support/api-client.ts';
import { ServiceProcess } from '../support/service-process.ts';

/** Cycles of the replay test; the long form sets 500. */
const cycles = Number(process.env['KILL_CYCLES'] ?? 5);
const editsPerCycle = 60;

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

test('kill -9 of the service during replay: each edit stands once, in order, none lost', async () => {
  test.setTimeout(60_000 + cycles * 30_000);
  clientId = randomBytes(16).toString('hex');
  await open();
  const job = (await collected())[0];
  if (!job) throw new Error('no job was collected');
  const edits: Mutation[] = Array.from({ length: cycles * editsPerCycle }, (_, i) => ({
    seq: i + 1,
    name: 'job.edit.v1',
    args: { id: job.id, field: 'otRate', value: 100 + i },
    pre: { [`job/${job.id}`]: { otRate: i === 0 ? job.otRate : 99 + i } },
    dependsOn: i === 0 ? [] : [i],
    actor: 'Ann Reyes',
    createdAt: new Date().toISOString(),
    fingerprint: `edit-${i + 1}`,
  }));

  let acknowledged = 0;
  for (let cycle = 0; cycle < cycles; cycle++) {
    const killed = new Promise<void>((resolve) => {
      setTimeout(() => void service.kill().then(resolve), 30 + Math.random() * 400);
    });
    acknowledged = await replayUntilDead(edits, acknowledged);
    await killed;
    await service.start();
    await open();
    const { last } = await hello();
    expect(last, 'an acknowledged edit was lost').toBeGreaterThanOrEqual(acknowledged);
  }
  await replay(edits, 0);
  const history = await historyOf(job.id, 'otRate');
  expect(history).toEqual(edits.map((edit) => (edit.args as { value: number }).value));
});

/** Sends batches of ten until the line breaks; answers the last number that was acknowledged. */
async function replayUntilDead(edits: Mutation[], from: number): Promise<number> {
  let done = from;
  try {
    for (;;) {
      const batch = edits.slice(done, done + 10);
      if (batch.length === 0) return done;
      const reply = await push(batch);
      if (reply.kind === 'done') done = reply.last;
      else return done;
    }
  } catch {
    return done;
  }
}

/** Sends everything again, from the start, as a device does that heard no answer at all. */
async function replay(edits: Mutation[], from: number): Promise<void> {
  for (let done = from; done < edits.length; ) {
    const reply = await push(edits.slice(done, done + 100));
    if (reply.kind !== 'done') throw new Error(`the replay ended with ${reply.kind}`);
    for (const outcome of reply.outcomes) expect(outcome.outcome).toBe('applied');
    done += reply.outcomes.length;
  }
}

const push = (mutations: Mutation[]) => api.post<PushReply>('/api/sync/push', { protocol: 1, clientId, customerId, mutations });

/** Every value that a person gave a field, in order, from the job's history. */
async function historyOf(jobId: number, field: string): Promise<unknown[]> {
  const lines = await api.get<{ field: string; how: string; after: unknown }[]>(`/api/sync/job-history/me/${jobId}`);
  return lines
    .filter((line) => line.field === field && line.how === 'manual')
    .map((line) => line.after)
    .reverse();
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
  expect(new Set(orders).size, 'a job stands twice in the ATS').toBe(orders.length);
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
