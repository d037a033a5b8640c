import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nobody } from '#contract/rows/rows.ts';
import { settingsWith } from '#domain/crawlers/crawler-settings.ts';
import { publishCrawlers } from '#server/collecting/crawlers/crawlers.ts';
import { laneId, type SyncWorld, startSyncWorld } from '#tests/support/worlds/sync-world.ts';
import { createLive } from '../kit/http/live.ts';
import { liveEvents } from '../sync/sse.ts';
import { startEpoch } from './epoch.ts';

let world: SyncWorld;
beforeAll(async () => {
  world = await startSyncWorld();
});
afterAll(() => world.close());

const feed = { id: 1, name: 'Feed', site: '', about: 'Reads files', kind: 'feed', settings: settingsWith('url') } as const;
const portal = { id: 2, name: 'Portal', site: '', about: 'Signs in', kind: 'portal', settings: settingsWith() } as const;
const globalOf = async (globalSince: number) => {
  const reply = await world.pull(laneId('ann'), 1, { globalSince });
  if (reply.kind !== 'page') return reply;
  return { rev: reply.global?.rev, rows: reply.global?.changes.map(({ collection, row }) => [collection, row]) };
};
const ownHead = async () =>
  (await world.db.selectFrom('customer_feed').select('rev').where('customer_id', '=', world.customerId).executeTakeFirstOrThrow())
    .rev;

test('[S4] global rows arrive under revisions of their own, first all rows, then changes; the customer’s feed does not move', async () => {
  const before = await ownHead();
  // A new database has the first support questions and, for people who see submissions, Jobdock's own lists.
  const first = await globalOf(-1);
  if (!('rows' in first) || !first.rows) throw new Error('the device must reload');
  expect(first.rev).toBe(2);
  expect(new Set(first.rows.map(([collection]) => collection))).toEqual(new Set(['ticketQuestion', 'jrEntry']));
  await publishCrawlers(world.db, [feed]);
  // Rows of one revision come in any order.
  const all = [...first.rows, ['crawler', feed]];
  expect(await globalOf(-1)).toEqual({ rev: 3, rows: expect.arrayContaining(all) as object });
  await publishCrawlers(world.db, [feed, portal]);
  expect(await globalOf(3)).toEqual({ rev: 4, rows: [['crawler', portal]] });
  await publishCrawlers(world.db, [feed]);
  expect(await globalOf(4)).toEqual({ rev: 5, rows: [['crawler', null]] });
  expect(await ownHead()).toBe(before);
  expect((await world.pull(laneId('ann'), 1)) as object).not.toHaveProperty('global');
});

test('a catalog that did not change moves no feed', async () => {
  await publishCrawlers(world.db, [feed]);
  expect(await globalOf(5)).toEqual({ rev: 5, rows: [] });
});

test('[S4] a move of the global feed sends a poke to every listener', async () => {
  const stop = new AbortController();
  const live = createLive(() => world.url, pino({ level: 'silent' }));
  const events: string[] = [];
  const listening = (async () => {
    for await (const event of liveEvents(live, world.otherId, async () => 0, stop.signal)) events.push(event);
  })();
  await expect.poll(() => events.length, { timeout: 10_000 }).toBeGreaterThan(0);
  // Listening starts in the background; moves before that send no notice.
  await expect
    .poll(
      async () => {
        await publishCrawlers(world.db, [{ ...feed, about: `Reads files ${events.length} ${Math.random()}` }]);
        return events.filter((event) => event.startsWith('data:')).length;
      },
      { timeout: 10_000, interval: 250 },
    )
    .toBeGreaterThan(0);
  expect(events.at(-1)).toContain(`"customer":${world.otherId}`);
  stop.abort();
  await listening;
});

test('[S4] a device ahead of the global feed, or in a gap of it, reloads everything', async () => {
  const { rev } = await world.db
    .selectFrom('customer_feed')
    .select('rev')
    .where('customer_id', '=', nobody)
    .executeTakeFirstOrThrow();
  expect(await globalOf(rev + 1)).toMatchObject({ kind: 'resync', why: 'ahead' });
  const started = new Date('2026-11-21T12:00:00.000Z');
  await startEpoch(world.db, started);
  await startEpoch(world.db, started);
  const atHead = await world.pull(laneId('ann'), await ownHead(), { globalSince: rev + 5 });
  expect(atHead).toMatchObject({ kind: 'resync', why: 'horizon' });
  expect(await world.pull(laneId('ann'), await ownHead(), { globalSince: rev })).toMatchObject({ kind: 'page' });
});
