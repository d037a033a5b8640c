import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkSms, readSmsSettings, saveSmsSettings } from '#contract/system/sms-settings.ts';
import { listenOnLoopback } from '#server/demo/loopback/loopback.ts';
import { createTwilioDouble, doubleService, twilioDoubleAccess } from '#server/demo/twilio/twilio-double.ts';
import { createLineReader } from '#tests/contract/audit/audit-lines.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { smsAccess } from './sms-settings.ts';

const twilio = createTwilioDouble();
let service: TestService;
let admin: string;
let draft: typeof twilioDoubleAccess & { api: string };
beforeAll(async () => {
  const api = await listenOnLoopback(twilio.server);
  draft = { ...twilioDoubleAccess, api };
  service = await startTestService({ allowHosts: [new URL(api).host, '127.0.0.1:9'] });
  admin = await service.signIn('administrator');
});
afterAll(async () => {
  twilio.server.close();
  await service.close();
});

const other = `AC${'1'.repeat(32)}`;
const fieldsOf = async (call: typeof checkSms | typeof saveSmsSettings, over: object) => {
  const { token: _kept, ...where } = draft;
  const sent = { ...where, ...over };
  const { status, body } = await service.send(call, call === checkSms ? sent : { sms: sent }, admin);
  return [status, (body as { fields?: Record<string, string> }).fields];
};

test('the token is encrypted and never shown; an account or API that changes asks for it again', async () => {
  const answersUrl = 'http://127.0.0.1:4180/api/sms/answers';
  const none = { api: null, accountSid: null, sender: null, answersUrl };
  expect(await service.call(readSmsSettings, {}, admin)).toEqual(none);
  const { token, ...shown } = draft;
  expect(await service.call(saveSmsSettings, { sms: draft }, admin)).toEqual({ ...shown, answersUrl });
  const { lineOf } = createLineReader(service);
  const line = await lineOf(saveSmsSettings, { sms: { ...draft, sender: '+17755550101' } }, admin);
  expect(line).toMatchObject({
    object_kind: 'setting',
    object_id: 'sms',
    detail: { sms: 'connected', token: 'entered', changed: { sender: [draft.sender, '+17755550101'] } },
  });
  expect(JSON.stringify(line)).not.toContain(token);
  await service.call(saveSmsSettings, { sms: draft }, admin);
  const [settings, secrets] = await Promise.all([
    service.services.db.selectFrom('customer').select('settings').execute(),
    service.services.db.selectFrom('secret').selectAll().where('owner', '=', 'sms').execute(),
  ]);
  expect(secrets).toHaveLength(1);
  expect(JSON.stringify([settings, secrets])).not.toContain(token);
  // The saved token is used for the saved API and account alone.
  expect(await service.call(checkSms, shown, admin)).toMatchObject({ account: 'Jobdock demo', sender: '(775) 555-0100' });
  for (const over of [{ api: 'http://127.0.0.1:9' }, { accountSid: other }])
    for (const call of [checkSms, saveSmsSettings] as const)
      expect(await fieldsOf(call, over)).toEqual([400, { token: 'Enter the auth token of this account' }]);
  expect(await service.call(saveSmsSettings, { sms: { ...shown, sender: doubleService } }, admin)).toMatchObject({
    sender: doubleService,
  });
  expect((await smsAccess(service.services))?.token).toBe(token);
  expect(await service.call(saveSmsSettings, { sms: null }, admin)).toEqual(none);
  expect(await smsAccess(service.services)).toBeUndefined();
});

test('the test of the connection names what is wrong at its field', async () => {
  const { token } = draft;
  for (const api of [
    'ftp://api.twilio.com',
    'https://api.twilio.com.example',
    'http://api.twilio.com',
    'https://a:b@api.twilio.com',
  ])
    expect(await fieldsOf(checkSms, { api, token }), api).toEqual([
      400,
      { api: 'Enter the address of Twilio’s API, such as https://api.twilio.com' },
    ]);
  expect(await fieldsOf(checkSms, { token: 'wrong' })).toEqual([
    400,
    { token: expect.stringContaining('Twilio does not let this account send') },
  ]);
  expect(await fieldsOf(checkSms, { token, sender: '+17755550199' })).toEqual([
    400,
    { sender: 'This account has no such sender that can send text messages.' },
  ]);
  expect(await fieldsOf(checkSms, { token, sender: `MG${'9'.repeat(32)}` })).toEqual([
    400,
    { sender: 'This account has no such sender that can send text messages.' },
  ]);
  expect(await service.call(checkSms, { ...draft, sender: doubleService }, admin)).toMatchObject({ sender: 'Alerts' });
  for (const over of [{ accountSid: 'AC1' }, { sender: 'Harborview' }]) {
    const [status, fields] = await fieldsOf(checkSms, { token, ...over });
    expect([status, Object.keys(fields as object)]).toEqual([400, Object.keys(over)]);
  }
  expect(await fieldsOf(checkSms, { token, api: 'http://127.0.0.1:9' })).toMatchObject([400, { api: expect.any(String) }]);
  expect(twilio.messages).toEqual([]);
});
