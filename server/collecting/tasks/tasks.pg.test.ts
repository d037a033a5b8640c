import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  listAllTasks,
  listCustomerSources,
  listMapSources,
  listRuns,
  listTasks,
  readTask,
  removeTask,
  resetTaskCounters,
  runTaskNow,
  saveTask,
} from '#contract/collecting/collect.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import { createVendorSite, vendorFeedPaths } from '#server/demo/vendor-site.ts';
import { buildFeedParser } from '#tests/corpus/build-feed-parser.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';

let site: Server;
let siteUrl: string;
let service: TestService;
let chief: string;
let stranger: string;
let forgetParser: () => void;

beforeAll(async () => {
  site = createVendorSite(() => new Date('2026-11-20T12:00:00Z'));
  await new Promise<void>((resolve) => void site.listen(0, '127.0.0.1', resolve));
  siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  forgetParser = await buildFeedParser();
  service = await startTestService({ vendorSiteUrl: siteUrl });
  [chief, stranger] = await Promise.all([service.signIn('chief'), service.signIn('stranger')]);
});
afterAll(async () => {
  await service.close();
  forgetParser();
  await new Promise((resolve) => site.close(resolve));
});

const draft = { cust: 'me', ID: 0, Name: 'Medloop', Site: 'Medloop', URL: '', EveryMinutes: 10, Disabled_Fl: false } as const;

const add = (over: { Name?: string; Site?: string; URL?: string }) => service.call(saveTask, { ...draft, ...over }, chief);

async function jobStates(taskId: number): Promise<string[]> {
  const rows = await service.services.db.selectFrom('job').select('row').where('task_id', '=', taskId).orderBy('id').execute();
  return rows.map(({ row }) => (row as JobRow).status);
}

describe('a task', () => {
  test('is added disabled with its source, read, listed and changed', async () => {
    const added = await add({});
    expect(added).toMatchObject({ Name: 'Medloop', Site: 'Medloop', Disabled_Fl: true, EveryMinutes: 10, LastSuccess: null });
    const at = { cust: 'me', id: added.ID } as const;
    expect(await service.call(readTask, at, chief)).toEqual(added);
    const changed = await service.call(saveTask, { ...draft, ID: added.ID, Name: 'Medloop West', EveryMinutes: 30 }, chief);
    expect(changed).toEqual({ ...added, Name: 'Medloop West', EveryMinutes: 30, Disabled_Fl: false });
    expect(await service.call(readTask, at, chief)).toEqual(changed);
    expect(await service.call(listAllTasks, { cust: 'me' }, chief)).toContainEqual({ ID: added.ID, Name: 'Medloop West' });
    const source = { ID: expect.any(Number), Source: 'Medloop' };
    expect(await service.call(listMapSources, { cust: 'me' }, chief)).toContainEqual(source);
    expect(await service.call(listCustomerSources, { cust: 'me' }, chief)).toContainEqual(source);
  });

  test('is refused without a name, with an address that is none, and more often than every five minutes', async () => {
    for (const [wrong, field] of [
      [{ Name: ' ' }, 'Name'],
      [{ URL: 'ftp://vendor.example/jobs' }, 'URL'],
      [{ EveryMinutes: 4 }, 'EveryMinutes'],
    ] as const) {
      const { status, body } = await service.send(saveTask, { ...draft, ...wrong }, chief);
      expect({ status, body }).toMatchObject({ status: 400, body: { kind: 'invalid', fields: { [field]: expect.any(String) } } });
    }
    expect((await service.send(saveTask, { ...draft, ID: 4711 }, chief)).status).toBe(404);
  });

  test('is found by its name, source, state and id, a page at a time', async () => {
    const { ID } = await add({ Name: 'Careline nights', Site: 'Careline', URL: '' });
    const page = { cust: 'me', pageSize: 100, page: 1 } as const;
    const idsOf = async (filter: object) => (await service.call(listTasks, { ...page, ...filter }, chief)).map((task) => task.ID);
    expect(await idsOf({ t: 'line NIGHTS' })).toEqual([ID]);
    expect(await idsOf({ a: 'careline' })).toEqual([ID]);
    expect(await idsOf({ id: String(ID) })).toEqual([ID]);
    expect(await idsOf({ s: 'disabled' })).toContain(ID);
    expect(await idsOf({ s: 'active' })).not.toContain(ID);
    expect(await idsOf({ pageSize: 1, page: 2 })).toHaveLength(1);
    expect(await service.call(listTasks, page, stranger)).toEqual([]);
  });
});

describe('a run by hand', () => {
  test('stages what the feed lists, says how many, and is kept with its counts until they are reset', async () => {
    const { ID: id } = await add({ Name: 'Feed', Site: 'Medloop', URL: siteUrl + vendorFeedPaths.medloop });
    const at = { cust: 'me', id } as const;
    const run = await service.call(runTaskNow, at, chief);
    expect(run.added).toBeGreaterThan(10);
    expect(run).toMatchObject({ alarm: null, changed: 0, message: expect.stringContaining(`${run.added} new`) });
    expect(await jobStates(id)).toHaveLength(run.added);
    const [kept, ...others] = await service.call(listRuns, at, chief);
    expect(others).toEqual([]);
    expect(kept).toMatchObject({ how: 'manual', endedAt: expect.any(String), counts: { added: run.added } });
    expect(await service.call(readTask, at, chief)).toMatchObject({ total: run.added, LastSuccess: expect.any(String) });

    expect(await service.call(resetTaskCounters, at, chief)).toEqual({ message: 'Counters successfully reset.' });
    expect(await service.call(readTask, at, chief)).toMatchObject({ total: 0, LastResult: null, Alarm: null });
    expect(await service.call(listRuns, at, stranger)).toEqual([]);
  });

  test('of a task without an address or one that answers nothing says why, and changes no job', async () => {
    const bare = await add({ Name: 'Bare' });
    const broken = await add({ Name: 'Broken', Site: 'Broken', URL: `${siteUrl}/nothing` });
    for (const { ID: id } of [bare, broken]) {
      const { status, body } = await service.send(runTaskNow, { cust: 'me', id }, chief);
      expect({ status, body }).toMatchObject({ status: 400, body: { fields: { URL: expect.stringMatching(/address/) } } });
      expect(await jobStates(id)).toEqual([]);
    }
    for (const call of [runTaskNow, resetTaskCounters])
      expect((await service.send(call, { cust: 'me', id: 4711 }, chief)).status).toBe(404);
  });
});

describe('removing a task', () => {
  const collected = async (Site: string) => {
    const { ID: id } = await add({ Name: Site, Site, URL: siteUrl + vendorFeedPaths.careline });
    await service.call(runTaskNow, { cust: 'me', id }, chief);
    return id;
  };

  test('cancels its open jobs and says how many, or keeps them', async () => {
    const gone = await collected('Going');
    const open = await jobStates(gone);
    const cancelled = await service.call(removeTask, { cust: 'me', id: gone, keepJobs: 0 }, chief);
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
