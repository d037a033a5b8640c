import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { errorName } from '#contract/rows/error-kinds.ts';
import { shipCrawlers } from '#server/collecting/crawlers/crawler-setups.ts';
import { writeRows } from '#server/feed/publish.ts';
import type { PostAnswer } from '#server/targets/adapter/target-adapter.ts';
import { newTask as task } from '#tests/support/factories/task-factory.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { collectNow, feedPorts } from '#tests/support/worlds/collect-now.ts';
import { idleAdapter, PostingWorld } from '#tests/support/worlds/posting-world.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await shipCrawlers(database.db);
});
afterAll(() => database.close());
beforeEach(() => database.db.deleteFrom('error_event').execute());

const header = 'Job ID,Facility,City,State,Degree,Specialty,Bill Rate\n';

/** The errors of a customer: kind, how many, crawler, and what failed. */
async function errorsOf(customerId: number) {
  const { rows } = await sql<{ code: number; times: number; crawlerId: number | null; about: string; words: string }>`
    select code, times, crawler_id as "crawlerId", about, words from error_event where customer_id = ${customerId} order by id`.execute(
    database.db,
  );
  return rows.map(({ code, ...row }) => ({ kind: errorName(code), ...row }));
}

test('a run that fails, and the rows that a run refuses, count for their crawler; a run without errors counts none', async () => {
  const { db } = database;
  const { id: customerId } = await db.insertInto('customer').values({ name: 'Agency' }).returning('id').executeTakeFirstOrThrow();
  await db.transaction().execute((tx) =>
    writeRows(tx, customerId, [
      { collection: 'source', row: { id: 1, name: 'Vendor', alias: 'Vendor', autoPost: false, aliases: [], members: [] } },
      { collection: 'task', row: { ...task, id: 1, name: 'Daily feed', sourceId: 1 }, extra: { settings: {} } },
    ]),
  );
  let answer: string | { readonly status: number } = `${header}J-1,Mercy Hospital,Reno,NV,RN,ICU,70.00\n`;
  const run = () =>
    collectNow(
      feedPorts(db, () => answer),
      { customerId, taskId: 1 },
    );
  expect(await run()).toMatchObject({ ok: true });
  expect(await errorsOf(customerId)).toEqual([]);
  answer = `${answer}J-2,Mercy Hospital,Reno,NV,RN,ICU,-5\nJ-3,Mercy Hospital,Reno,NV,RN,ICU,-6\n`;
  await run();
  expect(await errorsOf(customerId)).toContainEqual({
    kind: 'Row refused',
    times: 2,
    crawlerId: task.crawlerId,
    about: 'Task “Daily feed”',
    words: expect.any(String),
  });
  await db.deleteFrom('error_event').execute();
  answer = { status: 401 };
  await run();
  expect(await errorsOf(customerId)).toEqual([
    { kind: 'Sign-in refused', times: 1, crawlerId: task.crawlerId, about: 'Task “Daily feed”', words: expect.any(String) },
  ]);
});

test('what a target refuses, does not confirm or cannot take now counts for posting, and a post that is done does not', async () => {
  const world = await PostingWorld.make(database);
  const answers: PostAnswer[] = [
    { kind: 'later', words: 'The target is being serviced.' },
    { kind: 'unknown', words: 'No answer.' },
    { kind: 'refused', words: 'The client is inactive.' },
    { kind: 'done', externalId: '7', words: null },
  ];
  await world.wantedJobs(4);
  const adapter = {
    ...idleAdapter,
    post: async () => answers.shift() ?? { kind: 'done' as const, externalId: '8', words: null },
  };
  await world.queue({ adapter }).runOnce();
  const errors = await errorsOf(world.customer);
  await world.close();
  const listed = errors.map(({ kind, words }) => `${kind}: ${words}`);
  expect(listed.sort((one, other) => one.localeCompare(other))).toEqual([
    'Post failed: The client is inactive.',
    'Post in doubt: No answer.',
    'Target not reachable: The target is being serviced.',
  ]);
  expect(errors[0]?.about).toMatch(/^Job \d, target 1$/);
});
