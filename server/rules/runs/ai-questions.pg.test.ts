import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { DocumentedRule } from '#contract/rules/rule-schemas.ts';
import { createRule, testRule } from '#contract/rules/rules.ts';
import { readSystemSettings, saveSystemSettings } from '#contract/system/system-settings.ts';
import { stageJobs } from '#server/collecting/staging/stage-jobs.ts';
import { writeRows } from '#server/feed/publish.ts';
import { type RunningStandIn, startStandIn } from '#tests/support/ai/start-stand-in.ts';
import { runJobs } from '#tests/support/run-jobs.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { aiJobs } from './ai-questions.ts';
import { ruleJobs } from './rule-jobs.ts';

let model: RunningStandIn;
let service: TestService;
let administrator: string;
let chief: string;

beforeAll(async () => {
  model = await startStandIn();
  service = await startTestService();
  [administrator, chief] = await Promise.all([service.signIn('administrator'), service.signIn('chief')]);
  await service.services.db
    .transaction()
    .execute((tx) =>
      writeRows(tx, service.people.north, [
        { collection: 'source', row: { id: 3, name: 'Harbor VMS', alias: null, autoPost: false, aliases: [], members: [] } },
      ]),
    );
  asking = (await service.call(
    createRule,
    { name: 'Floor', actionType: 12, fieldId: 115, operand: 'Which floor is meant? [Note]', source: '[Note] is not empty' },
    chief,
  )) as DocumentedRule;
});
let asking: DocumentedRule;
afterAll(async () => {
  await service.close();
  await model.stop();
});
beforeEach(() => {
  model.heard = [];
  model.says = { answer: { value: '4 West' } };
});

const place = () => ({ customerId: service.people.north, taskId: null, sourceId: 3, source: 'Harbor VMS' });
const collect = (...notes: string[]) => {
  const given = { ...aCollected, note: '' };
  return stageJobs(
    service.services.db,
    place(),
    notes.map((note, i) => ({ ...given, providerJobId: `AI-${i + 1}`, note })),
    service.services,
  );
};
const aCollected = {
  idDerived: false,
  extra: {},
  record: 1,
  title: 'ICU nurse',
  status: 'Open',
  workType: 1,
} as unknown as Parameters<typeof stageJobs>[2][number];
const job = async (providerJobId: string): Promise<JobRow> =>
  (
    await service.services.db
      .selectFrom('job')
      .select('row')
      .where('provider_job_id', '=', providerJobId)
      .executeTakeFirstOrThrow()
  ).row as JobRow;
const trace = async (): Promise<string> =>
  (await service.call(testRule, { cust: 'me', ruleId: asking.id, jobId: 'AI-1', flag: 0, excludeDisabled: 1 }, chief)).trace[0]
    ?.message ?? '';
const ask = () => runJobs(service.services.db, aiJobs(service.services));
const rerun = () => runJobs(service.services.db, ruleJobs(service.services));
const setAi = (over: object = {}) =>
  service.call(
    saveSystemSettings,
    { ai: { url: model.url, model: 'test-1', allow: [new URL(model.url).host], key: 'sk-test', ...over } },
    administrator,
  );

test('without an AI, the question is stored but not asked, and the trace says so', async () => {
  await collect('Fourth floor west', 'Fourth floor west');
  expect(await trace()).toBe('No AI is configured, so this was not answered: the field stays as it is.');
  expect(await ask()).toBe(0);
  expect((await job('AI-1')).extra).toEqual({});
  const [waiting, ...others] = await service.services.db.selectFrom('ai_answer').select(['state', 'tries', 'job_ids']).execute();
  expect(waiting).toMatchObject({ state: 'wanted', tries: 0 });
  expect(waiting?.job_ids).toHaveLength(2);
  expect(others).toEqual([]);
});

test('the key is stored encrypted, never returned, and sent to no host but its own', async () => {
  expect(await service.call(readSystemSettings, {}, administrator)).toEqual({ ai: null });
  const kept = await setAi();
  expect(kept).toEqual({ ai: { url: model.url, model: 'test-1', allow: [new URL(model.url).host], hasKey: true } });
  const { rows } = { rows: await service.services.db.selectFrom('secret').selectAll().execute() };
  expect(JSON.stringify(rows)).not.toContain('sk-test');
  const other = { url: 'https://other.example/v1', model: 'test-1', allow: [] };
  expect(await service.send(saveSystemSettings, { ai: other }, administrator)).toMatchObject({
    status: 400,
    body: { fields: { key: 'Write the key again: the address is of another host.' } },
  });
  expect((await service.send(readSystemSettings, {}, chief)).status).toBe(403);
  expect((await service.send(saveSystemSettings, { ai: null }, chief)).status).toBe(403);
});

test('a prompt is asked once for all its jobs, and the rule then writes the answer to each', async () => {
  expect(await ask()).toBe(1);
  expect(model.heard).toMatchObject([{ authorization: 'Bearer sk-test', prompt: 'Which floor is meant? Fourth floor west' }]);
  expect(await rerun()).toBe(1);
  for (const id of ['AI-1', 'AI-2']) expect((await job(id)).ruled['floor']).toMatchObject({ ruleId: asking.id });
  expect((await job('AI-1')).extra).toMatchObject({ floor: '4 West' });
  expect(await trace()).toMatch(/nothing had to change|Floor/);
  await collect('Fourth floor west');
  expect(await ask()).toBe(0);
});

test('a question whose process was killed is asked again after two minutes, and answered once', async () => {
  await collect('Attic');
  // The state that a process leaves if it is killed between question and answer.
  await service.services.db
    .updateTable('ai_answer')
    .set({ tries: 1, next_at: new Date(service.services.now().getTime() + 120_000) })
    .where('state', '=', 'wanted')
    .execute();
  expect(await ask()).toBe(0);
  service.advance(121_000);
  expect(await ask()).toBe(1);
  expect(await ask()).toBe(0);
  expect(model.heard).toHaveLength(1);
  expect(await rerun()).toBe(1);
  chief = await service.signIn('chief');
});

test('a failed question is retried with longer and longer delays, then reported; the job keeps its value', async () => {
  model.says = { status: 500 };
  await collect('Roof');
  for (const minutes of [0, 1, 5, 30, 120]) {
    service.advance(minutes * 60_000 + 1000);
    expect(await ask()).toBe(1);
  }
  expect(model.heard).toHaveLength(5);
  // Each of the five calls counts for alerts.
  const errors = await service.services.db.selectFrom('error_event').select(['code', 'words']).execute();
  expect(errors).toEqual(Array.from({ length: 5 }, () => ({ code: 24, words: 'The AI endpoint refused (500).' })));
  chief = await service.signIn('chief');
  expect(await trace()).toBe('The AI did not answer: The AI endpoint refused (500).');
  service.advance(600 * 60_000);
  expect(await ask()).toBe(0);
  chief = await service.signIn('chief');
});

test('an answer that does not fit the field counts as a failure', async () => {
  const rate = (await service.call(
    createRule,
    { name: 'Rate by AI', actionType: 12, fieldId: 17, operand: 'Rate? [Note]', source: '[Note] equal Cellar' },
    chief,
  )) as DocumentedRule;
  model.says = { answer: { value: 'plenty' } };
  await collect('Cellar');
  await ask();
  const { words } = await service.services.db
    .selectFrom('ai_answer')
    .select('words')
    .where('rule_id', '=', rate.id)
    .executeTakeFirstOrThrow();
  expect(words).toBe('“plenty” is not an amount of at least 0, as Bill Rate needs.');
});
