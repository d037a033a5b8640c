import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { checkPostedJobs, checkPostedJobsIn, decidePost } from '#contract/posting/posting.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import { writeRows } from '#server/feed/publish.ts';
import { aJob, aTarget } from '#tests/support/factories/job-factory.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';

const states = { 1: 'wanted', 2: 'unknown', 3: 'human', 4: 'failed', 5: 'done' } as const;
const receipt = { targetId: 1, externalId: null, words: null, at: '2026-11-20T12:00:00.000Z', tries: 1 };

let service: TestService;
let chief: string;
let stranger: string;
let viewer: string;
beforeAll(async () => {
  service = await startTestService();
  [chief, stranger, viewer] = await Promise.all([service.signIn('chief'), service.signIn('stranger'), service.signIn('viewer')]);
});
afterAll(() => service.close());

/** Five jobs with a post each, one in every state that a person sees. */
beforeEach(async () => {
  const { db, now } = service.services;
  const { north } = service.people;
  const at = now().toISOString();
  await db.deleteFrom('post').execute();
  await db.transaction().execute((tx) =>
    writeRows(tx, north, [
      { collection: 'target', row: aTarget({ maps: [] }), extra: { settings: {} } },
      { collection: 'target', row: aTarget({ id: 2, typeId: 4, name: 'Feed', maps: [] }), extra: { settings: {} } },
      ...Object.entries(states).map(([id, state]) => {
        const post = { ...receipt, state, reference: `R${id}` };
        return { collection: 'job' as const, row: aJob({ id: Number(id), providerJobId: `J-${id}`, posts: [post] }) };
      }),
    ]),
  );
  for (const [id, state] of Object.entries(states)) {
    const post = { customer_id: north, target_id: 1, job_id: Number(id), reference: `R${id}`, state };
    await db
      .insertInto('post')
      .values({ ...post, next_at: at, created_at: at, updated_at: at })
      .execute();
  }
});

async function postOf(jobId: number) {
  const row = await service.services.db
    .selectFrom('job')
    .select('row')
    .where('customer_id', '=', service.people.north)
    .where('id', '=', jobId)
    .executeTakeFirstOrThrow();
  return (row.row as JobRow).posts[0];
}

test('the jobs asked for are split into those that are settled and those in progress', async () => {
  const ids = [1, 2, 3, 4, 5, 99];
  const reply = await service.call(checkPostedJobs, { ids }, chief);
  expect(reply.processedJobIds.toSorted((a, b) => a - b)).toEqual([3, 4, 5]);
  expect(reply.unprocessedJobIds.toSorted((a, b) => a - b)).toEqual([1, 2]);
  expect(await service.call(checkPostedJobs, { ids }, stranger)).toEqual({ processedJobIds: [], unprocessedJobIds: [] });
  expect((await service.call(checkPostedJobsIn, { mode: 'failed', ids }, chief)).processedJobIds).toEqual([4]);
  const all = await service.call(checkPostedJobsIn, { mode: 'all', ids }, chief);
  expect(all.processedJobIds.toSorted((a, b) => a - b)).toEqual([3, 4, 5]);
  expect((await service.send(checkPostedJobsIn, { mode: 'some', ids }, chief)).status).toBe(400);
});

test('a person confirms a post found in the ATS, or has a missing one sent again', async () => {
  const at = { cust: 'me', target: 1 } as const;
  expect(await service.send(decidePost, { ...at, job: 3, choice: 'there' }, chief)).toMatchObject({
    status: 400,
    body: { fields: { externalId: expect.any(String) } },
  });
  expect(await service.call(decidePost, { ...at, job: 3, choice: 'there', externalId: '9001' }, chief)).toEqual({
    state: 'done',
  });
  expect(await postOf(3)).toMatchObject({ state: 'done', externalId: '9001' });
  expect(await service.call(decidePost, { ...at, job: 4, choice: 'again' }, chief)).toEqual({ state: 'wanted' });
  expect(await postOf(4)).toMatchObject({ state: 'wanted' });
});

test('a post in progress or done cannot be decided, nor one that does not exist or belongs to another customer', async () => {
  const at = { cust: 'me', target: 1, choice: 'again' } as const;
  for (const job of [1, 2, 5]) {
    expect(await service.send(decidePost, { ...at, job }, chief)).toMatchObject({
      status: 409,
      body: { current: { state: states[job as keyof typeof states] } },
    });
  }
  expect((await service.send(decidePost, { ...at, job: 99 }, chief)).status).toBe(404);
  expect((await service.send(decidePost, { ...at, job: 3 }, stranger)).status).toBe(404);
  expect((await service.send(decidePost, { ...at, job: 3 }, viewer)).status).toBe(403);
  expect(await postOf(3)).toMatchObject({ state: 'human' });
});
