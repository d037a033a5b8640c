import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Mutation } from '#contract/sync/sync.ts';
import { laneId, mutation, type SyncWorld, startSyncWorld } from '#tests/support/worlds/sync-world.ts';

const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_121);
const numRuns = Number(process.env['FUZZ_RUNS'] ?? 25);
const jobs = 6;

let world: SyncWorld;
beforeAll(async () => {
  world = await startSyncWorld(jobs);
});
afterAll(() => world.close());

/** The changes of a lane: some are refused, some depend on earlier ones. */
const change = fc.record({
  kind: fc.constantFrom('hold', 'release', 'edit', 'missing', 'cancel', 'reopen'),
  job: fc.integer({ min: 1, max: jobs }),
  value: fc.integer({ min: 1, max: 99 }),
  buildsOnLast: fc.boolean(),
});
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

function mutationOf({ kind, job, value, buildsOnLast }: Change, seq: number): Mutation {
  const over = buildsOnLast && seq > 1 ? { dependsOn: [seq - 1] } : {};
  if (kind === 'edit') return mutation(seq, 'job.edit.v1', { id: job, field: 'billRate', value }, over);
  if (kind === 'missing') return mutation(seq, 'job.hold.v1', { ids: [4711] }, over);
  return mutation(seq, `job.${kind as 'hold'}.v1`, { ids: [job] }, over);
}

/** How a lane sends: a batch may start again at an earlier change (lost replies), and some are sent twice at once. */
const sending = fc.array(fc.record({ back: fc.nat(4), size: fc.integer({ min: 1, max: 4 }), twice: fc.boolean() }), {
  minLength: 1,
  maxLength: 12,
});

let run = 0;
test('[promise 1] however a lane repeats, overlaps and duplicates its batches, each change takes effect once and in order', async () => {
  let repeats = 0;
  let refusals = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), sending, async (changes, sends) => {
      const lane = laneId(`lane${run++}`);
      const all = changes.map((each, i) => mutationOf(each, i + 1));
      let last = 0;
      const send = async (from: number, size: number) => {
        const batch = all.slice(from, from + size);
        if (batch.length === 0) return;
        const reply = await world.push(lane, batch);
        expect(reply.kind).toBe('done');
        if (reply.kind === 'done') last = Math.max(last, reply.last);
      };
      for (const { back, size, twice } of sends) {
        const from = Math.max(0, last - back);
        if (from < last) repeats++;
        await Promise.all(twice ? [send(from, size), send(from, size)] : [send(from, size)]);
      }
      await send(last, all.length);

      const stored = await world.db
        .selectFrom('mutation_result')
        .select(['seq', 'outcome'])
        .where('client_id', '=', lane)
        .orderBy('seq')
        .execute();
      expect(stored.map(({ seq }) => seq)).toEqual(all.map(({ seq }) => seq));
      const outcomes = stored.map(({ outcome }) => (outcome as { outcome: string }).outcome);
      refusals += outcomes.filter((outcome) => outcome === 'rejected').length;
      // K1: an applied change is in the audit log exactly once, a refused one never.
      const audited = await world.db.selectFrom('audit').select('seq').where('client_id', '=', lane).orderBy('id').execute();
      expect(audited.map(({ seq }) => seq)).toEqual(all.filter((_, i) => outcomes[i] === 'applied').map(({ seq }) => seq));
    }),
    { seed, numRuns },
  );
  expect(repeats).toBeGreaterThan(numRuns);
  expect(refusals).toBeGreaterThan(numRuns / 2);
}, 120_000);

test('[edge case 4] connections that break in the middle of pushes lose and duplicate nothing', async () => {
  const lane = laneId('torn');
  const all = Array.from({ length: 120 }, (_, i) =>
    mutation(i + 1, 'job.edit.v1', { id: 1 + (i % jobs), field: 'billRate', value: i + 1 }),
  );
  const pushed = new AbortController();
  let killed = 0;
  const kill = (async () => {
    for (let i = 0; !pushed.signal.aborted && i < 400; i++) {
      // The pool may hand out a connection that was ended while idle.
      const { rows } = await sql<{ n: number }>`
        select count(pg_terminate_backend(pid)) as n from (
          select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle' limit 1) busy`
        .execute(world.db)
        .catch(() => ({ rows: [] }));
      killed += rows[0]?.n ?? 0;
      await new Promise((done) => setTimeout(done, 8));
    }
  })();
  let last = 0;
  for (let tries = 0; last < all.length && tries < 2000; tries++) {
    const reply = await world.push(lane, all.slice(last, last + 4)).catch(() => null);
    if (reply && 'last' in reply) last = Math.max(last, reply.last);
  }
  pushed.abort();
  await kill;
  expect(last).toBe(all.length);
  const audited = await world.db.selectFrom('audit').select('seq').where('client_id', '=', lane).orderBy('id').execute();
  expect(audited.map(({ seq }) => seq)).toEqual(all.map(({ seq }) => seq));
  expect(killed).toBeGreaterThan(2);
}, 120_000);
