import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { listRuns } from '#contract/collecting/runs.ts';
import { exportActivity } from '#contract/people/activity.ts';
import { listNotifications } from '#contract/people/notices.ts';
import {
  listServiceItems,
  readServiceItem,
  removeServiceItem,
  type ServiceItem,
  saveServiceItem,
} from '#contract/system/service-items.ts';
import { writeRows } from '#server/feed/publish.ts';
import { forgetOldSync } from '#server/feed/retention.ts';
import { writeAudit } from '#server/kit/db/audit.ts';
import { scopeTo } from '#server/kit/db/customer-scope.ts';
import { serviceValue } from '#server/kit/db/service-items.ts';
import { duePosts } from '#server/posting/post-rows.ts';
import { newTask } from '#tests/support/factories/task-factory.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { collectNow, feedPorts } from '#tests/support/worlds/collect-now.ts';

let service: TestService;
let admin: string;
let chief: string;
let north: number;
let south: number;
beforeAll(async () => {
  service = await startTestService();
  [admin, chief] = [await service.signIn('administrator'), await service.signIn('chief')];
  ({ north, south } = service.people);
});
afterAll(() => service.close());
afterEach(() => service.services.db.deleteFrom('service_item').execute());

const set = (code: string, value: number, customerId: number | null = null) =>
  service.call(saveServiceItem, { id: 0, code, value, customerId }, admin);
const change = ({ id, code, customerId }: ServiceItem, value: number) =>
  service.call(saveServiceItem, { id, code, customerId, value }, admin);
const refused = async (code: string, value: number, customerId: number | null = null, id = 0) =>
  (await service.send(saveServiceItem, { id, code, value, customerId }, admin)).body;

test('an item is set, changed, read and removed, and says who set it', async () => {
  const item = await set('notices.listed', 50);
  expect(item).toMatchObject({ code: 'notices.listed', value: 50, customerId: null, customer: null, by: 'The administrator' });
  await change(item, 60);
  await set('notices.listed', 70, north);
  const listed = await service.call(listServiceItems, {}, admin);
  expect(listed.map(({ value, customer }) => [value, customer])).toEqual([
    [60, null],
    [70, 'North Staffing'],
  ]);
  expect(await service.call(readServiceItem, { id: item.id }, admin)).toMatchObject({ value: 60 });
  expect(await service.call(readServiceItem, { id: 0 }, admin)).toBeNull();
  await service.call(removeServiceItem, { id: item.id }, admin);
  expect((await service.send(readServiceItem, { id: item.id }, admin)).status).toBe(404);
  expect((await service.send(removeServiceItem, { id: item.id }, admin)).status).toBe(404);
});

test('a customer’s item wins over the one for all, also where only its rows may be read', async () => {
  const { db } = service.services;
  const values = () => Promise.all([north, south].map((id) => serviceValue(scopeTo(db, [id]), 'notices.listed', id)));
  expect(await values()).toEqual([200, 200]);
  await set('notices.listed', 50);
  expect(await values()).toEqual([50, 50]);
  await set('notices.listed', 100, south);
  expect(await values()).toEqual([50, 100]);
});

test('what is wrong is refused at its field, with what would be right', async () => {
  expect(await refused('lamp.on', 1)).toMatchObject({ fields: { code: expect.stringContaining('posting.paused') } });
  expect(await refused('export.rows', 99)).toMatchObject({
    fields: { value: 'Enter a whole number of rows from 100 to 2,000,000' },
  });
  expect(await refused('runs.keptDays', 40, north)).toMatchObject({
    fields: { customerId: expect.stringContaining('all customers') },
  });
  expect(await refused('posting.paused', 1, 999_999)).toMatchObject({ kind: 'not_found' });
  const { id } = await set('posting.paused', 0);
  expect(await refused('posting.paused', 1)).toMatchObject({ fields: { code: expect.stringContaining('already') } });
  expect(await refused('export.rows', 1000, null, id)).toMatchObject({
    fields: { code: expect.stringContaining('keeps its code') },
  });
  expect((await service.send(saveServiceItem, { id: 0, code: 'posting.paused', value: 1, customerId: null }, chief)).status).toBe(
    403,
  );
});

test('posting.paused: no post is due while it is on, and at once when it is off', async () => {
  const { db, now } = service.services;
  const post = { target_id: 1, generation: 1, reference: '', state: 'wanted' as const, asked_by: 0, next_at: now() };
  await db
    .insertInto('post')
    .values([
      { ...post, customer_id: north, job_id: 1, reference: 'n1' },
      { ...post, customer_id: south, job_id: 1, reference: 's1' },
    ])
    .execute();
  const due = async () => (await duePosts(db, now(), 10)).map(({ customerId }) => customerId).sort((a, b) => a - b);
  expect(await due()).toEqual([north, south]);
  const all = await set('posting.paused', 1);
  expect(await due()).toEqual([]);
  await set('posting.paused', 0, south);
  expect(await due()).toEqual([south]);
  await change(all, 0);
  expect(await due()).toEqual([north, south]);
});

test('collection.minimumMinutes: a task that is due more often waits as long', async () => {
  const { services } = service;
  const { db, now } = services;
  const task = { ...newTask, id: 1, everyMinutes: 10 };
  const source = { id: 1, name: 'Vendor', alias: null, autoPost: false, aliases: [], members: [] };
  await db.transaction().execute((tx) =>
    writeRows(tx, north, [
      { collection: 'source', row: source },
      { collection: 'task', row: task, extra: { settings: {} } },
    ]),
  );
  const minutes = async () => {
    await collectNow(
      feedPorts(db, () => 'Job ID,Facility\nJ-1,Mercy\n', { now }),
      { customerId: north, taskId: 1 },
    );
    const { rows } = await sql<{ minutes: number }>`
      select round(extract(epoch from next_run_at - ${now()}::timestamptz) / 60)::integer as minutes from task`.execute(db);
    return rows[0]?.minutes;
  };
  expect(await minutes()).toBe(10);
  await set('collection.minimumMinutes', 60, north);
  expect(await minutes()).toBe(60);
});

test('collection.attemptsListed: a task lists as many of its collections', async () => {
  const { db, now } = service.services;
  const runs = Array.from({ length: 9 }, () => ({ customer_id: north, task_id: 5, started_at: now(), how: 'manual' as const }));
  await db.insertInto('collection_run').values(runs).execute();
  const listed = async () => (await service.call(listRuns, { cust: north, id: 5 }, chief)).rows.length;
  expect(await listed()).toBe(9);
  await set('collection.attemptsListed', 5);
  expect(await listed()).toBe(5);
});

test('runs.keptDays and uploads.keptDays: finished runs and files are forgotten after as many days', async () => {
  const { db, now } = service.services;
  const daysAgo = (days: number) => new Date(now().getTime() - days * 86_400_000);
  const run = {
    customer_id: north,
    kind: 'collect',
    key: null,
    host: null,
    name: 'r',
    work: '{}',
    state: 'done' as const,
    asked_by: null,
    by_name: '',
    queued_at: daysAgo(20),
  };
  await db
    .insertInto('run')
    .values({ ...run, ended_at: daysAgo(20) })
    .execute();
  await db
    .insertInto('upload')
    .values({ customer_id: north, user_id: 1, file_name: 'a.csv', bytes: Buffer.from('a'), created_at: daysAgo(2) })
    .execute();
  const kept = async () => {
    await forgetOldSync(db, now());
    const { rows } = await sql<{ runs: number; files: number }>`
      select (select count(*) from run where name = 'r')::integer as runs, (select count(*) from upload)::integer as files`.execute(
      db,
    );
    return rows[0];
  };
  await set('uploads.keptDays', 3);
  expect(await kept()).toEqual({ runs: 1, files: 1 });
  await set('runs.keptDays', 14);
  await sql`update service_item set value = 1 where code = 'uploads.keptDays'`.execute(db);
  expect(await kept()).toEqual({ runs: 0, files: 0 });
});

test('notices.listed: the bell lists as many notices and counts all', async () => {
  const notices = Array.from({ length: 25 }, (_, i) => ({
    customer_id: north,
    user_id: null,
    kind: 'test',
    text: `Notice ${i}`,
  }));
  await service.services.db.insertInto('notification').values(notices).execute();
  const listed = async () => {
    const { list, total } = await service.call(listNotifications, { cust: north }, chief);
    return [list.length, total];
  };
  expect(await listed()).toEqual([25, 25]);
  await set('notices.listed', 20, north);
  expect(await listed()).toEqual([20, 25]);
});

test('export.rows: a file of the activity has as many lines, and its name says that there were more', async () => {
  for (let i = 0; i < 130; i += 1)
    await writeAudit(service.services.db, {
      customerId: north,
      actorId: 1,
      userId: 1,
      name: 'task.run',
      object: ['task', i + 1],
    });
  const file = async () => {
    const { body, response } = await service.send(exportActivity, { cust: north, kind: 'task' }, chief);
    return [
      String(body).trim().split('\r\n').length - 1,
      /filename="([^"]+)"/.exec(String(response.headers['content-disposition']))?.[1],
    ];
  };
  expect(await file()).toEqual([130, 'activity-130-lines.csv']);
  await set('export.rows', 100, north);
  expect(await file()).toEqual([100, 'activity-first-100-of-130-lines.csv']);
});
