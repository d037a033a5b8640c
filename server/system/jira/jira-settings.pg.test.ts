import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkJira, readJiraSettings, saveJiraSettings } from '#contract/system/jira-settings.ts';
import { createJiraDouble } from '#server/demo/jira/jira-double.ts';
import { jiraDoubleAccess } from '#server/demo/jira/jira-state.ts';
import { listenOnLoopback } from '#server/demo/loopback/loopback.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { jiraAccess } from './jira-settings.ts';

const jira = createJiraDouble();
let service: TestService;
let admin: string;
let draft: typeof jiraDoubleAccess & { site: string };
beforeAll(async () => {
  const site = await listenOnLoopback(jira.server);
  draft = { ...jiraDoubleAccess, site };
  service = await startTestService({ allowHosts: [new URL(site).host, '127.0.0.1:9'] });
  admin = await service.signIn('administrator');
});
afterAll(async () => {
  jira.server.close();
  await service.close();
});

const fieldsOf = async (call: typeof checkJira | typeof saveJiraSettings, over: object) => {
  const { token: _kept, ...where } = draft;
  const sent = { ...where, ...over };
  const { status, body } = await service.send(call, call === checkJira ? sent : { jira: sent }, admin);
  return [status, (body as { fields?: Record<string, string> }).fields];
};

test('the token is encrypted and never shown; site and account that change ask for it again', async () => {
  const none = { site: null, account: null, project: null, issueType: null };
  expect(await service.call(readJiraSettings, {}, admin)).toEqual(none);
  const { token, ...shown } = draft;
  expect(await service.call(saveJiraSettings, { jira: draft }, admin)).toEqual(shown);
  const [settings, secrets] = await Promise.all([
    service.services.db.selectFrom('customer').select('settings').execute(),
    service.services.db.selectFrom('secret').selectAll().where('owner', '=', 'jira').execute(),
  ]);
  expect(secrets).toHaveLength(1);
  expect(JSON.stringify([settings, secrets])).not.toContain(token);
  // The saved token is used for the saved site and account alone.
  expect(await service.call(checkJira, shown, admin)).toMatchObject({ account: 'Jobdock', project: 'Support' });
  for (const over of [{ site: 'http://127.0.0.1:9' }, { account: 'other@harborview.example' }])
    for (const call of [checkJira, saveJiraSettings] as const)
      expect(await fieldsOf(call, over)).toEqual([400, { token: 'Enter the API token of this account' }]);
  expect(await service.call(saveJiraSettings, { jira: { ...shown, issueType: 'Bug' } }, admin)).toMatchObject({
    issueType: 'Bug',
  });
  expect((await jiraAccess(service.services))?.token).toBe(token);
  expect(await service.call(saveJiraSettings, { jira: null }, admin)).toEqual(none);
  expect(await jiraAccess(service.services)).toBeUndefined();
});

test('the test of the connection names what is wrong at its field', async () => {
  const { token } = draft;
  expect(await fieldsOf(checkJira, { site: 'ftp://jira.example', token })).toEqual([
    400,
    { site: expect.stringContaining('Enter the address of the site') },
  ]);
  expect(await fieldsOf(checkJira, { site: 'http://10.0.0.1', token })).toEqual([
    400,
    { site: expect.stringContaining('Enter the address') },
  ]);
  expect(await fieldsOf(checkJira, { token: 'wrong' })).toEqual([
    400,
    { token: expect.stringContaining('Jira does not know the account') },
  ]);
  expect(await fieldsOf(checkJira, { token, project: 'NONE' })).toEqual([
    400,
    { project: expect.stringContaining('The project was not found') },
  ]);
  expect(await fieldsOf(checkJira, { token, issueType: 'Epic' })).toEqual([
    400,
    { issueType: 'The project has the issue types Task, Bug. Choose one.' },
  ]);
  expect(await fieldsOf(saveJiraSettings, { token, project: 'sup' })).toEqual([
    400,
    { 'jira.project': expect.stringContaining('in capitals') },
  ]);
});

test('only administrators of the provider read, save or try it', async () => {
  const chief = await service.signIn('chief');
  const sent = [
    service.send(readJiraSettings, {}, chief),
    service.send(saveJiraSettings, { jira: null }, chief),
    service.send(checkJira, draft, chief),
  ];
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([403, 403, 403]);
});
