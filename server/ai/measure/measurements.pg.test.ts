import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { uploadDataset } from '#contract/ai/dataset.ts';
import { listAiMeasurements, listWrongRows, measureAiPrompt, WorseVersion } from '#contract/ai/measurements.ts';
import { type AiPrompt, promoteAiPrompt, saveAiPrompt } from '#contract/ai/prompts.ts';
import { operations } from '#domain/ai/operations.ts';
import { read } from '#domain/parsing/extract/extract.ts';
import { type AiWorld, addModel, aPromptDraft, startAiWorld } from '#tests/support/ai/ai-world.ts';
import { runJobs } from '#tests/support/run-jobs.ts';
import { measureJobs } from './measure-runs.ts';

let world: AiWorld;
let cust = 0;
let careful = 0;
let hasty = 0;
const texts = Array.from(
  { length: 160 },
  (_, i) => `Position ${i} at Unit ${i % 90}. Bill rate: $${60 + (i % 50)}/hr. Shift: 7a - 7p.`,
);

beforeAll(async () => {
  world = await startAiWorld();
  cust = world.service.people.north;
  careful = (await addModel(world, 'stand-in-careful')).id;
  hasty = (await addModel(world, 'stand-in-hasty', { priceIn: 1, priceOut: 1 })).id;
  const lines = texts.map((description) => {
    const { shift, rate } = read(description);
    return JSON.stringify({ description, settled: { shift, rate }, labels: [] });
  });
  const file = Buffer.from(lines.join('\n'));
  await world.service.call(uploadDataset, { cust, file, fileName: 'rows.jsonl' }, world.admin);
});
afterAll(() => world.close());
beforeEach(() => {
  world.model.says = null;
});

const properties = operations[1].properties.map(({ name }) => name);
const save = (over: object, extra = {}): Promise<AiPrompt> =>
  world.service.call(
    saveAiPrompt,
    { prompt: aPromptDraft({ operation: 1, prompt: 'Read shift and rate.', resultProperties: properties, ...over }), ...extra },
    world.admin,
  );
const measure = (id: number, version: number, over = {}) =>
  world.service.call(measureAiPrompt, { cust, id, version, split: 'test', ...over }, world.admin);
const run = () => runJobs(world.service.services.db, measureJobs(world.service.services));
const list = async (id: number) => (await world.service.call(listAiMeasurements, { id }, world.admin)).measurements;
const promote = (id: number, version: number, accept: string | null = null) =>
  world.service.send(promoteAiPrompt, { id, version, accept }, world.admin);

test('a version is measured on the test rows of a customer, and its wrong rows open', async () => {
  const { id } = await save({ modelId: hasty, description: 'Hasty' }, { stage: true });
  const { work } = await measure(id, 1);
  expect(work).toMatchObject({ kind: 'ai-measure', name: 'Measure version 1 of “Hasty”', subjectId: id });
  expect((await measure(id, 1)).message).toMatch(/being measured already/);
  await run();
  const [one] = await list(id);
  expect(one).toMatchObject({
    version: 1,
    split: 'test',
    model: 'stand-in-hasty',
    ownModel: true,
    standIn: true,
    customerId: cust,
  });
  if (!one) throw new Error('nothing was measured');
  const { figures } = one;
  expect(figures.rows).toBe(work?.total);
  expect(figures.whole.low).toBeLessThan(0.8);
  expect(figures.whole.high).toBeGreaterThan(0.8);
  expect(figures.cost).toBeGreaterThan(0);
  const wrong = await world.service.call(listWrongRows, { cust, id: one.id, page: 1 }, world.admin);
  expect(wrong.total).toBe(Math.round(figures.rows * (1 - (figures.whole.value ?? 0))));
  expect(wrong.rows[0]?.wrong).toEqual(['billRate']);
  expect(texts).toContain(wrong.rows[0]?.description);
  const calls = await world.service.services.db.selectFrom('ai_call').select('test').where('customer_id', '=', cust).execute();
  expect(calls).toEqual(Array.from({ length: figures.rows }, () => ({ test: true })));
});

test('a second measurement takes the place of the first; another model and the other part have their own', async () => {
  const { id } = await save({ modelId: careful, description: 'Careful' }, { stage: true });
  for (const over of [{}, {}, { modelId: hasty }, { split: 'dev' }]) {
    await measure(id, 1, over);
    await run();
  }
  const found = await list(id);
  expect(found.map(({ model, split, ownModel }) => [model, split, ownModel])).toEqual([
    ['stand-in-careful', 'dev', true],
    ['stand-in-hasty', 'test', false],
    ['stand-in-careful', 'test', true],
  ]);
});

test('an engine that asks to wait ends the run with words; what was answered is not asked again', async () => {
  const { id } = await save({ modelId: careful, description: 'Dear' }, { stage: true });
  await measure(id, 1);
  world.model.heard = [];
  world.model.faults.push('busy', 'busy', 'busy', 'busy');
  await run();
  const { run: ended, measurements } = await world.service.call(listAiMeasurements, { id }, world.admin);
  expect(ended).toMatchObject({
    state: 'failed',
    message: expect.stringMatching(/^Not measured: The AI endpoint refused \(429\)/),
  });
  expect(measurements).toEqual([]);
  const asked = world.model.heard.length;
  world.model.heard = [];
  await world.service.services.db.updateTable('ai_engine').set({ paused_until: null, failures: 0 }).execute();
  const { work } = await measure(id, 1);
  await run();
  const [one] = await list(id);
  expect(one?.figures.unanswered).toEqual({});
  expect([asked, world.model.heard.length]).toEqual([4, work?.total]);
});

test('a version that is worse on the test rows asks before it goes to production, with the rows that it loses', async () => {
  const { id } = await save({ modelId: careful, description: 'Versions' }, { assignedCustomerIds: [cust] });
  await save({ id, modelId: hasty, description: 'Versions' }, { stage: true, assignedCustomerIds: [cust] });
  expect((await promote(id, 2)).status).toBe(200);
  expect((await promote(id, 1)).status).toBe(200);
  for (const version of [1, 2]) {
    await measure(id, version);
    await run();
  }
  const refused = await promote(id, 2);
  expect(refused.status).toBe(409);
  const worse = WorseVersion.parse((refused.body as { current: unknown }).current);
  const [compared] = worse.comparisons;
  expect(worse.message).toMatch(
    /^Version 2 is worse than version 1, which is in production: of \d+ test rows of North Staffing it loses \d+/,
  );
  expect(compared?.lostRows).toHaveLength(compared?.lost ?? -1);
  expect(compared?.lost).toBeGreaterThan(compared?.won ?? 0);
  expect((await promote(id, 2, 'another token')).status).toBe(409);
  expect((await promote(id, 2, worse.token)).body).toMatchObject({ production: 2 });
  // The better one needs no confirmation.
  expect((await promote(id, 1)).status).toBe(200);
});

test.each([
  [{ version: 9 }, 404, ''],
  [{ cust: 'south' }, 400, 'no settled test row'],
  [{ modelId: 9999 }, 400, 'not connected'],
])('%o is refused', async (over, status, words) => {
  const { id } = await save({ modelId: careful, description: `Refused ${status} ${words}` }, { stage: true });
  const asked = { cust, id, version: 1, split: 'test' as const, ...over };
  const sent = { ...asked, cust: asked.cust === 'south' ? world.service.people.south : cust };
  const answer = await world.service.send(measureAiPrompt, sent, world.admin);
  expect(answer.status).toBe(status);
  expect(JSON.stringify(answer.body)).toContain(words);
});

test('only prompts for shift and bill rate are measured, and only by administrators of the provider', async () => {
  const other = await world.service.send(measureAiPrompt, { cust, id: 3, version: 1, split: 'test' }, world.admin);
  expect(other.body).toMatchObject({ fields: { id: expect.stringContaining('Shift and bill rate') } });
  const chief = await world.service.signIn('chief');
  const statuses = await Promise.all([
    world.service.send(measureAiPrompt, { cust, id: 3, version: 1, split: 'test' }, chief),
    world.service.send(listAiMeasurements, { id: 3 }, chief),
    world.service.send(listWrongRows, { cust, id: 1, page: 1 }, chief),
  ]);
  expect(statuses.map(({ status }) => status)).toEqual([403, 403, 403]);
  expect((await world.service.send(listWrongRows, { cust, id: 9999, page: 1 }, world.admin)).status).toBe(404);
  expect((await world.service.send(listAiMeasurements, { id: 9999 }, world.admin)).status).toBe(404);
});
