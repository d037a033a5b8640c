import { sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { createWorker } from '../kit/queue/worker.ts';
import { carryOutRun, inPortions, runHandler } from './carry-out.ts';
import { claimRun } from './claim.ts';
import { LeaseLost } from './lease.ts';
import { type DoRun, defineRunKind } from './run-kind.ts';
import { findRun, startRun, stopRun, undoRun } from './run-rows.ts';

let database: TestDatabase;
const kind = defineRunKind({
  name: 'test',
  work: z.object({ portions: z.number() }),
  limits: { atOnce: 4, perCustomer: 2, perHost: 3 },
  tries: 3,
  async noteRefused(_tx, { runId }, words) {
    refused.push([runId, words]);
  },
});
const refused: [runId: number, words: string][] = [];
type Work = z.infer<typeof kind.work>;
const context = () => ({ db: database.db, now: () => new Date(), log: pino({ level: 'silent' }) });

beforeAll(async () => {
  database = await createTestDatabase();
  await sql`select pgboss.create_queue('test', '{"policy": "short"}')`.execute(database.db);
  for (const name of ['North', 'South', 'West']) await database.db.insertInto('customer').values({ name }).execute();
});
afterAll(() => database.close());
beforeEach(async () => {
  await sql`delete from run`.execute(database.db);
  await sql`delete from pgboss.job`.execute(database.db);
});

type Over = { key?: string | null; host?: string; portions?: number; askedBy?: number };

async function start(customerId: number, over: Over = {}): Promise<number> {
  const { key = null, host = null, portions = 3, askedBy = null } = over;
  const request = { name: 'A run', total: portions, askedBy, byName: 'Ann', now: new Date() };
  const id = await database.db
    .transaction()
    .execute((tx) => startRun(tx, kind, { ...request, customerId, key, host, work: { portions } }));
  return id ?? 0;
}
/** Adds a person, who may ask for runs and undo them. */
async function person(customerId: number): Promise<number> {
  const role = { id: 900 + customerId, name: `Runs of ${customerId}`, rights: [1] };
  await database.db.insertInto('role').values(role).execute();
  const { id } = await database.db
    .insertInto('app_user')
    .values({
      customer_id: customerId,
      name: 'Ann',
      email: `ann@${customerId}.example`,
      role_id: role.id,
      rights: [1],
      prefs: '{}',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
const read = (customerId: number, runId: number) => findRun(database.db, kind, { customerId, runId });
const claim = (customerId: number, runId: number) =>
  claimRun(database.db, kind, { customerId, runId }, new Date(), { unlimited: false });
/** Simulates a process that has not renewed its lease for 15 s. */
const endLease = (runId: number) =>
  sql`update run set lease_until = now() - interval '1 s' where id = ${runId}`.execute(database.db);

/** Counts portions. `before` runs before each, outside its transaction. */
const counting =
  (before: (portion: number) => Promise<void> = async () => undefined): DoRun<Work> =>
  async ({ lease, work }) => {
    const how = await inPortions(lease, async () => {
      const { seen } = await lease.read();
      await before(seen);
      return database.db.transaction().execute(async (tx) => {
        const { cursor, stopping } = await lease.hold(tx);
        if (stopping) return 'stopped';
        if (cursor === work.portions) return 'end';
        await lease.advance(tx, { cursor: cursor + 1, seen: 1, changed: 1 });
        return 'more';
      });
    });
    return how === 'gave way' ? how : { state: how === 'end' ? 'done' : 'cancelled', message: ({ seen }) => `${how} at ${seen}` };
  };
const carryOut = (customerId: number, runId: number, doRun: DoRun<Work>, stopping?: AbortSignal) =>
  carryOutRun(context(), kind, doRun, { customerId, runId }, stopping ? { stopping } : {});

test('the limits per customer and per host hold, however many processes claim at once', async () => {
  const north = await Promise.all([1, 2, 3, 4].map(() => start(1)));
  const claimed = await Promise.all(north.map((id) => claim(1, id)));
  expect(claimed.filter(Boolean)).toHaveLength(2);
  const shared = [...(await Promise.all([1, 2].map(() => start(2, { host: 'vms' })))), await start(3, { host: 'vms' })];
  await Promise.all([claim(2, shared[0] ?? 0), claim(2, shared[1] ?? 0), claim(3, shared[2] ?? 0)]);
  const fourth = await start(3, { host: 'vms' });
  expect(await claim(3, fourth)).toBeNull();
  expect(await claim(3, await start(3, { host: 'other' }))).not.toBeNull();
  // When one run ends, the next one may start.
  await sql`update run set state = 'done', lease_until = null where id = ${shared[0]}`.execute(database.db);
  await sql`update run set state = 'done', lease_until = null where customer_id = 3 and host = 'other'`.execute(database.db);
  expect(await claim(3, fourth)).not.toBeNull();
});

test('runs that found no room start as soon as there is some, each once', async () => {
  const ids = await Promise.all(Array.from({ length: 7 }, () => start(1)));
  const begun: number[] = [];
  const handler = runHandler(context(), kind, async (run) => {
    begun.push(run.runId);
    return { state: 'done', message: '' };
  });
  const worker = createWorker(database.db, context().log, [handler]);
  await worker.start();
  await expect.poll(() => begun.length, { timeout: 20_000 }).toBe(7);
  await worker.stop();
  expect(begun.toSorted((a, b) => a - b)).toEqual(ids.toSorted((a, b) => a - b));
});

test('two runs with the same key never wait or run at once', async () => {
  expect(await start(1, { key: 'target 1' })).toBeGreaterThan(0);
  expect(await start(1, { key: 'target 1' })).toBe(0);
  expect(await start(2, { key: 'target 1' })).toBeGreaterThan(0);
  expect(await start(1, { key: 'target 2' })).toBeGreaterThan(0);
});

test('a process that lost its lease writes nothing more; the next process continues after the last portion', async () => {
  const id = await start(1);
  let goOn: () => void = () => undefined;
  const waits = new Promise<void>((resolve) => (goOn = resolve));
  let portions = 0;
  const slow = counting(async (portion) => {
    portions = portion;
    if (portion === 2) await waits;
  });
  const first = carryOut(1, id, slow);
  await expect.poll(() => portions).toBe(2);
  await endLease(id);
  expect(await carryOut(1, id, counting())).toBe('ended');
  goOn();
  expect(await first).toBe('goes on');
  expect(await read(1, id)).toMatchObject({ state: 'done', seen: 3, changed: 3, message: 'end at 3' });
});

test('an old claim can write neither a portion nor the end', async () => {
  const id = await start(1);
  const stolen = carryOut(1, id, async ({ lease }) => {
    await endLease(id);
    await claim(1, id);
    await expect(database.db.transaction().execute((tx) => lease.hold(tx))).rejects.toThrow(LeaseLost);
    return { state: 'done', message: 'by the old one' };
  });
  expect(await stolen).toBe('goes on');
  expect(await read(1, id)).toMatchObject({ state: 'running', message: '' });
});

test('a run is retried after a temporary error and fails after the last try; any other error ends it at once', async () => {
  const lost = new pg.DatabaseError('connection lost', 1, 'error');
  lost.code = '08006';
  const id = await start(1);
  const failing: DoRun<Work> = async () => Promise.reject(lost);
  expect(await carryOut(1, id, failing)).toBe('goes on');
  expect(await carryOut(1, id, failing)).toBe('left');
  const { rows } = await sql<{ wait: number }>`select extract(epoch from due_at - now())::float as wait from run`.execute(
    database.db,
  );
  expect(rows[0]?.wait).toBeGreaterThan(1);
  const now = () => sql`update run set due_at = now()`.execute(database.db);
  await now();
  expect(await carryOut(1, id, failing)).toBe('goes on');
  await now();
  expect(await carryOut(1, id, failing)).toBe('ended');
  expect(await read(1, id)).toMatchObject({ state: 'failed', message: 'Failed. Please contact support' });

  const bug = await start(2);
  expect(await carryOut(2, bug, async () => Promise.reject(new Error('a bug')))).toBe('ended');
  const { rows: kept } = await sql`select state, fault from run where id = ${bug}`.execute(database.db);
  expect(kept).toEqual([{ state: 'failed', fault: 'a bug' }]);
});

test('a running run stops between two portions; a waiting run stops at once', async () => {
  const id = await start(1);
  const ref = (runId: number) => ({ customerId: 1, runId });
  const stop = (runId: number) => database.db.transaction().execute((tx) => stopRun(tx, kind, ref(runId), new Date()));
  const stopping = counting(async (portion) => {
    if (portion === 1) await stop(id);
  });
  await carryOut(1, id, stopping);
  expect(await read(1, id)).toMatchObject({ state: 'cancelled', seen: 1, message: 'stopped at 1', stopping: false });
  const waiting = await start(1);
  expect(await stop(waiting)).toBe(true);
  expect(await read(1, waiting)).toMatchObject({ state: 'cancelled', message: 'Stopped before it began' });
  expect(await stop(waiting)).toBe(false);
  expect(await carryOut(1, waiting, counting())).toBe('left');
});

test('a run of a linked person does not continue after their access has ended; a run of a schedule does', async () => {
  const { db } = database;
  const askedBy = await person(2);
  const link = { customer_id: 2, user_id: askedBy, linked_customer_id: 1 };
  await db
    .insertInto('user_link')
    .values({ ...link, asked_at: new Date(), agreed_at: new Date() })
    .execute();

  const begun = await start(1, { askedBy });
  const service = new AbortController();
  const dies = counting(async (portion) => {
    if (portion === 1) service.abort();
  });
  expect(await carryOut(1, begun, dies, service.signal)).toBe('goes on');
  const [waiting, own, scheduled] = [await start(1, { askedBy }), await start(2, { askedBy }), await start(1)];
  await db.deleteFrom('user_link').execute();
  for (const id of [begun, waiting, scheduled]) expect(await carryOut(1, id, counting())).toBe('ended');
  expect(await carryOut(2, own, counting())).toBe('ended');
  expect(await read(1, begun)).toMatchObject({ state: 'failed', seen: 2, message: 'You do not have sufficient rights' });
  expect(await read(1, waiting)).toMatchObject({ state: 'failed', seen: 0 });
  expect(refused).toEqual([begun, waiting].map((id) => [id, 'You do not have sufficient rights']));
  expect(await read(1, scheduled)).toMatchObject({ state: 'done', seen: 3 });
  expect(await read(2, own)).toMatchObject({ state: 'done', seen: 3 });
});

test('when the service stops, a run ends early and continues at once in another process', async () => {
  const id = await start(1);
  const service = new AbortController();
  const first = carryOut(
    1,
    id,
    counting(async (portion) => {
      if (portion === 1) service.abort();
    }),
    service.signal,
  );
  expect(await first).toBe('goes on');
  expect(await read(1, id)).toMatchObject({ state: 'running', seen: 2 });
  expect(await carryOut(1, id, counting())).toBe('ended');
  expect(await read(1, id)).toMatchObject({ state: 'done', seen: 3 });
});

test('work without stored progress stops between two chunks', async () => {
  const id = await start(1);
  const service = new AbortController();
  const chunks: DoRun<Work> = async ({ lease }) => {
    for (let chunk = 0; chunk < 3; chunk++) {
      await database.db.transaction().execute((tx) => lease.guard(tx));
      service.abort();
    }
    return { state: 'done', message: 'not stopped' };
  };
  expect(await carryOut(1, id, chunks, service.signal)).toBe('goes on');
  expect(await carryOut(1, id, chunks)).toBe('ended');
});

test('a run that does not stop is abandoned after five seconds, and its later writes are refused', async () => {
  const id = await start(1);
  const late: { write?: () => Promise<unknown> } = {};
  const hanging: DoRun<Work> = ({ lease }) => {
    late.write = () => database.db.transaction().execute((tx) => lease.hold(tx));
    return new Promise(() => undefined);
  };
  expect(await carryOut(1, id, hanging, AbortSignal.abort())).toBe('goes on');
  await expect(late.write?.()).rejects.toThrow(LeaseLost);
  expect(await carryOut(1, id, counting())).toBe('ended');
});

test('undoing a run queues it again, unless another run with the same key has not ended', async () => {
  const [id, undoer] = [await start(1, { key: 'target 1' }), await person(1)];
  await carryOut(1, id, counting());
  const undo = () => database.db.transaction().execute((tx) => undoRun(tx, kind, { customerId: 1, runId: id }, undoer));
  const other = await start(1, { key: 'target 1' });
  expect(await undo()).toBe(false);
  await carryOut(1, other, counting());
  expect(await undo()).toBe(true);
  const undoing: boolean[] = [];
  await carryOut(1, id, async (run) => {
    undoing.push(run.undoing);
    return { state: 'undone', message: 'Undone' };
  });
  expect(undoing).toEqual([true]);
  expect(await read(1, id)).toMatchObject({ state: 'undone' });
});
