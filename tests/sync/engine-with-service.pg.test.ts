import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CommandArgs, CommandName } from '#contract/commands.ts';
import type { CommandContext } from '#domain/commands/command.ts';
import { commands } from '#domain/commands/commands.ts';
import { enqueue } from '#src/outbox/enqueue.ts';
import { readOutbox } from '#src/outbox/items.ts';
import { createMemoryBackend } from '#src/store/memory-backend.ts';
import { readRow, scan } from '#src/store/rows.ts';
import { openStore } from '#src/store/store.ts';
import { Origin } from '#src/sync/doubles/origin.ts';
import { createSyncEngine } from '#src/sync/engine.ts';
import type { Clock, Net, NetRequest, Tokens } from '#src/sync/ports.ts';
import { stage } from '../support/sync-world.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

const jobs = 6_000;
let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  await stage(service.services.db, service.people.north, jobs);
});
afterAll(() => service.close());

const clock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** Requests go into the real service without a socket; what streams for ever is not asked for. */
function netOf(isCut: () => boolean): Net {
  return {
    async send({ method, path, body, token }: NetRequest) {
      if (isCut() || path.startsWith('/api/sync/live')) return { kind: 'none', why: 'network' };
      const response = await service.app.inject({
        method: method as 'GET' | 'POST',
        url: path,
        headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), 'content-type': 'application/json' },
        ...(typeof body === 'string' ? { payload: body } : {}),
      });
      return {
        kind: 'answer',
        status: response.statusCode,
        header: (name) => (response.headers[name] === undefined ? null : String(response.headers[name])),
        text: async () => response.payload,
        bytes: async () => new Uint8Array(response.rawPayload),
        async *lines() {
          yield* response.payload.split('\n');
        },
      };
    },
  };
}

/** A device of a person, in step with the service after its first sync. */
async function device(seed: number) {
  const wire = { cut: false };
  const token = await service.signIn('recruiter');
  const tokens: Tokens = { current: () => token, refresh: async () => 'signed_out' };
  const origin = new Origin(seed);
  const key = {
    origin: 'https://jobdock.test',
    userId: service.people.recruiter,
    customerId: service.people.north,
    impersonation: null,
  };
  const store = await openStore(createMemoryBackend(`device ${seed}`), key, origin.device(clock));
  const facts = { label: 'test', appVersion: '1', persisted: async () => true };
  const ports = { clock, random: origin.random, net: netOf(() => wire.cut), tokens, store, locks: origin.locks(clock) };
  const engine = createSyncEngine(ports, { commands, device: facts });
  engine.start();
  await until(() => engine.state().phase === 'synced');
  const change = async <N extends CommandName>(name: N, args: CommandArgs<N>, hand: CommandContext) => {
    const queued = await enqueue(store, commands, name, args, hand);
    if (!queued.ok) throw new Error(`not queued: ${queued.error.kind}`);
  };
  return { wire, store, engine, change };
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 30_000;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error('it did not come about within 30 s');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
const hand = (second: number) => ({ by: 'Ann', at: new Date(Date.UTC(2026, 10, 20, 8, 0, second)).toISOString() });

test('two devices and the real service: 500 changes without a line arrive once, and both devices show the same', async () => {
  const [one, two] = [await device(1), await device(3)];
  expect((await scan(one.store, 'job')).length).toBe(jobs);

  one.wire.cut = true;
  one.engine.nudge();
  for (let i = 0; i < 500; i++) {
    await one.change('job.edit.v1', { id: 1 + (i % 250), field: 'billRate', value: 50 + (i >= 250 ? 1 : 0) }, hand(i));
  }
  expect((await readOutbox(one.store)).length).toBe(500);
  await until(() => one.engine.state().phase === 'offline');

  one.wire.cut = false;
  const since = performance.now();
  one.engine.nudge();
  await until(() => one.engine.state().waiting === 0);
  const drainedMs = performance.now() - since;
  console.info(`500 changes drained in ${Math.round(drainedMs)} ms`);
  expect(one.engine.state().needsYou).toBe(0);

  for (const { engine } of [one, two]) engine.nudge();
  await until(async () => (await readOutbox(one.store)).length === 0);
  await until(async () => (await readRow(two.store, 'job', 250))?.billRate === 51);
  expect(await scan(two.store, 'job')).toEqual(await scan(one.store, 'job'));
  const audit = await service.services.db.selectFrom('audit').select('seq').where('client_id', 'is not', null).execute();
  expect(audit.length).toBe(500);
  for (const { engine } of [one, two]) engine.stop();
});

test('two people change one field: the second is asked, nothing is overwritten unseen', async () => {
  const [one, two] = [await device(5), await device(7)];
  two.wire.cut = true;
  await two.change('job.edit.v1', { id: 400, field: 'billRate', value: 72 }, { by: 'Ben', at: hand(0).at });
  await one.change('job.edit.v1', { id: 400, field: 'billRate', value: 74 }, hand(1));
  await until(async () => (await readOutbox(one.store))[0]?.state === 'acked');

  two.wire.cut = false;
  two.engine.nudge();
  await until(() => two.engine.state().phase === 'needs-you');
  const [entry] = await readOutbox(two.store);
  expect(entry?.parked).toMatchObject({ code: 'conflict', conflicts: [{ field: 'billRate', now: 74, wanted: 72 }] });
  await until(async () => (await readRow(two.store, 'job', 400))?.billRate === 74);
  for (const { engine } of [one, two]) engine.stop();
});
