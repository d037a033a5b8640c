import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkDomain, login } from '#contract/people/auth.ts';
import { getSecondFactorRule } from '#contract/people/second-factor.ts';
import { loginWithFactor } from '#contract/people/second-factor-proof.ts';
import { finishSignOn, startSignOn } from '#contract/people/sign-on.ts';
import { getRole } from '#contract/people/users.ts';
import type { Fault } from '#server/demo/oidc/id-token.ts';
import type { SignOnDouble } from '#server/demo/oidc/sign-on-double.ts';
import { emails, type TestService, testPassword } from '#tests/support/test-service.ts';
import { chooseAtProvider, cookiesOf, giveSignOn, northDomain, startSignOnWorld } from '#tests/support/worlds/sign-on-world.ts';

let service: TestService;
let provider: SignOnDouble;
beforeAll(async () => {
  ({ service, provider } = await startSignOnWorld());
  await giveSignOn(service, provider);
});
afterAll(async () => {
  await service.close();
  await provider.stop();
});
beforeEach(async () => {
  provider.fault = null;
  provider.amr = ['pwd'];
  await service.services.db.deleteFrom('authenticator').execute();
  await service.services.db.updateTable('customer').set({ settings: '{}' }).execute();
  // The provider's description is read again.
  await service.services.db.updateTable('sign_on').set({ updated_at: new Date() }).execute();
});

type Cookies = Record<string, string>;

/** A browser begins a sign-in. Returns the provider's page and its cookies. */
async function begin(domain = northDomain): Promise<{ page: string; cookies: Cookies }> {
  const { status, body, response } = await service.send(startSignOn, { domain });
  expect({ status, body }).toMatchObject({ status: 200 });
  return { page: (body as { redirect: string }).redirect, cookies: cookiesOf(response) };
}

/** The browser comes back with the provider's answer. */
const comeBack = (answer: string, cookies: Cookies) => service.send(finishSignOn, { answer }, undefined, { cookies });

/** The whole way of one person. */
async function signOn(email: string) {
  const { page, cookies } = await begin();
  return comeBack(await chooseAtProvider(page, email), cookies);
}

const refused = { status: 400, body: { kind: 'sign_in', description: expect.stringContaining('was not accepted') } };
const lastLine = async (command: string) =>
  service.services.db.selectFrom('audit').selectAll().where('command', '=', command).orderBy('id', 'desc').executeTakeFirst();

describe('the address of a sign-on', () => {
  test('follows from the domain alone: a known and an unknown address of one domain get the same answer', async () => {
    const known = await service.call(checkDomain, { email: emails.recruiter });
    expect(known).toEqual({ redirect: `http://127.0.0.1:4180/agency-sign-on/${northDomain}`, agency: 'North Staffing' });
    expect(await service.call(checkDomain, { email: `unknown@${northDomain.toUpperCase()}` })).toEqual(known);
    expect(await service.call(checkDomain, { username: `@${northDomain}` })).toEqual(known);
  });

  test('is none for another domain, for a text without one, and for a domain that no one has confirmed', async () => {
    const none = { redirect: null, agency: null };
    await service.services.db
      .insertInto('sign_on_domain')
      .values({ domain: 'gmail.com', customer_id: service.people.north })
      .execute();
    for (const email of [emails.stranger, 'recruiter', 'ann@gmail.com', '@', `ann@x.${northDomain}`])
      expect(await service.call(checkDomain, { email }), email).toEqual(none);
    expect((await service.send(startSignOn, { domain: 'gmail.com' })).body).toMatchObject({ kind: 'sign_in' });
  });
});

test('a person of the customer signs in: same cookie as with a password, same user, a line in the audit', async () => {
  const { status, body, response } = await signOn(emails.recruiter);
  expect({ status, body }).toMatchObject({ status: 200, body: { bearer: { userId: service.people.recruiter } } });
  const token = (body as { accessToken: string }).accessToken;
  expect(await service.call(getRole, {}, token)).toMatchObject({ userId: service.people.recruiter });
  const set = String(response.headers['set-cookie']);
  expect(set).toMatch(/jobdock_refresh_4180=[^;]+;[^,]*HttpOnly; SameSite=Strict/);
  expect(set).toMatch(/jobdock_sign_on_4180=;/);
  expect(await lastLine('session.login.sign_on')).toMatchObject({
    customer_id: service.people.north,
    actor_id: service.people.recruiter,
    object_kind: 'session',
    detail: { factorAtProvider: false },
  });
});

test('the request carries PKCE, state and nonce, and the cookie no page can read', async () => {
  const { response, body } = await service.send(startSignOn, { domain: northDomain });
  const values = new URL((body as { redirect: string }).redirect).searchParams;
  expect(Object.fromEntries(values)).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    scope: expect.stringContaining('openid'),
  });
  for (const name of ['state', 'nonce', 'code_challenge']) expect(values.get(name)?.length).toBeGreaterThan(40);
  expect(String(response.headers['set-cookie'])).toMatch(
    /jobdock_sign_on_4180=.+Max-Age=600; Path=\/; HttpOnly; SameSite=Strict/,
  );
});

describe('refused', () => {
  test.each<[Fault, RegExp]>([
    ['wrong nonce', /"nonce" claim/],
    ['wrong audience', /"aud"/],
    ['expired', /"exp"/],
    ['unverified email', /has not verified/],
    ['other issuer', /"iss"/],
    ['unsigned', /"alg" identifier/],
    ['wrong key', /signature verification failed/],
  ])('an answer of the provider with: %s', async (fault, why) => {
    provider.fault = fault;
    expect(await signOn(emails.recruiter)).toMatchObject(refused);
    const line = await lastLine('session.sign_on.refused');
    expect(line).toMatchObject({
      actor_id: null,
      customer_id: service.people.north,
      detail: { why: expect.stringMatching(why) },
    });
  });

  test('an answer for the state of another browser, and one without its cookie', async () => {
    const mine = await begin();
    const other = await begin();
    const answer = await chooseAtProvider(mine.page, emails.recruiter);
    expect(await comeBack(answer, other.cookies)).toMatchObject(refused);
    expect((await comeBack(answer, {})).body).toMatchObject({ description: expect.stringContaining('another browser') });
  });

  test('the same answer a second time, and a code that was used before', async () => {
    const { page, cookies } = await begin();
    const answer = await chooseAtProvider(page, emails.recruiter);
    expect(await comeBack(answer, cookies)).toMatchObject({ status: 200 });
    expect((await comeBack(answer, cookies)).body).toMatchObject({ description: expect.stringContaining('is over') });
    const again = await begin();
    const state = new URL(again.page).searchParams.get('state') ?? '';
    const reused = new URLSearchParams(answer);
    reused.set('state', state);
    expect(await comeBack(reused.toString(), again.cookies)).toMatchObject(refused);
  });

  test('a forged answer: an error of the provider, another issuer, no code', async () => {
    for (const forge of [
      (values: URLSearchParams) => values.set('error', 'access_denied'),
      (values: URLSearchParams) => values.set('iss', 'https://other.example'),
      (values: URLSearchParams) => values.delete('code'),
    ]) {
      const { page, cookies } = await begin();
      const values = new URLSearchParams(await chooseAtProvider(page, emails.recruiter));
      forge(values);
      expect(await comeBack(values.toString(), cookies)).toMatchObject(refused);
    }
  });

  test('an answer after ten minutes', async () => {
    const { page, cookies } = await begin();
    const answer = await chooseAtProvider(page, emails.recruiter);
    await service.services.db
      .updateTable('sign_on_attempt')
      .set({ expires_at: new Date(0) })
      .execute();
    expect((await comeBack(answer, cookies)).body).toMatchObject({ description: expect.stringContaining('is over') });
  });

  test('a person of another customer, one unknown, and a disabled one: all with whom to ask', async () => {
    const words = {
      kind: 'sign_in',
      description: expect.stringMatching(/does not know you in Jobdock: ask .+ for an invitation\.$/),
    };
    for (const email of [emails.stranger, emails.administrator, `unknown@${northDomain}`])
      expect((await signOn(email)).body, email).toMatchObject(words);
    const disable = (at: Date | null) =>
      service.services.db.updateTable('app_user').set({ disabled_at: at }).where('id', '=', service.people.viewer).execute();
    await disable(new Date());
    expect((await signOn(emails.viewer)).body).toMatchObject(words);
    await disable(null);
  });
});

test('the address comes from the provider’s description of the person if the ID token has none', async () => {
  provider.fault = 'no email';
  const { body } = await signOn(emails.viewer);
  expect(body).toMatchObject({ bearer: { userId: service.people.viewer } });
});

test('a provider that does not answer says so, with a remedy', async () => {
  const { db } = service.services;
  await db.updateTable('sign_on').set({ issuer: 'https://10.0.0.1', updated_at: new Date() }).execute();
  const answer = await service.send(startSignOn, { domain: northDomain });
  expect(answer.body).toMatchObject({ description: expect.stringContaining('does not answer') });
  await db.updateTable('sign_on').set({ issuer: provider.url, updated_at: new Date() }).execute();
});

describe('the second factor', () => {
  const addAuthenticator = () =>
    service.services.db
      .insertInto('authenticator')
      .values({ customer_id: service.people.north, user_id: service.people.recruiter, last_step: 0 })
      .execute();

  test('is asked for after the provider’s password, and not after its own second factor', async () => {
    await addAuthenticator();
    const asked = await signOn(emails.recruiter);
    expect(asked).toMatchObject({ status: 403, body: { kind: 'second_factor', factors: ['code', 'recoveryCode'] } });
    const { pending } = asked.body as { pending: string };
    expect((await service.send(loginWithFactor, { pending, code: '000000' })).body).toMatchObject({ kind: 'sign_in' });
    provider.amr = ['pwd', 'mfa'];
    expect(await signOn(emails.recruiter)).toMatchObject({ status: 200 });
  });

  test('that a customer requires is the provider’s or ours', async () => {
    const required = JSON.stringify({ secondFactor: 'required' });
    await service.services.db
      .updateTable('customer')
      .set({ settings: required })
      .where('id', '=', service.people.north)
      .execute();
    const rule = async () => {
      const { accessToken } = (await signOn(emails.chief)).body as { accessToken: string };
      return (await service.send(getSecondFactorRule, { cust: service.people.north }, accessToken)).status;
    };
    expect(await rule()).toBe(428);
    provider.amr = ['pwd', 'mfa'];
    expect(await rule()).toBe(200);
  });
});

test('a password still works beside the sign-on', async () => {
  const entered = { username: emails.viewer, password: testPassword };
  expect(await service.send(login, entered)).toMatchObject({ status: 200 });
});
