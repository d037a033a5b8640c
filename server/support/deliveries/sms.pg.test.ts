import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { receiveSmsAnswer } from '#contract/system/sms-settings.ts';
import { listenOnLoopback } from '#server/demo/loopback/loopback.ts';
import { createTwilioDouble, twilioDoubleAccess } from '#server/demo/twilio/twilio-double.ts';
import { answersUrl, keepSms } from '#server/system/sms/sms-settings.ts';
import { twilioSignature } from '#server/system/sms/twilio.ts';
import { runJobs } from '#tests/support/run-jobs.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { smsJobs } from './send-sms.ts';
import { countSms } from './sms-counts.ts';
import { storeSms } from './sms-messages.ts';
import { phoneKey, stoppedAmong } from './sms-stops.ts';

const twilio = createTwilioDouble(() => service.services.now());
let service: TestService;
let north: number;
let api: string;
const ann = '+17755550111';
const ben = '+17755550122';
beforeAll(async () => {
  api = await listenOnLoopback(twilio.server);
  service = await startTestService({ at: new Date('2026-11-25T12:00:00Z'), allowHosts: [new URL(api).host] });
  north = service.people.north;
});
afterAll(async () => {
  twilio.server.close();
  await service.close();
});
beforeEach(async () => {
  const { db, secrets } = service.services;
  for (const table of ['sms_message', 'sms_pace', 'sms_stop', 'error_event'] as const) await db.deleteFrom(table).execute();
  await db.transaction().execute((tx) => keepSms({ db: tx, secrets }, { ...twilioDoubleAccess, api }));
  (twilio.messages as unknown[]).length = 0;
  twilio.faults.length = 0;
  twilio.isListAway = false;
});

let causes = 0;
const store = (to: string, text: string, over: { cause?: string; runId?: number } = {}) =>
  service.services.db.transaction().execute((tx) => {
    const key = phoneKey(service.services.secrets, to);
    const message = { cause: over.cause ?? `test ${++causes}`, runId: over.runId ?? null, to, key, text };
    return storeSms(tx, north, [message], service.services.now());
  });
const run = () => runJobs(service.services.db, smsJobs(service.services));
const minutes = async (count: number) => {
  for (let i = 0; i < count; i++) {
    service.advance(60_000);
    await run();
  }
};
const rows = () => service.services.db.selectFrom('sms_message').selectAll().orderBy('id').execute();
const arrived = () => twilio.messages.map(({ to, body }) => [to, body]);

test('a message of one cause arrives once; then its number and text are removed', async () => {
  for (let i = 0; i < 3; i++) await store(ann, 'Hello Ann', { cause: 'one' });
  await store(ben, 'Hello Ben');
  await Promise.all([run(), run()]);
  expect(arrived()).toEqual([
    [ann, 'Hello Ann'],
    [ben, 'Hello Ben'],
  ]);
  expect(await rows()).toMatchObject([
    { state: 'sent', to_phone: '', text: '', segments: 1, sid: expect.stringMatching(/^SM/), in_doubt: 0 },
    { state: 'sent', to_phone: '', text: '' },
  ]);
});

test.each(['torn', 'error'] as const)(
  'a request without an answer (%s) is found in the list, and does not go again',
  async (fault) => {
    twilio.faults.push(fault);
    await store(ann, 'Hello Ann', { runId: 7 });
    await run();
    expect(await rows()).toMatchObject([{ state: 'doubt', in_doubt: 1, to_phone: ann }]);
    await minutes(2);
    expect(await rows()).toMatchObject([{ state: 'sent', in_doubt: 1, to_phone: '' }]);
    expect(arrived()).toHaveLength(1);
    const counts = await countSms(service.services.db, north, [7]);
    expect(counts.get(7)).toEqual({ waiting: 0, sent: 1, inDoubt: 1, unknown: 0, refused: 0, stopped: 0, segments: 1 });
  },
);

test('a request that never arrived goes again only after two looks over ten minutes, and an older equal text is not taken for it', async () => {
  await store(ann, 'Hello Ann');
  await run();
  twilio.faults.push('lost');
  await store(ann, 'Hello Ann');
  await run();
  await minutes(9);
  expect(arrived()).toHaveLength(1);
  expect((await rows())[1]).toMatchObject({ state: 'doubt', looks: 1 });
  await minutes(3);
  expect(arrived()).toHaveLength(2);
  expect((await rows())[1]).toMatchObject({ state: 'sent', in_doubt: 1 });
});

test('a message in doubt whose list cannot be read for a day stays unknown, does not go again, and counts as an error', async () => {
  twilio.faults.push('torn');
  twilio.isListAway = true;
  await store(ann, 'Hello Ann');
  await run();
  for (let hours = 0; hours < 26; hours++) {
    service.advance(3_600_000);
    await run();
  }
  twilio.isListAway = false;
  await minutes(10);
  expect(arrived()).toHaveLength(1);
  expect(await rows()).toMatchObject([{ state: 'unknown', to_phone: '', text: '' }]);
  const errors = await service.services.db.selectFrom('error_event').select(['code', 'words']).execute();
  expect(errors).toEqual([{ code: 26, words: expect.stringContaining('It is not known whether it was sent.') }]);
});

test('a killed process leaves its message in doubt, and another finds it', async () => {
  await store(ann, 'Hello Ann');
  await run();
  const before = service.services.now();
  await service.services.db
    .updateTable('sms_message')
    .set({
      state: 'sending',
      sid: null,
      to_phone: ann,
      text: 'Hello Ann',
      ended_at: null,
      lease_until: new Date(before.getTime() + 60_000),
    })
    .execute();
  await minutes(3);
  expect(await rows()).toMatchObject([{ state: 'sent', in_doubt: 1 }]);
  expect(arrived()).toHaveLength(1);
});

test('pauses are kept; refused numbers fail alone; without an account all messages end, and the reason is named', async () => {
  twilio.faults.push('busy');
  await store(ann, 'Hello Ann');
  await store('+19995550199', 'Hello Cleo');
  await run();
  expect(arrived()).toEqual([]);
  service.advance(29_000);
  await run();
  expect(arrived()).toEqual([]);
  service.advance(2_000);
  twilio.faults.push('unknown');
  await run();
  expect((await rows()).map(({ state, answer }) => [state, answer])).toEqual([
    ['failed', 'Twilio refused it (error 21211).'],
    ['sent', null],
  ]);
  await store(ben, 'Hello Ben');
  const { db, secrets } = service.services;
  await db.transaction().execute((tx) => keepSms({ db: tx, secrets }, null));
  await run();
  expect((await rows())[2]).toMatchObject({ state: 'failed', answer: expect.stringContaining('No account for text messages') });
});

test('a wrong token and a sender that cannot send let all messages wait, and count as an error once; messages a day old are given up', async () => {
  const { db, secrets } = service.services;
  await db.transaction().execute((tx) => keepSms({ db: tx, secrets }, { ...twilioDoubleAccess, api, token: 'wrong' }));
  await store(ann, 'Hello Ann');
  await minutes(45);
  expect(await rows()).toMatchObject([{ state: 'waiting', answer: expect.stringContaining('does not let this account send') }]);
  expect(await db.selectFrom('error_event').select('code').execute()).toEqual([{ code: 26 }]);
  await db.transaction().execute((tx) => keepSms({ db: tx, secrets }, { ...twilioDoubleAccess, api, sender: '+17755550199' }));
  await run();
  expect(await rows()).toMatchObject([
    { state: 'waiting', answer: expect.stringContaining('cannot send from this sender (21606)') },
  ]);
  service.advance(25 * 3_600_000);
  await run();
  expect(await rows()).toMatchObject([{ state: 'failed', answer: 'Not sent within 24 hours.' }]);
});

test('messages of a suspended customer wait', async () => {
  const { db } = service.services;
  await store(ann, 'Hello Ann');
  await db.updateTable('customer').set({ status: 'suspended' }).where('id', '=', north).execute();
  await run();
  expect(arrived()).toEqual([]);
  await db.updateTable('customer').set({ status: 'active' }).where('id', '=', north).execute();
  await run();
  expect(arrived()).toHaveLength(1);
});

const url = 'http://127.0.0.1:4180/api/sms/answers';
const answer = async (fields: Record<string, string>, over: { signature?: string; token?: string } = {}) => {
  const form = new URLSearchParams({
    AccountSid: twilioDoubleAccess.accountSid,
    MessageSid: `SM${++causes}`,
    From: ann,
    ...fields,
  });
  const signature = over.signature ?? twilioSignature(over.token ?? twilioDoubleAccess.token, url, form);
  const { statusCode } = await service.app.inject({
    method: 'POST',
    url: receiveSmsAnswer.route.replace('POST ', ''),
    headers: { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8', 'x-twilio-signature': signature },
    payload: form.toString(),
  });
  return statusCode;
};
const isStopped = async (phone: string) => {
  const { db, secrets } = service.services;
  const key = phoneKey(secrets, phone);
  return (await stoppedAmong(db, [key])).has(key);
};

test('STOP is kept as a keyed hash and stops messages that wait; START ends it', async () => {
  await store(ann, 'Hello Ann');
  await store(ben, 'Hello Ben');
  expect(await answer({ Body: ' Stop. ' })).toBe(200);
  const stored = JSON.stringify(await service.services.db.selectFrom('sms_stop').selectAll().execute());
  expect(stored).not.toContain('7755550111');
  await run();
  expect(arrived()).toEqual([[ben, 'Hello Ben']]);
  expect((await rows())[0]).toMatchObject({ state: 'stopped', to_phone: '' });
  for (const Body of ['HELP', 'Please stop by', '']) expect(await answer({ Body })).toBe(200);
  expect(await isStopped(ann)).toBe(true);
  expect(await answer({ Body: 'START' })).toBe(200);
  expect([await isStopped(ann), await isStopped(ben)]).toEqual([false, false]);
  expect(await answer({ Body: 'whatever', OptOutType: 'STOP' })).toBe(200);
  expect(await isStopped(ann)).toBe(true);
  const lines = await service.services.db.selectFrom('audit').select('detail').where('command', '=', 'alert.answer').execute();
  expect(lines.map(({ detail }) => detail)).toEqual([
    { answer: 'stop', by: 'sms' },
    { answer: 'again', by: 'sms' },
    { answer: 'stop', by: 'sms' },
  ]);
});

test('a message without the right signature is refused and changes nothing, and a repeated one changes nothing either', async () => {
  for (const bad of ['', 'AAAA', createHmac('sha1', 'wrong').update(url).digest('base64')])
    expect(await answer({ Body: 'STOP' }, { signature: bad })).toBe(403);
  expect(await answer({ Body: 'STOP' }, { token: 'wrong' })).toBe(403);
  expect(await answer({ Body: 'STOP', AccountSid: `AC${'1'.repeat(32)}` })).toBe(200);
  expect(await isStopped(ann)).toBe(false);
  expect(await answer({ Body: 'STOP', MessageSid: 'SMone' })).toBe(200);
  expect(await answer({ Body: 'START', MessageSid: 'SMtwo' })).toBe(200);
  expect(await answer({ Body: 'STOP', MessageSid: 'SMone' })).toBe(200);
  expect(await isStopped(ann)).toBe(false);
  const { db, secrets } = service.services;
  await db.transaction().execute((tx) => keepSms({ db: tx, secrets }, null));
  expect(await answer({ Body: 'STOP' })).toBe(403);
});

test('the signature is the one that Twilio’s documents show', () => {
  // From the security page of Twilio's documents: its example address, fields and token.
  const form = new URLSearchParams([
    ['CallSid', 'CA1234567890ABCDE'],
    ['Caller', '+14158675309'],
    ['Digits', '1234'],
    ['From', '+14158675309'],
    ['To', '+18005551212'],
  ]);
  const signature = twilioSignature('12345', 'https://mycompany.com/myapp.php?foo=1&bar=2', form);
  expect(signature).toBe('RSOYDt4T1cUTdK1PDd93/VVr8B8=');
  expect(answersUrl('https://jobdock.example/')).toBe('https://jobdock.example/api/sms/answers');
});

test('a stop that only Twilio knows is kept, so that later runs respect it', async () => {
  await twilio.answer(ben, 'STOP');
  await store(ben, 'Hello Ben');
  await run();
  expect(await rows()).toMatchObject([{ state: 'stopped', answer: 'The recipient wants no text messages of this sender.' }]);
  expect(await isStopped(ben)).toBe(true);
});
