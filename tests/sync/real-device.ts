import type { CommandArgs, CommandName } from '#contract/commands/commands.ts';
import { commands } from '#domain/commands/commands.ts';
import type { CommandContext } from '#domain/commands/kit/command.ts';
import { enqueue } from '#src/outbox/enqueue.ts';
import { openStore } from '#src/store/store.ts';
import { createSyncEngine } from '#src/sync/engine.ts';
import type { Clock, Net, NetRequest, Tokens } from '#src/sync/transport/ports.ts';
import { createMemoryBackend } from '#tests/doubles/memory-backend.ts';
import { Origin } from '#tests/doubles/sync/origin.ts';
import type { TestService } from '../support/test-service.ts';

const clock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** Sends requests to the real service without a socket. Endless streams are not requested. */
function netOf(service: TestService, isCut: () => boolean): Net {
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

/** A user's device in memory, synced with the service. `seed`: any number that no other device uses. */
export async function realDevice(
  service: TestService,
  seed: number,
  who: 'recruiter' | 'chief' = 'recruiter',
  customerId = service.people.north,
) {
  const wire = { cut: false };
  const token = await service.signIn(who);
  const tokens: Tokens = { current: () => token, refresh: async () => 'signed_out' };
  const origin = new Origin(seed);
  const key = {
    origin: 'https://jobdock.test',
    userId: service.people[who],
    customerId,
    impersonation: null,
  };
  const store = await openStore(createMemoryBackend(`device ${seed}`), key, origin.device(clock));
  const facts = { label: 'test', appVersion: '1', persisted: async () => true };
  const ports = { clock, random: origin.random, net: netOf(service, () => wire.cut), tokens, store, locks: origin.locks(clock) };
  const engine = createSyncEngine(ports, { commands, device: facts });
  engine.start();
  await until(() => engine.state().phase === 'synced');
  const change = async <N extends CommandName>(name: N, args: CommandArgs<N>, hand: CommandContext) => {
    const queued = await enqueue(store, commands, name, args, hand);
    if (!queued.ok) throw new Error(`not queued: ${queued.error.kind}`);
  };
  return { wire, store, engine, change };
}

/** Waits at most 30 s until the condition holds. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 30_000;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error('it did not come about within 30 s');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Author and time of a change, at the given second. */
export const hand = (second: number) => ({ by: 'Ann', at: new Date(Date.UTC(2026, 10, 20, 8, 0, second)).toISOString() });
