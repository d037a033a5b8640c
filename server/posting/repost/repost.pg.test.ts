import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { checkRepost, listRepostSources, repostJobs } from '#contract/posting/repost.ts';
import { listLongWork, stopLongWork } from '#contract/system/long-work.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { aJob } from '#tests/support/factories/job-factory.ts';
import { runJobs } from '#tests/support/run-jobs.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { PostingWorld } from '#tests/support/worlds/posting-world.ts';
import { portionJobs } from '../planned/read-plan.ts';
import { repostHandlers } from './repost-run.ts';

let service: TestService;
let db: Db;
let admin: string;
let world: PostingWorld;
let place: { cust: number; targetId: number };
beforeAll(async () => {
  service = await startTestService();
  ({ db } = service.services);
  admin = await service.signIn('administrator');
});
afterAll(() => service.close());
afterEach(() => world.close());

const source = (id: number, name: string) => ({
  collection: 'source' as const,
  row: { id, name, alias: null, autoPost: false, aliases: [], members: [] },
});
const job = (id: number, over = {}) =>
  ({ collection: 'job', row: aJob({ id, providerJobId: `J-${id}`, facilityMap: '1000', ...over }) }) as const;

/** Two jobs that are in the ATS, one that is missing there, one on hold, and one of another source. */
beforeEach(async () => {
  await sql`delete from job`.execute(db);
  world = await PostingWorld.make({ db, url: service.databaseUrl, close: async () => undefined });
  place = { cust: world.customer, targetId: 1 };
  await world.wantedJobs(2);
  await world.queue().runOnce();
  await world.writeRows(
    source(3, 'Harbor VMS'),
    source(4, 'Medefis'),
    job(3, { startDate: '2027-02-01' }),
    job(4, { chgMap: 4 }),
    job(5, { sourceId: 4, source: 'Medefis', startDate: '2027-03-01' }),
  );
});

const sourceIds = [3];
const start = (more = {}) => service.call(repostJobs, { ...place, sourceIds, ...more }, admin);
const runAll = () => runJobs(db, repostHandlers(service.services));
const work = async () =>
  (await service.call(listLongWork, { cust: place.cust, since: '2020-01-01T00:00:00.000Z' }, admin)).works[0];
/** Sends what is queued. */
const send = async () => {
  // The queue's clock is that of the double's world.
  world.clock = new Date(service.services.now().getTime() + 600_000);
  await world.queue().runOnce();
};

test('a repost updates what the target has with every field, posts what is missing, and the target holds each once', async () => {
  expect(await service.call(listRepostSources, { cust: place.cust, target: 1 }, admin)).toEqual([
    { sourceId: 3, isChecked: false, name: 'Harbor VMS', openJobs: 4, postedJobs: 2 },
    { sourceId: 4, isChecked: false, name: 'Medefis', openJobs: 1, postedJobs: 0 },
  ]);
  const plan = await service.call(checkRepost, { ...place, sourceIds }, admin);
  expect(plan).toMatchObject({ target: 'Bullhorn', updates: 2, posts: 1, leftOut: [{ code: 'on_hold', jobs: 1 }] });
  // A person overwrote a value in the ATS.
  const [order] = world.double.records.jobOrders;
  if (!order) throw new Error('no job order');
  const { title } = order;
  order['title'] = 'Changed in the ATS';
  const begun = await start({ seen: plan.seen });
  expect(begun).toMatchObject({ status: 'queued', data: { kind: 'repost', total: 4, subjectId: 1, canUndo: false } });
  await runAll();
  await send();
  expect(await work()).toMatchObject({
    state: 'done',
    seen: 4,
    changed: 3,
    message: '2 jobs queued to update in Bullhorn, 1 to post, 1 left out',
  });
  expect(world.double.records.jobOrders).toHaveLength(3);
  expect(world.double.records.jobOrders[0]?.['title']).toEqual(title);
  expect((await world.posts()).map(({ job_id, state, generation }) => [job_id, state, generation])).toEqual([
    [1, 'done', 1],
    [2, 'done', 1],
    [3, 'done', 1],
  ]);
  // Once more: nothing is doubled.
  await start();
  await runAll();
  await send();
  expect((await work())?.message).toBe('3 jobs queued to update in Bullhorn, 0 to post, 1 left out');
  expect(world.double.records.jobOrders).toHaveLength(3);
});

test('an order that was deleted in the target is listed as failed, and not made again', async () => {
  // Both jobs were sent at once, so either can have the first id.
  const { externalJobId } = await world.job(1);
  const { jobOrders } = world.double.records;
  jobOrders.splice(
    jobOrders.findIndex(({ id }) => String(id) === externalJobId),
    1,
  );
  await start();
  await runAll();
  await send();
  expect(world.double.records.jobOrders).toHaveLength(2);
  expect((await world.job(1)).posts).toMatchObject([{ state: 'failed', words: expect.stringContaining('re-create it') }]);
});

test('the plan is named: other jobs than those that were seen are refused with the new plan', async () => {
  const { seen } = await service.call(checkRepost, { ...place, sourceIds }, admin);
  await world.writeRows(job(6, { startDate: '2027-04-01' }));
  expect(await service.send(repostJobs, { ...place, sourceIds, seen }, admin)).toMatchObject({
    status: 409,
    body: { current: { message: expect.stringContaining('have changed'), plan: { posts: 2 } } },
  });
  expect(await work()).toBeUndefined();
});

test('a request without sources, with an unknown one, or of a person who is no administrator is refused', async () => {
  expect(await service.send(repostJobs, { ...place, sourceIds: [] }, admin)).toMatchObject({
    status: 400,
    body: { fields: { sourceIds: 'Nothing selected' } },
  });
  for (const endpoint of [checkRepost, repostJobs])
    expect((await service.send(endpoint, { ...place, sourceIds: [3, 99] }, admin)).status).toBe(404);
  const chief = await service.signIn('chief');
  const own = { cust: service.people.north, targetId: 1, sourceIds };
  expect((await service.send(repostJobs, own, chief)).status).toBe(403);
  expect((await service.send(checkRepost, own, chief)).status).toBe(403);
  expect((await service.send(listRepostSources, { cust: service.people.north, target: 1 }, chief)).status).toBe(403);
});

test('a second repost waits for the first, and a stopped one keeps what it queued', async () => {
  const { data } = await start();
  expect((await service.send(repostJobs, { ...place, sourceIds }, admin)).status).toBe(409);
  await service.call(stopLongWork, { cust: place.cust, id: data.id }, admin);
  await runAll();
  expect(await work()).toMatchObject({ state: 'cancelled', changed: 0 });
  expect(await world.posts()).toHaveLength(2);
});

test('a process that ends in the middle leaves whole portions, and the next one goes on: each job is taken once', async () => {
  const isHeld = (n: number) => n >= 10 && n < portionJobs;
  const many = Array.from({ length: portionJobs + 20 }, (_, n) =>
    job(100 + n, { chgMap: isHeld(n) ? 4 : 0, facilityMap: `F-${n}` }),
  );
  await world.writeRows(...many);
  await start();
  // The clock is read when the run is claimed and once in each portion: the second portion breaks off before it commits.
  let reads = 0;
  const now = () => {
    reads++;
    if (reads > 2) throw Object.assign(new Error('the connection was lost'), { code: '08006' });
    return service.services.now();
  };
  await runJobs(db, repostHandlers({ ...service.services, log: pino({ level: 'silent' }), now }));
  expect(await work()).toMatchObject({ state: 'running', seen: portionJobs });
  const queued = async () => (await world.posts()).filter(({ job_id }) => job_id >= 100).length;
  expect(await queued()).toBe(10);
  await sql`update run set due_at = clock_timestamp(), lease_until = null`.execute(db);
  await runAll();
  expect(await work()).toMatchObject({
    state: 'done',
    seen: portionJobs + 24,
    message: '2 jobs queued to update in Bullhorn, 31 to post, 491 left out',
  });
  expect(await queued()).toBe(30);
});
