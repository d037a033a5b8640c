import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import { removeCustomer } from '#contract/people/account.ts';
import { login, type TokenReply } from '#contract/people/auth.ts';
import { removeSecondFactor, setSecondFactorRule, startAuthenticator } from '#contract/people/second-factor.ts';
import { confirmIdentity } from '#contract/people/second-factor-proof.ts';
import { loginAs } from '#contract/people/users.ts';
import { saveTarget } from '#contract/posting/posting.ts';
import { killDevice } from '#contract/sync/devices.ts';
import { saveSystemSettings } from '#contract/system/system-settings.ts';
import { writeRows } from '#server/feed/publish.ts';
import { aTarget } from '#tests/support/factories/job-factory.ts';
import { emails, startTestService, type TestService, testPassword } from '#tests/support/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  await service.services.db
    .transaction()
    .execute((tx) =>
      writeRows(tx, service.people.north, [
        { collection: 'target', row: aTarget({ id: 2, typeId: 4, name: 'Plain', maps: [] }), extra: { settings: {} } },
      ]),
    );
});
afterAll(() => service.close());
beforeEach(async () => void (await service.services.db.deleteFrom('sign_in_attempt').execute()));

/** Signs in without confirming anything. */
async function freshToken(who: keyof typeof emails): Promise<string> {
  const reply = (await service.send(login, { username: emails[who], password: testPassword })).body as TokenReply;
  return reply.accessToken;
}
const refused = { status: 403, body: { kind: 'confirm_identity', factors: ['password'] } };
const target = { id: 2, name: 'Plain', isDisabled: true };
const ai = { url: 'https://api.example.com/v1', model: 'small' };
const device = '5f0c7d0f6a1e4b0f9d1c2b3a4e5f6071';

test.each<[string, Endpoint, () => Record<string, unknown>, keyof typeof emails]>([
  ['work-as', loginAs, () => ({ cust: service.people.north, user: service.people.recruiter, reason: 'Help' }), 'administrator'],
  ['a device wipe', killDevice, () => ({ cust: service.people.north, clientId: device }), 'administrator'],
  ['a customer’s deletion', removeCustomer, () => ({ cust: service.people.south, name: 'South' }), 'administrator'],
  ['an AI key', saveSystemSettings, () => ({ ai: { ...ai, key: 'k' } }), 'administrator'],
  ['a removed AI key', saveSystemSettings, () => ({ ai: { ...ai, key: null } }), 'administrator'],
  ['a target’s password', saveTarget, () => ({ ...target, password: 'p' }), 'chief'],
  ['a target’s client secret', saveTarget, () => ({ ...target, clientSecret: 's' }), 'chief'],
  ['a new factor', startAuthenticator, () => ({}), 'chief'],
  ['removal of factors', removeSecondFactor, () => ({}), 'chief'],
  ['the rule for all users', setSecondFactorRule, () => ({ cust: 'me', required: false }), 'chief'],
])('%s asks who it is right after sign-in, and goes on once confirmed', async (_what, endpoint, args, who) => {
  const token = await freshToken(who);
  const { status, body, response } = await service.send(endpoint, args(), token);
  expect({ status, body }).toMatchObject(refused);
  expect(response.json()).toHaveProperty('error_description', expect.stringContaining('/api/user/confirm'));
  expect((await service.send(confirmIdentity, { password: 'wrong' }, token)).body).toMatchObject({
    kind: 'invalid',
    fields: { password: 'This is not your password' },
  });
  expect((await service.send(endpoint, args(), token)).status).toBe(403);
  await service.call(confirmIdentity, { password: testPassword }, token);
  expect((await service.send(endpoint, args(), token)).body).not.toMatchObject({ kind: 'confirm_identity' });
});

test('a save that sends no secret asks nothing', async () => {
  expect((await service.send(saveTarget, target, await freshToken('chief'))).status).toBe(200);
});

test('a confirmation is valid for five minutes and for its session only', async () => {
  const [token, other] = [await freshToken('chief'), await freshToken('chief')];
  await service.call(confirmIdentity, { password: testPassword }, token);
  expect((await service.send(startAuthenticator, {}, other)).status).toBe(403);
  service.advance(5 * 60_000 - 5000);
  expect((await service.send(startAuthenticator, {}, token)).status).toBe(200);
  service.advance(5001);
  expect((await service.send(startAuthenticator, {}, token)).status).toBe(403);
});

test('a missing right and a foreign customer are refused first, so that the question tells nothing', async () => {
  const token = await freshToken('recruiter');
  expect((await service.send(killDevice, { cust: 'me', clientId: device }, token)).body).toMatchObject({ kind: 'forbidden' });
  const chief = await freshToken('chief');
  expect((await service.send(setSecondFactorRule, { cust: service.people.south, required: true }, chief)).status).toBe(404);
});

test('who works as another user cannot make such a call, nor confirm', async () => {
  const admin = await freshToken('administrator');
  await service.call(confirmIdentity, { password: testPassword }, admin);
  const { accessToken } = await service.call(
    loginAs,
    { cust: service.people.north, user: service.people.chief, reason: 'Help' },
    admin,
  );
  expect((await service.send(startAuthenticator, {}, accessToken)).body).toMatchObject({ kind: 'forbidden' });
  expect((await service.send(confirmIdentity, { password: testPassword }, accessToken)).body).toMatchObject({
    kind: 'forbidden',
  });
});

test('wrong confirmations are counted like failed sign-ins', async () => {
  const token = await freshToken('viewer');
  const statuses: number[] = [];
  for (let i = 0; i < 11; i++) statuses.push((await service.send(confirmIdentity, { password: 'wrong' }, token)).status);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429]);
});
