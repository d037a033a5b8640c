import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type AiEngine, listAiEngines, listAvailableModels, removeAiEngine, saveAiEngine } from '#contract/ai/engines.ts';
import { type AiModel, checkAiModel, listAiModels, listModelsOfEngine, removeAiModel, saveAiModel } from '#contract/ai/models.ts';
import { type AiWorld, addModel, startAiWorld } from '#tests/support/ai/ai-world.ts';

let world: AiWorld;
let chief: string;
beforeAll(async () => {
  world = await startAiWorld();
  chief = await world.service.signIn('chief');
});
afterAll(() => world.close());
beforeEach(() => {
  world.model.heard = [];
  world.model.says = null;
});

/** A model as its form sends it. */
const sent = ({ id, name, engineId, adminOnly, isDefault, priceIn, priceOut }: AiModel, over = {}) => ({
  id,
  name,
  engineId,
  adminOnly,
  isDefault,
  priceIn,
  priceOut,
  ...over,
});

const engines = () => world.service.call(listAiEngines, {}, world.admin);
const models = () => world.service.call(listAiModels, {}, world.admin);
const draft = (over = {}) => ({
  id: 0,
  name: 'Local',
  url: world.model.url,
  allow: [world.model.host],
  key: 'sk-canary-2',
  ...over,
});
const addEngine = (over = {}): Promise<AiEngine> => world.service.call(saveAiEngine, draft(over), world.admin);
const fieldsOf = async (call: Parameters<typeof world.service.send>[0], args: object) =>
  (await world.service.send(call, args as Record<string, unknown>, world.admin)).body;

test('engine 1 is the endpoint of the system settings, engine 2 the built-in one', async () => {
  expect(await engines()).toMatchObject([
    { id: 1, name: 'AI endpoint', url: world.model.url, hasKey: true, models: 1, problem: null },
    { id: 2, kind: 'built-in', url: null, hasKey: false, models: 0 },
  ]);
  expect(await models()).toMatchObject([{ name: 'test-1', engineId: 1, isDefault: true, prompts: 3, answersAs: null }]);
});

test('an engine is added, changed, listed by its models, disconnected and removed; its key is never shown', async () => {
  const { service, admin } = world;
  const added = await addEngine();
  expect(added).toMatchObject({ name: 'Local', hasKey: true, models: 0 });
  expect(await service.call(listAvailableModels, { engineId: added.id }, admin)).toEqual([
    { name: 'stand-in-careful', standIn: true },
    { name: 'stand-in-hasty', standIn: true },
  ]);
  const renamed = await service.call(saveAiEngine, draft({ id: added.id, name: 'Own', key: undefined }), admin);
  expect(renamed).toMatchObject({ name: 'Own', hasKey: true });
  const off = await service.call(saveAiEngine, draft({ id: added.id, name: 'Own', url: null, key: undefined }), admin);
  expect(off).toMatchObject({ url: null, hasKey: false });
  expect(await fieldsOf(listAvailableModels, { engineId: added.id })).toMatchObject({
    fields: { engineId: '“Own” is not connected to an endpoint.' },
  });
  expect(await service.call(removeAiEngine, { id: added.id }, admin)).toEqual({ name: 'Own' });
  expect((await service.send(removeAiEngine, { id: added.id }, admin)).status).toBe(404);
  const { db } = service.services;
  const everything = await Promise.all([
    db.selectFrom('secret').selectAll().execute(),
    db.selectFrom('audit').selectAll().execute(),
  ]);
  expect(JSON.stringify([everything, await engines()])).not.toMatch(/sk-canary/);
});

test('what is wrong with an engine is refused at its field', async () => {
  const { service, admin } = world;
  expect(await fieldsOf(saveAiEngine, draft({ name: 'ai ENDPOINT' }))).toMatchObject({
    fields: { name: expect.stringContaining('already') },
  });
  expect(await fieldsOf(saveAiEngine, draft({ url: 'ftp://x' }))).toMatchObject({
    fields: { url: expect.stringContaining('https://') },
  });
  expect(await fieldsOf(saveAiEngine, draft({ allow: ['nowhere'] }))).toMatchObject({ fields: { 'allow.0': 'Write host:port' } });
  expect(await fieldsOf(saveAiEngine, draft({ id: 2 }))).toMatchObject({ fields: { name: expect.stringContaining('built-in') } });
  expect(
    await fieldsOf(saveAiEngine, draft({ id: 1, name: 'AI endpoint', url: 'https://other.example/v1', key: undefined })),
  ).toMatchObject({
    fields: { key: 'Write the key again: the address is of another host.' },
  });
  expect(await fieldsOf(removeAiEngine, { id: 1 })).toMatchObject({
    fields: { id: expect.stringContaining('comes with Jobdock') },
  });
  const engine = await addEngine({ name: 'Held' });
  await service.call(saveAiModel, { id: 0, name: 'm', engineId: engine.id }, admin);
  expect(await fieldsOf(removeAiEngine, { id: engine.id })).toMatchObject({
    fields: { id: '“Held” has a model: remove them first.' },
  });
});

test('a model is added, priced, made the default, checked and removed', async () => {
  const { service, admin, model } = world;
  const added = await addModel(world, 'second', { priceIn: 0.5, priceOut: 1.5 });
  expect(added).toMatchObject({ isDefault: false, prompts: 0, priceIn: 0.5, priceOut: 1.5 });
  expect(await service.call(listModelsOfEngine, { engineId: 1 }, admin)).toHaveLength(2);
  expect((await service.send(listModelsOfEngine, { engineId: 999 }, admin)).status).toBe(404);
  const checked = await service.call(checkAiModel, { id: added.id }, admin);
  expect(checked).toMatchObject({ answersAs: 'json_schema', standIn: true, checkWords: 'Answered' });
  model.says = { status: 401 };
  expect(await service.call(checkAiModel, { id: added.id }, admin)).toMatchObject({
    checkWords: 'The AI endpoint refused (401).',
    checkMilliseconds: null,
    answersAs: 'json_schema',
  });
  const named = await service.call(saveAiModel, sent(added, { name: 'third' }), admin);
  expect(named).toMatchObject({ name: 'third', answersAs: null, checkedAt: null, standIn: false });
  await service.call(saveAiModel, sent(named, { isDefault: true }), admin);
  expect((await models()).find(({ isDefault, engineId }) => isDefault && engineId === 1)).toMatchObject({
    name: 'third',
    prompts: 3,
  });
  // The former default is used by nothing any more.
  const former = (await models()).find(({ name }) => name === 'test-1');
  expect(former?.prompts).toBe(0);
  expect(await service.call(removeAiModel, { id: former?.id ?? 0 }, admin)).toEqual({ name: 'test-1' });
  expect((await service.send(removeAiModel, { id: former?.id ?? 0 }, admin)).status).toBe(404);
  expect((await service.send(checkAiModel, { id: 999 }, admin)).status).toBe(404);
});

test('what is wrong with a model is refused at its field; one that prompts use is not removed, and they are named', async () => {
  const [used] = (await models()).filter(({ isDefault, engineId }) => isDefault && engineId === 1);
  const id = used?.id ?? 0;
  expect(await fieldsOf(removeAiModel, { id })).toMatchObject({
    fields: {
      id: expect.stringMatching(
        /^“third” is used by “Chooses .+”, “Drafts .+” and “Gives .+”: choose another model there first\.$/,
      ),
    },
  });
  const save = (over: object) => fieldsOf(saveAiModel, used ? sent(used, over) : over);
  expect(await save({ adminOnly: true })).toMatchObject({ fields: { adminOnly: expect.stringContaining('default model') } });
  expect(await save({ engineId: 999 })).toMatchObject({ fields: { engineId: expect.stringContaining('does not exist') } });
  expect(await save({ id: 0, engineId: 2 })).toMatchObject({ fields: { engineId: expect.stringContaining('built-in') } });
  expect(await save({ id: 0 })).toMatchObject({ fields: { name: '“third” is a model of “AI endpoint” already.' } });
  expect(await save({ id: 0, name: ' ' })).toMatchObject({ fields: { name: 'Name the model' } });
  expect(await save({ priceIn: -1 })).toMatchObject({ fields: { priceIn: 'A price is 0 or more' } });
  const [held] = await engines().then((all) => all.filter(({ name }) => name === 'Held'));
  expect(await save({ engineId: held?.id })).toMatchObject({
    fields: { engineId: 'A model keeps its engine: add another model.' },
  });
  const loose = (await models()).find(({ name }) => name === 'm');
  await world.service.call(saveAiEngine, draft({ id: held?.id, name: 'Held', url: null }), world.admin);
  expect(await fieldsOf(checkAiModel, { id: loose?.id })).toMatchObject({
    fields: { id: expect.stringContaining('connect it first') },
  });
});

test('only administrators of the provider see or change engines and models', async () => {
  const calls = [listAiEngines, listAiModels] as const;
  for (const call of calls) expect((await world.service.send(call, {}, chief)).status).toBe(403);
  expect((await world.service.send(saveAiEngine, draft(), chief)).status).toBe(403);
  expect((await world.service.send(removeAiModel, { id: 1 }, chief)).status).toBe(403);
});
