import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { endpoint } from '#contract/kit/endpoint.ts';
import { ok } from '#contract/kit/result.ts';
import { rightIds } from '#contract/kit/rights.ts';
import { readRole, saveRoleRights } from '#contract/people/roles.ts';
import { pushMutations, sendHello } from '#contract/sync/sync.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { routes } from '#server/routes.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { laneId, mutation, stage } from '#tests/support/worlds/sync-world.ts';

/** How often a right is taken: 12, or the value of `RIGHTS_TAKEN` (the long form). Each sixth time another process takes it. */
const takings = Number(process.env['RIGHTS_TAKEN'] ?? 12);
const mostMilliseconds = 5000;
const roleId = 3;
const right = rightIds['jobs.hold'];

const base = {
  args: z.object({}),
  reply: z.object({}),
  fails: [],
  needs: 'jobs.hold',
  offline: 'online',
  about: 'For tests.',
  example: {},
} as const;
const work = endpoint('GET /api/test/work', base);
const stream = endpoint('GET /api/test/stream', { ...base, raw: 'sse' });
async function* events(signal: AbortSignal) {
  yield 'data: hello\n\n';
  await new Promise<void>((done) => signal.addEventListener('abort', () => done(), { once: true }));
}
const handlers: Handler[] = [
  handle(work, async () => ok({})),
  handle(stream, async (_args, { signal }) => ok({ body: events(signal) })),
];

let service: TestService;
let administrator: string;
let recruiter: string;
let rights: number[];
const clientId = laneId('taken');
beforeAll(async () => {
  service = await startTestService({ handlers: [...routes, ...handlers] });
  await stage(service.services.db, service.people.north, 5);
  [administrator, recruiter] = [await service.signIn('administrator'), await service.signIn('recruiter')];
  rights = (await service.call(readRole, { id: roleId }, administrator)).rights.map(({ rightId }) => rightId);
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  const hello = { protocol: 1, clientId, customerId: service.people.north, deviceLabel: 'Phone', appVersion: '0.1.0' };
  await service.call(sendHello, { ...hello, unsent: 0, oldestUnsentAt: null, persisted: true }, recruiter);
});
afterAll(() => service.close());

/** Opens the stream. Settles once it has sent something; `closed` settles when the service ends it. */
function open(): Promise<{ closed: Promise<void> }> {
  const { port } = service.app.server.address() as AddressInfo;
  const headers = { authorization: `Bearer ${recruiter}` };
  return new Promise((done, failed) => {
    const sent = request({ port, path: '/api/test/stream', headers }, (response) => {
      if (response.statusCode !== 200) failed(new Error(`the stream was refused with ${response.statusCode}`));
      const closed = new Promise<void>((over) => response.once('close', over));
      response.once('data', () => done({ closed }));
    });
    sent.once('error', failed);
    sent.end();
  });
}

/** Repeats something until it says that the right is gone. Returns the milliseconds since `from`. */
async function untilGone(from: number, isGone: () => Promise<boolean>): Promise<number> {
  while (!(await isGone())) {
    if (performance.now() - from > 30_000) throw new Error('the right was never gone');
    await pause(10);
  }
  return performance.now() - from;
}

let seq = 0;
async function isPushRefused(): Promise<boolean> {
  const change = mutation(++seq, 'job.hold.v1', { ids: [(seq % 5) + 1] }, { createdAt: new Date().toISOString() });
  const push = { protocol: 1, clientId, customerId: service.people.north, mutations: [change] };
  const reply = await service.call(pushMutations, push, recruiter);
  if (reply.kind !== 'done') throw new Error(`a push was answered with ${reply.kind}`);
  const [outcome] = reply.outcomes;
  return outcome?.outcome === 'rejected' && outcome.code === 'forbidden';
}

const setRights = (now: readonly number[]) => service.call(saveRoleRights, { id: roleId, rights: [...now] }, administrator);

/** As the call does it, but in a process whose memory this one does not share. */
async function elsewhere(now: readonly number[]): Promise<void> {
  const { db } = service.services;
  await db
    .updateTable('role')
    .set({ rights: [...now] })
    .where('id', '=', roleId)
    .execute();
  await db
    .updateTable('app_user')
    .set({ rights: [...now] })
    .where('role_id', '=', roleId)
    .execute();
}

test('a right that is taken is gone for calls, open streams and changes of an outbox within five seconds', async () => {
  const greatest = { call: 0, stream: 0, push: 0 };
  for (let i = 1; i <= takings; i++) {
    await setRights(rights);
    await expect.poll(async () => (await service.send(work, {}, recruiter)).status).toBe(200);
    const { closed } = await open();
    expect(await isPushRefused()).toBe(false);
    const from = performance.now();
    const taken = (i % 6 === 0 ? elsewhere : setRights)(rights.filter((id) => id !== right));
    const [call, ended, push] = await Promise.all([
      untilGone(from, async () => (await service.send(work, {}, recruiter)).status === 403),
      closed.then(() => performance.now() - from),
      untilGone(from, isPushRefused),
    ]);
    await taken;
    greatest.call = Math.max(greatest.call, call);
    greatest.stream = Math.max(greatest.stream, ended);
    greatest.push = Math.max(greatest.push, push);
  }
  const figures = Object.entries(greatest).map(([what, ms]) => `${what} ${Math.round(ms)} ms`);
  console.info(`${takings} rights taken; greatest delays: ${figures.join(', ')}`);
  expect(Math.max(...Object.values(greatest))).toBeLessThan(mostMilliseconds);
}, 7_200_000);
