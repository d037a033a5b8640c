import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addTasks } from '#contract/collecting/bulk-tasks.ts';
import { listAgentStats, readTaskStats, resetLastCounters } from '#contract/collecting/task-stats.ts';
import { saveTask } from '#contract/collecting/tasks.ts';
import { pushMutations } from '#contract/sync/sync.ts';
import { writeRows } from '#server/feed/publish.ts';
import { rowsOf, storedRow } from '#server/kit/db/rows.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { laneId, mutation } from '#tests/support/worlds/sync-world.ts';

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

const feed = { site: 'Medloop', url: 'https://vendor.example/jobs.xml', everyMinutes: 60, isDisabled: true };
const addTask = (name: string) => service.call(saveTask, { cust: north, id: 0, name, ...feed }, chief);

describe('tasks that are added in bulk', () => {
  type Lines = { crawlerId: number; count: number }[];
  const send = (toadd: Lines, more = {}, token = admin) => service.send(addTasks, { cust: north, toadd, ...more }, token);

  test('are as many of each crawler as its count says, disabled, with names of their own and one source', async () => {
    const lines = [
      { crawlerId: 61, count: 2 },
      { crawlerId: 57, count: 1 },
      { crawlerId: 60, count: 0 },
    ];
    const { status, body } = await send(lines, { param: '', recs: 20, page: 1 });
    expect([status, body]).toMatchObject([
      200,
      {
        message: 'Added 3 Data Collection Tasks.',
        added: [{ name: 'LaborEdge Nexus' }, { name: 'LaborEdge Nexus 2' }, { name: 'Trio VMS' }],
      },
    ]);
    const tasks = (await rowsOf(service.services.db, [north], 'task')).filter(({ crawlerId }) => crawlerId === 61);
    expect(tasks.map(({ disabled, ready }) => [disabled, ready])).toEqual([
      [true, false],
      [true, false],
    ]);
    expect(new Set(tasks.map(({ sourceId }) => sourceId)).size).toBe(1);
    const again = await service.call(addTasks, { cust: north, toadd: [{ crawlerId: 61, count: 1 }] }, admin);
    expect(again.added.map(({ name }) => name)).toEqual(['LaborEdge Nexus 3']);
  });

  test('are refused as a whole with the field and the remedy', async () => {
    const before = (await rowsOf(service.services.db, [north], 'task')).length;
    const fields = async (toadd: Lines) => {
      const { status, body } = await send(toadd);
      expect(status).toBe(400);
      return (body as { fields: Record<string, string> }).fields;
    };
    expect(await fields([{ crawlerId: 61, count: 0 }])).toEqual({ toadd: 'No count is above 0. Say how many tasks to add.' });
    expect(
      await fields([
        { crawlerId: 61, count: 1 },
        { crawlerId: 4711, count: 1 },
      ]),
    ).toEqual({
      toadd: 'There is no crawler 4711. Choose one of the list.',
    });
    expect(await fields([{ crawlerId: 61, count: 51 }])).toEqual({ 'toadd.0.count': 'Add at most 50 tasks of one crawler' });
    expect((await send([{ crawlerId: 61, count: 1 }], {}, chief)).status).toBe(403);
    expect(await rowsOf(service.services.db, [north], 'task')).toHaveLength(before);
  });
});

describe('the runs of a day', () => {
  /** A run that the tests put into the history. */
  const ran = (taskId: number, startedAt: string, seconds: number, counts: object, error: string | null = null) =>
    service.services.db
      .insertInto('collection_run')
      .values({
        customer_id: north,
        task_id: taskId,
        how: 'schedule',
        started_at: new Date(startedAt),
        ended_at: new Date(Date.parse(startedAt) + seconds * 1000),
        outcome: error === null ? 'ok' : 'The vendor did not answer in time.',
        error,
        counts: JSON.stringify(counts),
        refused: JSON.stringify(error === null ? [{ row: 1, problems: [] }] : []),
      })
      .execute();
  const of = (date: string, failuresOnly: '0' | '1' = '0', cust = north) =>
    service.call(listAgentStats, { cust, failuresOnly, date }, admin);

  test('are counted by task, in the customer’s zone, those with failures first', async () => {
    await sql`update customer set time_zone = 'America/Los_Angeles' where id = ${north}`.execute(service.services.db);
    const [calm, broken] = [await addTask('Calm'), await addTask('Broken')];
    // 2026-11-20 in Los Angeles is from 08:00 to 08:00 UTC.
    await ran(calm.id, '2026-11-20T07:59:00Z', 1, { added: 100 });
    await ran(calm.id, '2026-11-20T08:00:00Z', 2, { added: 3, changed: 2, same: 10, cancelled: 1 });
    await ran(calm.id, '2026-11-21T07:59:00Z', 3.5, { added: 1, changed: 0, same: 14, cancelled: 0 });
    await ran(calm.id, '2026-11-21T08:00:00Z', 1, { added: 100 });
    await ran(broken.id, '2026-11-20T12:00:00Z', 60, {}, 'timeout');
    const rows = await of('11202026');
    expect(rows.map(({ task }) => task)).toEqual(['Broken', 'Calm']);
    expect(rows[1]).toMatchObject({ runs: 2, failures: 0, pulled: 30, opened: 4, canceled: 1, refused: 2, seconds: 5.5 });
    expect(rows[0]).toMatchObject({
      runs: 1,
      failures: 1,
      pulled: 0,
      error: 'timeout',
      errorText: 'The vendor did not answer in time.',
      checkState: 1,
    });
    expect((await of('11202026', '1')).map(({ task }) => task)).toEqual(['Broken']);
    expect(await of('11202026', '0', service.people.south)).toEqual([]);
    expect(await of('11202026', '1', -1)).toHaveLength(1);
    expect(await of('11192026')).toMatchObject([{ task: 'Calm', opened: 100 }]);
  });

  test('need a day of the calendar, and an administrator', async () => {
    for (const date of ['2026-11-20', '02302026', '13012026']) {
      const { status, body } = await service.send(listAgentStats, { cust: north, failuresOnly: '0', date }, admin);
      expect([status, body]).toMatchObject([400, { fields: { date: expect.stringContaining('MMddyyyy') } }]);
    }
    expect((await service.send(listAgentStats, { cust: north, failuresOnly: '0', date: '11202026' }, chief)).status).toBe(403);
  });
});

test('the counters of the last run are reset by administrators; the result and the alarm stay', async () => {
  const { id } = await addTask('Counted');
  const { db } = service.services;
  const stored = await storedRow(db, north, 'task', id);
  if (!stored) throw new Error('the task is missing');
  const row = { ...stored.row, staged: 12, refused: 3, lastResult: 'A', alarm: 'B' };
  const publication = { collection: 'task', row, extra: { marks: { failures: 4, digest: 'd' } } } as const;
  await db.transaction().execute((tx) => writeRows(tx, north, [publication]));
  const args = { cust: north, customerCrawlerId: id };
  expect((await service.send(resetLastCounters, args, chief)).status).toBe(403);
  expect(await service.call(resetLastCounters, args, admin)).toEqual({ message: 'Counters successfully reset.' });
  expect((await storedRow(db, north, 'task', id))?.row).toMatchObject({ staged: 0, refused: 0, lastResult: 'A', alarm: 'B' });
  const { marks } = await db.selectFrom('task').select('marks').where('id', '=', id).executeTakeFirstOrThrow();
  expect(marks).toMatchObject({ failures: 0, digest: 'd' });
});

test('tasks are counted by who disabled them', async () => {
  const { active, customerDisabled, systemDisabled } = await service.call(readTaskStats, { cust: north }, chief);
  expect(active + customerDisabled + systemDisabled).toBe((await rowsOf(service.services.db, [north], 'task')).length);
  expect(customerDisabled).toBeGreaterThan(0);
});

test('changes of several tasks set when they are due, and refuse a schedule for tasks that take jobs as they come', async () => {
  const { db } = service.services;
  const [one, two] = [await addTask('First of two'), await addTask('Second of two')];
  const clientId = laneId('tasks');
  const push = async (seq: number, name: 'task.enable.v1' | 'task.schedule.v1', args: object) => {
    const change = mutation(seq, name, args, { createdAt: new Date().toISOString() });
    const reply = await service.call(pushMutations, { protocol: 1, clientId, customerId: north, mutations: [change] }, chief);
    return reply.kind === 'done' ? reply.outcomes[0] : reply;
  };
  const due = async (id: number) => {
    const { next_run_at: at } = await db.selectFrom('task').select('next_run_at').where('id', '=', id).executeTakeFirstOrThrow();
    return at === null ? null : Date.parse(at) - service.services.now().getTime();
  };
  const ids = [one.id, two.id];
  expect(await push(1, 'task.schedule.v1', { ids, everyMinutes: 120, runAt: [] })).toMatchObject({ outcome: 'applied' });
  for (const id of ids) expect((await due(id)) ?? 0).toBeGreaterThan(115 * 60_000);
  expect(await push(2, 'task.enable.v1', { ids, enabled: true })).toMatchObject({ outcome: 'applied', result: { done: ids } });
  for (const id of ids) {
    expect((await storedRow(db, north, 'task', id))?.row).toMatchObject({ disabled: false, everyMinutes: 120 });
    expect((await due(id)) ?? 1).toBeLessThanOrEqual(0);
  }
  expect(await push(3, 'task.schedule.v1', { ids, everyMinutes: null, runAt: [] })).toMatchObject({ outcome: 'applied' });
  expect(await Promise.all(ids.map(due))).toEqual([null, null]);

  const { added } = await service.call(addTasks, { cust: north, toadd: [{ crawlerId: 63, count: 1 }] }, admin);
  const brought = added[0]?.id ?? 0;
  expect(await push(4, 'task.schedule.v1', { ids: [one.id, brought], everyMinutes: 5, runAt: [] })).toMatchObject({
    outcome: 'rejected',
    message: 'Webhook takes its jobs as they come, so it has no schedule. Leave it out.',
  });
});
