import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type EvalArgs, evaluate } from '#bench/ai/evaluate.ts';
import { type AiPrompt, saveAiPrompt } from '#contract/ai/prompts.ts';
import { operations } from '#domain/ai/operations.ts';
import { read } from '#domain/parsing/extract/extract.ts';
import { type AiWorld, addModel, aPromptDraft, startAiWorld } from '#tests/support/ai/ai-world.ts';
import { rootKey } from '#tests/support/test-people.ts';

let world: AiWorld;
let prompt: AiPrompt;
beforeAll(async () => {
  world = await startAiWorld();
  const model = await addModel(world, 'stand-in-hasty', { priceIn: 1, priceOut: 1 });
  const resultProperties = operations[1].properties.map(({ name }) => name);
  const draft = { operation: 1, prompt: 'Read shift and rate.', resultProperties, modelId: model.id };
  prompt = await world.service.call(saveAiPrompt, { prompt: aPromptDraft(draft), stage: true }, world.admin);
});
afterAll(() => world.close());
afterEach(() => vi.unstubAllEnvs());

const texts = Array.from({ length: 24 }, (_, i) => `Position ${i}. Bill rate: $${60 + i}/hr. Shift: 7a - 7p.`);
const dataset = texts
  .map((description, i) => {
    const { shift, rate } = read(description);
    return JSON.stringify({ id: String(i + 1), description, split: 'test', settled: { shift, rate } });
  })
  .join('\n');

/** `npm run -s ai:eval` with the settings of a service that runs. */
function run(over: Partial<EvalArgs> = {}): Promise<string[]> {
  vi.stubEnv('DATABASE_URL', world.service.databaseUrl);
  vi.stubEnv('JOBDOCK_MASTER_KEY', Buffer.from(rootKey).toString('hex'));
  return evaluate({
    file: 'd.jsonl',
    text: dataset,
    split: 'all',
    engine: '1',
    prompt: String(prompt.id),
    version: '1',
    ...over,
  });
}
const calls = () =>
  world.service.services.db
    .selectFrom('ai_call')
    .select(['test', 'outcome', 'customer_id'])
    .where('prompt_id', '=', prompt.id)
    .execute();

test('an engine of the running service is measured by a version of a prompt, and each call is in its log', async () => {
  const lines = await run();
  expect(lines[0]).toMatch(
    new RegExp(`^prompt ${prompt.id}, version 1, by stand-in-hasty of .+ \\(stand-in, not a model\\): 24 rows of d.jsonl$`),
  );
  const [, wrong] = /Wrong rows: (\d+)/.exec(lines.join('\n')) ?? [];
  // One mistake in about five descriptions.
  expect(Number(wrong)).toBeGreaterThan(0);
  expect(Number(wrong)).toBeLessThan(14);
  const logged = await calls();
  expect(logged).toHaveLength(24);
  expect(logged.every(({ test: isTest, outcome }) => isTest && outcome === 'answered')).toBe(true);
  const provider = await world.service.services.db
    .selectFrom('customer')
    .select('id')
    .where('provider', '=', true)
    .executeTakeFirstOrThrow();
  expect(new Set(logged.map(({ customer_id }) => customer_id))).toEqual(new Set([provider.id]));
  const engine = await world.service.services.db
    .selectFrom('ai_engine')
    .select('name')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow();
  expect((await run({ engine: engine.name.toUpperCase(), version: undefined }))[0]).toBe(lines[0]);
});

test('an engine, a prompt or a version that the service does not have is named', async () => {
  await expect(run({ engine: 'nothing' })).rejects.toThrow(/There is no engine nothing\. Use “/);
  await expect(run({ prompt: '999' })).rejects.toThrow('There is no prompt 999 with a version 1.');
  await expect(run({ version: '9' })).rejects.toThrow(`There is no prompt ${prompt.id} with a version 9.`);
});

test('an engine that is paused ends the measurement with its reason', async () => {
  await world.service.services.db
    .updateTable('ai_engine')
    .set({ paused_until: new Date(Date.now() + 600_000) })
    .where('id', '=', 1)
    .execute();
  await expect(run()).rejects.toThrow(/^Stopped after 0 of 24 rows: /);
});
