import { afterEach, beforeEach, expect, test } from 'vitest';
import { login } from '#contract/people/auth.ts';
import {
  addPasskey,
  getSecondFactor,
  removePasskey,
  renamePasskey,
  setSecondFactorRule,
  startPasskey,
} from '#contract/people/second-factor.ts';
import { confirmIdentity, loginWithFactor, passkeyForConfirm, passkeyForLogin } from '#contract/people/second-factor-proof.ts';
import { PasskeyDouble } from '#tests/doubles/passkey-double.ts';
import { emails, startTestService, type TestService, testPassword } from '#tests/support/test-service.ts';

let service: TestService;
let token: string;
beforeEach(async () => {
  service = await startTestService();
  token = await service.signIn('recruiter');
});
afterEach(() => service.close());

const origin = 'http://localhost:4180';
const onLocalhost = { headers: { host: 'localhost:4180' } };
const signedIn = (as = token) => ({ headers: { host: 'localhost:4180', authorization: `Bearer ${as}` } });
type Options = { options: { challenge: string } };

const optionsToAdd = async () => (await service.send(startPasskey, {}, token, signedIn())).body as Options;
async function added(name = 'Work laptop'): Promise<PasskeyDouble> {
  const double = new PasskeyDouble(origin);
  const { options } = await optionsToAdd();
  const answer = await service.send(addPasskey, { name, passkey: double.create(options) }, token, signedIn());
  expect(answer).toMatchObject({ status: 200 });
  return double;
}
async function pendingOf(): Promise<string> {
  await service.services.db.deleteFrom('sign_in_attempt').execute();
  const { body } = await service.send(login, { username: emails.recruiter, password: testPassword }, undefined, onLocalhost);
  expect(body).toMatchObject({ kind: 'second_factor', factors: ['passkey', 'recoveryCode'] });
  return (body as { pending: string }).pending;
}
const optionsToProve = async (pending: string) =>
  (await service.send(passkeyForLogin, { pending }, undefined, onLocalhost)).body as Options;
const finish = (pending: string, passkey: object) =>
  service.send(loginWithFactor, { pending, passkey, refreshIn: 'body' }, undefined, onLocalhost);

test('a passkey is added with recovery codes, signs in, and is listed with its last use', async () => {
  const double = await added();
  const pending = await pendingOf();
  const { options } = await optionsToProve(pending);
  expect(options).toMatchObject({ rpId: 'localhost', allowCredentials: [{ id: double.id }] });
  expect((await finish(pending, double.prove(options))).status).toBe(200);
  expect(await service.call(getSecondFactor, {}, token)).toMatchObject({
    authenticator: false,
    passkeys: [{ id: double.id, name: 'Work laptop', host: 'localhost', usedAt: expect.any(String) }],
    recoveryCodesLeft: 10,
  });
});

test('a challenge works once, and neither a foreign origin, host, key nor a stale challenge is accepted', async () => {
  const double = await added();
  const attempts: ((options: Options['options']) => object)[] = [
    (options) => double.prove(options, { origin: 'http://localhost:9' }),
    (options) => double.prove(options, { host: 'evil.example' }),
    (options) => ({ ...new PasskeyDouble(origin).prove(options), id: double.id, rawId: double.id }),
    () => double.prove({ challenge: 'c3RhbGU' }),
    (options) => new PasskeyDouble(origin).prove(options),
    () => ({ id: double.id }),
  ];
  for (const attempt of attempts) {
    const pending = await pendingOf();
    const { options } = await optionsToProve(pending);
    expect((await finish(pending, attempt(options))).body).toMatchObject({ kind: 'sign_in' });
    // The challenge is gone, so the right signature comes too late.
    expect((await finish(pending, double.prove(options))).status).toBe(400);
  }
});

test('a counter that goes back is refused: the passkey may have been copied', async () => {
  const double = await added();
  const use = async (counter: number) => {
    const pending = await pendingOf();
    const { options } = await optionsToProve(pending);
    return (await finish(pending, double.prove(options, { counter }))).status;
  };
  expect([await use(7), await use(7), await use(6), await use(8)]).toEqual([200, 400, 400, 200]);
});

test('a creation for another challenge or origin, and a passkey that exists, are refused', async () => {
  const double = await added();
  const refused = { status: 400, body: { fields: { passkey: expect.any(String) } } };
  const add = (passkey: object) => service.send(addPasskey, { name: 'Again', passkey }, token, signedIn());
  const { options } = await optionsToAdd();
  expect(await add(new PasskeyDouble(origin).create({ challenge: 'c3RhbGU' }))).toMatchObject(refused);
  expect(await add(new PasskeyDouble(origin).create(options)), 'the challenge was used').toMatchObject(refused);
  expect(await add(new PasskeyDouble('http://localhost:9').create((await optionsToAdd()).options))).toMatchObject(refused);
  expect(await add(double.create((await optionsToAdd()).options))).toMatchObject(refused);
  expect(await add({})).toMatchObject(refused);
});

test('a passkey is renamed and removed by its owner only', async () => {
  const { id } = await added();
  const other = await service.signIn('chief');
  expect((await service.send(renamePasskey, { id, name: 'Mine' }, other)).status).toBe(404);
  expect((await service.send(removePasskey, { id }, other)).status).toBe(404);
  await service.call(renamePasskey, { id, name: 'Old laptop' }, token);
  expect((await service.call(getSecondFactor, {}, token)).passkeys).toMatchObject([{ name: 'Old laptop' }]);
  await service.call(removePasskey, { id }, token);
  expect(await service.call(getSecondFactor, {}, token)).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 });
});

test('the last passkey stays while a second factor is required', async () => {
  const { id } = await added();
  const second = await added('Phone');
  await service.call(setSecondFactorRule, { cust: 'me', required: true }, await service.signIn('chief'));
  await service.call(removePasskey, { id: second.id }, token);
  expect((await service.send(removePasskey, { id }, token)).body).toMatchObject({
    fields: { id: expect.stringContaining('required of you') },
  });
});

test('a passkey confirms who uses the session, with a challenge of that session only', async () => {
  const double = await added();
  const { options } = (await service.send(passkeyForConfirm, {}, token, signedIn())).body as Options;
  const other = await service.signIn('recruiter').catch(() => '');
  expect(other, 'a password alone opens no second session').toBe('');
  expect((await service.send(confirmIdentity, { passkey: double.prove(options) }, token, signedIn())).status).toBe(200);
  expect((await service.send(confirmIdentity, { passkey: double.prove(options) }, token, signedIn())).status).toBe(400);
});

test('an https installation binds passkeys to its own host', async () => {
  const secure = await startTestService({ publicUrl: 'https://jobs.example' });
  try {
    const chief = await secure.signIn('chief');
    const { options } = await secure.call(startPasskey, {}, chief);
    expect(options).toMatchObject({ rp: { id: 'jobs.example' } });
    const passkey = new PasskeyDouble('https://jobs.example').create({ challenge: String(options['challenge']) });
    await secure.call(addPasskey, { name: 'Key', passkey }, chief);
  } finally {
    await secure.close();
  }
});
