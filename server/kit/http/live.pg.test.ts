import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { liveEvents } from '#server/sync/sse.ts';
import { laneId, mutation, type SyncWorld, startSyncWorld } from '#tests/support/worlds/sync-world.ts';
import { createLive } from './live.ts';

let world: SyncWorld;
beforeAll(async () => {
  world = await startSyncWorld();
});
afterAll(() => world.close());

const live = () => createLive(() => world.url, pino({ level: 'silent' }));
const listeners = async () =>
  Number(
    (
      await sql<{
        n: number;
      }>`select count(*) as n from pg_stat_activity where datname = current_database() and query ilike '%customer_feed where customer_id = any%' and pid <> pg_backend_pid()`.execute(
        world.db,
      )
    ).rows[0]?.n,
  );
const until = async (what: () => Promise<boolean>) => {
  for (let i = 0; i < 200 && !(await what()); i++) await new Promise((done) => setTimeout(done, 25));
  expect(await what()).toBe(true);
};

/** Reads events into a list until stopped. */
function listen(source: AsyncIterable<string>) {
  const events: string[] = [];
  const done = (async () => {
    for await (const event of source) events.push(event);
  })();
  return { events, done };
}

test('[S4] a stream sends the head at once, then each move of its customer, and ends with its signal', async () => {
  const stop = new AbortController();
  const feed = live();
  const { events, done } = listen(liveEvents(feed, world.customerId, async () => 1, stop.signal));
  const other = listen(liveEvents(feed, world.otherId, async () => 0, stop.signal));
  await until(async () => (await listeners()) === 1);
  await world.push(laneId('ann'), [mutation(1, 'job.hold.v1', { ids: [1] })]);
  await until(async () => events.some((event) => event.includes('"rev":2')));
  expect(events[0]).toBe(`retry: 30000\ndata: {"customer":${world.customerId},"rev":1}\n\n`);
  expect(other.events.every((event) => event.includes(`"customer":${world.otherId},"rev":0`))).toBe(true);
  stop.abort();
  await Promise.all([done, other.done]);
  await until(async () => (await listeners()) === 0);
});

test('a refused change moves no feed and sends nothing', async () => {
  const before = await world.db.selectFrom('customer_feed').select('rev').executeTakeFirstOrThrow();
  await world.push(laneId('ben'), [mutation(1, 'job.hold.v1', { ids: [999] })]);
  expect(await world.db.selectFrom('customer_feed').select('rev').executeTakeFirstOrThrow()).toEqual(before);
});

test('a lost connection is opened again and the head is sent, so that no missed move stays unseen', async () => {
  const stop = new AbortController();
  const { events, done } = listen(liveEvents(live(), world.customerId, async () => 2, stop.signal));
  await until(async () => (await listeners()) === 1);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike '%customer_feed where customer_id = any%' and pid <> pg_backend_pid()`.execute(
    world.db,
  );
  await world.push(laneId('cat'), [mutation(1, 'job.hide.v1', { ids: [1] })]);
  await until(async () => events.some((event) => event.includes('"rev":3')));
  stop.abort();
  await done;
  expect(events[0]).toContain('"rev":2');
});
