import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TargetRow } from '#contract/rows/rows.ts';
import { keepAi } from '#server/ai/engines/first-engine.ts';
import { createSecrets } from '#server/kit/lib/secrets.ts';
import { aiJobs } from '#server/rules/runs/ai-questions.ts';
import { addCustomer } from '#server/seed/seed.ts';
import { type RunningStandIn, startStandIn } from '#tests/support/ai/start-stand-in.ts';
import { aStoredRule } from '#tests/support/factories/rule-factory.ts';
import { runJobs } from '#tests/support/run-jobs.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { PostingWorld } from '#tests/support/worlds/posting-world.ts';
import { feedOrders } from './feeds/feed-orders.ts';

let database: TestDatabase;
let world: PostingWorld;
let model: RunningStandIn;
const secrets = createSecrets(new Uint8Array(32).fill(1));
const titles = () => world.double.records.jobOrders.map((order) => order['title']);
const setAi = (ai: Parameters<typeof keepAi>[1]) => database.db.transaction().execute((tx) => keepAi({ db: tx, secrets }, ai));
const ask = () =>
  runJobs(database.db, aiJobs({ db: database.db, secrets, now: () => world.clock, log: pino({ level: 'silent' }) }));

beforeAll(async () => {
  database = await createTestDatabase();
  model = await startStandIn();
  await database.db.transaction().execute((tx) => addCustomer(tx, { name: 'Provider', provider: true }));
});
afterAll(async () => {
  await model.stop();
  await database.close();
});
beforeEach(async () => {
  world = await PostingWorld.make(database);
  model.says = { answer: { value: 'ICU nurse, nights' } };
  await setAi(model.settings);
  const rule = aStoredRule({ name: 'Title', actionType: 12, fieldId: 3, operand: 'A title for [City]', runOnExport: true });
  await world.writeRows({ collection: 'rule', row: rule });
});
afterEach(() => world.close());

test('[T16] a post waits for the AI’s answer, says so, and is sent with it', async () => {
  await world.wantedJobs(2);
  const posting = world.queue();
  await posting.runOnce();
  expect(titles()).toEqual([]);
  expect(await world.job()).toMatchObject({
    postState: 'wanted',
    posts: [{ words: 'Rule 21 “Title” asks an AI. The AI is asked when the job is posted.' }],
  });
  expect(await posting.runOnce()).toBe(0);
  expect(await ask()).toBe(1);
  expect(model.heard).toHaveLength(1);
  expect(await posting.runOnce()).toBe(2);
  expect(titles()).toEqual(['ICU nurse, nights', 'ICU nurse, nights']);
  expect(await world.job()).toMatchObject({ postState: 'done', title: expect.not.stringContaining('nights') as string });
});

test('an update of a job order waits for the answer to its new question', async () => {
  await world.wantedJobs(1);
  const posting = world.queue();
  await posting.runOnce();
  await ask();
  await posting.runOnce();
  model.says = { answer: { value: 'ICU nurse, days' } };
  await world.change({ city: 'Elko' });
  await posting.runOnce();
  expect(titles()).toEqual(['ICU nurse, nights']);
  expect((await world.posts())[0]).toMatchObject({
    state: 'done',
    words: expect.stringContaining('Not updated yet: Rule 21') as string,
  });
  await ask();
  await posting.runOnce();
  expect(titles()).toEqual(['ICU nurse, days']);
  expect((await world.posts())[0]).toMatchObject({ state: 'done', words: null });
});

test('without an AI the post is refused with the reason; so is one without an answer, and the next post asks again', async () => {
  await setAi(null);
  await world.wantedJobs(1);
  await world.queue().runOnce();
  expect((await world.posts())[0]).toMatchObject({
    state: 'failed',
    words: expect.stringMatching(/^Not sent: Rule 21 “Title” asks an AI. No AI is configured/) as string,
  });
  await setAi(model.settings);
  model.says = { status: 500 };
  for (const minutes of [0, 1, 5, 30, 120]) {
    world.later(minutes * 60 + 1);
    await ask();
  }
  const again = () => database.db.updateTable('post').set({ state: 'wanted', next_at: world.clock }).execute();
  await again();
  await world.queue().runOnce();
  expect((await world.posts())[0]?.words).toBe(
    'Not sent: Rule 21 “Title” asks an AI. The AI did not answer: The AI endpoint refused (500).',
  );
  // After five failures in a row the engine rests.
  world.later(61);
  model.says = { answer: { value: 'ICU nurse, nights' } };
  await ask();
  await again();
  await world.queue().runOnce();
  expect(titles()).toEqual(['ICU nurse, nights']);
});

test('a feed lists a job once the AI has answered', async () => {
  await world.wantedJobs(1);
  const target = { id: 1, typeId: 4, maps: ['facility'], canPost: true, disabled: false } as unknown as TargetRow;
  const read = async () => {
    const shown: (string | null)[] = [];
    for await (const { job } of feedOrders(database.db, world.customer, target, world.clock)) shown.push(job.title);
    return shown;
  };
  expect(await read()).toEqual([]);
  await ask();
  expect(await read()).toEqual(['ICU nurse, nights']);
});
