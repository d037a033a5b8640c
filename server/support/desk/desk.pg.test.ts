import { afterAll, beforeAll, expect, test } from 'vitest';
import { nobody } from '#contract/rows/rows.ts';
import {
  listCannedAnswers,
  listContactChoices,
  readTicketContact,
  removeCannedAnswer,
  saveCannedAnswer,
} from '#contract/support/desk.ts';
import { listQuestions, readSupportPhone, removeQuestion, saveQuestion, saveSupportPhone } from '#contract/support/questions.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';

let service: TestService;
let admin: string;
let recruiter: string;
beforeAll(async () => {
  service = await startTestService();
  [admin, recruiter] = [await service.signIn('administrator'), await service.signIn('recruiter')];
});
afterAll(() => service.close());

const lines = async (command: string) =>
  (await service.services.db.selectFrom('audit').select(['object_id', 'detail']).where('command', '=', command).execute()).length;

const question = { name: 'A pay rate is wrong', level: 'support' as const, position: 2, fields: [] };

test('a question is added, changed and removed for every customer, each with a line and a revision of the global feed', async () => {
  const rev = async () =>
    (
      await service.services.db
        .selectFrom('customer_feed')
        .select('rev')
        .where('customer_id', '=', nobody)
        .executeTakeFirstOrThrow()
    ).rev;
  const before = await rev();
  const { id } = await service.call(saveQuestion, { id: 0, ...question }, admin);
  const fields = [{ id: 1, name: 'Job ID', group: null, required: 1 as const }];
  await service.call(saveQuestion, { id, ...question, fields }, admin);
  const list = await service.call(listQuestions, {}, recruiter);
  expect(list.find((each) => each.id === id)).toEqual({ id, ...question, fields });
  expect(list.map(({ position }) => position)).toEqual([...list].map(({ position }) => position).sort((a, b) => a - b));
  await service.call(removeQuestion, { id }, admin);
  expect((await service.call(listQuestions, {}, recruiter)).some((each) => each.id === id)).toBe(false);
  expect(await rev()).toBe(before + 3);
  expect([await lines('support.question.save'), await lines('support.question.remove')]).toEqual([2, 1]);
});

test.each([
  ['a name that another one has', { name: 'something ELSE' }, 'name'],
  ['two fields of one name', { fields: [1, 2].map((id) => ({ id, name: 'Job', group: null, required: 0 })) }, 'fields'],
  ['two fields of one number', { fields: ['a', 'b'].map((name) => ({ id: 1, name, group: null, required: 0 })) }, 'fields'],
  ['one of a group without a group', { fields: [{ id: 1, name: 'Job', group: null, required: 2 }] }, 'fields'],
])('a question with %s is refused', async (_, over, field) => {
  const { status, body } = await service.send(saveQuestion, { id: 0, ...question, ...over }, admin);
  expect([status, Object.keys((body as { fields: object }).fields)]).toEqual([400, [field]]);
});

test('only administrators edit questions, canned answers and the phone; one that is not there is absent', async () => {
  const calls = [
    await service.send(saveQuestion, { id: 0, ...question }, recruiter),
    await service.send(removeQuestion, { id: 1 }, recruiter),
    await service.send(saveSupportPhone, { phone: '1' }, recruiter),
    await service.send(listCannedAnswers, {}, recruiter),
    await service.send(saveCannedAnswer, { id: 0, name: 'a', text: 'b' }, recruiter),
    await service.send(listContactChoices, { cust: 'me', query: '' }, recruiter),
    await service.send(readTicketContact, { cust: 'me' }, recruiter),
  ];
  expect(calls.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403, 403]);
  expect((await service.send(removeQuestion, { id: 9999 }, admin)).status).toBe(404);
  expect((await service.send(saveQuestion, { id: 9999, ...question }, admin)).status).toBe(404);
  expect((await service.send(removeCannedAnswer, { id: 9999 }, admin)).status).toBe(404);
});

test('everyone reads the phone number of support that the provider set', async () => {
  expect(await service.call(readSupportPhone, {}, recruiter)).toEqual({ phone: null });
  await service.call(saveSupportPhone, { phone: ' (555) 010-0199 ' }, admin);
  await service.call(saveSupportPhone, { phone: '(555) 010-0199' }, admin);
  expect(await service.call(readSupportPhone, {}, recruiter)).toEqual({ phone: '(555) 010-0199' });
  await service.call(saveSupportPhone, { phone: null }, admin);
  expect(await service.call(readSupportPhone, {}, recruiter)).toEqual({ phone: null });
  // The second save changed nothing.
  expect(await lines('support.phone.save')).toBe(2);
});

test('a canned answer is added, changed and removed, and its name is its own', async () => {
  const { id } = await service.call(saveCannedAnswer, { id: 0, name: 'Ask for the job', text: 'Which job?' }, admin);
  const twin = await service.send(saveCannedAnswer, { id: 0, name: 'ask for the JOB', text: 'x' }, admin);
  expect(twin.body).toMatchObject({ fields: { name: expect.stringContaining('has this name') } });
  await service.call(saveCannedAnswer, { id, name: 'Ask for the job', text: 'Which job is it?' }, admin);
  expect(await service.call(listCannedAnswers, {}, admin)).toEqual([{ id, name: 'Ask for the job', text: 'Which job is it?' }]);
  await service.call(removeCannedAnswer, { id }, admin);
  expect(await service.call(listCannedAnswers, {}, admin)).toEqual([]);
  expect([await lines('support.canned.save'), await lines('support.canned.remove')]).toEqual([2, 1]);
});

test('the contact for tickets is the first who gets them, and choices are names alone', async () => {
  const { north, recruiter: id, viewer } = service.people;
  expect(await service.call(readTicketContact, { cust: north }, admin)).toBeNull();
  const gets = service.services.db.updateTable('app_user').set({ alerts: JSON.stringify({ tickets: true }) });
  await gets.where('id', 'in', [id, viewer]).execute();
  expect(await service.call(readTicketContact, { cust: north }, admin)).toEqual({ id, name: 'The recruiter' });
  expect(await service.call(listContactChoices, { cust: north, query: 'VIEW' }, admin)).toEqual([
    { id: viewer, name: 'The viewer' },
  ]);
  expect(await service.call(listContactChoices, { cust: north }, admin)).toHaveLength(3);
});
