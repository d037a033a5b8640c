import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getChallenge, login, type TokenReply } from '#contract/people/auth.ts';
import { requestReset } from '#contract/people/password-reset.ts';
import { emails, startTestService, type TestService, testPassword } from '#tests/support/test-service.ts';

let service: TestService;
beforeEach(async () => {
  service = await startTestService();
});
afterEach(() => service.close());

const good = { username: emails.recruiter, password: testPassword };
const bad = { ...good, password: 'wrong' };
const refresh = 'jobdock_refresh_4180';
const mark = 'jobdock_device_4180';
type Cookies = Record<string, string>;

const wordsOf = (answer: { body: unknown }) => (answer.body as { description?: string }).description;
const isGuess = (answer: { body: unknown }) => wordsOf(answer) === 'The user name or password is incorrect.';
const attempts = () => service.services.db.selectFrom('sign_in_attempt').selectAll().execute();
const auditNamed = (like: string) =>
  service.services.db
    .selectFrom('audit')
    .select(['command', 'customer_id', 'subject_id', 'detail'])
    .where('command', 'like', like)
    .orderBy('id')
    .execute();

/** Signs in as a browser does. Returns the cookies that it keeps. */
async function browserSignIn(username: string, cookies: Cookies = {}): Promise<{ cookies: Cookies; access: string }> {
  const { status, body, response } = await service.send(login, { username, password: testPassword }, undefined, { cookies });
  expect(status).toBe(200);
  const set = Object.fromEntries(response.cookies.map(({ name, value }) => [name, value]));
  return { cookies: { ...cookies, ...set }, access: (body as TokenReply).accessToken };
}
async function solvedCheck(): Promise<string> {
  const challenge = await service.call(getChallenge, {});
  const solution = await solveChallenge({ challenge: challenge as never, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}
/** Uses up the budget of all accounts, or of all known devices. */
const lock = (what: 'account' | 'device', failures: number) =>
  service.services.db.updateTable('sign_in_attempt').set({ failures }).where('key', 'like', `%/${what}/%`).execute();

test('40 wrong sign-ins of one account at once get at most ten guesses, and so does whatever follows in the window', async () => {
  const burst = () =>
    Promise.all(Array.from({ length: 40 }, (_, i) => service.send(login, bad, undefined, { remoteAddress: `10.4.0.${i}` })));
  const first = await burst();
  const guesses = first.filter(isGuess).length;
  expect(guesses).toBeGreaterThan(0);
  expect(guesses).toBeLessThanOrEqual(10);
  expect((await burst()).filter(isGuess)).toEqual([]);
  const rows = await attempts();
  expect(rows.every(({ reserved }) => reserved === 0)).toBe(true);
  expect(rows.find(({ key }) => key.includes('/account/'))?.failures).toBe(guesses);
});

test('good sign-ins at once lock no one out and ask for no human check', async () => {
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, i) => service.send(login, good, undefined, { remoteAddress: `10.5.0.${i}` })),
  );
  const refused = answers.filter(({ status }) => status !== 200);
  expect(answers.some(({ status }) => status === 200)).toBe(true);
  expect(refused.every(({ status, response }) => status === 429 && Number(response.headers['retry-after']) <= 2)).toBe(true);
  expect((await service.send(login, good)).status).toBe(200);
  expect((await attempts()).every(({ failures, reserved }) => failures === 0 && reserved === 0)).toBe(true);
});

test('a new window starts with the next attempt, so that old good sign-ins do not shorten a lock', async () => {
  await service.send(login, good);
  service.advance(14 * 60_000);
  await service.send(login, bad);
  await lock('account', 10);
  service.advance(2 * 60_000);
  expect((await service.send(login, good)).status).toBe(429);
});

test('a lock does not stop the owner in a browser that signed in before', async () => {
  const { cookies } = await browserSignIn(emails.recruiter);
  await service.send(login, bad, undefined, { remoteAddress: '10.6.0.1' });
  await lock('account', 10);
  expect((await service.send(login, good)).status).toBe(429);
  expect((await service.send(login, good, undefined, { cookies })).status).toBe(200);
  // Also after a sign-out, which takes the refresh cookie.
  expect((await service.send(login, good, undefined, { cookies: { [mark]: cookies[mark] ?? '' } })).status).toBe(200);
  // The owner's sign-in does not give the attacker new guesses.
  expect((await service.send(login, bad)).status).toBe(429);
});

test('the mark of a known device cannot be forged, changed or used for another account', async () => {
  const { cookies } = await browserSignIn(emails.recruiter);
  const { cookies: others } = await browserSignIn(emails.chief);
  await service.send(login, bad, undefined, { remoteAddress: '10.6.0.1' });
  await lock('account', 10);
  const own = cookies[mark] ?? '';
  const [id = '', signature = ''] = own.split('.');
  const made = [others[mark] ?? '', `${'A'.repeat(22)}.${signature}`, `${id}.${'A'.repeat(43)}`, id, `${own}x`, ''];
  for (const value of made) expect((await service.send(login, good, undefined, { cookies: { [mark]: value } })).status).toBe(429);
  expect((await service.send(login, good, undefined, { cookies: { [mark]: own } })).status).toBe(200);
});

test('a browser that several people share knows each of them', async () => {
  const first = await browserSignIn(emails.recruiter);
  const { cookies } = await browserSignIn(emails.chief, first.cookies);
  for (const username of [emails.recruiter, emails.chief]) await service.send(login, { ...bad, username });
  await lock('account', 10);
  const device = { cookies: { [mark]: cookies[mark] ?? '' } };
  for (const username of [emails.recruiter, emails.chief]) {
    expect((await service.send(login, { ...good, username })).status).toBe(429);
    expect((await service.send(login, { ...good, username }, undefined, device)).status).toBe(200);
  }
});

test('a known device has its own small budget, and its failures ask for the human check there only', async () => {
  const { cookies } = await browserSignIn(emails.recruiter);
  const device = { cookies: { [mark]: cookies[mark] ?? '' } };
  const burst = await Promise.all(Array.from({ length: 20 }, () => service.send(login, bad, undefined, device)));
  const guesses = burst.filter(isGuess).length;
  expect(guesses).toBeGreaterThan(0);
  expect(guesses).toBeLessThanOrEqual(5);
  await lock('device', 1);
  expect(wordsOf(await service.send(login, good, undefined, device))).toMatch(/human/);
  await lock('device', 5);
  expect((await service.send(login, good, undefined, device)).status).toBe(429);
  // Nothing of this counts for the account elsewhere.
  expect((await service.send(login, good)).status).toBe(200);
});

test('a sign-in replaces the earlier session of the same browser, and no other', async () => {
  const elsewhere = await browserSignIn(emails.recruiter);
  const first = await browserSignIn(emails.recruiter);
  const second = await browserSignIn(emails.recruiter, first.cookies);
  expect(second.cookies[refresh]).not.toBe(first.cookies[refresh]);
  const open = await service.services.db.selectFrom('session').select('id').where('ended_at', 'is', null).execute();
  expect(open).toHaveLength(2);
  const aliveWith = async (cookies: Cookies) =>
    (await service.app.inject({ method: 'POST', url: '/auth/tokenrefresh', cookies })).statusCode;
  expect(await aliveWith(elsewhere.cookies)).toBe(200);
  expect(await aliveWith(second.cookies)).toBe(200);
  expect(await aliveWith({ [refresh]: first.cookies[refresh] ?? '' })).toBe(401);
  expect(await auditNamed('session.replaced')).toMatchObject([{ subject_id: service.people.recruiter }]);
});

test('failed sign-ins are logged without the name, and add at most two audit lines per account and window', async () => {
  const logged = vi.spyOn(service.services.log, 'warn');
  const audited = async () => (await auditNamed('session.%ed')).map(({ command }) => command);
  await service.send(login, { ...bad, username: 'nobody@north.test' });
  await service.send(login, bad, undefined, { remoteAddress: '10.7.0.1' });
  await expect.poll(audited).toEqual(['session.failed']);
  await lock('account', 8);
  expect(isGuess(await service.send(login, { ...bad, r: await solvedCheck() }))).toBe(true);
  expect(isGuess(await service.send(login, { ...bad, r: await solvedCheck() }))).toBe(true);
  await expect.poll(audited).toEqual(['session.failed', 'session.locked']);
  for (let i = 0; i < 5; i += 1) expect((await service.send(login, good)).status).toBe(429);
  const { north, recruiter } = service.people;
  expect(await auditNamed('session.%ed')).toMatchObject([
    { customer_id: north, subject_id: recruiter, detail: { failures: 1, ip: '10.7.0.1', knownDevice: false } },
    { customer_id: north, subject_id: recruiter, detail: { failures: 10 } },
  ]);
  const texts = logged.mock.calls.map((call) => call.at(-1));
  expect(texts.filter((text) => text === 'a sign-in failed')).toHaveLength(4);
  expect(texts.filter((text) => text === 'a sign-in was throttled')).toHaveLength(5);
  const facts = JSON.stringify(logged.mock.calls.map(([first]) => first));
  expect(facts).not.toContain('north.test');
  expect(facts).toContain('10.7.0.1');
});

test('requests for a reset link are logged, with a hash of the account', async () => {
  const logged = vi.spyOn(service.services.log, 'warn');
  await service.call(requestReset, { email: 'nobody@north.test' });
  const [facts, text] = logged.mock.calls[0] ?? [];
  expect(text).toBe('a reset link was requested');
  expect(JSON.stringify(facts)).not.toContain('nobody');
  expect(facts).toMatchObject({ ip: '127.0.0.1', throttled: false });
});
