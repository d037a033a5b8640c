import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { closeNow, listenOnLoopback } from '#server/demo/loopback/loopback.ts';
import { type Db, openDatabase } from '#server/kit/db/connection.ts';
import { startEmbedded } from '#server/kit/db/embedded/embedded.ts';
import { migrate } from '#server/kit/db/migrate.ts';
import type { TargetAdapter } from '#server/targets/adapter/target-adapter.ts';
import { aFacility } from '#tests/support/factories/job-factory.ts';
import { idleAdapter, PostingWorld } from '#tests/support/worlds/posting-world.ts';

/** Calls that the queue makes at once; the peer makes as many. */
const atOnce = 8;

/** A target that takes its time for each order and remembers the references. */
async function slowTarget(milliseconds: number) {
  const references: string[] = [];
  const server = createServer((request, response) => {
    setTimeout(() => {
      references.push(request.headers['x-reference']?.toString() ?? '');
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ id: references.length }));
    }, milliseconds);
  });
  const url = await listenOnLoopback(server);
  const post = async (reference: string): Promise<string> => {
    const reply = await fetch(url, { method: 'PUT', headers: { 'x-reference': reference } });
    return String(((await reply.json()) as { id: number }).id);
  };
  return { references, post, stop: () => closeNow(server) };
}
type SlowTarget = Awaited<ReturnType<typeof slowTarget>>;

const adapterOf = (target: SlowTarget): TargetAdapter => ({
  ...idleAdapter,
  post: async ({ reference }) => ({ kind: 'done', externalId: await target.post(reference), words: null }),
  values: ({ job }) => ({ title: job.title }),
});

/** An agency's jobs are at many facilities. At one alone, each post would be compared with the jobs of all others. */
const facilities = 50;

async function spreadOverFacilities(world: PostingWorld, db: Db): Promise<void> {
  const listed = Array.from({ length: facilities }, (_, n) => aFacility(9_000 + n, `Hospital ${n}`, { extId: `H-${n}` }));
  await world.writeRows(...listed.map((row) => ({ collection: 'atsValue' as const, row })));
  await sql`update job set row = jsonb_set(row, '{facilityMap}', to_jsonb('H-' || (id % ${facilities}::int)))`.execute(db);
  await sql`analyze`.execute(db);
}

type Timed = { readonly seconds: number; readonly references: readonly string[] };

/** Posts that wait in PostgreSQL (fsync on) go through the queue: claimed, sent, settled, with a receipt and every call kept. */
export async function throughQueue(posts: number, milliseconds: number): Promise<Timed> {
  const home = await mkdtemp(join(tmpdir(), 'jobdock-bench-'));
  const embedded = await startEmbedded(home);
  const target = await slowTarget(milliseconds);
  await migrate(embedded.url());
  const db = openDatabase(embedded.url());
  const world = await PostingWorld.make({ db, url: embedded.url(), close: async () => undefined });
  try {
    await world.wantedJobs(posts);
    await spreadOverFacilities(world, db);
    const queue = world.queue({ adapter: adapterOf(target) });
    const since = performance.now();
    for (let left = posts; left > 0; ) {
      await queue.runOnce();
      left = posts - target.references.length;
    }
    const seconds = (performance.now() - since) / 1000;
    return { seconds, references: target.references };
  } finally {
    await world.close();
    await db.destroy();
    await embedded.stop();
    await target.stop();
    await rm(home, { recursive: true, force: true });
  }
}

/** The peer: as many calls at once to the same target, with nothing kept, so that a stop would lose or double posts. */
export async function plainLoop(posts: number, milliseconds: number): Promise<Timed> {
  const target = await slowTarget(milliseconds);
  const left = Array.from({ length: posts }, (_, n) => `REF${n}`);
  const work = async () => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) await target.post(next);
  };
  const since = performance.now();
  await Promise.all(Array.from({ length: atOnce }, work));
  const seconds = (performance.now() - since) / 1000;
  await target.stop();
  return { seconds, references: target.references };
}
