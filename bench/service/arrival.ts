import { setTimeout as wait } from 'node:timers/promises';
import type { PullReply } from '#contract/sync/sync.ts';
import { withFingerprint } from '#tests/support/fingerprint.ts';
import type { Caller, MeasuredService } from './measured-service.ts';

const clientId = 'arrival'.padEnd(32, '0');
/** Longer than the minimum interval between pokes, so that each change has its own poke. */
const apartMs = 120;

/**
 * One device pushes a change; another listens for pokes and pulls on each. Returns the milliseconds from sending the push to
 * receiving the row, one figure per change, ascending.
 */
export async function measureArrival(service: MeasuredService, caller: Caller, changes: number) {
  const { id } = await service.db
    .selectFrom('job')
    .select('id')
    .where('customer_id', '=', caller.customerId)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const stop = new AbortController();
  const stream = await caller.send(`/api/sync/live?customerId=${caller.customerId}`, { signal: stop.signal });
  const reader = device(caller, await standing(service, caller), id);
  const following = follow(stream, () => reader.pull()).catch(() => undefined);
  await wait(500);
  const times: number[] = [];
  for (let seq = 1; seq <= changes; seq++) {
    const value = 1000 + seq;
    const arrived = reader.expect(value);
    const since = performance.now();
    await caller.push(clientId, [
      withFingerprint({
        seq,
        name: 'job.edit.v1',
        args: { id, field: 'otRate', value },
        pre: {},
        dependsOn: [],
        actor: 'Chief',
        createdAt: new Date().toISOString(),
      }),
    ]);
    await arrived;
    times.push(performance.now() - since);
    await wait(apartMs);
  }
  stop.abort();
  await following;
  return times.sort((a, b) => a - b);
}

type Standing = { readonly epoch: string; readonly scope: string; readonly since: number };

async function standing(service: MeasuredService, caller: Caller): Promise<Standing> {
  const { rev } = await service.db
    .selectFrom('customer_feed')
    .select('rev')
    .where('customer_id', '=', caller.customerId)
    .executeTakeFirstOrThrow();
  const { epoch } = await service.db.selectFrom('feed_epoch').select('epoch').executeTakeFirstOrThrow();
  const first = await pullOnce(caller, { epoch, scope: '', since: rev });
  if (first.kind !== 'resync') throw new Error(`a pull answered ${first.kind}`);
  return { epoch, scope: first.scope, since: rev };
}

async function pullOnce(caller: Caller, { epoch, scope, since }: Standing): Promise<PullReply> {
  const query = new URLSearchParams({
    customerId: String(caller.customerId),
    clientId: 'follower'.padEnd(32, '0'),
    epoch,
    scope,
    since: String(since),
  });
  return (await (await caller.send(`/api/sync/pull?${query}`)).json()) as PullReply;
}

/** The other device: pulls when poked, and reports when a job's field has a value. */
function device(caller: Caller, start: Standing, jobId: number) {
  let place = start;
  let awaited: { value: number; arrived: () => void } | null = null;
  return {
    expect: (value: number) => new Promise<void>((arrived) => (awaited = { value, arrived })),
    async pull(): Promise<void> {
      const page = await pullOnce(caller, place);
      if (page.kind !== 'page') throw new Error(`a pull answered ${page.kind}`);
      place = { ...place, since: page.upto };
      const row = page.changes.findLast(({ collection, id }) => collection === 'job' && id === jobId)?.row;
      if (awaited && (row as { otRate?: number } | undefined)?.otRate === awaited.value) awaited.arrived();
    },
  };
}

async function follow(stream: Response, poked: () => Promise<void>): Promise<void> {
  const decoder = new TextDecoder();
  if (!stream.body) throw new Error('the stream has no body');
  for await (const part of stream.body) {
    if (decoder.decode(part, { stream: true }).includes('data:')) await poked();
  }
}
