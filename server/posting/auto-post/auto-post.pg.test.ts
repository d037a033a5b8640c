import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { changeSource } from '#contract/mapping/sources.ts';
import { listActivity } from '#contract/people/activity.ts';
import { checkAutoPost, setAutoPost } from '#contract/posting/auto-post.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { SourceRow } from '#contract/rows/rows.ts';
import { stageJobs } from '#server/collecting/staging/stage-jobs.ts';
import { writeRows } from '#server/feed/publish.ts';
import { rowsOf } from '#server/kit/db/rows.ts';
import { aJob, aTarget } from '#tests/support/factories/job-factory.ts';
import { runJobs } from '#tests/support/run-jobs.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { autoPostJobs } from './follow-auto-post.ts';

let service: TestService;
let north = 0;
let chief: string;
beforeAll(async () => {
  service = await startTestService();
  north = service.people.north;
  chief = await service.signIn('chief');
  // Collected jobs get ids above those of the tests.
  await sql`select setval(pg_get_serial_sequence('job', 'id'), 1000)`.execute(service.services.db);
});
afterAll(() => service.close());

const target = aTarget({ maps: [] });
const place = { cust: 'me', id: 3, target: 1 } as const;
const source = (over: Partial<SourceRow> = {}): SourceRow => ({
  id: 3,
  name: 'Harbor VMS',
  alias: null,
  autoPost: false,
  aliases: [],
  members: [],
  ...over,
});
type Rows = Parameters<typeof writeRows>[2];
const write = (...rows: Rows) => service.services.db.transaction().execute((tx) => writeRows(tx, north, rows));
const job = (id: number, over: Partial<JobRow> = {}) =>
  ({ collection: 'job', row: aJob({ id, providerJobId: `J-${id}`, facilityMap: `F-${id}`, ...over }) }) as const;
const receipt = { targetId: 1, reference: 'R', externalId: null, words: 'No', at: '2026-11-20T12:00:00.000Z', tries: 1 };

/** Four open jobs of the source: two that may be posted, one on hold, one that the target refused. */
beforeEach(async () => {
  for (const table of ['post', 'auto_post_follow', 'job_history', 'job'])
    await sql`delete from ${sql.table(table)}`.execute(service.services.db);
  await write(
    { collection: 'target', row: target, extra: { settings: {} } },
    { collection: 'source', row: source() },
    job(1),
    job(2),
    job(3, { chgMap: 4 }),
    job(4, { posts: [{ ...receipt, state: 'failed' }] }),
  );
});

const follow = () => runJobs(service.services.db, autoPostJobs(service.services));
/** Every post of the queue: its job and who asked for it. */
const posts = async () =>
  (
    await service.services.db.selectFrom('post').select(['job_id', 'asked_by', 'state', 'generation']).orderBy('job_id').execute()
  ).map(({ job_id, ...post }) => ({ job: job_id, ...post }));
const posted = async () => (await posts()).map((post) => post.job);
const turnOn = async () => {
  const { seen } = await service.call(checkAutoPost, place, chief);
  return service.call(setAutoPost, { ...place, on: true, seen }, chief);
};
const change = async (id: number, over: Partial<JobRow>) => {
  const [row] = await rowsOf(service.services.db, north, 'job', { where: sql`id = ${id}` });
  await write({ collection: 'job', row: { ...(row as JobRow), ...over } });
};

test('it is turned on for what people saw: an old plan is refused with the new one, and nothing is posted', async () => {
  const plan = await service.call(checkAutoPost, place, chief);
  expect(plan).toMatchObject({
    target: 'Bullhorn',
    posts: 2,
    updates: 0,
    examples: [{ providerJobId: 'J-1', what: 'post' }, {}],
  });
  expect(plan.leftOut.map(({ code, jobs }) => [code, jobs])).toEqual([
    ['on_hold', 1],
    ['refused_before', 1],
  ]);
  await write(job(5));
  for (const seen of [plan.seen, undefined])
    expect(await service.send(setAutoPost, { ...place, on: true, ...(seen && { seen }) }, chief)).toMatchObject({
      status: 409,
      body: { current: { posts: 3 } },
    });
  await follow();
  expect(await posted()).toEqual([]);
  expect(await turnOn()).toEqual({ on: true, posts: 3 });
  await follow();
  expect(await posted()).toEqual([1, 2, 5]);
});

test('a job is posted once, by no one in person, however many processes follow; a held or refused one is not', async () => {
  await turnOn();
  await Promise.all([follow(), follow(), follow()]);
  expect(await posts()).toEqual([1, 2].map((id) => ({ job: id, asked_by: null, state: 'wanted', generation: 1 })));
  const { rows: history } = await sql<{ who: string; jobs: number }>`
    select who, count(distinct job_id)::int as jobs from job_history where how = 'posting' group by who`.execute(
    service.services.db,
  );
  expect(history).toEqual([{ who: 'Automatic posting', jobs: 2 }]);
  // What the target refuses is a person's to retry, and changes of the job do not post it again.
  await sql`update post set state = 'failed' where job_id = 1`.execute(service.services.db);
  await change(1, { posts: [{ ...receipt, state: 'failed' }], billRate: 99 });
  await change(4, { billRate: 99 });
  await follow();
  expect(await posts()).toMatchObject([{ job: 1, state: 'failed' }, { job: 2 }]);
});

test('jobs that come later are posted, and a held one once it is released', async () => {
  await turnOn();
  await follow();
  const { id: _id, ...plain } = aJob();
  const read = [{ ...plain, facility: 'Cedar Clinic', providerJobId: 'NEW-1', idDerived: false, record: 1, extra: {} }];
  await stageJobs(
    service.services.db,
    { customerId: north, taskId: null, sourceId: 3, source: 'Harbor VMS' },
    read,
    service.services,
  );
  await follow();
  expect(await posts()).toHaveLength(3);
  await change(3, { chgMap: 0 });
  await follow();
  expect(await posted()).toContain(3);
  const head = async () =>
    (await sql`select rev from customer_feed where customer_id = ${north}`.execute(service.services.db)).rows[0];
  await follow();
  const before = await head();
  await follow();
  expect(await head()).toEqual(before);
});

test('once it is off, nothing more is posted; saved off with the source, it forgets its targets', async () => {
  await turnOn();
  expect(await service.call(setAutoPost, { ...place, on: false }, chief)).toEqual({ on: false, posts: 0 });
  await follow();
  expect(await posted()).toEqual([]);
  await turnOn();
  const saved = { me: 'me', id: 3, name: 'Harbor VMS' } as const;
  await service.call(changeSource, { ...saved, autoPost: false }, chief);
  await service.call(changeSource, { ...saved, autoPost: true }, chief);
  await follow();
  expect(await posted()).toEqual([]);
  expect(await rowsOf(service.services.db, north, 'source')).toMatchObject([{ autoPost: true, autoPostTo: [] }]);
});

test('the same order of two sources waits for a choice, and is posted once the other order is withdrawn', async () => {
  const same = { degreeMap: 'D', specialtyMap: '101', shiftMap: 'N', facilityMap: 'F-9' };
  await write(
    { collection: 'source', row: source({ id: 4, name: 'Medefis' }) },
    job(8, { ...same, providerJobId: 'HV-204417' }),
    job(9, { ...same, providerJobId: 'MSP-204417', sourceId: 4, source: 'Medefis' }),
  );
  await turnOn();
  await follow();
  expect(await posted()).toEqual([1, 2]);
  await change(9, { status: 'Cancelled' });
  await follow();
  expect(await posted()).toEqual([1, 2, 8]);
});

test('a target that is off gets nothing until it is on; other people may not set it', async () => {
  await turnOn();
  await write({ collection: 'target', row: { ...target, disabled: true } });
  await follow();
  expect(await posted()).toEqual([]);
  await write({ collection: 'target', row: target });
  await follow();
  expect(await posted()).toEqual([1, 2]);
  const [viewer, stranger] = await Promise.all([service.signIn('viewer'), service.signIn('stranger')]);
  expect((await service.send(setAutoPost, { ...place, on: false }, viewer)).status).toBe(403);
  expect((await service.send(checkAutoPost, place, viewer)).status).toBe(403);
  expect((await service.send(setAutoPost, { ...place, on: false }, stranger)).status).toBe(404);
});

test('the history of the target, and of no other, names automatic posting', async () => {
  await turnOn();
  const linesOf = async (object: string, did?: 'work' | 'access') =>
    (await service.call(listActivity, { cust: 'me', kind: 'target', object, ...(did && { did }) }, chief)).lines;
  const [line] = await linesOf('1');
  expect(line?.sentence).toMatch(/turned automatic posting of the source “Harbor VMS” to the target “.+” on$/);
  expect(await linesOf('1', 'work')).toContainEqual(line);
  expect(await linesOf('1', 'access')).toEqual([]);
  expect(await linesOf('2')).toEqual([]);
});
