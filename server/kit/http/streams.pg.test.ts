import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import { endpoint } from '#contract/kit/endpoint.ts';
import { ok } from '#contract/kit/result.ts';
import { routes } from '#server/routes.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { type Handler, handle } from './handle.ts';

const base = {
  fails: [],
  needs: 'session',
  offline: 'online',
  about: 'For tests.',
  example: {},
  reply: z.object({}),
  args: z.object({}),
} as const;
const stream = endpoint('GET /api/test/stream', { ...base, raw: 'sse' });
const slow = endpoint('GET /api/test/slow', base);

let service: TestService;
let token: string;
let port: number;
/** How streams ended, in order. */
let ended: string[];

const handlers: Handler[] = [
  handle(stream, async (_args, { signal }) => ok({ body: events(signal) })),
  handle(slow, async () => {
    await new Promise((done) => setTimeout(done, 400));
    return ok({});
  }),
];
async function* events(signal: AbortSignal) {
  try {
    yield 'data: hello\n\n';
    await new Promise<void>((done) => signal.addEventListener('abort', () => done(), { once: true }));
  } finally {
    ended.push('ended');
  }
}

beforeEach(async () => {
  ended = [];
  service = await startTestService({ handlers: [...routes, ...handlers] });
  token = await service.signIn('recruiter');
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  port = (service.app.server.address() as AddressInfo).port;
});
afterEach(() => service.close());

/** Opens the event stream. `closed` settles when the service ends it. */
async function open() {
  const headers = { authorization: `Bearer ${token}` };
  return new Promise<{ first: string; closed: Promise<void>; leave: () => void }>((done, failed) => {
    const sent = request({ port, path: '/api/test/stream', headers }, (response) => {
      const closed = new Promise<void>((over) => response.once('close', over));
      response.once('data', (part: Buffer) => done({ first: part.toString(), closed, leave: () => sent.destroy() }));
    });
    sent.once('error', failed);
    sent.end();
  });
}

test('an event reaches the listener at once, uncompressed and unbuffered', async () => {
  const { first, leave } = await open();
  expect(first).toContain('data: hello');
  leave();
  await expect.poll(() => ended).toEqual(['ended']);
});

test('[D10.2] a user may have 20 streams open; one more is refused until another ends', async () => {
  const streams = await Promise.all(Array.from({ length: 20 }, () => open()));
  const more = () => fetch(`http://127.0.0.1:${port}/api/test/stream`, { headers: { authorization: `Bearer ${token}` } });
  const refused = await more();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30']);
  streams[0]?.leave();
  await expect.poll(() => ended.length).toBe(1);
  const { first, leave } = await open();
  expect(first).toContain('data: hello');
  leave();
  for (const stream of streams.slice(1)) stream.leave();
  await expect.poll(() => ended.length).toBe(21);
});

test('callers who leave before they are identified hold no stream', async () => {
  const { app, services } = service;
  const connections = () => new Promise<number>((done) => app.server.getConnections((_, count) => done(count)));
  const before = await connections();
  await services.db.transaction().execute(async (tx) => {
    // No one is identified as long as sessions cannot be read.
    await sql`lock table session in access exclusive mode`.execute(tx);
    const sent = Array.from({ length: 20 }, () =>
      request({ port, path: '/api/test/stream', headers: { authorization: `Bearer ${token}` } })
        .on('error', () => undefined)
        .end(),
    );
    await expect.poll(connections).toBe(before + 20);
    for (const each of sent) each.destroy();
    await expect.poll(connections).toBe(before);
  });
  // Each of them may have been counted after it had left.
  const streams = await Promise.all(Array.from({ length: 20 }, () => open()));
  for (const { leave } of streams) leave();
  await expect.poll(() => ended.length).toBeGreaterThanOrEqual(20);
});

test('[D3.1] a stream ends within five seconds of its session', async () => {
  const { closed } = await open();
  const since = Date.now();
  await service.services.db.updateTable('session').set({ ended_at: new Date() }).execute();
  await closed;
  expect(Date.now() - since).toBeLessThan(5500);
  expect(ended).toEqual(['ended']);
});

test('a stop ends streams at once and lets running calls finish', async () => {
  const { closed } = await open();
  const underWay = fetch(`http://127.0.0.1:${port}/api/test/slow`, { headers: { authorization: `Bearer ${token}` } });
  await new Promise((done) => setTimeout(done, 100));
  const since = Date.now();
  await service.drain();
  expect((await underWay).status).toBe(200);
  await closed;
  expect(Date.now() - since).toBeLessThan(3000);
  await expect(fetch(`http://127.0.0.1:${port}/api/health`)).rejects.toThrow('fetch failed');
});
