import { afterAll, beforeAll, expect, test } from 'vitest';
import { listRuns, runTaskNow } from '#contract/collecting/runs.ts';
import { readTask, removeTask, saveTask } from '#contract/collecting/tasks.ts';
import { readWebhook, receiveWebhook, renewWebhook } from '#contract/collecting/webhooks.ts';
import { routeOf } from '#contract/kit/endpoint.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import { collectRecords } from '#server/parsing/collect-records.ts';
import { runJobs } from '#tests/support/run-jobs.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { collectPorts } from '../runs/collect-ports.ts';
import { collectJobs } from '../runs/due-tasks.ts';

let service: TestService;
let admin: string;
let chief: string;
let north: number;
beforeAll(async () => {
  service = await startTestService();
  [admin, chief] = [await service.signIn('administrator'), await service.signIn('chief')];
  ({ north } = service.people);
});
afterAll(() => service.close());

const blank = { site: 'Pushing VMS', url: null, everyMinutes: null, crawlerId: 63 };

async function webhookTask(name: string, isDisabled = false) {
  const { id } = await service.call(saveTask, { cust: north, id: 0, name, ...blank, isDisabled }, chief);
  if (!isDisabled) await service.call(saveTask, { cust: north, id, name, ...blank, isDisabled }, chief);
  const { address } = await service.call(renewWebhook, { cust: north, id }, chief);
  return { id, address: address ?? '' };
}

const deliver = async (address: string, body: string, type = 'application/json') => {
  const { method, path } = routeOf(receiveWebhook);
  const url = path.replace(':key', address.split('/').at(-1) ?? '');
  const answer = await service.app.inject({ method, url, payload: body, headers: { 'content-type': type } });
  return { status: answer.statusCode, body: answer.body, headers: answer.headers };
};
const job = (id: string, more = {}) => ({ 'Job ID': id, Facility: 'Mercy', City: 'Reno', State: 'NV', ...more });
/** Reads in this process: how files are read apart has tests of its own. */
const collect = () => {
  const ports = { ...collectPorts(service.services), read: collectRecords };
  return runJobs(service.services.db, collectJobs(service.services, ports));
};

async function jobsOf(taskId: number): Promise<Record<string, string>> {
  const rows = await service.services.db.selectFrom('job').select('row').where('task_id', '=', taskId).execute();
  return Object.fromEntries(rows.map(({ row }) => [(row as JobRow).providerJobId, (row as JobRow).status]));
}
const runsOf = async (id: number) => (await service.call(listRuns, { cust: north, id }, chief)).rows;

test('one job, a list, an object with a list, CSV and XML become jobs; a delivery cancels nothing', async () => {
  const { id, address } = await webhookTask('All forms');
  const bodies = [
    [JSON.stringify(job('W-1')), 'application/json'],
    [JSON.stringify([job('W-2'), job('W-3')]), 'application/json; charset=utf-8'],
    [JSON.stringify({ jobs: [job('W-4')] }), 'text/plain'],
    ['Job ID,Facility,City,State\nW-5,Mercy,Reno,NV\n', 'text/csv'],
    [
      '<jobs><job><job_id>W-6</job_id><facility>Mercy</facility><city>Reno</city><state>NV</state></job></jobs>',
      'application/xml',
    ],
  ] as const;
  for (const [body, type] of bodies)
    expect(await deliver(address, body, type)).toMatchObject({ status: 202, body: '{"accepted":true}' });
  await collect();
  const open = Object.fromEntries(['W-1', 'W-2', 'W-3', 'W-4', 'W-5', 'W-6'].map((name) => [name, 'Open']));
  expect(await jobsOf(id)).toEqual(open);
  const [run, ...others] = await runsOf(id);
  expect([run, others]).toMatchObject([{ how: 'webhook', error: null, counts: { added: 6, cancelled: 0 } }, []]);
  expect(await service.call(readWebhook, { cust: north, id }, chief)).toMatchObject({
    waiting: 0,
    lastReceivedAt: expect.any(String),
  });

  expect((await deliver(address, JSON.stringify(job('W-1', { Status: 'Closed' })))).status).toBe(202);
  await collect();
  expect(await jobsOf(id)).toEqual({ ...open, 'W-1': expect.not.stringMatching('Open') });
});

test('the same body sent again counts once, and a delivery that cannot be read has a run of its own', async () => {
  const { id, address } = await webhookTask('Repeated');
  const body = JSON.stringify(job('R-1'));
  const answers = await Promise.all([deliver(address, body), deliver(address, body), deliver(address, body)]);
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
  expect((await service.call(readWebhook, { cust: north, id }, chief)).waiting).toBe(1);
  await deliver(address, '{"jobs": [');
  await deliver(address, JSON.stringify(job('R-2')));
  // The first run ends before the delivery that cannot be read; the next ones follow by themselves.
  for (let runs = 0; runs < 3; runs += 1) await collect();
  expect((await runsOf(id)).map(({ error, isKept }) => [error, isKept])).toEqual([
    [null, true],
    ['unreadable', true],
    [null, true],
  ]);
  expect(await jobsOf(id)).toEqual({ 'R-1': 'Open', 'R-2': 'Open' });
});

test('a disabled task keeps what it is sent until a person runs it', async () => {
  const { id, address } = await webhookTask('Disabled', true);
  expect((await deliver(address, JSON.stringify(job('D-1')))).status).toBe(202);
  await collect();
  expect(await jobsOf(id)).toEqual({});
  expect((await service.call(readWebhook, { cust: north, id }, chief)).waiting).toBe(1);
  await service.call(runTaskNow, { cust: north, id }, chief);
  await collect();
  expect(await jobsOf(id)).toEqual({ 'D-1': 'Open' });
});

test('unknown addresses are 404 in the same words; an empty body and too much of it are refused', async () => {
  const { id, address } = await webhookTask('Refused', true);
  const other = await webhookTask('Other', true);
  const missing = await deliver(`${address.slice(0, -1)}${address.endsWith('A') ? 'B' : 'A'}`, '{}');
  const mixed = address.replace(/\/\d+-/, `/${other.id}-`);
  for (const wrong of [`${address}x`, mixed, address.replace(/\d+-/, '999999-'), address.replace(/webhook\/.*/, 'webhook/x')])
    expect(await deliver(wrong, '{}')).toMatchObject({ status: 404, body: missing.body });
  expect([missing.status, missing.body]).toEqual([404, '{"kind":"not_found"}']);
  expect(await deliver(address, '')).toMatchObject({ status: 400 });
  expect((await deliver(address, 'x'.repeat(20_000_001), 'text/csv')).status).toBe(413);
  await service.services.db
    .insertInto('webhook_delivery')
    .values(
      Array.from({ length: 200 }, (_, n) => ({
        customer_id: north,
        task_id: id,
        file_id: 0,
        digest: String(n),
        received_at: new Date(),
      })),
    )
    .execute();
  expect(await deliver(address, '[]')).toMatchObject({ status: 429, headers: { 'retry-after': '300' } });
});

test('a new address replaces the former one; a removed task has none, and its secret is nowhere in plain text', async () => {
  const { id, address } = await webhookTask('Renewed', true);
  const { address: next } = await service.call(renewWebhook, { cust: north, id }, chief);
  expect(next).not.toBe(address);
  expect((await deliver(address, '{}')).status).toBe(404);
  expect((await deliver(next ?? '', JSON.stringify(job('N-1')))).status).toBe(202);
  expect((await service.call(readWebhook, { cust: north, id }, chief)).address).toBe(next);
  const random = (next ?? '').split('-').slice(1).join('-');
  expect(Buffer.from(random, 'base64url').length * 8).toBeGreaterThanOrEqual(128);
  const { db } = service.services;
  const rows = await Promise.all([
    db.selectFrom('audit').selectAll().execute(),
    db.selectFrom('secret').selectAll().execute(),
    db.selectFrom('task').selectAll().execute(),
    db.selectFrom('run').selectAll().execute(),
  ]);
  expect(JSON.stringify(rows)).not.toContain(random);
  expect(JSON.stringify(await service.call(readTask, { cust: north, id }, chief))).not.toContain(random);
  const [line] = await db
    .selectFrom('audit')
    .selectAll()
    .where('command', '=', 'task.webhook')
    .orderBy('at', 'desc')
    .limit(1)
    .execute();
  expect(line).toMatchObject({ object_kind: 'task', object_id: String(id) });
  await service.call(removeTask, { cust: north, id, keepJobs: 1 }, chief);
  expect((await deliver(next ?? '', '{}')).status).toBe(404);
});

test('only people who may change the task of their customer read or renew its address', async () => {
  const { id } = await webhookTask('Mine', true);
  const [recruiter, stranger] = [await service.signIn('recruiter'), await service.signIn('stranger')];
  for (const call of [readWebhook, renewWebhook]) {
    expect((await service.send(call, { cust: north, id }, recruiter)).status).toBe(403);
    expect([403, 404]).toContain((await service.send(call, { cust: north, id }, stranger)).status);
  }
  const feed = { ...blank, crawlerId: 1, url: 'https://vendor.example/jobs.xml' };
  const { id: other } = await service.call(saveTask, { cust: north, id: 0, name: 'A feed', ...feed, isDisabled: true }, admin);
  expect(await service.send(renewWebhook, { cust: north, id: other }, chief)).toMatchObject({ status: 400 });
});
