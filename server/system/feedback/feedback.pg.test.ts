import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { messages } from '#contract/kit/messages.ts';
import { getPrefs } from '#contract/people/users.ts';
import { everyFeedbackReason } from '#contract/rows/feedback.ts';
import {
  answerReasons,
  feedbackObjects,
  mappingReasons,
  readingReasons,
  reasonsOfOperation,
  ruleReasons,
  sendFeedback,
} from '#contract/system/feedback.ts';
import { rowsOf } from '#server/kit/db/rows.ts';
import { pushBatch } from '#server/sync/push.ts';
import { aJob, aValue } from '#tests/support/factories/job-factory.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { seedMapping } from '#tests/support/worlds/mapping-world.ts';
import { actorOf, laneId, mutation } from '#tests/support/worlds/sync-world.ts';

let service: TestService;
let recruiter: string;
let stranger: string;
beforeAll(async () => {
  service = await startTestService();
  [recruiter, stranger] = await Promise.all([service.signIn('recruiter'), service.signIn('stranger')]);
  await seedMapping(service.services.db, service.people.north, [], [aValue(13, 'degree', { text: 'RN' })]);
});
afterAll(() => service.close());
beforeEach(async () => {
  await service.services.db.deleteFrom('ai_feedback').execute();
});

const stored = () => service.services.db.selectFrom('ai_feedback').selectAll().execute();
const me = { cust: 'me' } as const;

/** Sends feedback as a device of the recruiter does, `times` times with the same number. */
async function queue(args: object, times = 1) {
  const { north } = service.people;
  const clientId = laneId(`feedback${crypto.randomUUID().slice(0, 8)}`);
  const asked = { protocol: 1, clientId, customerId: north, mutations: [mutation(1, 'value.feedback.v1', args, {})] } as const;
  const actor = actorOf(service.people.recruiter, north, 'The recruiter');
  const replies = [];
  for (let i = 0; i < times; i++) replies.push(await pushBatch(service.services, actor, asked));
  const [reply] = replies;
  if (!reply?.ok || reply.value.kind !== 'done') throw new Error(`the push answered ${JSON.stringify(reply)}`);
  return reply.value.outcomes[0];
}
const answer = { id: 13, jobId: null, success: false, mask: 2 + 8, message: 'Nurse practitioner', optOut: false };

test('the reasons of rules, mappings, readings and answers are bits of their own, and their sum is the largest mask', () => {
  const bits = [mappingReasons, ruleReasons, readingReasons, answerReasons].flatMap(Object.keys).map(Number);
  expect(new Set(bits).size).toBe(bits.length);
  expect(bits.every((bit) => Number.isInteger(Math.log2(bit)))).toBe(true);
  expect(bits.reduce((sum, bit) => sum + bit, 0)).toBe(everyFeedbackReason);
});

test('feedback stores its reasons as the documented bit mask; a yes has none', async () => {
  await service.call(sendFeedback, { ...me, success: false, msg: 'Wrong field', mask: 64 + 2048, objectId: 7 }, recruiter);
  await service.call(sendFeedback, { ...me, success: true, mask: 64 }, recruiter);
  expect(await stored()).toMatchObject([
    { mask: 2112, message: 'Wrong field', operation: 100, object_id: 7, success: false, user_id: service.people.recruiter },
    { mask: 0, success: true },
  ]);
});

test('a no about what was read adds the description of the job to the dataset, once, in the same change', async () => {
  const { north, south } = service.people;
  const job = aJob({ id: 71, description: '<p>Nights 19:00-07:00, bill rate $88/hr</p>' });
  await service.services.db
    .transaction()
    .execute((tx) => service.services.writeRows(tx, north, [{ collection: 'job', row: job, extra: { collected: {} } }]));
  const said = (over: object) =>
    service.call(sendFeedback, { ...me, success: false, mask: 32768, jobId: 71, toDataset: true, ...over }, recruiter);
  expect(await said({ success: true })).toEqual({ kept: true, added: false });
  expect(await said({ toDataset: false })).toEqual({ kept: true, added: false });
  expect(await said({ jobId: 99 })).toEqual({ kept: true, added: false });
  expect(await said({})).toEqual({ kept: true, added: true });
  expect(await said({})).toEqual({ kept: true, added: false });
  const rows = await rowsOf(service.services.db, north, 'datasetRow');
  expect(rows.map(({ description, jobId, labels }) => [description, jobId, labels])).toEqual([
    ['Nights 19:00-07:00, bill rate $88/hr', 71, []],
  ]);
  expect(await rowsOf(service.services.db, south, 'datasetRow')).toEqual([]);
});

test('feedback on the answer of a prompt or a rule says what it is about; a text of one’s own joins the dataset, of administrators alone', async () => {
  const { south } = service.people;
  const admin = await service.signIn('administrator');
  const about = { cust: south, success: false, mask: 524288, objectType: feedbackObjects.prompt, objectId: 3, toDataset: true };
  const text = 'Days 07:00-19:00, bill rate $90/hr';
  expect(await service.call(sendFeedback, { ...about, text }, admin)).toEqual({ kept: true, added: true });
  expect(await service.call(sendFeedback, { ...about, text }, admin)).toEqual({ kept: true, added: false });
  expect(await service.call(sendFeedback, { ...about, success: true, text: 'Nights' }, admin)).toEqual({
    kept: true,
    added: false,
  });
  expect(await service.call(sendFeedback, { ...about, text: ' ' }, admin)).toEqual({ kept: true, added: false });
  expect((await service.send(sendFeedback, { ...about, cust: 'me', text }, recruiter)).status).toBe(403);
  const rows = await rowsOf(service.services.db, south, 'datasetRow');
  expect(rows.map(({ description, jobId }) => [description, jobId])).toEqual([[text, null]]);
  expect((await stored())[0]).toMatchObject({ object_type: 5, object_id: 3, mask: 524288, customer_id: south });
  expect([1, 2, 3, 4, 100].map(reasonsOfOperation)).toEqual([
    readingReasons,
    mappingReasons,
    answerReasons,
    answerReasons,
    ruleReasons,
  ]);
});

test('feedback without an answer, with an unknown reason or for another customer is refused', async () => {
  const silent = await service.send(sendFeedback, me, recruiter);
  expect(silent.status).toBe(400);
  expect(JSON.stringify(silent.body)).toContain(messages.feedbackAnswer);
  expect((await service.send(sendFeedback, { ...me, success: false, mask: 10_000_000 }, recruiter)).status).toBe(400);
  expect((await service.send(sendFeedback, { cust: service.people.north, success: true }, stranger)).status).toBe(404);
  expect(await queue({ ...answer, success: null })).toMatchObject({ outcome: 'rejected', code: 'invalid' });
  expect(await queue({ ...answer, id: 99 })).toMatchObject({ outcome: 'rejected' });
  expect(await stored()).toEqual([]);
});

test('feedback that a device sends twice is stored once, with the kind of its text', async () => {
  expect(await queue(answer, 2)).toMatchObject({ outcome: 'applied', result: { done: [13] } });
  expect(await stored()).toMatchObject([
    {
      customer_id: service.people.north,
      mask: 10,
      message: 'Nurse practitioner',
      object_type: 2,
      object_id: 13,
      opted_out: false,
    },
  ]);
});

test('an opt-out needs no answer and becomes a preference, by a call and by a queued change', async () => {
  const asks = async (token: string) => (await service.call(getPrefs, {}, token)).noFeedback;
  expect([await asks(recruiter), await asks(stranger)]).toEqual([false, false]);
  expect(await queue({ ...answer, success: null, mask: 0, message: '', optOut: true })).toMatchObject({ outcome: 'applied' });
  expect([await asks(recruiter), await asks(stranger)]).toEqual([true, false]);
  await service.call(sendFeedback, { ...me, optOut: true }, stranger);
  expect(await asks(stranger)).toBe(true);
  expect(await stored()).toMatchObject([{ opted_out: true, success: null }, { opted_out: true }]);
});
