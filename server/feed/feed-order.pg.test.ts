import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MutationOutcome } from '#contract/sync/sync.ts';
import { addUser } from '#server/seed/seed.ts';
import { aJob } from '#tests/support/factories/job-factory.ts';
import { actorOf, laneId, mutation, type SyncWorld, startSyncWorld } from '#tests/support/worlds/sync-world.ts';
import { nextIds, writeRows } from './publish.ts';

const writers = 16;
/** Number of commits in total: as many as fit into a few seconds, or the number that the long run sets. */
const commits = Number(process.env['FEED_COMMITS'] ?? Infinity);
const seconds = commits === Infinity ? Number(process.env['FEED_SECONDS'] ?? 6) : Infinity;
/** Number of changes per push and commit: a few lanes send 50 at once, most send one. */
const batchOf = (lane: number) => (lane % 8 === 0 ? 50 : 1);

const revsOf = (outcomes: readonly MutationOutcome[]) =>
  outcomes.flatMap((outcome) => (outcome.outcome === 'applied' ? [outcome.rev] : []));

let world: SyncWorld;
beforeAll(async () => {
  world = await startSyncWorld(writers * 4);
});
afterAll(() => world.close());

/** A connection without the limits that the service sets, like the one of an operator's tool. */
async function asOperator(work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: world.url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Repeats what pg_dump does: in one snapshot, lock each table against schema changes and read it whole. A dump keeps the database
 * from vacuuming, so the pause between two dumps is four times as long as a dump.
 */
async function dumpWhile(writing: () => boolean): Promise<void> {
  await asOperator(async (client) => {
    const { rows } = await client.query<{ name: string }>("select tablename as name from pg_tables where schemaname = 'public'");
    while (writing()) {
      const began = performance.now();
      await client.query('begin isolation level repeatable read read only');
      for (const { name } of rows) await client.query(`lock table ${name} in access share mode`);
      for (const { name } of rows) await client.query(`copy (select * from ${name}) to program 'cat > /dev/null'`);
      await client.query('commit');
      const tookMs = performance.now() - began;
      for (let pauseMs = Math.max(500, 4 * tookMs); pauseMs > 0 && writing(); pauseMs -= 500) await wait(500);
    }
  });
}

/** A transaction that reads and writes and then stays open for a minute. */
async function idleWhile(writing: () => boolean): Promise<void> {
  await asOperator(async (client) => {
    await client.query(
      "begin; select count(*) from job; insert into notification (customer_id, kind, text) values (1, 'idle', 'idle')",
    );
    for (let second = 0; second < 60 && writing(); second++) await wait(1000);
    await client.query('rollback');
  });
}

async function writerOf(n: number) {
  const userId = await world.db.transaction().execute((tx) =>
    addUser(tx, {
      customerId: world.customerId,
      email: `writer${n}@example.test`,
      name: `Writer ${n}`,
      roleId: 3,
      passwordHash: '-',
    }),
  );
  return actorOf(userId, world.customerId, `Writer ${n}`);
}

test(`[promise 14] ${writers} lanes commit beside constant pulls, dumps and an idle transaction: every revision arrives exactly once`, async () => {
  let writing = true;
  let done = 0;
  const began = performance.now();
  const isOver = () => made.size >= commits || performance.now() - began > seconds * 1000;
  /** When each batch was acknowledged, to measure how far the reader is behind. */
  const acknowledged: { rev: number; at: number }[] = [];
  const made = new Set<number>();
  const write = async (n: number) => {
    const who = await writerOf(n);
    const batch = batchOf(n);
    for (let seq = 1; !isOver(); seq += batch) {
      const changes = Array.from({ length: batch }, (_, i) =>
        // Both its own rows and shared rows, so that lanes also wait for each other's rows.
        mutation(seq + i, 'job.edit.v1', {
          id: 1 + ((((seq + i) % 2 ? n * 4 : 0) + ((seq + i) % 4)) % (writers * 4)),
          field: 'billRate',
          value: ((seq + i) % 5000) + n * 10_000,
        }),
      );
      for (let rest = changes; rest.length > 0; ) {
        const reply = await world.push(laneId(`writer${n}`), rest, who);
        const outcomes = 'outcomes' in reply ? reply.outcomes : [];
        for (const outcome of outcomes) expect(outcome.outcome).toBe('applied');
        for (const rev of revsOf(outcomes)) made.add(rev);
        done += outcomes.length;
        rest = rest.slice(outcomes.length);
        const last = outcomes.at(-1);
        if (last?.outcome === 'applied') acknowledged.push({ rev: last.rev, at: performance.now() });
      }
    }
  };
  let revisions = 0;
  let latest = 0;
  let lag = 0;
  const rows = new Map<number, unknown>();
  const follow = async () => {
    let since = 1;
    for (let last = false; !last; ) {
      last = !writing;
      const page = await world.pull(laneId('reader'), since, { limit: 300 });
      if (page.kind !== 'page') throw new Error(page.kind);
      for (const { collection, id, rev, row } of page.changes) {
        // Revisions ascend without repetition: each comes once, with all its rows in one page.
        if (rev < latest || rev <= since) throw new Error(`revision ${rev} came after ${Math.max(latest, since)}`);
        if (rev > latest) revisions += 1;
        latest = rev;
        if (collection === 'job') rows.set(id, row);
      }
      expect(page.upto).toBeGreaterThanOrEqual(since);
      since = page.upto;
      for (let first = acknowledged[0]; first && first.rev <= since; first = acknowledged[0]) {
        lag = Math.max(lag, performance.now() - first.at);
        acknowledged.shift();
      }
      if (page.more) last = false;
    }
    return since;
  };
  const beside = [follow(), dumpWhile(() => writing), idleWhile(() => writing)] as const;
  await Promise.all(Array.from({ length: writers }, (_, n) => write(n)));
  const took = (performance.now() - began) / 1000;
  writing = false;
  const [upto] = await Promise.all(beside);
  console.info(
    `${done} changes in ${made.size} commits of ${writers} lanes in ${took.toFixed(0)} s (${Math.round(done / took)} a second); the reader got ${revisions} revisions, at most ${Math.round(lag)} ms behind`,
  );

  // If a row was written twice between two pulls, the later revision replaces the earlier: check only order and end state.
  const head = await world.db
    .selectFrom('customer_feed')
    .select('rev')
    .where('customer_id', '=', world.customerId)
    .executeTakeFirstOrThrow();
  expect(head.rev).toBe(1 + made.size);
  expect(upto).toBe(head.rev);
  // The reader holds exactly the rows of the database: no change was lost between two pulls.
  for (const [id, row] of rows) expect(row).toEqual(await world.job(id));
  expect(rows.size).toBeGreaterThan(writers);
  const results = await world.db
    .selectFrom('mutation_result')
    .select(({ fn }) => fn.countAll().as('n'))
    .executeTakeFirstOrThrow();
  expect(Number(results.n)).toBe(done);
}, 7_200_000);

test('[promise 14] revisions of new rows arrive in order, and none is skipped', async () => {
  // Each commit creates a row, so that every revision can be checked.
  const start = await world.pull(laneId('reader2'), 0, { limit: 5000 });
  if (start.kind !== 'page') throw new Error(start.kind);
  const perWriter = 125;
  let writing = true;
  const lockTimeout = '55P03';
  const addOne = () =>
    world.db.transaction().execute(async (tx) => {
      const [id = 0] = await nextIds(tx, 'job', 1);
      await writeRows(tx, world.customerId, [{ collection: 'job', row: aJob({ id: id + 1_000_000, providerJobId: `N-${id}` }) }]);
    });
  // On a busy machine, one of the writers may wait too long for its turn. The service tries again then, too.
  const add = async () => {
    for (let made = 0; made < perWriter; )
      try {
        await addOne();
        made++;
      } catch (error) {
        if (!(error instanceof pg.DatabaseError && error.code === lockTimeout)) throw error;
      }
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
