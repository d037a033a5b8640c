import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkPostedJobs } from '#contract/posting/posting.ts';
import { checkReprocess, reprocessJobs } from '#contract/rules/rule-runs.ts';
import { writeRows } from '#server/feed/publish.ts';
import { aJob } from '#tests/support/factories/job-factory.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';

// A poll asks for jobs or runs by id; it answers for every customer that the caller may see.
let service: TestService;
let run: number;
const jobId = 41;
const pendingId = 42;

beforeAll(async () => {
  service = await startTestService();
  const { db } = service.services;
  const { north, south, viewer } = service.people;
  const job = (id: number) =>
    ({ collection: 'job', row: aJob({ id, providerJobId: `S-${id}` }), extra: { collected: {} } }) as const;
  await db.transaction().execute((tx) => writeRows(tx, south, [job(jobId), job(pendingId)]));
  const post = { customer_id: south, target_id: 1, next_at: new Date() };
  const posts = [
    { ...post, job_id: jobId, reference: 'R41', state: 'done' as const },
    { ...post, job_id: pendingId, reference: 'R42', state: 'wanted' as const },
  ];
  await db.insertInto('post').values(posts).execute();
  await db.updateTable('app_user').set({ role_id: 1 }).where('id', '=', viewer).execute();
  await db
    .insertInto('user_link')
    .values({ customer_id: north, user_id: viewer, linked_customer_id: south, agreed_at: new Date() })
    .execute();
  run = (await service.call(reprocessJobs, { cust: south, mode: '1', ids: [jobId] }, await service.signIn('administrator'))).id;
});
afterAll(() => service.close());

const posted = { processedJobIds: [jobId], unprocessedJobIds: [pendingId] };
const ids = [jobId, pendingId];

describe.each(['administrator', 'viewer'] as const)('polls of the %s for another customer', (who) => {
  test('answer for its posted jobs', async () => {
    expect(await service.call(checkPostedJobs, { ids }, await service.signIn(who))).toEqual(posted);
  });
  test('answer for its runs of rules', async () => {
    expect(await service.call(checkReprocess, { ids: String(run) }, await service.signIn(who))).toMatchObject([{ id: run }]);
  });
});

test('polls tell no one else about the jobs and runs of a customer', async () => {
  const chief = await service.signIn('chief');
  expect(await service.call(checkPostedJobs, { ids }, chief)).toEqual({ processedJobIds: [], unprocessedJobIds: [] });
  expect(await service.call(checkReprocess, { ids: String(run) }, chief)).toEqual([]);
});

test('a link that was not agreed to, or ended, shows nothing', async () => {
  const { db } = service.services;
  await db.updateTable('user_link').set({ agreed_at: null }).where('user_id', '=', service.people.viewer).execute();
  expect(await service.call(checkReprocess, { ids: String(run) }, await service.signIn('viewer'))).toEqual([]);
});
