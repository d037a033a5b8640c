import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { endpoint } from '#contract/kit/endpoint.ts';
import { ok } from '#contract/kit/result.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { handle } from '../http/handle.ts';
import { handleJobs } from '../queue/job-handler.ts';
import { defineQueue, sendJob } from '../queue/queue.ts';
import { createWorker } from '../queue/worker.ts';
import { nameWork } from './work-id.ts';

let lines: Record<string, unknown>[] = [];
const log = pino(
  { base: null, timestamp: false, mixin: nameWork },
  { write: (text: string) => void lines.push(JSON.parse(text) as Record<string, unknown>) },
);

const base = { fails: ['conflict'], needs: 'public', offline: 'online', about: 'For tests.' } as const;
const empty = { reply: z.object({}), example: {} };
const fails = endpoint('GET /api/test/fails', { ...base, ...empty, args: z.object({}) });
const says = endpoint('POST /api/test/says', { ...base, ...empty, args: z.object({ words: z.string() }) });
const handlers = [
  handle(fails, async () => {
    throw new Error('no');
  }),
  handle(says, { audit: 'none: for tests' }, async ({ words }, { services }) => {
    await sql`select 1`.execute(services.db);
    services.log.warn(words);
    return ok({});
  }),
];

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ handlers, log });
});
afterAll(() => service.close());
const linesOf = (id: string) => lines.filter(({ reqId }) => reqId === id).map(({ msg }) => msg);

test('the caller’s ID is in the answer, in its error and in the log', async () => {
  const headers = { 'x-request-id': 'caller-0001' };
  const answer = await service.app.inject({ url: '/api/test/fails', headers });
  expect(answer.headers['x-request-id']).toBe('caller-0001');
  expect(answer.json()).toEqual({ kind: 'server', ref: 'caller-0001' });
  expect(linesOf('caller-0001')).toEqual(['a call failed']);
});

test('lines of handlers name their request, each its own, after the body was read and the database answered', async () => {
  const ids = ['request-1', 'request-2', 'request-3'];
  const send = (id: string) =>
    service.app.inject({
      method: 'POST',
      url: '/api/test/says',
      payload: { words: `of ${id}` },
      headers: { 'x-request-id': id },
    });
  const answers = await Promise.all(ids.map(send));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  for (const id of ids) expect(linesOf(id)).toEqual([`of ${id}`]);
});

test('an ID that is no plain token is replaced; every kind of answer has one', async () => {
  const made = /^[\da-f-]{36}$/;
  for (const url of ['/api/test/fails', '/api/nothing', '/api/%zz', '/api/health', '/nowhere.js']) {
    const answer = await service.app.inject({ url, headers: { 'x-request-id': 'a b"c' } });
    expect([url, answer.headers['x-request-id']]).toEqual([url, expect.stringMatching(made)]);
  }
});

test('lines of a job name the job', async () => {
  const { db } = service.services;
  await sql`select pgboss.create_queue('test-ids', '{"policy": "standard"}')`.execute(db);
  const queue = defineQueue<{ customerId: number }>('test-ids', { tries: 1, retrySeconds: 60 });
  const carryOut = async () => {
    await wait(1);
    log.info('at work');
    throw new Error('no');
  };
  await sendJob(db, queue, { customerId: 1 });
  const { rows } = await sql<{ id: string }>`select id from pgboss.job where name = 'test-ids'`.execute(db);
  const worker = createWorker(db, log, [handleJobs(queue, { atOnce: 1, carryOut })]);
  lines = [];
  await worker.runOnce();
  await worker.stop();
  expect(rows).toHaveLength(1);
  expect(lines.map(({ jobId, msg }) => [jobId, msg])).toEqual([
    [rows[0]?.id, 'at work'],
    [rows[0]?.id, 'a job failed'],
  ]);
});
