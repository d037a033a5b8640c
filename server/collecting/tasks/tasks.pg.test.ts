import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listErrorTypes } from '#contract/collecting/error-types.ts';
import { listRuns, runTaskNow } from '#contract/collecting/runs.ts';
import {
  listAllTasks,
  listCustomerSources,
  listMapSources,
  listTasks,
  previewTask,
  readTask,
  removeTask,
  resetTaskCounters,
  saveTask,
  saveTaskColumns,
} from '#contract/collecting/tasks.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import { createVendorSite, vendorFeedPaths } from '#server/demo/vendor-site.ts';
import { staffingOrdersOfAgency } from '#server/demo/vendors/staffing-orders.ts';
import { runJobs } from '#tests/support/run-jobs.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { collectPorts } from '../runs/collect-ports.ts';
import { collectJobs } from '../runs/due-tasks.ts';
import { ownCredentials, sealStoredAddresses } from '../task-rows/task-credentials.ts';
import { removalJobs } from './task-removal.ts';

let site: Server;
let siteUrl: string;
/** Requests that the vendors got. */
let requests = 0;
let service: TestService;
let chief: string;
let stranger: string;

beforeAll(async () => {
  site = createVendorSite(() => new Date('2026-11-20T12:00:00Z'));
  site.on('request', () => (requests += 1));
  await new Promise<void>((resolve) => void site.listen(0, '127.0.0.1', resolve));
  siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  service = await startTestService({ vendorSiteUrl: siteUrl });
  [chief, stranger] = await Promise.all([service.signIn('chief'), service.signIn('stranger')]);
});
afterAll(async () => {
  await service.close();
  await new Promise((resolve) => site.close(resolve));
});

const draft = { cust: 'me', id: 0, name: 'Medloop', site: 'Medloop', url: '', everyMinutes: 10, isDisabled: false } as const;

const add = (over: { name?: string; site?: string; url?: string }) => service.call(saveTask, { ...draft, ...over }, chief);

/** Runs a task for a person and waits for its end. Returns how many jobs were new. */
async function collect(id: number): Promise<number> {
  const { message } = await service.call(runTaskNow, { cust: 'me', id }, chief);
  expect(message).toBe('Record is added to the queue.');
  await runJobs(service.services.db, collectJobs(service.services, collectPorts(service.services)));
  const { rows } = await service.call(listRuns, { cust: 'me', id }, chief);
  return rows[0]?.counts['added'] ?? 0;
}

async function jobStates(taskId: number): Promise<string[]> {
  const rows = await service.services.db.selectFrom('job').select('row').where('task_id', '=', taskId).orderBy('id').execute();
  return rows.map(({ row }) => (row as JobRow).status);
}

describe('the columns of a task’s feed', () => {
  test('of a vendor that lists each change once are read from what the last run fetched, never from the vendor', async () => {
    const { username, password } = staffingOrdersOfAgency;
    const url = `${siteUrl}/orders/changed.xml`;
    const orders = { name: 'Orders', site: 'Orders VMS', url, crawlerId: 64, username, password };
    const { id } = await service.call(saveTask, { ...draft, ...orders }, chief);
    const at = { cust: 'me', id } as const;
    const asked = requests;
    expect(await service.send(previewTask, at, chief)).toMatchObject({
      status: 400,
      body: { fields: { url: expect.stringContaining('lists each change only once') } },
    });
    expect(requests).toBe(asked);
    const added = await collect(id);
    const collected = requests;
    expect([added > 0, collected]).toEqual([true, asked + 1]);
    expect(await service.call(previewTask, at, chief)).toMatchObject({ jobs: added });
    expect(requests).toBe(collected);
  });

  test('are previewed with proposals, read again with a choice, and saved for its source', async () => {
    const { id } = await add({ name: 'Columns', site: 'Columns VMS', url: siteUrl + vendorFeedPaths.medloop });
    const at = { cust: 'me', id } as const;
    const read = await service.call(previewTask, at, chief);
    const place = read.columns.find(({ field }) => field === 'facility')?.column ?? '';
    expect(read.jobs).toBeGreaterThan(0);
    expect(read.sample[0]?.['facility']).toEqual(expect.any(String));
    expect(await jobStates(id)).toEqual([]);

    const mapping = { [place]: 'title' } as const;
    const again = await service.call(previewTask, { ...at, mapping }, chief);
    expect(again.sample[0]).toMatchObject({ title: read.sample[0]?.['facility'], facility: null });
    await service.call(saveTaskColumns, { ...at, signature: again.signature, mapping }, chief);
    const learned = await service.call(previewTask, at, chief);
    expect(learned.columns.find(({ column }) => column === place)).toMatchObject({
      field: 'title',
      why: 'learned',
      certainty: 100,
    });
    await collect(id);
    const { row } = await service.services.db.selectFrom('job').select('row').where('task_id', '=', id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ title: expect.any(String), facility: null });
  });

  test('are refused without an address, with its problem, for a task of others, and with a made-up signature', async () => {
    const { id } = await add({ name: 'No address' });
    const at = { cust: 'me', id } as const;
    expect(await service.send(previewTask, at, chief)).toMatchObject({
      status: 400,
      body: { fields: { url: expect.any(String) } },
    });
    const missing = await add({ name: 'Missing', url: `${siteUrl}/nowhere` });
    expect(await service.send(previewTask, { ...at, id: missing.id }, chief)).toMatchObject({
      status: 400,
      body: { fields: { url: expect.stringContaining('404') } },
    });
    const columns = { ...at, signature: 'a'.repeat(32), mapping: {} };
    expect((await service.send(previewTask, at, stranger)).status).toBeGreaterThanOrEqual(403);
    expect((await service.send(saveTaskColumns, columns, stranger)).status).toBeGreaterThanOrEqual(403);
    expect((await service.send(saveTaskColumns, { ...columns, id: 4711 }, chief)).status).toBe(404);
    expect((await service.send(saveTaskColumns, { ...columns, signature: 'mine' }, chief)).status).toBe(400);
  });
});

describe('a task', () => {
  test('is added disabled with its source, read, listed and changed', async () => {
    const added = await add({});
    expect(added).toMatchObject({ name: 'Medloop', site: 'Medloop', isDisabled: true, everyMinutes: 10, lastSuccessAt: null });
    const at = { cust: 'me', id: added.id } as const;
    expect(await service.call(readTask, at, chief)).toEqual(added);
    const changed = await service.call(saveTask, { ...draft, id: added.id, name: 'Medloop West', everyMinutes: 30 }, chief);
    const nextRunAt = expect.any(String);
    expect(changed).toEqual({ ...added, name: 'Medloop West', everyMinutes: 30, isDisabled: false, nextRunAt });
    expect(await service.call(readTask, at, chief)).toEqual(changed);
    expect(await service.call(listAllTasks, { cust: 'me' }, chief)).toContainEqual({ id: added.id, name: 'Medloop West' });
    const source = { id: expect.any(Number), name: 'Medloop' };
    expect(await service.call(listMapSources, { cust: 'me' }, chief)).toContainEqual(source);
    expect(await service.call(listCustomerSources, { cust: 'me' }, chief)).toContainEqual(source);
  });

  test('is rejected without a name, with an invalid address, and with an interval under five minutes', async () => {
    for (const [wrong, field] of [
      [{ name: ' ' }, 'name'],
      [{ url: 'ftp://vendor.example/jobs' }, 'url'],
      [{ everyMinutes: 4 }, 'everyMinutes'],
    ] as const) {
      const { status, body } = await service.send(saveTask, { ...draft, ...wrong }, chief);
      expect({ status, body }).toMatchObject({ status: 400, body: { kind: 'invalid', fields: { [field]: expect.any(String) } } });
    }
    expect((await service.send(saveTask, { ...draft, id: 4711 }, chief)).status).toBe(404);
  });

  test('is found by name, source, state and id, one page at a time', async () => {
    const { id } = await add({ name: 'Careline nights', site: 'Careline', url: '' });
    const page = { cust: 'me', pageSize: 100, page: 1 } as const;
    const idsOf = async (filter: object) => (await service.call(listTasks, { ...page, ...filter }, chief)).map((task) => task.id);
    expect(await idsOf({ t: 'line NIGHTS' })).toEqual([id]);
    expect(await idsOf({ a: 'careline' })).toEqual([id]);
    expect(await idsOf({ id: String(id) })).toEqual([id]);
    expect(await idsOf({ s: 'disabled' })).toContain(id);
    expect(await idsOf({ s: 'active' })).not.toContain(id);
    expect(await idsOf({ pageSize: 1, page: 2 })).toHaveLength(1);
    expect(await service.call(listTasks, page, stranger)).toEqual([]);
  });
});

test('the kinds of errors are listed by their code', async () => {
  const listed = await service.call(listErrorTypes, {}, chief);
  expect(listed).toContainEqual({ code: 2, name: 'Sign-in refused' });
  expect(new Set(listed.map(({ code }) => code)).size).toBe(listed.length);
});

describe('a manual run', () => {
  test('stages the jobs of the feed, returns their count, and keeps the counts until they are reset', async () => {
    const { id } = await add({ name: 'Feed', site: 'Medloop', url: siteUrl + vendorFeedPaths.medloop });
    const at = { cust: 'me', id } as const;
    const added = await collect(id);
    expect(added).toBeGreaterThan(10);
    expect(await jobStates(id)).toHaveLength(added);
    const { total, rows } = await service.call(listRuns, at, chief);
    const [kept] = rows;
    expect([total, rows.length]).toEqual([1, 1]);
    expect(kept).toMatchObject({ how: 'manual', endedAt: expect.any(String), counts: { added } });
    expect(await service.call(readTask, at, chief)).toMatchObject({ staged: added, lastSuccessAt: expect.any(String) });

    expect(await service.call(resetTaskCounters, at, chief)).toEqual({ message: 'Counters successfully reset.' });
    expect(await service.call(readTask, at, chief)).toMatchObject({ staged: 0, lastResult: null, alarm: null });
    expect(await service.call(listRuns, at, stranger)).toEqual({ total: 0, rows: [] });
  });

  test('of a task without an address, or with one that fails, returns the reason and changes no job', async () => {
    const bare = await add({ name: 'Bare' });
    const broken = await add({ name: 'Broken', site: 'Broken', url: `${siteUrl}/nothing` });
    const { status, body } = await service.send(runTaskNow, { cust: 'me', id: bare.id }, chief);
    expect({ status, body }).toMatchObject({ status: 400, body: { fields: { url: expect.stringMatching(/address/) } } });
    await collect(broken.id);
    expect(await service.call(readTask, { cust: 'me', id: broken.id }, chief)).toMatchObject({
      alarm: expect.stringContaining('404'),
      errorCode: 4,
    });
    for (const { id } of [bare, broken]) expect(await jobStates(id)).toEqual([]);
    for (const call of [runTaskNow, resetTaskCounters])
      expect((await service.send(call, { cust: 'me', id: 4711 }, chief)).status).toBe(404);
  });
});

describe('removing a task', () => {
  const collected = async (Site: string) => {
    const { id } = await add({ name: Site, site: Site, url: siteUrl + vendorFeedPaths.careline });
    await collect(id);
    return id;
  };

  test('cancels its open jobs and returns how many, or keeps them', async () => {
    const gone = await collected('Going');
    const open = await jobStates(gone);
    const cancelled = await service.call(removeTask, { cust: 'me', id: gone, keepJobs: 0 }, chief);
    const { db } = service.services;
    await runJobs(db, removalJobs(service.services));
    const after = await jobStates(gone);
    expect(open).toContain('Open');
    expect(after).not.toContain('Open');
    expect(after.filter((state, n) => state !== open[n])).toHaveLength(cancelled);

    const kept = await collected('Keeping');
    const before = await jobStates(kept);
    expect(await service.call(removeTask, { cust: 'me', id: kept, keepJobs: 1 }, chief)).toBe(0);
    expect(await jobStates(kept)).toEqual(before);
    expect((await service.send(readTask, { cust: 'me', id: kept }, chief)).status).toBe(404);
    expect((await service.send(removeTask, { cust: 'me', id: kept, keepJobs: 1 }, chief)).status).toBe(404);
  });
});

describe('the address of a feed', () => {
  const address = 'https://feeds.example.com/v2/jobs.xml?apikey=SECRETKEY';

  test('is shown whole to those who may change the task, and as its host to others', async () => {
    const { id } = await add({ name: 'Sealed', url: address });
    const viewer = await service.signIn('viewer');
    expect((await service.call(readTask, { cust: 'me', id }, chief)).url).toBe(address);
    expect((await service.call(readTask, { cust: 'me', id }, viewer)).url).toBe('https://feeds.example.com/…');
    const [listed] = await service.call(listTasks, { cust: 'me', pageSize: 10, page: 1, id: String(id) }, chief);
    expect(listed?.url).toBe('https://feeds.example.com/…');
  });

  test('is encrypted in the database, also if an earlier version stored it as plain text', async () => {
    const { db, secrets } = service.services;
    const { id } = await add({ name: 'Older' });
    const old = JSON.stringify({ url: address, aliases: { billRate: ['Rate'] } });
    await db.updateTable('task').set({ settings: old }).where('id', '=', id).execute();
    await sealStoredAddresses(db, secrets);
    await sealStoredAddresses(db, secrets);
    const { settings } = await db.selectFrom('task').select('settings').where('id', '=', id).executeTakeFirstOrThrow();
    expect(settings).toEqual({ feed: 'https://feeds.example.com/…', aliases: { billRate: ['Rate'] } });
    expect((await service.call(readTask, { cust: 'me', id }, chief)).url).toBe(address);
    const { rows } = await sql<{ texts: string }>`
      select concat((select json_agg(t) from task t), (select json_agg(s) from secret s), (select json_agg(a) from audit a)) as texts`.execute(
      db,
    );
    expect(rows[0]?.texts).not.toContain('SECRETKEY');
  });

  test('is removed with the task', async () => {
    const { id } = await add({ name: 'Gone', url: address });
    await service.call(removeTask, { cust: 'me', id, keepJobs: 0 }, chief);
    const { db, secrets } = service.services;
    expect((await ownCredentials(db, secrets, { customerId: service.people.north, taskId: id })).url).toBe('');
  });
});
