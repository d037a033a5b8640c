import { Secret, TOTP } from 'otpauth';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { login } from '#contract/people/auth.ts';
import { changeOwnPassword } from '#contract/people/password-reset.ts';
import {
  confirmAuthenticator,
  getSecondFactor,
  getSecondFactorRule,
  removeSecondFactor,
  renewRecoveryCodes,
  setSecondFactorRule,
  startAuthenticator,
  startPasskey,
} from '#contract/people/second-factor.ts';
import { confirmIdentity, loginWithFactor, passkeyForLogin } from '#contract/people/second-factor-proof.ts';
import { getRole, savePrefs } from '#contract/people/users.ts';
import { listMail } from '#contract/system/mail.ts';
import { seedFirstAdministrator } from '#server/seed/seed-first-administrator.ts';
import { emails, startTestService, type TestService, testPassword } from '#tests/support/test-service.ts';
import { resetSecondFactor } from '../users/reset-second-factor.ts';

let service: TestService;
beforeEach(async () => {
  service = await startTestService({ at: new Date('2026-11-23T12:00:10.000Z') });
});
afterEach(() => service.close());

const step = 30_000;
const onAddress = { headers: { host: '127.0.0.1:4180' } };
const minute = 60_000;
type Who = keyof typeof emails;
const credentials = (who: Who) => ({ username: emails[who], password: testPassword });

/** The code that an app with this secret shows now, or some steps away. */
const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: service.services.now().getTime() + steps * step });

/** Enrolls an authenticator app and lets its first code become old. */
async function enroll(who: Who): Promise<{ token: string; secret: string; recoveryCodes: string[] }> {
  const token = await service.signIn(who);
  const { secret } = await service.call(startAuthenticator, {}, token);
  const { recoveryCodes } = await service.call(confirmAuthenticator, { code: codeOf(secret) }, token);
  service.advance(2 * step);
  return { token, secret, recoveryCodes };
}

/** Gives the right password; returns the pending sign-in. */
async function pendingOf(who: Who): Promise<string> {
  const { status, body } = await service.send(login, credentials(who));
  expect({ status, body }).toMatchObject({ status: 403, body: { kind: 'second_factor' } });
  return (body as { pending: string }).pending;
}
const finish = (pending: string, proof: object) => service.send(loginWithFactor, { pending, refreshIn: 'body', ...proof });
const commandsOf = async (name: string) =>
  (await service.services.db.selectFrom('audit').selectAll().where('command', '=', name).execute()).length;

describe('authenticator app', () => {
  test('asks for its code after the password, and opens no session before', async () => {
    const { secret, recoveryCodes } = await enroll('recruiter');
    expect(recoveryCodes).toHaveLength(10);
    const { body, response } = await service.send(login, credentials('recruiter'));
    expect(body).toMatchObject({ kind: 'second_factor', factors: ['code', 'recoveryCode'] });
    expect(response.cookies).toEqual([]);
    expect(response.body).not.toContain('access_token');
    const { status, body: tokens } = await finish((body as { pending: string }).pending, { code: codeOf(secret) });
    expect({ status, tokens }).toMatchObject({ status: 200, tokens: { bearer: { userId: service.people.recruiter } } });
    const access = (tokens as { accessToken: string }).accessToken;
    expect((await service.send(getRole, {}, access)).status).toBe(200);
    expect(await commandsOf('session.login.factor')).toBe(1);
  });

  test('leaves the reply for users without a factor as documented', async () => {
    await enroll('recruiter');
    const { status, response } = await service.send(login, { ...credentials('viewer'), refreshIn: 'body' });
    expect(status).toBe(200);
    expect(Object.keys(response.json())).toEqual(['access_token', 'refresh_token', 'expires_in', 'bearer']);
  });

  test('accepts codes of one step before and after, and no others', async () => {
    const { secret } = await enroll('recruiter');
    expect((await finish(await pendingOf('recruiter'), { code: codeOf(secret, -2) })).status).toBe(400);
    await service.services.db.deleteFrom('sign_in_attempt').execute();
    expect((await finish(await pendingOf('recruiter'), { code: codeOf(secret, 2) })).status).toBe(400);
    await service.services.db.deleteFrom('sign_in_attempt').execute();
    expect((await finish(await pendingOf('recruiter'), { code: codeOf(secret, -1) })).status).toBe(200);
    expect((await finish(await pendingOf('recruiter'), { code: codeOf(secret, 1) })).status).toBe(200);
  });

  test('accepts a code once, also when two requests send it at the same moment', async () => {
    const { secret } = await enroll('recruiter');
    const code = codeOf(secret);
    const [first, second] = [await pendingOf('recruiter'), await pendingOf('recruiter')];
    const statuses = (await Promise.all([finish(first, { code }), finish(second, { code })])).map(({ status }) => status);
    expect(statuses.sort((a, b) => a - b)).toEqual([200, 400]);
    await service.services.db.deleteFrom('sign_in_attempt').execute();
    expect((await finish(await pendingOf('recruiter'), { code })).body).toMatchObject({
      kind: 'sign_in',
      description: expect.stringContaining('used before'),
    });
  });

  test('does not accept the code that enrolled it', async () => {
    const token = await service.signIn('recruiter');
    const { secret } = await service.call(startAuthenticator, {}, token);
    const code = codeOf(secret);
    await service.call(confirmAuthenticator, { code }, token);
    expect((await finish(await pendingOf('recruiter'), { code })).status).toBe(400);
  });

  test('is not in use before a code confirms it, and a wrong code does not', async () => {
    const token = await service.signIn('recruiter');
    const { secret, uri } = await service.call(startAuthenticator, {}, token);
    expect(uri).toContain(`secret=${secret}`);
    const wrong = codeOf(secret) === '000000' ? '000001' : '000000';
    expect(await service.send(confirmAuthenticator, { code: wrong }, token)).toMatchObject({
      status: 400,
      body: { kind: 'invalid', fields: { code: expect.stringContaining('does not fit') } },
    });
    expect((await service.send(login, credentials('recruiter'))).status).toBe(200);
  });

  test('keeps its secret sealed', async () => {
    const { secret } = await enroll('recruiter');
    const rows = await service.services.db.selectFrom('secret').selectAll().where('field', '=', 'totp').execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(secret);
  });
});

describe('a pending sign-in', () => {
  test('is over after five minutes', async () => {
    const { secret } = await enroll('recruiter');
    const pending = await pendingOf('recruiter');
    service.advance(5 * minute + 1);
    expect((await finish(pending, { code: codeOf(secret) })).body).toMatchObject({
      kind: 'sign_in',
      description: expect.stringContaining('took too long'),
    });
  });

  test('works once', async () => {
    const { secret, recoveryCodes } = await enroll('recruiter');
    const pending = await pendingOf('recruiter');
    expect((await finish(pending, { code: codeOf(secret) })).status).toBe(200);
    expect((await finish(pending, { recoveryCode: recoveryCodes[0] })).status).toBe(400);
  });

  test('has five attempts, also in parallel, and its failures count for the account', async () => {
    const { secret } = await enroll('recruiter');
    const pending = await pendingOf('recruiter');
    const answers = await Promise.all(Array.from({ length: 12 }, () => finish(pending, { recoveryCode: 'wrong-codes' })));
    const judged = answers.filter(({ body }) => JSON.stringify(body).includes('recovery code is wrong'));
    expect(judged).toHaveLength(5);
    expect((await finish(pending, { code: codeOf(secret) })).status).toBe(400);
    expect((await service.send(login, credentials('recruiter'))).body).toMatchObject({ kind: 'sign_in', humanCheck: true });
  });

  test('does not exist for an invented token, and offers no passkey on a host without a name', async () => {
    await enroll('recruiter');
    expect((await finish(`${service.people.north}.invented`, { code: '123456' })).body).toMatchObject({ kind: 'sign_in' });
    expect(
      (await service.send(passkeyForLogin, { pending: await pendingOf('recruiter') }, undefined, onAddress)).body,
    ).toMatchObject({
      kind: 'invalid',
      fields: { passkey: expect.stringContaining('http://localhost:4180') },
    });
  });

  test('needs a proof', async () => {
    await enroll('recruiter');
    expect((await finish(await pendingOf('recruiter'), {})).body).toMatchObject({ kind: 'sign_in' });
  });
});

describe('recovery codes', () => {
  test('work once each, whatever their letter case, and an email says that one was used', async () => {
    const { recoveryCodes } = await enroll('recruiter');
    const [code = '', other = ''] = recoveryCodes;
    const typed = code.replace('-', ' ').toUpperCase();
    expect((await finish(await pendingOf('recruiter'), { recoveryCode: typed })).status).toBe(200);
    const again = await finish(await pendingOf('recruiter'), { recoveryCode: code });
    expect(again.body).toMatchObject({ description: expect.stringContaining('used before') });
    await service.services.db.deleteFrom('sign_in_attempt').execute();
    expect((await finish(await pendingOf('recruiter'), { recoveryCode: other })).status).toBe(200);
    const mails = await service.services.db
      .selectFrom('mail')
      .select('text')
      .where('text', 'like', '%recovery code was used%')
      .execute();
    expect(mails).toHaveLength(2);
  });

  test('are replaced by new ones', async () => {
    const { token, recoveryCodes } = await enroll('recruiter');
    const fresh = await service.call(renewRecoveryCodes, {}, token);
    expect(fresh.recoveryCodes).toHaveLength(10);
    expect((await finish(await pendingOf('recruiter'), { recoveryCode: recoveryCodes[0] })).status).toBe(400);
    await service.services.db.deleteFrom('sign_in_attempt').execute();
    expect((await finish(await pendingOf('recruiter'), { recoveryCode: fresh.recoveryCodes[0] })).status).toBe(200);
  });

  test('are not made without a factor', async () => {
    const token = await service.signIn('recruiter');
    expect((await service.send(renewRecoveryCodes, {}, token)).status).toBe(400);
  });
});

describe('a required second factor', () => {
  test('closes every call to a user without one until it is added, except those that add it', async () => {
    const [chief, recruiter] = [await service.signIn('chief'), await service.signIn('recruiter')];
    const rule = await service.call(setSecondFactorRule, { cust: 'me', required: true }, chief);
    expect(rule).toEqual({ required: true, provider: false });
    expect(await service.call(getSecondFactorRule, { cust: 'me' }, await enrolledToken('chief'))).toEqual(rule);
    service.advance(3000);
    const closed = await service.send(savePrefs, {}, recruiter);
    expect(closed).toMatchObject({ status: 428, body: { kind: 'add_second_factor' } });
    expect(await service.call(getRole, {}, recruiter)).toMatchObject({ mustAddFactor: true });
    const { secret } = await service.call(startAuthenticator, {}, recruiter);
    await service.call(confirmAuthenticator, { code: codeOf(secret) }, recruiter);
    expect((await service.send(savePrefs, {}, recruiter)).status).toBe(200);
    expect(await service.send(removeSecondFactor, {}, recruiter)).toMatchObject({
      status: 400,
      body: { fields: { secondFactor: expect.stringContaining('required of you') } },
    });
  });

  test('is set by a user administrator only, for the own customer only', async () => {
    const [chief, recruiter] = [await service.signIn('chief'), await service.signIn('recruiter')];
    expect((await service.send(setSecondFactorRule, { cust: 'me', required: true }, recruiter)).status).toBe(403);
    expect((await service.send(setSecondFactorRule, { cust: service.people.south, required: true }, chief)).status).toBe(404);
  });

  test('is required of provider administrators unless the demo turned it off, and cannot be turned off by call', async () => {
    const { provider } = service.people;
    const admin = await service.signIn('administrator');
    expect(await service.call(getSecondFactor, {}, admin)).toMatchObject({ requiredBy: null, waived: true });
    await service.services.db.updateTable('customer').set({ settings: '{}' }).where('id', '=', provider).execute();
    service.advance(3000);
    expect((await service.send(savePrefs, {}, admin)).body).toMatchObject({ kind: 'add_second_factor' });
    expect(await service.call(getSecondFactor, {}, admin)).toMatchObject({ requiredBy: 'provider', waived: false });
    const { secret } = await service.call(startAuthenticator, {}, admin);
    await service.call(confirmAuthenticator, { code: codeOf(secret) }, admin);
    expect((await service.send(setSecondFactorRule, { cust: provider, required: false }, admin)).status).toBe(400);
  });

  async function enrolledToken(who: Who): Promise<string> {
    const { token } = await enroll(who);
    return token;
  }
});

test('the first administrator of a new installation changes the expired password and adds a factor before anything else', async () => {
  const empty = await startTestService({ people: 'none', at: service.services.now() });
  try {
    const password = (await seedFirstAdministrator(empty.services, 'first@provider.test')) ?? '';
    const { accessToken: token } = await empty.call(login, { username: 'first@provider.test', password, refreshIn: 'body' });
    const refusalOfMail = async () => (await empty.send(listMail, {}, token)).body;
    expect(await empty.call(getRole, {}, token)).toMatchObject({ status: 1, mustAddFactor: true });
    expect(await refusalOfMail()).toEqual({ kind: 'password_expired' });
    const chosen = 'copper-Lantern-58-harbor';
    await empty.call(changeOwnPassword, { current: password, password: chosen }, token);
    expect(await refusalOfMail()).toEqual({ kind: 'add_second_factor' });
    expect((await empty.send(startAuthenticator, {}, token)).body).toMatchObject({ kind: 'confirm_identity' });
    await empty.call(confirmIdentity, { password: chosen }, token);
    const { secret } = await empty.call(startAuthenticator, {}, token);
    await empty.call(confirmAuthenticator, { code: codeOf(secret) }, token);
    expect((await empty.send(listMail, {}, token)).status).toBe(200);
    expect(await empty.call(getRole, {}, token)).toMatchObject({ status: 0, mustAddFactor: false });
  } finally {
    await empty.close();
  }
});

test('a user removes all factors and signs in with the password again; each change leaves an audit line, a notice and an email', async () => {
  const { token } = await enroll('recruiter');
  await service.call(removeSecondFactor, {}, token);
  expect(await service.call(getSecondFactor, {}, token)).toEqual({
    authenticator: false,
    passkeys: [],
    recoveryCodesLeft: 0,
    requiredBy: null,
    waived: false,
  });
  expect((await service.send(login, credentials('recruiter'))).status).toBe(200);
  expect(await commandsOf('user.factor.authenticator')).toBe(1);
  expect(await commandsOf('user.factor.remove')).toBe(1);
  const { db } = service.services;
  const notices = await db.selectFrom('notification').select('text').where('kind', '=', 'second_factor').execute();
  const mails = await db.selectFrom('mail').select('to_address').where('cause', 'like', 'second factor%').execute();
  expect(notices).toHaveLength(2);
  expect(mails.map((mail) => mail.to_address)).toEqual([emails.recruiter, emails.recruiter]);
});

test('a passkey is refused on a host without a name, in words that name one', async () => {
  const token = await service.signIn('recruiter');
  expect(
    (await service.send(startPasskey, {}, token, { headers: { ...onAddress.headers, authorization: `Bearer ${token}` } })).body,
  ).toMatchObject({
    fields: { passkey: expect.stringContaining('http://localhost:4180') },
  });
});

test('a password does not confirm a user who has a second factor', async () => {
  const { token, secret } = await enroll('recruiter');
  expect((await service.send(confirmIdentity, { password: testPassword }, token)).status).toBe(400);
  expect((await service.send(confirmIdentity, { code: codeOf(secret) }, token)).status).toBe(200);
});

describe('an operator resets the second factor of a person who lost it', () => {
  test('it is gone with its codes, the sessions are ended, and the audit and the person learn of it', async () => {
    const { token, recoveryCodes } = await enroll('recruiter');
    const { db, now } = service.services;
    expect(await resetSecondFactor(db, ` ${emails.recruiter.toUpperCase()} `, now)).toEqual({ ok: true, value: 1 });
    expect((await service.send(getSecondFactor, {}, token)).status).toBe(401);
    const opened = await service.call(login, { ...credentials('recruiter'), refreshIn: 'body' });
    const again = await service.call(getSecondFactor, {}, opened.accessToken);
    expect(again).toMatchObject({ authenticator: false, passkeys: [], recoveryCodesLeft: 0 });
    expect(recoveryCodes.length).toBeGreaterThan(0);
    const lines = await db.selectFrom('audit').selectAll().where('command', '=', 'user.factor.reset').execute();
    expect(lines).toMatchObject([{ actor_id: null, object_id: String(service.people.recruiter), detail: { sessions: 1 } }]);
    const mails = await db.selectFrom('mail').select('text').where('to_address', '=', emails.recruiter).execute();
    expect(mails.filter(({ text }) => text.includes('removed from your account by the operator'))).toHaveLength(1);
    expect(await db.selectFrom('secret').selectAll().where('field', 'in', ['totp', 'totp_new']).execute()).toEqual([]);
  });

  test('an address that no one signs in with is refused', async () => {
    const { db, now } = service.services;
    expect(await resetSecondFactor(db, 'who@example.com', now)).toEqual({ ok: false, error: { kind: 'not_found' } });
  });
});
