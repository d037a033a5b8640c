import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { uploadDataset } from '#contract/ai/dataset.ts';
import {
  type AiPrompt,
  listAiPrompts,
  listPromptCustomers,
  promoteAiPrompt,
  readAiPrompt,
  removeAiPrompt,
  saveAiPrompt,
  testAiPrompt,
} from '#contract/ai/prompts.ts';
import { listPrompts } from '#contract/rules/rule-drafts.ts';
import { rowsOf } from '#server/kit/db/rows.ts';
import { type AiWorld, addModel, aPromptDraft, startAiWorld } from '#tests/support/ai/ai-world.ts';
import { aDescription } from '#tests/support/factories/dataset-factory.ts';

let world: AiWorld;
let north = 0;
let south = 0;
beforeAll(async () => {
  world = await startAiWorld();
  ({ north, south } = world.service.people);
});
afterAll(() => world.close());
beforeEach(() => {
  world.model.heard = [];
  world.model.says = null;
});

type Extra = { assignedCustomerIds?: number[]; stage?: boolean; note?: string; basedOn?: number };
const args = (over: object, extra: Extra) => ({ prompt: aPromptDraft(over), ...extra });
const save = (over: object, extra: Extra = {}): Promise<AiPrompt> =>
  world.service.call(saveAiPrompt, args(over, extra), world.admin);
const refused = async (over: object, extra: Extra = {}) =>
  (await world.service.send(saveAiPrompt, args(over, extra), world.admin)).body as { fields: Record<string, string> };
const list = async (over = {}) =>
  (await world.service.call(listAiPrompts, { perPage: 1000, page: 1, ...over }, world.admin)).rows;
const read = (id: number) => world.service.call(readAiPrompt, { id }, world.admin);

test('the instructions that were code are the first versions of three prompts, which answer all customers', async () => {
  const rows = await list();
  expect(rows.map(({ id, operation, production, customers }) => [id, operation, production, customers])).toEqual([
    [2, 2, 1, []],
    [3, 3, 1, []],
    [1, 100, 1, []],
  ]);
  expect((await read(1)).versions[0]?.prompt).toContain('Operators: {{operators}}.');
  const chief = await world.service.signIn('chief');
  const hints = await world.service.call(listPrompts, { cust: 'me' }, chief);
  expect(hints.map(({ id, operationType, output, engine }) => [id, operationType, output, engine])).toEqual([
    [2, 2, 'mapping', 'ai'],
    [3, 3, 'value', 'ai'],
    [1, 100, 'rule', 'ai'],
  ]);
});

test('every save is a version with author and words; staged ones wait, and any goes into production in one call', async () => {
  const first = await save({}, { assignedCustomerIds: [north] });
  expect(first).toMatchObject({ version: 1, production: 1, model: 'test-1', customers: [{ id: north, name: 'North Staffing' }] });
  const second = await save(
    { id: first.id, prompt: 'Give {{field}} now.' },
    { assignedCustomerIds: [north], stage: true, note: 'Shorter' },
  );
  expect(second).toMatchObject({ version: 2, production: 1 });
  const { versions } = await read(first.id);
  expect(versions.map(({ version, by, note }) => [version, by, note])).toEqual([
    [2, 'The administrator', 'Shorter'],
    [1, 'The administrator', ''],
  ]);
  const promote = (version: number) => world.service.call(promoteAiPrompt, { id: first.id, version }, world.admin);
  expect(await promote(2)).toMatchObject({ production: 2 });
  expect(await promote(1)).toMatchObject({ production: 1 });
  expect((await world.service.send(promoteAiPrompt, { id: first.id, version: 9 }, world.admin)).status).toBe(404);
  expect(await world.service.call(listPromptCustomers, { id: first.id }, world.admin)).toEqual([
    { id: north, name: 'North Staffing' },
  ]);
  const late = await world.service.send(saveAiPrompt, args({ id: first.id }, { basedOn: 1 }), world.admin);
  expect(late.status).toBe(409);
  expect(await world.service.call(removeAiPrompt, { id: first.id }, world.admin)).toEqual({
    description: 'Values for one customer',
  });
  for (const call of [readAiPrompt, listPromptCustomers, removeAiPrompt])
    expect((await world.service.send(call, { id: first.id }, world.admin)).status).toBe(404);
  expect((await world.service.send(saveAiPrompt, args({ id: first.id }, {}), world.admin)).status).toBe(404);
});

test('numbers are corrected as documented: text becomes none, negatives positive, a temperature above 1 becomes 1', async () => {
  const { id } = await save({ temperature: '-0.4', minRequestLength: '-12' }, { stage: true });
  expect(await read(id)).toMatchObject({ temperature: 0.4, minRequestLength: 12 });
  await save({ id, temperature: 7, minRequestLength: 0 }, { stage: true });
  expect(await read(id)).toMatchObject({ temperature: 1, minRequestLength: null });
  await save({ id, temperature: 'warm', minRequestLength: 'long', format: 'Text' }, { stage: true });
  expect(await read(id)).toMatchObject({ temperature: null, minRequestLength: null, format: 'text', production: null });
});

test('two prompts in production for one operation and customer are refused by name', async () => {
  expect((await refused({})).fields['assignedCustomerIds']).toBe(
    '“Gives the value of the field that a rule’s AI prompt writes” answers this operation for all customers already: assign customers, or stage this version.',
  );
  await save({ description: 'Of North' }, { assignedCustomerIds: [north] });
  expect((await refused({}, { assignedCustomerIds: [south, north] })).fields['assignedCustomerIds']).toBe(
    '“Of North” answers this operation for North Staffing already: remove the customer there or here.',
  );
  const staged = await save({ description: 'Also of North' }, { assignedCustomerIds: [north], stage: true });
  const promoted = await world.service.send(promoteAiPrompt, { id: staged.id, version: 1 }, world.admin);
  expect(promoted.body).toMatchObject({ fields: { assignedCustomerIds: expect.stringContaining('“Of North”') } });
});

test.each([
  [{ operation: 7 }, 'operation', 'does not exist'],
  [{ prompt: 'Give {{secret}}' }, 'prompt', 'Use {{field}}, {{kind}}'],
  [{ operation: 2, resultProperties: ['choices'], prompt: '{{field}}' }, 'prompt', 'has none'],
  [{ prompt: ' ' }, 'prompt.prompt', 'Write the prompt'],
  [{ resultProperties: ['value', 'rights'] }, 'resultProperties', 'rights is no property'],
  [{ resultProperties: [] }, 'resultProperties', 'needs value'],
  [{ operation: 1, prompt: 'Read it', resultProperties: [] }, 'resultProperties', 'at least one property'],
  [{ engineId: 99 }, 'engineId', 'does not exist'],
  [{ modelId: 99 }, 'modelId', 'was deleted'],
  [{ parser: true }, 'parser', 'Email parser'],
])('%o is refused at its field', async (over, field, words) => {
  expect((await refused(over, { stage: true })).fields[field]).toContain(words);
});

test('a prompt keeps its operation; a model for administrators only does not answer customers; unknown customers are refused', async () => {
  const { id } = await save({ description: 'Kept' }, { stage: true });
  expect((await refused({ id, operation: 2, resultProperties: ['choices'], prompt: 'x' })).fields['operation']).toContain(
    'keeps',
  );
  const own = await addModel(world, 'for-tests', { adminOnly: true });
  expect((await refused({ modelId: own.id }, { assignedCustomerIds: [south] })).fields['modelId']).toContain(
    'administrators only',
  );
  expect(await save({ modelId: own.id, description: 'Test it' }, { stage: true })).toMatchObject({ model: 'for-tests' });
  expect((await refused({}, { assignedCustomerIds: [999_999] })).fields['assignedCustomerIds']).toContain(
    'There is no customer 999999',
  );
});

test('the list is filtered by id, engine, operation, description, customer and model', async () => {
  const ids = async (over: object) => (await list(over)).map(({ description }) => description);
  expect(await ids({ id: 1 })).toHaveLength(1);
  expect(await ids({ engineId: 2 })).toEqual([]);
  expect(await ids({ operation: 100 })).toHaveLength(1);
  expect(await ids({ description: 'of north' })).toEqual(['Of North', 'Also of North']);
  expect(await ids({ assignedTo: north })).toEqual(['Of North', 'Also of North']);
  const [own] = (await list()).filter(({ model }) => model === 'for-tests');
  expect(await ids({ modelId: own?.modelId })).toEqual(['Test it']);
  const page = await world.service.call(listAiPrompts, { perPage: 2, page: 2 }, world.admin);
  expect(page.rows).toHaveLength(2);
  expect(page.totalPages).toBe(Math.ceil(page.total / 2));
});

test('a test asks a saved version, or another model, in the name of a customer, and shows result, response and cost', async () => {
  const priced = await addModel(world, 'priced', { priceIn: 1, priceOut: 1 });
  const ask = (over = {}) =>
    world.service.call(testAiPrompt, { cust: north, id: 3, text: 'Which floor? 4 West', ...over }, world.admin);
  expect(await ask()).toMatchObject({
    outcome: 'answered',
    result: { value: '4 West' },
    raw: '{"value":"4 West"}',
    model: 'test-1',
    version: 1,
    standIn: true,
    cost: null,
  });
  const other = await ask({ modelId: priced.id, version: 1 });
  expect(other.cost).toBeCloseTo((other.tokensIn + other.tokensOut) / 1_000_000, 9);
  world.model.says = { content: 'no JSON' };
  expect(await ask()).toMatchObject({ outcome: 'unreadable', result: null, raw: 'no JSON' });
  expect((await world.service.send(testAiPrompt, { cust: north, id: 999, text: 'x' }, world.admin)).status).toBe(404);
  expect((await world.service.send(testAiPrompt, { cust: north, id: 3, text: ' ' }, world.admin)).body).toMatchObject({
    fields: { text: 'Enter a text' },
  });
  const logged = await world.service.services.db.selectFrom('ai_call').select(['customer_id', 'test', 'outcome']).execute();
  expect(logged).toEqual(['answered', 'answered', 'unreadable'].map((outcome) => ({ customer_id: north, test: true, outcome })));
  const built = await save({ engineId: 2, description: 'Built in' }, { stage: true });
  const off = await world.service.send(testAiPrompt, { cust: north, id: built.id, text: 'x' }, world.admin);
  expect(off.body).toMatchObject({ fields: { modelId: expect.stringContaining('not connected') } });
});

test('a test about a row of the dataset asks its text, and the row keeps what the model read', async () => {
  const read = {
    prompt: 'Read shift and rate.',
    resultProperties: ['billRate', 'billRateText', 'shiftText'],
    description: 'Reads rates',
  };
  const { id } = await save({ operation: 1, ...read }, { stage: true });
  const file = new TextEncoder().encode(JSON.stringify({ description: aDescription }));
  await world.service.call(uploadDataset, { cust: north, file, fileName: 'rows.jsonl' }, world.admin);
  const rows = () => rowsOf(world.service.services.db, north, 'datasetRow');
  const rowId = (await rows())[0]?.id ?? 0;
  const ask = (over = {}) =>
    world.service.send(testAiPrompt, { cust: north, id, text: 'another text', rowId, ...over }, world.admin);
  for (const billRate of [91, 92]) {
    world.model.says = { content: JSON.stringify({ billRate, billRateText: '$92.50', shiftText: 'days' }) };
    expect((await ask()).body).toMatchObject({ outcome: 'answered' });
  }
  const [builtIn, model] = (await rows())[0]?.proposals ?? [];
  expect([builtIn?.engine, model?.engine, (await rows())[0]?.proposals.length]).toEqual(['Built-in', `test-1, prompt ${id}`, 2]);
  expect(model?.reading).toEqual({ shift: null, rate: { substring: '$92.50', rate: 92, minRate: null } });
  expect(JSON.stringify(world.model.heard)).toContain('nights 19:00-07:00');
  expect((await ask({ rowId: 999_999 })).status).toBe(404);
});

test('only administrators of the provider see, save or test prompts', async () => {
  const chief = await world.service.signIn('chief');
  const statuses = await Promise.all([
    world.service.send(listAiPrompts, { perPage: 10, page: 1 }, chief),
    world.service.send(readAiPrompt, { id: 3 }, chief),
    world.service.send(saveAiPrompt, args({}, {}), chief),
    world.service.send(testAiPrompt, { cust: north, id: 3, text: 'x' }, chief),
  ]);
  expect(statuses.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
});
