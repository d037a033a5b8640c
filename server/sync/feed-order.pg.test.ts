import { afterAll, beforeAll, expect, test } from 'vitest';
import { aJob } from '#domain/jobs/job-factory.ts';
import { addUser } from '#server/db/seed.ts';
import { actorOf, laneId, mutation, type SyncWorld, shortly, startSyncWorld } from '#tests/support/sync-world.ts';
import { nextIds, publish } from './publish.ts';

const writers = 8;
const commitsEach = Number(process.env['FEED_COMMITS'] ?? 250);
const batch = 50;

let world: SyncWorld;
beforeAll(async () => {
  world = await startSyncWorld(writers * 4);
});
afterAll(() => world.close());

test(`[promise 14] ${writers} lanes x ${commitsEach} commits beside constant pulls: no revision is missed, none comes twice`, async () => {
  let writing = true;
  const write = async (n: number) => {
    const userId = await world.db.transaction().execute((tx) =>
      addUser(tx, {
        customerId: world.customerId,
        email: `writer${n}@example.test`,
        name: `Writer ${n}`,
        roleId: 3,
        passwordHash: '-',
      }),
    );
    const who = actorOf(userId, world.customerId, `Writer ${n}`);
    for (let seq = 1; seq <= commitsEach; seq += batch) {
      const changes = Array.from({ length: Math.min(batch, commitsEach - seq + 1) }, (_, i) =>
        // Own rows and shared ones, so that lanes also wait for each other's rows.
        mutation(seq + i, 'job.edit.v1', {
          id: 1 + ((((seq + i) % 2 ? n * 4 : 0) + ((seq + i) % 4)) % (writers * 4)),
          field: 'billRate',
          value: seq + i + n * 10_000,
        }),
      );
      let rest = changes;
      while (rest.length > 0) {
        const reply = await world.push(laneId(`writer${n}`), rest, who);
        if (reply.kind === 'done') expect(new Set(shortly(reply))).toEqual(new Set(['applied']));
        else expect(reply.kind).toBe('busy');
        rest = reply.kind === 'done' ? [] : rest.filter(({ seq: s }) => s > ('last' in reply ? reply.last : 0));
      }
    }
  };
  const seen: number[] = [];
  const rows = new Map<number, unknown>();
  const follow = async () => {
    let since = 1;
    for (let last = false; !last; ) {
      last = !writing;
      const page = await world.pull(laneId('reader'), since, { limit: 300 });
      if (page.kind !== 'page') throw new Error(page.kind);
      for (const { collection, id, rev, row } of page.changes) {
        seen.push(rev);
        if (collection === 'job') rows.set(id, row);
      }
      expect(page.upto).toBeGreaterThanOrEqual(since);
      since = page.upto;
      if (page.more) last = false;
    }
  };
  const reading = follow();
  const since = performance.now();
  await Promise.all(Array.from({ length: writers }, (_, n) => write(n)));
  const seconds = (performance.now() - since) / 1000;
  writing = false;
  await reading;
  console.info(`${Math.round((writers * commitsEach) / seconds)} changes a second over ${writers} lanes, 1 reader beside`);

  // A revision whose row was written again before a pull came is covered by the later one: only order and the end count.
  expect(seen).toEqual([...seen].sort((a, b) => a - b));
  expect(new Set(seen).size).toBe(seen.length);
  const head = await world.db
    .selectFrom('customer_feed')
    .select('rev')
    .where('customer_id', '=', world.customerId)
    .executeTakeFirstOrThrow();
  expect(head.rev).toBe(1 + writers * commitsEach);
  // What the reader holds is what stands in the database: nothing fell between two pulls.
  for (const [id, row] of rows) expect(row).toEqual(await world.job(id));
  expect(rows.size).toBeGreaterThan(writers);
  const results = await world.db
    .selectFrom('mutation_result')
    .select(({ fn }) => fn.countAll().as('n'))
    .executeTakeFirstOrThrow();
  expect(Number(results.n)).toBe(writers * commitsEach);
}, 120_000);

test('[promise 14] revisions of new rows arrive each in its turn, none is skipped', async () => {
  // Each commit makes a row of its own, so that every revision leaves a trace of itself.
  const start = await world.pull(laneId('reader2'), 0, { limit: 5000 });
  if (start.kind !== 'page') throw new Error(start.kind);
  const perWriter = Math.min(commitsEach, 250);
  let writing = true;
  const add = async () => {
    for (let i = 0; i < perWriter; i++)
      await world.db.transaction().execute(async (tx) => {
        const [id = 0] = await nextIds(tx, 'job', 1);
        await publish(tx, world.customerId, [{ collection: 'job', row: aJob({ id: id + 1_000_000, providerJobId: `N-${id}` }) }]);
      });
  };
  const seen: number[] = [];
  const follow = async () => {
    let since = start.head;
    for (let last = false; !last; ) {
      last = !writing;
      const page = await world.pull(laneId('reader2'), since, { limit: 100 });
      if (page.kind !== 'page') throw new Error(page.kind);
      seen.push(...page.changes.map(({ rev }) => rev));
      since = page.upto;
      if (page.more) last = false;
    }
  };
  const reading = follow();
  await Promise.all(Array.from({ length: writers }, add));
  writing = false;
  await reading;
  expect(seen).toEqual(Array.from({ length: writers * perWriter }, (_, i) => start.head + 1 + i));
}, 120_000);
