import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cancelOrders, checkCancel } from '#contract/staging/cancel-orders.ts';
import { listLongWork, undoLongWork } from '#contract/system/long-work.ts';
import { withEdit, withManualCancel, withoutManualCancel } from '#domain/jobs/overrides.ts';
import { writeRows } from '#server/feed/publish.ts';
import { createLineReader } from '#tests/contract/audit/audit-lines.ts';
import { aJob } from '#tests/support/factories/job-factory.ts';
import { runJobs } from '#tests/support/run-jobs.ts';
import { startTestService, type TestService, testPassword } from '#tests/support/test-service.ts';
import { cancelJobs } from './cancel-run.ts';

/** Open jobs of the source. `npm run long` uses 20,000. */
const orders = Number(process.env.CANCEL_ORDERS ?? 1200);
const slow = { timeout: Math.max(60_000, orders * 30) };
const [harbor, other] = [3, 4];
const hand = { by: 'Ben', at: '2026-11-01T00:00:00.000Z' };

let service: TestService;
let admin: string;
let cust: number;
beforeAll(async () => {
  service = await startTestService();
  cust = service.people.north;
  const job = (id: number, sourceId: number) => aJob({ id, sourceId, source: `S${sourceId}`, providerJobId: `J-${id}` });
  const open = Array.from({ length: orders }, (_, n) => withEdit(job(n + 1, harbor), 'billRate', 80 + (n % 40), hand));
  const kept = [
    withManualCancel(job(orders + 1, harbor), hand),
    job(orders + 2, other),
    aJob({ id: orders + 3, sourceId: harbor, status: 'Cancelled' }),
  ];
  const source = (id: number) => ({ id, name: `S${id}`, alias: null, autoPost: false, aliases: [], members: [] });
  const rows = [
    ...[harbor, other].map((id) => ({ collection: 'source', row: source(id) }) as const),
    ...[...open, ...kept].map((row) => ({ collection: 'job', row }) as const),
  ];
  for (let at = 0; at < rows.length; at += 2000)
    await service.services.db.transaction().execute((tx) => writeRows(tx, cust, rows.slice(at, at + 2000)));
});
beforeEach(async () => void (admin = await service.signIn('administrator')));
afterAll(() => service.close());

/** Every job's whole row, as one text. */
async function jobsNow(): Promise<string> {
  const { rows } = await sql<{
    all: string;
  }>`select md5(string_agg(row::text, '' order by id)) as all from job where customer_id = ${cust}`.execute(service.services.db);
  return rows[0]?.all ?? '';
}
const statusesOf = async (sourceId: number) =>
  (
    await sql<{
      status: string;
      jobs: number;
    }>`select status, count(*)::int as jobs from job where customer_id = ${cust} and source_id = ${sourceId} group by 1 order by 1`.execute(
      service.services.db,
    )
  ).rows;
const work = async () => (await service.call(listLongWork, { cust, since: '2020-01-01T00:00:00.000Z' }, admin)).works[0];
const runAll = () => runJobs(service.services.db, cancelJobs(service.services));

test('a wrong password changes nothing and ends the session; a person without the right is refused', async () => {
  const before = await jobsNow();
  const refused = await service.send(cancelOrders, { cust, source: harbor, password: 'wrong' }, admin);
  expect(refused).toMatchObject({
    status: 400,
    body: { fields: { password: expect.stringMatching(/^Error: .*No order was canceled/) } },
  });
  expect((await service.send(checkCancel, { cust, source: harbor }, admin)).status).toBe(401);
  expect(await jobsNow()).toBe(before);
  const chief = await service.signIn('chief');
  expect((await service.send(cancelOrders, { cust, source: harbor, password: testPassword }, chief)).status).toBe(403);
  expect((await service.send(checkCancel, { cust, source: harbor }, chief)).status).toBe(403);
});

test(
  'every open order of the source is canceled by hand as one run with progress, and its undo leaves every row as it was',
  slow,
  async () => {
    const before = await jobsNow();
    const counts = await service.call(checkCancel, { cust, source: harbor }, admin);
    expect(counts).toMatchObject({ source: 'S3', open: orders, canceled: 2, held: 0, posted: 0 });
    const run = await service.call(cancelOrders, { cust, source: harbor, password: testPassword }, admin);
    expect(run).toMatchObject({ state: 'queued', total: orders, subjectId: harbor, canUndo: false });
    expect((await service.send(cancelOrders, { cust, source: harbor, password: testPassword }, admin)).status).toBe(409);
    await runAll();
    expect(await work()).toMatchObject({ id: run.id, state: 'done', seen: orders, changed: orders, canUndo: true });
    expect(await statusesOf(harbor)).toEqual([{ status: 'Cancelled', jobs: orders + 2 }]);
    expect(await statusesOf(other)).toEqual([{ status: 'Open', jobs: 1 }]);
    const { rows: flagged } = await sql<{
      bits: number;
    }>`select distinct (row ->> 'chgMap')::int & 8 as bits from job where customer_id = ${cust} and id <= ${orders}`.execute(
      service.services.db,
    );
    expect(flagged).toEqual([{ bits: 8 }]);

    await service.call(undoLongWork, { cust, id: run.id }, admin);
    await runAll();
    expect(await work()).toMatchObject({
      id: run.id,
      state: 'undone',
      message: expect.stringContaining(`${orders.toLocaleString('en-US')} jobs open again`),
    });
    expect(await jobsNow()).toBe(before);
    const { rows: history } = await sql<{
      lines: number;
    }>`select count(*)::int as lines from job_history where customer_id = ${cust} and job_id = 1 and field = 'status'`.execute(
      service.services.db,
    );
    expect(history).toEqual([{ lines: 2 }]);
  },
);

test('an undo leaves jobs that a person reopened or canceled again since', slow, async () => {
  const reader = createLineReader(service);
  const begun = await reader.lineOf(cancelOrders, { cust, source: harbor, password: testPassword }, admin);
  expect(begun).toMatchObject({ object_kind: 'source', object_id: String(harbor), detail: { orders } });
  expect(JSON.stringify(begun)).not.toContain(testPassword);
  const id = Number(begun.detail['run']);
  await runAll();
  const { db } = service.services;
  const { rows } = await sql<{
    row: ReturnType<typeof aJob>;
  }>`select row from job where customer_id = ${cust} and id = 2`.execute(db);
  const [job] = rows;
  if (!job) throw new Error('no job');
  const again = withManualCancel(withoutManualCancel(job.row), hand);
  await db.transaction().execute((tx) => writeRows(tx, cust, [{ collection: 'job', row: again }]));
  expect(await reader.lineOf(undoLongWork, { cust, id }, admin)).toMatchObject({ object_kind: 'run', object_id: String(id) });
  await runAll();
  expect(await work()).toMatchObject({
    state: 'undone',
    message: expect.stringContaining('1 job changed by people since and left'),
  });
  expect((await service.send(undoLongWork, { cust, id }, admin)).status).toBe(409);
});
