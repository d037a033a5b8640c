import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import PgBoss from 'pg-boss';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { handleJobs, type JobHandler, PermanentFault } from './job-handler.ts';
import { defineQueue, sendJob } from './queue.ts';
import { createWorker, type Worker } from './worker.ts';

let database: TestDatabase;
const workers: Worker[] = [];
const queue = defineQueue<{ customerId: number }>('test', { tries: 3, retrySeconds: 60 });
let done: number[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  await sql`select pgboss.create_queue('test', '{"policy": "short"}')`.execute(database.db);
});
const stopAll = () => Promise.all(workers.splice(0).map((worker) => worker.stop()));
afterEach(async () => {
  await stopAll();
  await sql`delete from pgboss.job`.execute(database.db);
  done = [];
});
afterAll(() => database.close());

function processOf(carryOut: JobHandler['carryOut'], over: Partial<JobHandler> = {}): Worker {
  const handler = { ...handleJobs(queue, { atOnce: 2, carryOut }), ...over };
  const worker = createWorker(database.db, pino({ level: 'silent' }), [handler]);
  workers.push(worker);
  return worker;
}
const noting: JobHandler['carryOut'] = async ({ customerId = 0 }) => done.push(customerId);
const send = (customerId: number) => sendJob(database.db, queue, { customerId });
const states = async () =>
  (await sql<{ state: string }>`select state from pgboss.job order by created_on`.execute(database.db)).rows.map(
    ({ state }) => state,
  );

test('the migration matches the schema of the installed pg-boss', () => {
  const migration = readFileSync(join(import.meta.dirname, '../db/migrations/150-pgboss.sql'), 'utf8');
  const squeezed = (text: string) => text.replaceAll(/\s+/g, ' ');
  const plans = PgBoss.getConstructionPlans('pgboss').split(';\n');
  // pg-boss wraps its statements in a transaction and a lock; a migration already has both.
  const statements = plans.filter((text) => !/^\s*(?:BEGIN|COMMIT|SET LOCAL|SELECT pg_advisory_xact_lock)/.test(text.trim()));
  const own = statements
    .map((text) => squeezed(text).trim().replace(/;$/, ''))
    .filter((text) => text !== '' && text !== 'COMMIT');
  expect(own.length).toBeGreaterThan(10);
  for (const statement of own) expect(squeezed(migration)).toContain(statement);
});

test('a job is visible when its transaction commits, and never if it is rolled back', async () => {
  const worker = processOf(noting);
  await database.db.transaction().execute(async (tx) => {
    await sendJob(tx, queue, { customerId: 1 });
    expect(await worker.runOnce()).toBe(0);
  });
  const rolledBack = database.db.transaction().execute(async (tx) => {
    await sendJob(tx, queue, { customerId: 2 });
    throw new Error('no');
  });
  await expect(rolledBack).rejects.toThrow('no');
  await worker.runOnce();
  expect(done).toEqual([1]);
});

test('the same ids wait only once; a queue that no migration creates is a bug', async () => {
  for (const customerId of [1, 1, 2]) await send(customerId);
  await processOf(noting).runOnce();
  expect(done).toEqual([1, 2]);
  await expect(sendJob(database.db, defineQueue('unheard-of'), {})).rejects.toThrow('no migration creates the queue unheard-of');
});

test('a job is retried after an error, but not after a permanent one; a failed job has its reason', async () => {
  await send(1);
  await send(2);
  const worker = processOf(async ({ customerId }) => {
    done.push(customerId ?? 0);
    throw customerId === 1 ? new Error('down') : new PermanentFault('no such address');
  });
  await worker.runOnce();
  expect((await states()).sort()).toEqual(['failed', 'retry']);
  const { rows: waits } = await sql<{ wait: number }>`
    select extract(epoch from start_after - now())::float as wait from pgboss.job where state = 'retry'`.execute(database.db);
  expect(waits[0]?.wait).toBeGreaterThan(25);
  for (let i = 0; i < 4; i++) {
    await sql`update pgboss.job set start_after = now() - interval '1 s' where state = 'retry'`.execute(database.db);
    await worker.runOnce();
  }
  expect(done).toEqual([1, 2, 1, 1]);
  const { rows } = await sql`select data ->> 'customerId' as id, output ->> 'message' as why from pgboss.job
    where state = 'failed' order by 1`.execute(database.db);
  expect(rows).toEqual([
    { id: '1', why: 'down' },
    { id: '2', why: 'no such address' },
  ]);
});

test('a job whose process died is retried after it expires', async () => {
  await send(1);
  await sql`update pgboss.job set state = 'active', started_on = now() - interval '4 minutes'`.execute(database.db);
  const pool = new pg.Pool({ connectionString: database.url, max: 1 });
  const upkeep = new PgBoss({ schema: 'pgboss', db: { executeSql: (text, values) => pool.query(text, values) } });
  await upkeep.expire();
  expect(await states()).toEqual(['active']);
  await sql`update pgboss.job set started_on = now() - interval '6 minutes'`.execute(database.db);
  await upkeep.expire();
  await pool.end();
  await sql`update pgboss.job set start_after = now() - interval '1 s' where state = 'retry'`.execute(database.db);
  await processOf(noting).runOnce();
  expect(done).toEqual([1]);
});

test('a process runs as many jobs at once as allowed, and its stop waits for them', async () => {
  let most = 0;
  let under = 0;
  for (let id = 1; id <= 6; id++) await send(id);
  const worker = processOf(async ({ customerId }) => {
    most = Math.max(most, ++under);
    await new Promise((later) => setTimeout(later, 50));
    under--;
    return done.push(customerId ?? 0);
  });
  await worker.start();
  await expect.poll(() => done.length, { timeout: 15_000 }).toBeGreaterThan(3);
  await stopAll();
  expect([most, under]).toEqual([2, 0]);
  expect(done.length + (await states()).filter((state) => state === 'created').length).toBe(6);
});

test('a schedule sends a job by the time of its zone', { timeout: 40_000 }, async () => {
  // The process of another test has just checked the schedule.
  await sql`update pgboss.version set cron_on = null`.execute(database.db);
  const worker = processOf(async () => done.push(0), { schedule: { cron: '* * * * *', zone: 'America/New_York' } });
  await worker.start();
  await expect.poll(() => done.length, { timeout: 30_000 }).toBeGreaterThan(0);
  const { rows } = await sql`select name, cron, timezone from pgboss.schedule`.execute(database.db);
  expect(rows).toEqual([{ name: 'test', cron: '* * * * *', timezone: 'America/New_York' }]);
});
