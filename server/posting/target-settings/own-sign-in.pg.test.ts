import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkTarget, removeTarget, saveTarget } from '#contract/posting/posting.ts';
import { beginTargetSignIn, endTargetSignIn } from '#contract/posting/target-connection.ts';
import { closeNow, listenOnLoopback } from '#server/demo/loopback/loopback.ts';
import { createSalesforceDouble, salesforcePlace } from '#server/demo/salesforce/salesforce-double.ts';
import { salesforceApp } from '#server/demo/salesforce/salesforce-oauth.ts';
import { storedSecrets } from '#server/targets/open-target.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';

const double = createSalesforceDouble();
let service: TestService;
let url: string;
let chief: string;
let admin: string;
let id: number;

beforeAll(async () => {
  url = await listenOnLoopback(double.server);
  service = await startTestService({ allowHosts: [new URL(url).host] });
  [admin, chief] = [await service.signIn('administrator'), await service.signIn('chief')];
  const added = { id: 0, customerId: service.people.north, typeId: 9, name: 'Salesforce', isDisabled: false };
  const settings = { clientId: salesforceApp.clientId, ...salesforcePlace };
  ({ id } = await service.call(saveTarget, { ...added, url, settings }, admin));
});
afterAll(async () => {
  await service.close();
  await closeNow(double.server);
});

const check = () => service.call(checkTarget, { id }, chief);
const held = () => storedSecrets(service.services.secrets, service.services.db, service.people.north, { id, typeId: 9 });

/** Begins a sign-in and answers the page as a person does. Returns what the page leads back with. */
async function atThePage(allow: '0' | '1' = '1') {
  const { authorizeUrl } = await service.call(beginTargetSignIn, { id }, chief);
  expect(authorizeUrl.startsWith(`${url}/services/oauth2/authorize?`)).toBe(true);
  const answer = await fetch(`${authorizeUrl}&allow=${allow}`, { redirect: 'manual' });
  const back = new URL(answer.headers.get('location') ?? '');
  expect(back.pathname).toBe('/targetsignin');
  return Object.fromEntries(back.searchParams) as { code: string; state: string; error?: string };
}
const end = ({ code, state }: { code: string; state: string }, token = chief) =>
  service.send(endTargetSignIn, { code, state }, token);

test('a target without a secret says where to sign in; the sign-in connects it, and a code works once', async () => {
  expect(await check()).toEqual({
    state: 'failed',
    words: 'Sign in at Salesforce first, or enter the secret of its app.',
    signInAt: 'Salesforce',
  });
  const back = await atThePage();
  expect(await end(back)).toMatchObject({ status: 200, body: { id, customerId: service.people.north, name: 'Salesforce' } });
  expect(await check()).toEqual({ state: 'ok', words: '', signInAt: null });
  expect(await end(back)).toMatchObject({
    status: 400,
    body: { fields: { code: expect.stringContaining('invalid authorization code') } },
  });
  const [line] = await service.services.db.selectFrom('audit').selectAll().where('command', '=', 'target.sign_in').execute();
  expect(line).toMatchObject({ object_id: String(id) });
  expect(JSON.stringify(line)).not.toContain((await held()).refreshToken);
});

test('another person, another code and a denied access do not end a sign-in', async () => {
  const back = await atThePage();
  expect(await end(back, admin)).toMatchObject({
    status: 400,
    body: { fields: { state: expect.stringContaining('another person') } },
  });
  expect(await end({ ...back, state: `${back.state}x` })).toMatchObject({ status: 400 });
  const other = await atThePage();
  // Each code belongs to the challenge of its own state.
  expect(await end({ code: other.code, state: back.state })).toMatchObject({
    status: 400,
    body: { fields: { code: expect.stringContaining('code verifier') } },
  });
  expect(await atThePage('0')).toMatchObject({ error: 'access_denied' });
});

test('a sign-in that the target ended asks for another one; a change of the app forgets it, and so does removal', async () => {
  double.endSignIns();
  double.faults.push('expire-token');
  expect(await check()).toMatchObject({
    state: 'failed',
    signInAt: 'Salesforce',
    words: expect.stringContaining('Sign in at Salesforce again'),
  });
  expect(await end(await atThePage())).toMatchObject({ status: 200 });
  expect(await check()).toMatchObject({ state: 'ok' });
  const before = (await held()).refreshToken;
  await service.call(saveTarget, { id, name: 'Salesforce North', isDisabled: false }, chief);
  expect((await held()).refreshToken).toBe(before);
  await service.call(saveTarget, { id, name: 'Salesforce', isDisabled: false, settings: { clientId: 'another app' } }, chief);
  expect(await held()).toEqual({});
  await service.call(
    saveTarget,
    { id, name: 'Salesforce', isDisabled: false, settings: { clientId: salesforceApp.clientId } },
    chief,
  );
  expect(await end(await atThePage())).toMatchObject({ status: 200 });
  await service.call(removeTarget, { id, name: 'Salesforce' }, admin);
  expect(await held()).toEqual({});
});

test('a kind without such a page says so, and who may not change targets begins nothing', async () => {
  const key = { password: 'key', url: 'https://app.crelate.com/api3' };
  const crelate = await service.call(
    saveTarget,
    { id: 0, customerId: service.people.north, typeId: 22, name: 'Crelate', isDisabled: false, ...key },
    admin,
  );
  expect(await service.send(beginTargetSignIn, { id: crelate.id }, chief)).toMatchObject({ status: 403 });
  expect(await service.send(beginTargetSignIn, { id: crelate.id }, admin)).toMatchObject({
    status: 400,
    body: { fields: { id: 'Crelate has no page of its own to sign in at.' } },
  });
  const recruiter = await service.signIn('recruiter');
  expect(await service.send(beginTargetSignIn, { id: crelate.id }, recruiter)).toMatchObject({ status: 403 });
});
