import { afterAll, beforeAll, expect, test } from 'vitest';
import { ok } from '#contract/kit/result.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import { cancelRuleRun, checkReprocess, listRunJobs, reprocessJobs, undoRuleRun } from '#contract/rules/rule-runs.ts';
import { cancelJobs, openJobs } from '#contract/staging/staging.ts';
import { writeRows } from '#server/feed/publish.ts';
import { newTask } from '#tests/support/factories/task-factory.ts';
import { runJobs } from '#tests/support/run-jobs.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { collectNow, feedPorts, noCredentials } from '#tests/support/worlds/collect-now.ts';
import { shipCrawlers } from '../crawlers/crawler-setups.ts';
import type { CollectPorts } from '../runs/collect-ports.ts';
import { endCheckJobs } from './end-checks.ts';
import { refreshJobs } from './refresh-jobs.ts';

let service: TestService;
let chief: string;
let ports: CollectPorts;
const feeds: Record<string, string> = {};
const me = { cust: 'me' } as const;

beforeAll(async () => {
  service = await startTestService();
  chief = await service.signIn('chief');
  const { db } = service.services;
  await shipCrawlers(db);
  const tasks = [1, 2].map((id) => ({
    collection: 'task' as const,
    row: { ...newTask, id, sourceId: id, name: `Vendor ${id}` },
    extra: { settings: { feed: `https://vendor${id}.example/…` } },
  }));
  const sources = [1, 2].map((id) => ({
    collection: 'source' as const,
    row: { id, name: `Vendor ${id}`, alias: null, autoPost: false, aliases: [], members: [] },
  }));
  await db.transaction().execute((tx) => writeRows(tx, service.people.north, [...sources, ...tasks]));
  ports = feedPorts(db, () => '', {
    now: service.services.now,
    credentials: async (_customer, taskId) => ({ ...noCredentials, url: `https://vendor${taskId}.example/jobs.csv` }),
    async fetch(url) {
      const text = feeds[new URL(url).host];
      return ok({ status: text === undefined ? 503 : 200, headers: {}, url, bytes: Buffer.from(text ?? '') });
    },
  });
  feeds['vendor1.example'] = header + line('A-1') + line('A-2') + line('A-3');
  feeds['vendor2.example'] = header + line('B-1');
  for (const taskId of [1, 2]) await collectNow(ports, { customerId: service.people.north, taskId });
});
afterAll(() => service.close());

/** Ends the marks of checks that are over. */
const look = () => runJobs(service.services.db, [endCheckJobs(service.services)]);

const header = 'Job ID,Facility,City,State,Degree,Specialty,Bill Rate,Start Date,Duration\n';
const line = (id: string, rate = '70.00') => `${id},Mercy Hospital,Reno,NV,RN,ICU,${rate},12/7/2026,13 weeks\n`;

async function job(providerJobId: string): Promise<JobRow & { readonly rev: number }> {
  const { row, rev } = await service.services.db
    .selectFrom('job')
    .select(['row', 'rev'])
    .where('provider_job_id', '=', providerJobId)
    .executeTakeFirstOrThrow();
  return { ...(row as JobRow), rev };
}
const idsOf = (...names: string[]) => Promise.all(names.map(async (name) => (await job(name)).id));
const work = () => runJobs(service.services.db, refreshJobs(service.services, ports));
async function refresh(...names: string[]) {
  const queued = await service.call(reprocessJobs, { ...me, mode: 2, ids: await idsOf(...names) }, chief);
  expect(queued).toMatchObject({ kind: 'refresh', state: 'queued', total: names.length });
  await work();
  const [run] = await service.call(checkReprocess, { ids: String(queued.id) }, chief);
  const { rows } = await service.call(listRunJobs, { ...me, id: queued.id, pageSize: 50, page: 1 }, chief);
  return {
    id: queued.id,
    run,
    rows: rows.map(({ providerJobId, outcome, words, changes }) => ({ providerJobId, outcome, words, changes })),
  };
}

test('one job changed, one is gone, one vendor is down: each is said, and undo restores what changed', async () => {
  const before = await Promise.all(['A-1', 'A-2', 'B-1'].map(job));
  feeds['vendor1.example'] = header + line('A-1', '88.00') + line('A-3');
  delete feeds['vendor2.example'];
  const { id, run, rows } = await refresh('A-1', 'A-2', 'B-1');
  expect(run).toMatchObject({
    state: 'done',
    name: 'Refresh 3 jobs from the vendor',
    seen: 3,
    changed: 2,
    canUndo: true,
    message: '1 of 3 jobs changed. 1 no longer listed by the vendor and canceled. No answer for 1.',
  });
  expect(rows).toEqual([
    { providerJobId: 'A-1', outcome: 'changed', words: null, changes: [{ field: 'billRate', before: 70, after: 88 }] },
    { providerJobId: 'A-2', outcome: 'gone', words: null, changes: [{ field: 'status', before: 'Open', after: 'Cancelled' }] },
    {
      providerJobId: 'B-1',
      outcome: 'failed',
      words: 'The vendor answered with status 503, an error on its side.',
      changes: [],
    },
  ]);
  const undone = await service.call(undoRuleRun, { ...me, id }, chief);
  expect(undone).toMatchObject({ state: 'undoing', canUndo: false });
  await work();
  expect(await service.call(checkReprocess, { ids: String(id) }, chief)).toMatchObject([
    { state: 'undone', undo: { restored: 2, kept: 0 }, message: 'Undone: 2 put back' },
  ]);
  const after = await Promise.all(['A-1', 'A-2', 'B-1'].map(job));
  expect(after).toEqual(before.map((row, i) => ({ ...row, rev: after[i]?.rev })));
});

test('jobs that the vendor did not change are not written', async () => {
  feeds['vendor1.example'] = header + line('A-1') + line('A-2') + line('A-3');
  const { rev } = await job('A-3');
  const { run, rows } = await refresh('A-3');
  expect(run).toMatchObject({ state: 'done', changed: 0, canUndo: false, message: '0 of 1 job changed.' });
  expect(rows).toMatchObject([{ outcome: 'same' }]);
  expect((await job('A-3')).rev).toBe(rev);
});

test('a list that suddenly names hardly any job cancels none, and an upload cannot be asked', async () => {
  const { db } = service.services;
  const { row } = await db.selectFrom('job').select('row').where('provider_job_id', '=', 'B-1').executeTakeFirstOrThrow();
  const upload = { ...(row as JobRow), taskId: null };
  await db.transaction().execute((tx) => writeRows(tx, service.people.north, [{ collection: 'job', row: upload }]));
  feeds['vendor1.example'] = header;
  const { run, rows } = await refresh('A-1', 'B-1');
  // Three open jobs are too few to judge a silent feed, so this one has to answer for six.
  expect(rows.map(({ outcome }) => outcome).sort()).toEqual(['gone', 'not_asked']);
  expect(rows.find(({ outcome }) => outcome === 'not_asked')?.words).toBe(
    'The job came from an uploaded file: upload the vendor’s new file.',
  );
  expect(run?.message).toBe('0 of 2 jobs changed. 1 no longer listed by the vendor and canceled. 1 could not be asked about.');
  feeds['vendor1.example'] = header + ['A-1', 'A-2', 'A-3', 'A-4', 'A-5', 'A-6'].map((id) => line(id)).join('');
  await collectNow(ports, { customerId: service.people.north, taskId: 1 });
  feeds['vendor1.example'] = header + line('A-1');
  expect((await refresh('A-1', 'A-2')).rows).toMatchObject([
    { providerJobId: 'A-2', outcome: 'failed', words: expect.stringMatching(/listed 1 job where 6 are open/) },
    { providerJobId: 'A-1', outcome: 'same' },
  ]);
  expect((await job('A-2')).status).toBe('Open');
});

test('where no vendor answers, the run fails in the documented words', async () => {
  delete feeds['vendor1.example'];
  expect((await refresh('A-1')).run).toMatchObject({ state: 'failed', message: 'Unable to process, please contact support' });
});

test('a reopened job is checked with its vendor, and is canceled again if the vendor has it no more', async () => {
  feeds['vendor1.example'] = header + ['A-1', 'A-2', 'A-4', 'A-5', 'A-6'].map((id) => line(id)).join('');
  const ids = await idsOf('A-3');
  await service.call(cancelJobs, { ...me, ids }, chief);
  expect(await service.call(openJobs, { ...me, ids }, chief)).toMatchObject({ done: ids });
  expect(await job('A-3')).toMatchObject({ status: 'Open', chgMap: 0, checking: true });
  await look();
  expect(await job('A-3')).toMatchObject({ checking: true });
  const run = await service.services.db
    .selectFrom('run')
    .select(['id', 'name', 'state'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(run).toMatchObject({ name: 'Check 1 reopened order with the vendor', state: 'queued' });
  await work();
  await look();
  expect(await job('A-3')).toMatchObject({ status: 'Cancelled', chgMap: 0, checking: false });
  expect((await service.send(cancelRuleRun, { ...me, id: run.id }, chief)).status).toBe(409);
});

test('a check that a person stops before it begins leaves no job marked as checking', async () => {
  feeds['vendor1.example'] = header + ['A-1', 'A-2', 'A-4', 'A-5', 'A-6'].map((id) => line(id)).join('');
  const ids = await idsOf('A-2');
  await service.call(cancelJobs, { ...me, ids }, chief);
  await service.call(openJobs, { ...me, ids }, chief);
  const { id } = await service.services.db.selectFrom('run').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
  await service.call(cancelRuleRun, { ...me, id }, chief);
  expect(await job('A-2')).toMatchObject({ status: 'Open', checking: true });
  await look();
  expect(await job('A-2')).toMatchObject({ status: 'Open', checking: false });
});
