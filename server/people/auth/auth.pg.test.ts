import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkDomain, getChallenge, login, logout, refreshTokens, type TokenReply } from '#contract/people/auth.ts';
import { getRole } from '#contract/people/users.ts';
import { emails, startTestService, type TestService, testPassword } from '#tests/support/test-service.ts';

let service: TestService;
beforeEach(async () => {
  service = await startTestService();
});
afterEach(() => service.close());

const day = 86_400_000;
const good = { username: emails.recruiter, password: testPassword };
const bad = { ...good, password: 'wrong' };

/** Signs in as an API client: the refresh token is in the response body. */
async function apiSignIn(): Promise<{ access: string; refresh: string }> {
  const reply = await service.call(login, { ...good, refreshIn: 'body' });
  return { access: reply.accessToken, refresh: reply.refreshToken ?? '' };
}
const refresh = async (rtoken: string) => {
  const { status, body } = await service.send(refreshTokens, { refreshToken: rtoken, refreshIn: 'body' });
  return { status, refresh: (body as TokenReply).refreshToken, access: (body as TokenReply).accessToken };
};
const alive = async (token: string) => (await service.send(getRole, {}, token)).status === 200;

async function solvedCheck(): Promise<string> {
  const challenge = await service.call(getChallenge, {});
  const solution = await solveChallenge({ challenge: challenge as never, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

describe('sign-in', () => {
  test('accepts the documented form fields, and the user name in any letter case', async () => {
    const response = await service.app.inject({
      method: 'POST',
      url: '/auth/login',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ username: emails.recruiter.toUpperCase(), password: testPassword }).toString(),
    });
    expect(response.statusCode).toBe(200);
    expect(response.json<{ expires_in: number }>().expires_in).toBe(600);
  });

  test('keeps the refresh token out of the body and out of reach of scripts', async () => {
    const { response, body } = await service.send(login, good);
    expect(body).not.toHaveProperty('refreshToken');
    const [cookie] = response.cookies;
    expect(cookie).toMatchObject({ name: 'jobdock_refresh_4180', httpOnly: true, sameSite: 'Strict', path: '/auth' });
  });

  test('never returns the refresh token to a page in the body', async () => {
    const answer = await service.send(login, { ...good, refreshIn: 'body' }, undefined, {
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    expect(answer.status).toBe(400);
  });

  test('responds the same to a wrong password, an unknown account and a disabled one', async () => {
    await service.services.db
      .updateTable('app_user')
      .set({ disabled_at: new Date() })
      .where('id', '=', service.people.viewer)
      .execute();
    const wrong = await service.send(login, bad, undefined, { remoteAddress: '10.0.0.1' });
    const unknown = await service.send(login, { ...bad, username: 'nobody@north.test' }, undefined, {
      remoteAddress: '10.0.0.2',
    });
    const disabled = await service.send(login, { ...good, username: emails.viewer }, undefined, { remoteAddress: '10.0.0.3' });
    expect(wrong.status).toBe(400);
    expect(wrong.body).toMatchObject({ kind: 'sign_in', humanCheck: true });
    expect(unknown.body).toEqual(wrong.body);
    expect(disabled.body).toEqual(wrong.body);
  });
});

describe('the human check', () => {
  test('is required after one failure of the account, also from another address', async () => {
    await service.send(login, bad, undefined, { remoteAddress: '10.0.0.1' });
    const elsewhere = await service.send(login, good, undefined, { remoteAddress: '10.0.0.9' });
    expect(elsewhere.body).toMatchObject({
      kind: 'sign_in',
      description: 'Confirm that you are human, then sign in again.',
    });
    expect((await service.send(login, { ...good, r: await solvedCheck() })).status).toBe(200);
  });

  test('is not required of others at the same address after one typo, but after twenty', async () => {
    const office = { remoteAddress: '10.3.0.1' };
    const colleague = { username: emails.chief, password: testPassword };
    await service.send(login, bad, undefined, office);
    expect((await service.send(login, colleague, undefined, office)).status).toBe(200);
    await service.services.db.updateTable('sign_in_attempt').set({ failures: 20 }).where('key', 'like', '%address%').execute();
    expect(await service.send(login, colleague, undefined, office)).toMatchObject({
      status: 400,
      body: { description: 'Confirm that you are human, then sign in again.' },
    });
  });

  test('is valid for one sign-in only', async () => {
    await service.send(login, bad);
    const r = await solvedCheck();
    expect((await service.send(login, { ...bad, r })).body).toMatchObject({
      description: 'The user name or password is incorrect.',
    });
    expect((await service.send(login, { ...good, r })).status).toBe(400);
    const both = await solvedCheck();
    const answers = await Promise.all([service.send(login, { ...bad, r: both }), service.send(login, { ...bad, r: both })]);
    const words = answers.map(({ body }) => (body as { description: string }).description);
    // One attempt uses the check up; the other is asked for a new one, and its password is not judged.
    expect(words.sort()).toEqual(['Confirm that you are human, then sign in again.', 'The user name or password is incorrect.']);
  });

  test.each(['', 'x', Buffer.from('{}').toString('base64'), Buffer.from('[1]').toString('base64')])(
    'is not solved by %j',
    async (r) => {
      await service.send(login, bad);
      expect((await service.send(login, { ...good, r })).status).toBe(400);
    },
  );

  test('cannot be made easier by the client', async () => {
    await service.send(login, bad);
    const { parameters, signature } = await service.call(getChallenge, {});
    const easy = { parameters: { ...parameters, cost: 1 }, signature };
    const solution = await solveChallenge({ challenge: easy as never, deriveKey });
    const r = Buffer.from(JSON.stringify({ challenge: easy, solution })).toString('base64');
    expect((await service.send(login, { ...good, r })).status).toBe(400);
  });
});

test('after ten failures an account is locked for at most fifteen minutes, even with the right password', async () => {
  const db = service.services.db;
  await service.send(login, bad, undefined, { remoteAddress: '10.0.0.1' });
  await db.updateTable('sign_in_attempt').set({ failures: 10 }).where('key', 'like', '%account%').execute();
  const waiting = await service.send(login, { ...good, r: await solvedCheck() }, undefined, { remoteAddress: '10.0.0.2' });
  expect(waiting.status).toBe(429);
  expect(Number(waiting.response.headers['retry-after'])).toBeLessThanOrEqual(900);
  service.advance(15 * 60_000 + 1000);
  expect((await service.send(login, good, undefined, { remoteAddress: '10.0.0.2' })).status).toBe(200);
});

test('a burst of sign-ins gets 429 for those over the limit, and others can still sign in', async () => {
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, i) => service.send(login, good, undefined, { remoteAddress: `10.2.0.${i}` })),
  );
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200, 429]));
  expect((await service.send(login, good)).status).toBe(200);
});

describe('the refresh token', () => {
  test('is exchanged once; five tabs at once get one successor', async () => {
    const { refresh: first } = await apiSignIn();
    const answers = await Promise.all(Array.from({ length: 5 }, () => refresh(first)));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200]);
    const successors = new Set(answers.map((answer) => answer.refresh));
    expect(successors.size).toBe(1);
    expect(successors.has(first)).toBe(false);
  });

  test('gives the same successor within 30 s; later reuse ends the whole session', async () => {
    const { refresh: first, access } = await apiSignIn();
    const second = await refresh(first);
    service.advance(29_000);
    expect((await refresh(first)).refresh).toBe(second.refresh);
    service.advance(2000);
    expect((await refresh(first)).status).toBe(401);
    expect((await refresh(second.refresh ?? '')).status).toBe(401);
    expect(await alive(access)).toBe(false);
    expect(await alive(second.access)).toBe(false);
    const audit = await service.services.db
      .selectFrom('audit')
      .select('command')
      .where('command', '=', 'session.reuse')
      .execute();
    expect(audit).toHaveLength(1);
  });

  test('from another session, truncated or made up is rejected and ends no other session', async () => {
    const { refresh: mine, access } = await apiSignIn();
    for (const made of ['', 'x', `${mine}x`, mine.replace(/^\d+/, '999'), '1.2.3'])
      expect((await refresh(made)).status).toBe(401);
    expect(await alive(access)).toBe(true);
  });

  test('of a page comes from the cookie, and the response sets the next one', async () => {
    const { response } = await service.send(login, good);
    const cookies = { jobdock_refresh_4180: response.cookies[0]?.value ?? '' };
    const answer = await service.app.inject({ method: 'POST', url: '/auth/tokenrefresh', cookies });
    expect(answer.statusCode).toBe(200);
    expect(answer.cookies[0]?.value).not.toBe(cookies.jobdock_refresh_4180);
    const after = await service.app.inject({ method: 'POST', url: '/auth/tokenrefresh', cookies: { jobdock_refresh_4180: 'x' } });
    expect(after.statusCode).toBe(401);
    // A page whose session ended must not delete the cookie of a sign-in that another tab has made meanwhile.
    expect(after.cookies).toEqual([]);
  });

  test('is not stored in the database', async () => {
    const { refresh: first } = await apiSignIn();
    const second = (await refresh(first)).refresh ?? '';
    const rows = JSON.stringify(await service.services.db.selectFrom('session').selectAll().execute());
    for (const token of [first, second]) expect(rows).not.toContain(token.split('.')[2]);
  });

  test('expires after 8 idle hours, and after 30 days in any case', async () => {
    const { refresh: first } = await apiSignIn();
    let current = first;
    for (let hours = 0; hours < 29 * 24; hours += 7) {
      service.advance(7 * 3_600_000);
      const next = await refresh(current);
      expect(next.status).toBe(200);
      current = next.refresh ?? '';
    }
    service.advance(day + 3_600_000);
    expect((await refresh(current)).status).toBe(401);

    const { refresh: idle } = await apiSignIn();
    service.advance(8 * 3_600_000 + 1000);
    expect((await refresh(idle)).status).toBe(401);
  });
});

describe('the access token', () => {
  test('expires after ten minutes', async () => {
    const { access } = await apiSignIn();
    service.advance(9 * 60_000);
    expect(await alive(access)).toBe(true);
    service.advance(61_000);
    expect(await alive(access)).toBe(false);
  });

  test('of a disabled user is invalid within five seconds', async () => {
    const { access } = await apiSignIn();
    expect(await alive(access)).toBe(true);
    const { db } = service.services;
    await db.updateTable('app_user').set({ disabled_at: new Date() }).where('id', '=', service.people.recruiter).execute();
    service.advance(5001);
    expect(await alive(access)).toBe(false);
  });

  test('with another key, without an algorithm or with changed claims is rejected', async () => {
    const { access } = await apiSignIn();
    const [head = '', body = '', signature = ''] = access.split('.');
    const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>;
    const raised = Buffer.from(JSON.stringify({ ...claims, sub: String(service.people.administrator) })).toString('base64url');
    for (const forged of [`${none}.${body}.`, `${head}.${raised}.${signature}`, `${none}.${raised}.${signature}`]) {
      expect(await alive(forged)).toBe(false);
    }
  });
});

test('sign-out ends the session at once; a second sign-out is no error', async () => {
  const { access, refresh: rtoken } = await apiSignIn();
  expect(await service.call(logout, { refreshToken: rtoken })).toEqual({ ended: true });
  expect(await alive(access)).toBe(false);
  expect((await refresh(rtoken)).status).toBe(401);
  expect(await service.call(logout, { refreshToken: rtoken })).toEqual({ ended: false });
});

describe('over https', () => {
  let secure: TestService;
  beforeAll(async () => {
    secure = await startTestService({ publicUrl: 'https://jobs.example.org' });
  });
  afterAll(() => secure.close());

  test('the cookie is bound to its host', async () => {
    const { response } = await secure.send(login, good);
    expect(response.cookies[0]).toMatchObject({ name: '__Host-jobdock_refresh', secure: true, path: '/', httpOnly: true });
    expect(response.headers['strict-transport-security']).toContain('max-age=');
  });

  test('a page on another host is redirected to the published address', async () => {
    const at = (host: string) => secure.app.inject({ method: 'GET', url: '/auth/checkdomain', headers: { host } });
    expect((await at('jobs.example.org')).json()).toEqual({ redirect: null, agency: null });
    expect((await at('old.example.org')).json()).toEqual({ redirect: 'https://jobs.example.org/login', agency: null });
    expect(await service.call(checkDomain, {})).toEqual({ redirect: null, agency: null });
  });
});
