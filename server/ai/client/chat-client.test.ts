import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type RunningStandIn, startStandIn } from '#tests/support/ai/start-stand-in.ts';
import { askChat, type ChatQuestion, offeredModels } from './chat-client.ts';

let model: RunningStandIn;
beforeAll(async () => {
  // The client library reads these unless each of them is given.
  process.env['OPENAI_API_KEY'] = 'sk-of-the-machine';
  model = await startStandIn();
});
afterAll(async () => {
  delete process.env['OPENAI_API_KEY'];
  await model.stop();
});
beforeEach(() => {
  model.heard = [];
  model.refuses.clear();
  model.says = { answer: { value: 'x' } };
});

const question: ChatQuestion = {
  model: 'test-1',
  instructions: 'Give the value.',
  data: 'Which floor? Four',
  name: 'answer',
  schema: { type: 'object', properties: { value: { type: 'string' } }, required: ['value'], additionalProperties: false },
  temperature: 0,
  form: 'json_schema',
};
const connection = (over = {}) => ({ url: model.url, allow: [model.host], key: 'sk-1', ...over });
const ask = (over: Partial<ChatQuestion> = {}) => askChat(connection(), { ...question, ...over });

test('an answer comes with its form, its tokens and who gave it; the data is a message of its own', async () => {
  const answer = await ask();
  expect(answer).toMatchObject({ outcome: 'answered', value: { value: 'x' }, form: 'json_schema', standIn: true });
  expect(answer.tokens?.answered).toBe(Math.ceil('{"value":"x"}'.length / 4));
  expect(model.heard).toMatchObject([
    { authorization: 'Bearer sk-1', instructions: 'Give the value.', prompt: 'Which floor? Four' },
  ]);
});

test.each([
  [['json_schema'], 'json_object'],
  [['json_schema', 'json_object'], 'text'],
] as const)('an endpoint that refuses %s is asked in %s, with the schema in words', async (refused, form) => {
  for (const each of refused) model.refuses.add(each);
  expect(await ask()).toMatchObject({ outcome: 'answered', form });
  expect(model.heard.at(-1)?.instructions).toContain('"additionalProperties":false');
});

test.each([
  ['length', 'length', null],
  ['content_filter', 'content_filter', null],
  ['busy', 'busy', 7],
  ['failed', 'failed', null],
  ['unauthorized', 'refused', null],
  ['broken', 'unreadable', null],
  ['html', 'unreadable', null],
  ['torn', 'failed', null],
  ['huge', 'failed', null],
  ['redirect', 'refused', null],
] as const)('%s is the outcome %s, in words without text of the endpoint', async (fault, outcome, waitSeconds) => {
  model.faults.push(fault);
  const answer = await ask();
  expect(answer).toMatchObject({ outcome, waitSeconds });
  expect(answer.words).not.toMatch(/Overloaded|Bad key|Sign in|Rate limit/);
  expect(answer.words.length).toBeGreaterThan(10);
  // The library does not retry by itself.
  expect(model.heard).toHaveLength(1);
});

test('without a key none is sent, not even that of the machine', async () => {
  await askChat(connection({ key: undefined }), question);
  expect(model.heard[0]?.authorization).toBeUndefined();
});

test('a private address that is not allowed is not called', async () => {
  expect(await askChat(connection({ allow: [] }), question)).toMatchObject({ outcome: 'refused', raw: '' });
  expect(model.heard).toEqual([]);
});

test('an answer in a code fence is read; one that is no JSON is unreadable and kept as it came', async () => {
  model.says = { content: '```json\n{"value":"y"}\n```' };
  expect(await ask()).toMatchObject({ value: { value: 'y' } });
  model.says = { content: 'Four, I think.' };
  expect(await ask()).toMatchObject({ outcome: 'unreadable', raw: 'Four, I think.' });
});

test('the endpoint lists its models; a failure is said in words', async () => {
  expect(await offeredModels(connection())).toEqual({
    ok: true,
    value: [
      { name: 'stand-in-careful', standIn: true },
      { name: 'stand-in-hasty', standIn: true },
    ],
  });
  expect(await offeredModels(connection({ allow: [] }))).toMatchObject({ ok: false });
  expect(await offeredModels(connection({ url: model.url.replace('/v1', '/v2') }))).toEqual({
    ok: false,
    error: 'The AI endpoint refused (404).',
  });
});
