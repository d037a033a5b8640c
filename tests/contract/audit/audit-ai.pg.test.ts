import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAiCalls, readAiCallTexts } from '#contract/ai/calls.ts';
import { fillDataset, uploadDataset } from '#contract/ai/dataset.ts';
import { removeAiEngine, saveAiEngine } from '#contract/ai/engines.ts';
import { measureAiPrompt } from '#contract/ai/measurements.ts';
import { removeAiModel, saveAiModel } from '#contract/ai/models.ts';
import { promoteAiPrompt, removeAiPrompt, saveAiPrompt, testAiPrompt } from '#contract/ai/prompts.ts';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import { routes } from '#server/routes.ts';
import { type AiWorld, aPromptDraft, startAiWorld } from '#tests/support/ai/ai-world.ts';
import { changed, createLineReader, type LineReader } from './audit-lines.ts';
import { callsAboutAi } from './audited-elsewhere.ts';

// As audit.pg.test.ts, for the calls about AI: each is made once, and its line read.
let world: AiWorld;
let reader: LineReader;
beforeAll(async () => {
  world = await startAiWorld();
  reader = createLineReader(world.service);
});
afterAll(() => world.close());

const lineOf = (endpoint: Endpoint, args: Record<string, unknown>) => reader.lineOf(endpoint, args, world.admin);

test('audit lines of engines and models hold what changed, and never a key', async () => {
  const engine = { id: 0, name: 'Local', url: world.model.url, allow: [world.model.host], key: 'sk-canary-3' };
  const added = await lineOf(saveAiEngine, engine);
  expect(added).toMatchObject({ object_kind: 'aiEngine', detail: { name: 'Local', newKey: true } });
  expect(JSON.stringify(added)).not.toContain('canary');
  const engineId = Number(added.object_id);
  const model = await lineOf(saveAiModel, { id: 0, name: 'm-1', engineId, priceIn: 2 });
  expect(changed(model)).toMatchObject({ name: [null, 'm-1'], priceIn: [null, 2] });
  expect(await lineOf(removeAiModel, { id: Number(model.object_id) })).toMatchObject({
    detail: { name: 'm-1', engine: 'Local' },
  });
  expect(await lineOf(removeAiEngine, { id: engineId })).toMatchObject({ object_kind: 'aiEngine', detail: { name: 'Local' } });
});

test('audit lines of prompts name the version; that of a reading names the call', async () => {
  const { north } = world.service.people;
  const first = await lineOf(saveAiPrompt, { prompt: aPromptDraft(), assignedCustomerIds: [north] });
  expect(first).toMatchObject({ object_kind: 'aiPrompt', detail: { version: 1, staged: false } });
  const id = Number(first.object_id);
  const edited = { prompt: aPromptDraft({ id, temperature: 1 }), assignedCustomerIds: [north], stage: true };
  expect(changed(await lineOf(saveAiPrompt, edited))).toMatchObject({ temperature: [null, 1] });
  expect(changed(await lineOf(promoteAiPrompt, { id, version: 2 }))).toEqual({ production: [1, 2] });
  await world.service.call(testAiPrompt, { cust: north, id, text: 'Which floor? 4 West' }, world.admin);
  const { rows } = await world.service.call(listAiCalls, { cust: north }, world.admin);
  const read = await lineOf(readAiCallTexts, { cust: north, id: rows[0]?.id ?? 0 });
  expect(read).toMatchObject({ customer_id: north, object_kind: 'aiCall', object_id: String(rows[0]?.id) });
  expect(JSON.stringify(read)).not.toContain('4 West');
  expect(await lineOf(removeAiPrompt, { id })).toMatchObject({ detail: { name: 'Values for one customer' } });
});

test('audit lines of the dataset say how many descriptions came in, and hold no text of them', async () => {
  const { north } = world.service.people;
  expect(await lineOf(fillDataset, { cust: north })).toMatchObject({ customer_id: north, detail: { added: 0 } });
  const file = new TextEncoder().encode('{"description":"canary-nights"}\nno JSON');
  const line = await lineOf(uploadDataset, { cust: north, file, fileName: 'rows.jsonl' });
  expect(line).toMatchObject({ customer_id: north, detail: { added: 1, refusedLines: 1, fileName: 'rows.jsonl' } });
  expect(JSON.stringify(line)).not.toContain('canary');
});

test('the audit line of a measurement names version, part and number of rows, and holds no text of them', async () => {
  const { south } = world.service.people;
  const settled = { shift: null, rate: null };
  const rows = Array.from({ length: 30 }, (_, i) => JSON.stringify({ description: `canary-${i}`, settled }));
  const file = new TextEncoder().encode(rows.join('\n'));
  await world.service.call(uploadDataset, { cust: south, file, fileName: 'rows.jsonl' }, world.admin);
  const draft = aPromptDraft({ operation: 1, prompt: 'Read it.', resultProperties: ['billRate'] });
  const { id } = await world.service.call(saveAiPrompt, { prompt: draft, stage: true }, world.admin);
  const line = await lineOf(measureAiPrompt, { cust: south, id, version: 1, split: 'test' });
  expect(line).toMatchObject({
    customer_id: south,
    object_kind: 'aiPrompt',
    object_id: String(id),
    detail: { version: 1, split: 'test' },
  });
  expect(JSON.stringify(line)).not.toContain('canary');
});

test('every audited call about AI was made', () => {
  const audited = routes.filter(
    ({ endpoint, audit }) => callsAboutAi.has(endpoint) && audit !== null && !audit.startsWith('none: '),
  );
  expect(audited.filter(({ endpoint }) => !reader.done.has(endpoint)).map(({ endpoint }) => endpoint.route)).toEqual([]);
});
