import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { saveConfiguration } from '#contract/reports/configurations.ts';
import {
  addJobAlert,
  listJobAlertRuns,
  listJobAlerts,
  previewJobAlert,
  readJobAlert,
  testJobAlert,
} from '#contract/support/job-alerts.ts';
import { receiveSmsAnswer } from '#contract/system/sms-settings.ts';
import { listenOnLoopback } from '#server/demo/loopback/loopback.ts';
import { createTwilioDouble, twilioDoubleAccess } from '#server/demo/twilio/twilio-double.ts';
import { answersUrl, keepSms } from '#server/system/sms/sms-settings.ts';
import { twilioSignature } from '#server/system/sms/twilio.ts';
import { aConfigurationBody } from '#tests/support/factories/report-factory.ts';
import { runJobs } from '#tests/support/run-jobs.ts';
import {
  addAlertJobs,
  alertContent,
  bullhornCandidate,
  resetAlerts,
  startAlertWorld,
} from '#tests/support/worlds/alert-world.ts';
import { smsJobs } from '../deliveries/send-sms.ts';
import { alertJobs } from './alert-jobs.ts';

let world: Awaited<ReturnType<typeof startAlertWorld>>;
let chief: string;
const twilio = createTwilioDouble(() => new Date(world.service.services.now().getTime() + ahead));
let ahead = 0;

const phoned = (id: number, mobile: string, over: object = {}) =>
  bullhornCandidate(id, `c${id}@candidates.example`, { mobile, smsOptIn: true, ...over });
const ann = phoned(1, '(775) 555-0111');
const ben = phoned(2, '775-555-0122');

beforeAll(async () => {
  const api = await listenOnLoopback(twilio.server);
  world = await startAlertWorld([new URL(api).host]);
  const { db, secrets } = world.service.services;
  await db.transaction().execute((tx) => keepSms({ db: tx, secrets }, { ...twilioDoubleAccess, api }));
  chief = await world.service.signIn('chief');
});
afterAll(async () => {
  twilio.server.close();
  await world.close();
});
beforeEach(async () => {
  ahead = 0;
  (twilio.messages as unknown[]).length = 0;
  for (const table of ['sms_message', 'sms_stop'] as const) await world.service.services.db.deleteFrom(table).execute();
  await resetAlerts(world.service, world.double, [ann, ben]);
  await addAlertJobs(world.service, 21);
});

let names = 0;
const aView = async () => {
  const body = { reportId: 1, name: `Views ${++names}`, body: aConfigurationBody() };
  return (await world.service.call(saveConfiguration, { cust: 'me', ...body }, chief)).id;
};
const smsText = 'Hi #FIRST_NAME#, new at #CUSTOMER_NAME#:';
const add = async (over: object = {}) =>
  world.service.call(addJobAlert, alertContent(await aView(), { sendVia: 'sms', smsText, applyLink: '', ...over }), chief);
const nextDay = async () => {
  ahead += 24 * 3_600_000;
  const later = { ...world.service.services, now: () => new Date(world.service.services.now().getTime() + ahead) };
  await runJobs(later.db, [...alertJobs(later), ...smsJobs(later)]);
  await runJobs(later.db, smsJobs(later));
};
const arrived = () => twilio.messages.map(({ to, body }) => [to, body]);
const runs = async (id: number) => (await world.service.call(listJobAlertRuns, { cust: 'me', id }, chief)).rows;
const stop = async (phone: string, Body: string) => {
  const form = new URLSearchParams({ AccountSid: twilioDoubleAccess.accountSid, MessageSid: `SM${++names}`, From: phone, Body });
  const url = answersUrl(world.service.services.config.publicUrl);
  const answer = await world.service.app.inject({
    method: 'POST',
    url: receiveSmsAnswer.route.replace('POST ', ''),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': twilioSignature(twilioDoubleAccess.token, url, form),
    },
    payload: form.toString(),
  });
  expect(answer.statusCode).toBe(200);
};

test('new jobs go to each number once, to those who agreed; results are counts, and no number or name stays', async () => {
  world.double.records.candidates.push(
    phoned(3, '+1 775 555 0111'),
    phoned(4, '(775) 555-0144', { smsOptIn: false }),
    phoned(5, 'ask her sister'),
    phoned(6, '(775) 555-0166', { categories: [2] }),
  );
  const alert = await add();
  await nextDay();
  expect(arrived()).toEqual([
    ['+17755550111', 'Hi Nurse1, new at North Staffing:\nRN ICU 21, Reno NV, 3x12 Nights\nReply STOP to stop.'],
    ['+17755550122', 'Hi Nurse2, new at North Staffing:\nRN ICU 21, Reno NV, 3x12 Nights\nReply STOP to stop.'],
  ]);
  const sms = { waiting: 0, sent: 2, inDoubt: 0, unknown: 0, refused: 0, stopped: 0, segments: 2 };
  expect(await runs(alert.id)).toMatchObject([
    {
      state: 'sent',
      found: 6,
      matched: 3,
      unsubscribed: 1,
      sent: 0,
      sms,
      message: expect.stringContaining('by 2 text messages'),
    },
  ]);
  const stored = await world.service.services.db.selectFrom('sms_message').selectAll().execute();
  expect(JSON.stringify(stored)).not.toMatch(/5550111|Nurse1/);
  const lists = JSON.stringify([
    await world.service.call(listJobAlerts, { cust: 'me' }, chief),
    await world.service.call(readJobAlert, { cust: 'me', id: alert.id }, chief),
    await runs(alert.id),
  ]);
  expect(lists).not.toMatch(/555-?01|Nurse1/);
  await nextDay();
  expect(arrived()).toHaveLength(2);
});

test('by both, each candidate gets one email and one text message; STOP ends text messages of later runs, START brings them back', async () => {
  const alert = await add({ sendVia: 'both' });
  await nextDay();
  const mails = () => world.service.services.db.selectFrom('mail').select('to_address').execute();
  expect([arrived().length, (await mails()).length]).toEqual([2, 2]);
  expect((await runs(alert.id))[0]).toMatchObject({
    matched: 2,
    message: expect.stringContaining('1 new job went to 2 candidates by 2 emails and 2 text messages.'),
  });
  await stop('+17755550111', 'UNSUBSCRIBE');
  await addAlertJobs(world.service, 22);
  await nextDay();
  expect(
    arrived()
      .slice(2)
      .map(([to]) => to),
  ).toEqual(['+17755550122']);
  expect(await mails()).toHaveLength(4);
  await stop('+17755550111', 'START');
  await addAlertJobs(world.service, 23);
  await nextDay();
  expect(arrived()).toHaveLength(5);
});

test('who stopped counts as unsubscribed', async () => {
  const alert = await add();
  await stop('+17755550111', 'STOP');
  await nextDay();
  expect(arrived().map(([to]) => to)).toEqual(['+17755550122']);
  expect((await runs(alert.id))[0]).toMatchObject({ matched: 2, unsubscribed: 1 });
});

test('a preview shows the text message with its segments and sends nothing; an alert by text message alone has no email', async () => {
  const { cust: _, ...draft } = alertContent(await aView(), { sendVia: 'sms', smsText: 'Grüße, #NAME# – jobs:', emailText: '' });
  const shown = await world.service.call(previewJobAlert, { ...draft, id: 0 }, chief);
  expect(shown).toMatchObject({ subject: '', html: '', text: '' });
  expect(shown.sms).toEqual({
    text: 'Grüße, Ann Example - jobs:\nRN ICU 21, Reno NV, 3x12 Nights\nhttps://north.example/apply?job=21\nReply STOP to stop.',
    characters: 113,
    segments: 1,
    unicode: false,
  });
  const both = await world.service.call(
    previewJobAlert,
    { ...draft, id: 0, sendVia: 'both', emailText: 'Hello', smsText: 'Дата' },
    chief,
  );
  expect(both).toMatchObject({ sms: { unicode: true, segments: 2 }, subject: '1 new job – North Staffing' });
  expect(arrived()).toEqual([]);
});

test('a test goes to the caller’s own phone alone', async () => {
  const { db } = world.service.services;
  const alert = await add({ sendVia: 'both' });
  const phone = (typed: string | null) =>
    db.updateTable('app_user').set({ phone: typed }).where('id', '=', world.service.people.chief).execute();
  const sent = () => world.service.send(testJobAlert, { cust: 'me', id: alert.id }, chief);
  await phone(null);
  expect(await sent()).toMatchObject({
    status: 400,
    body: { fields: { sendVia: expect.stringContaining('Add the number of your mobile phone') } },
  });
  await phone('(775) 555-0177');
  await stop('+17755550177', 'STOP');
  expect(await sent()).toMatchObject({
    status: 400,
    body: { fields: { sendVia: expect.stringContaining('Send START from it') } },
  });
  await stop('+17755550177', 'START');
  const answer = await sent();
  expect(answer).toMatchObject({
    status: 200,
    body: {
      message: expect.stringMatching(/^A test email is on its way to .*, and a test text message is on its way to your phone$/),
    },
  });
  await runJobs(db, smsJobs(world.service.services));
  expect(arrived()).toEqual([['+17755550177', expect.stringContaining('new at North Staffing:\nRN ICU 21')]]);
  const mails = await db.selectFrom('mail').select('to_address').execute();
  expect(mails).toHaveLength(1);
});
