import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { MapValueRow, TaskRow } from '#contract/rows/rows.ts';
import { withEdit } from '#domain/jobs/overrides.ts';
import { demoDegrees } from '#server/demo/world/world.ts';
import { writeRows } from '#server/feed/publish.ts';
import { collectRecords } from '#server/parsing/collect-records.ts';
import { carryOutRun } from '#server/runs/carry-out.ts';
import { newTask as task } from '#tests/support/factories/task-factory.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { collectNow, feedPorts } from '#tests/support/worlds/collect-now.ts';
import { shipCrawlers } from '../crawlers/crawler-setups.ts';
import type { CollectPorts } from './collect-ports.ts';
import { collectRuns, startCollection } from './collect-run.ts';
import { collectTask } from './collect-task.ts';

let database: TestDatabase;
let customer = 0;
let feed = '';
const at = '2026-11-20T12:00:00.000Z';

beforeAll(async () => {
  database = await createTestDatabase();
  await shipCrawlers(database.db);
});
afterAll(() => database.close());

const target = {
  id: 1,
  typeId: 8,
  name: 'ATS',
  maps: ['facility' as const, 'degree' as const],
  specialtyDependsOnDegree: true,
  disabled: false,
  canPost: true,
  checkState: 'ok' as const,
  hierarchyLevel: 'both' as const,
  posting: 'live' as const,
  mappingRequired: true,
  takesOnly: null,
};
const degree = {
  id: 1,
  targetId: 1,
  kind: 'degree' as const,
  extId: 'D1',
  name: 'Registered Nurse',
  parentId: null,
  address: null,
  city: null,
  state: null,
  zip: null,
  active: true,
};

beforeEach(async () => {
  const { id } = await database.db.insertInto('customer').values({ name: 'Agency' }).returning('id').executeTakeFirstOrThrow();
  customer = id;
  await database.db
    .transaction()
    .execute((tx) =>
      writeRows(tx, customer, [
        { collection: 'source', row: { id: 1, name: 'Vendor', alias: null, autoPost: false, aliases: [], members: [] } },
        { collection: 'task', row: task, extra: { settings: { feed: 'https://vendor.example/…' } } },
        { collection: 'target', row: target, extra: { settings: { autoMap: true } } },
        { collection: 'atsValue', row: degree },
        ...demoDegrees
          .slice(1)
          .map(({ id, name }) => ({ collection: 'atsValue' as const, row: { ...degree, id, extId: `D${id}`, name } })),
      ]),
    );
});

const header = 'Job ID,Facility,City,State,Degree,Specialty,Bill Rate,Start Date,Duration\n';
const line = (id: number, rate = '70.00') => `J-${id},Mercy Hospital,Reno,NV,RN,ICU,${rate},12/7/2026,13 weeks\n`;
const lines = (count: number, rate?: string) => Array.from({ length: count }, (_, i) => line(i + 1, rate)).join('');

const ports = (over: Partial<CollectPorts> = {}): CollectPorts =>
  feedPorts(database.db, () => (feed === 'down' ? { status: 503 } : feed), over);
const run = (accept = false, over: Partial<CollectPorts> = {}) =>
  collectNow(ports(over), { customerId: customer, taskId: 1, accept });
const jobs = async () =>
  (
    await database.db.selectFrom('job').select('row').where('customer_id', '=', customer).orderBy('provider_job_id').execute()
  ).map(({ row }) => row as JobRow);
const taskRow = async () =>
  (await database.db.selectFrom('task').select('row').where('customer_id', '=', customer).executeTakeFirstOrThrow())
    .row as TaskRow;

describe('a collection', () => {
  test('[P25] that lists none of the open jobs stages and cancels nothing until a person accepts it', async () => {
    feed = header + lines(6);
    await run();
    // The ids come from another column now.
    feed = feed.replaceAll('J-', 'K-');
    expect(await run()).toMatchObject({
      ok: true,
      value: { counts: { added: 0, cancelled: 0 }, alarm: expect.stringMatching(/another column/) },
    });
    expect((await jobs()).map(({ status }) => status)).toEqual(Array(6).fill('Open'));
    expect(await run(true)).toMatchObject({ ok: true, value: { counts: { added: 6, cancelled: 6 }, alarm: null } });
  });

  test('stages a job whose parent order cannot be without it, says so in the run, and loses no other job', async () => {
    const chain = Array.from({ length: 1000 }, (_, i) => [`C-${i}`, i === 0 ? '' : `C-${i - 1}`] as const);
    const stated = [['S', 'S'], ['A', 'B'], ['B', 'A'], ['K', 'A'], ['T', 'O'], ['O', ''], ...chain] as const;
    feed =
      header.replace('Job ID', 'Job ID,Parent ID') + stated.map(([id, up]) => line(1).replace('J-1', `${id},${up}`)).join('');
    expect(await run()).toMatchObject({ ok: true, value: { counts: { added: 1006 }, refused: 0, alarm: null } });
    const parents = new Map((await jobs()).map(({ providerJobId, parentJobId }) => [providerJobId, parentJobId]));
    expect(['S', 'A', 'B', 'K', 'T', 'O'].map((id) => parents.get(id))).toEqual([null, null, null, 'A', 'O', null]);
    // Each fourth job of the chain begins a new order.
    for (const [id, up] of chain) expect(parents.get(id), id).toBe(Number(id.slice(2)) % 4 === 0 ? null : up);
    const [ran] = await database.db
      .selectFrom('collection_run')
      .select(['warned', 'outcome'])
      .where('customer_id', '=', customer)
      .execute();
    expect(ran?.outcome).toContain('252 rows with warnings');
    expect(ran?.warned).toContainEqual(
      expect.objectContaining({
        row: 1,
        problems: [
          expect.objectContaining({
            field: 'parentJobId',
            value: 'S',
            problem: expect.stringMatching(/names itself/),
            remedy: expect.stringMatching(/choose another column/),
          }),
        ],
      }),
    );
  });

  test('stages every good row, and rejects a bad one with field, value and remedy', async () => {
    feed = header + line(1) + line(2, '-5') + line(3);
    expect(await run()).toMatchObject({ ok: true, value: { counts: { added: 2 }, refused: 1 } });
    const [kept] = await database.db.selectFrom('collection_run').select('refused').where('customer_id', '=', customer).execute();
    expect(kept?.refused).toMatchObject([{ row: 2, providerJobId: 'J-2', problems: [{ field: 'billRate', value: '-5' }] }]);
    expect((await jobs())[0]).toMatchObject({
      facility: 'Mercy Hospital',
      billRate: 70,
      startDate: '2026-12-07',
      endDate: '2027-03-08',
      status: 'Open',
    });
  });

  test('counts the jobs of its feed while it stages them, and stops before the next portion when asked', async () => {
    feed = header + lines(1200);
    expect(await run()).toMatchObject({ ok: true, value: { counts: { added: 1200 } } });
    const last = () =>
      database.db
        .selectFrom('run')
        .select(['id', 'state', 'total', 'seen', 'changed'])
        .where('customer_id', '=', customer)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow();
    expect(await last()).toMatchObject({ state: 'done', total: 1200, seen: 1200, changed: 1200 });
    feed = header + lines(1100, '80.00');
    const read: CollectPorts['read'] = async (bytes, options) => {
      // Requested while the feed is being read: the first portion does not start.
      await database.db.updateTable('run').set({ stopping: true }).where('customer_id', '=', customer).execute();
      return collectRecords(bytes, options);
    };
    expect(await run(false, { read })).toMatchObject({ ok: false, error: { state: 'cancelled' } });
    expect(await last()).toMatchObject({ state: 'cancelled', changed: 0 });
    expect((await jobs()).filter(({ status, billRate }) => status !== 'Open' || billRate !== 70)).toEqual([]);
    expect((await taskRow()).alarm).toBeNull();
  });

  test('creates each distinct text once, adds a suggestion, and maps certain matches', async () => {
    feed = header + lines(3);
    await run();
    const values = await database.db.selectFrom('map_value').select('row').where('customer_id', '=', customer).execute();
    const rows = values.map(({ row }) => row as MapValueRow);
    expect(rows.map((row) => row.kind).sort()).toEqual(['degree', 'facility', 'specialty']);
    expect(rows.find((row) => row.kind === 'degree')).toMatchObject({ text: 'RN', mappedId: 'D1', how: 'auto' });
    expect(rows.find((row) => row.kind === 'facility')).toMatchObject({ mappedId: null, city: 'Reno' });
    expect(new Set((await jobs()).map((job) => job.facilityValueId)).size).toBe(1);
  });

  test('a second one updates, adds and cancels, and writes nothing if nothing changed', async () => {
    feed = header + lines(6);
    await run();
    const before = await jobs();
    feed = header + lines(4) + line(7) + 'J-1,Mercy Hospital,Reno,NV,RN,ICU,75.00,12/7/2026,13 weeks\n';
    expect(await run()).toMatchObject({ ok: true, value: { counts: { added: 1, changed: 1, same: 3, cancelled: 2 } } });
    const after = await jobs();
    expect(after.map((job) => job.status)).toEqual(['Open', 'Open', 'Open', 'Open', 'Cancelled', 'Cancelled', 'Open']);
    expect(after[0]?.billRate).toBe(75);
    expect(after[1]).toEqual(before[1]);
  });

  test('who works on a job survives the next collection', async () => {
    feed = header + line(1);
    await run();
    const [job] = await jobs();
    if (!job) throw new Error('no job was staged');
    const assigned = { ...job, assigneeId: 5, assignee: 'Ana' };
    await database.db.transaction().execute((tx) => writeRows(tx, customer, [{ collection: 'job', row: assigned }]));
    feed = header + line(1, '72.00');
    await run();
    expect((await jobs())[0]).toMatchObject({ billRate: 72, assigneeId: 5, assignee: 'Ana' });
  });

  test('a lock survives the next collection, which only changes the value that unlocking would restore', async () => {
    feed = header + line(1);
    await run();
    const [job] = await jobs();
    if (!job) throw new Error('no job was staged');
    const edited = withEdit(job, 'billRate', 81, { by: 'Ana', at });
    await database.db.transaction().execute((tx) => writeRows(tx, customer, [{ collection: 'job', row: edited }]));
    feed = header + line(1, '72.00');
    await run();
    expect((await jobs())[0]).toMatchObject({ billRate: 81, locks: { billRate: { was: 72, by: 'Ana' } } });
  });

  test.each([
    ['none', header, 0],
    ['far fewer', header + lines(2), 2],
  ])('silence (%s of the usual jobs) cancels nothing and raises an alarm until it is accepted', async (_, quiet, listed) => {
    feed = header + lines(10);
    await run();
    feed = quiet;
    await run();
    expect((await jobs()).every((job) => job.status === 'Open')).toBe(true);
    expect((await taskRow()).alarm).toMatch(/Nothing was canceled/);
    expect(await run(true)).toMatchObject({ ok: true, value: { counts: { cancelled: 10 - listed }, alarm: null } });
    expect((await taskRow()).alarm).toBeNull();
  });

  test('a job whose row is rejected is not treated as withdrawn', async () => {
    feed = header + lines(6);
    await run();
    feed = header + lines(5) + line(6, 'abc$');
    expect(await run()).toMatchObject({ value: { refused: 1, counts: { cancelled: 0 } } });
  });

  test('a row without a job id keeps every missing job open, with an alarm', async () => {
    feed = header + lines(6);
    await run();
    feed = `${header}${lines(5)}J-6,too,many,cells,in,this,row,for,its,header\n`;
    expect(await run()).toMatchObject({
      value: { refused: 1, counts: { cancelled: 0 }, alarm: expect.stringContaining('no missing job was canceled') },
    });
    expect((await jobs()).every((job) => job.status === 'Open')).toBe(true);
  });

  test('a feed that is down changes no job and raises an alarm on the task', async () => {
    feed = header + lines(6);
    await run();
    feed = 'down';
    expect(await run()).toMatchObject({ ok: false, error: { state: 'failed' } });
    expect((await jobs()).every((job) => job.status === 'Open')).toBe(true);
    expect(await taskRow()).toMatchObject({
      alarm: expect.stringContaining('503'),
      error: 'vendor_error',
      lastSuccessAt: at,
    });
  });

  test('of two concurrent runs of one task, the second gets “busy”', async () => {
    feed = header + lines(3);
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => void (answer = resolve));
    // The vendor responds only after the second run was refused. Otherwise the first could end before the second starts.
    const slow = { fetch: () => answered.then(() => ports().fetch('', {})) };
    const runs = [run(false, slow), run(false, slow)];
    expect(await Promise.race(runs)).toMatchObject({ ok: false, error: { state: 'busy' } });
    answer();
    expect((await Promise.all(runs)).filter((outcome) => outcome.ok)).toHaveLength(1);
  });

  test('the next run is scheduled from the end of this one, even if a user started it', async () => {
    feed = header + lines(3);
    await run();
    const due = database.db.selectFrom('task').select('next_run_at').where('customer_id', '=', customer);
    const { next_run_at } = await due.executeTakeFirstOrThrow();
    expect(new Date(String(next_run_at)).toISOString()).toBe('2026-11-20T12:10:00.000Z');
  });

  test('a task that is removed while it runs stays removed', async () => {
    feed = header + lines(3);
    const fetch: CollectPorts['fetch'] = async (url, options) => {
      await database.db.transaction().execute((tx) => writeRows(tx, customer, [{ collection: 'task', id: 1, removed: true }]));
      return ports().fetch(url, options);
    };
    await run(false, { fetch });
    const left = database.db.selectFrom('task').select(['deleted', 'row']).where('customer_id', '=', customer);
    expect(await left.executeTakeFirstOrThrow()).toEqual({ deleted: true, row: {} });
  });
});

test('a collection that a linked person began says in the task’s history why it does not go on after their access has ended', async () => {
  const { db } = database;
  feed = header + lines(3);
  await run();
  feed = header + lines(3, '71.00');
  const by = await linkedPerson();
  const started = { customerId: customer, taskId: 1, how: 'manual', name: 'Vendor', feed: '' } as const;
  const runId = await db.transaction().execute((tx) => startCollection(tx, { ...started, now: new Date(at), by }));
  const ref = { customerId: customer, runId: runId ?? 0 };
  const service = new AbortController();
  const stopping = ports({
    async fetch(url, options) {
      // The service stops, so that another process continues.
      service.abort();
      return ports().fetch(url, options);
    },
  });
  const attempt = (through: CollectPorts, stopped?: AbortSignal) =>
    carryOutRun(through, collectRuns, collectTask(through), ref, stopped ? { stopping: stopped } : {});
  expect(await attempt(stopping, service.signal)).toBe('goes on');
  const history = () =>
    db
      .selectFrom('collection_run')
      .select(['task_id', 'ended_at', 'outcome', 'refused'])
      .where('customer_id', '=', customer)
      .orderBy('run_id')
      .execute();
  const [earlier] = await history();
  expect(await history()).toMatchObject([
    { outcome: '3 jobs listed, 3 new, 0 changed, 0 canceled' },
    { ended_at: null, outcome: null },
  ]);

  await db.deleteFrom('user_link').where('linked_customer_id', '=', customer).execute();
  const later = new Date('2026-11-20T12:30:00.000Z');
  expect(await attempt(ports({ now: () => later }))).toBe('ended');
  const [unchanged, refused] = await history();
  expect(unchanged).toEqual(earlier);
  expect(refused).toMatchObject({ task_id: 1, outcome: 'You do not have sufficient rights', refused: [] });
  expect(new Date(String(refused?.ended_at))).toEqual(later);
  const [ended] = await db.selectFrom('run').select(['state', 'message']).where('id', '=', ref.runId).execute();
  expect(ended).toEqual({ state: 'failed', message: 'You do not have sufficient rights' });
  // The refusal is about the person: the task has no alarm, and its next run comes as usual.
  expect(await taskRow()).toMatchObject({ alarm: null, lastRunAt: at });
});

/** A person of another customer who is linked to this one. */
async function linkedPerson(): Promise<{ userId: number; name: string }> {
  const { db } = database;
  const home = await db.insertInto('customer').values({ name: 'Home' }).returning('id').executeTakeFirstOrThrow();
  const role = await db
    .insertInto('role')
    .values({ id: 900, name: 'Collectors', rights: [1] })
    .returning('id')
    .executeTakeFirstOrThrow();
  const own = { name: 'Ann', email: 'ann@home.example', role_id: role.id, rights: [1], prefs: '{}' };
  const { id } = await db
    .insertInto('app_user')
    .values({ customer_id: home.id, ...own })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('user_link')
    .values({ customer_id: home.id, user_id: id, linked_customer_id: customer, asked_at: new Date(), agreed_at: new Date() })
    .execute();
  return { userId: id, name: own.name };
}
