import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkSlack, readSlackSettings, saveSlackSettings } from '#contract/system/slack-settings.ts';
import { listenOnLoopback } from '#server/demo/loopback/loopback.ts';
import { createSlackDouble, slackDoublePath } from '#server/demo/slack/slack-double.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { slackWebhook } from './slack-settings.ts';

const slack = createSlackDouble();
let service: TestService;
let admin: string;
let webhook: string;
beforeAll(async () => {
  const url = await listenOnLoopback(slack.server);
  webhook = `${url}${slackDoublePath}`;
  service = await startTestService({ allowHosts: [new URL(url).host] });
  admin = await service.signIn('administrator');
});
afterAll(async () => {
  slack.server.close();
  await service.close();
});

test('the webhook is stored encrypted, shown by its host alone, and removed', async () => {
  expect(await service.call(readSlackSettings, {}, admin)).toEqual({ isSet: false, host: null });
  const saved = await service.call(saveSlackSettings, { webhook }, admin);
  expect(saved).toEqual({ isSet: true, host: new URL(webhook).host });
  expect(await service.call(readSlackSettings, {}, admin)).toEqual(saved);
  expect(await slackWebhook(service.services)).toBe(webhook);
  const [settings, secrets] = await Promise.all([
    service.services.db.selectFrom('customer').select('settings').execute(),
    service.services.db.selectFrom('secret').selectAll().where('owner', '=', 'slack').execute(),
  ]);
  expect(secrets).toHaveLength(1);
  expect(JSON.stringify([settings, secrets])).not.toContain('demo-webhook');
  expect(await service.call(saveSlackSettings, { webhook: null }, admin)).toEqual({ isSet: false, host: null });
  expect(await slackWebhook(service.services)).toBeUndefined();
});

test('an address that is no webhook of Slack is refused at its field', async () => {
  for (const call of [saveSlackSettings, checkSlack])
    expect(await service.send(call, { webhook: 'https://example.org/hook' }, admin)).toMatchObject({
      status: 400,
      body: { fields: { webhook: expect.stringContaining('https://hooks.slack.com/services/') } },
    });
  expect(await service.send(checkSlack, {}, admin)).toMatchObject({
    body: { fields: { webhook: 'Enter the address of a webhook first' } },
  });
});

test('a test message arrives, by the webhook that is typed or the saved one; Slack’s refusal is said in words', async () => {
  await service.call(checkSlack, { webhook }, admin);
  await service.call(saveSlackSettings, { webhook }, admin);
  await service.call(checkSlack, {}, admin);
  expect(slack.messages.map(({ text }) => text)).toEqual(Array(2).fill(expect.stringContaining('test message')));
  slack.faults.push('channel_is_archived');
  expect(await service.send(checkSlack, {}, admin)).toMatchObject({
    body: { fields: { webhook: expect.stringContaining('The channel of the webhook is archived') } },
  });
});

test('only administrators of the provider read, save or try it', async () => {
  const chief = await service.signIn('chief');
  const answers = await Promise.all(
    [readSlackSettings, saveSlackSettings, checkSlack].map((call) => service.send(call, { webhook }, chief)),
  );
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
});
