import { afterEach, beforeEach, expect, test } from 'vitest';
import { login } from '#contract/people/auth.ts';
import { changeOwnPassword, changePassword, requestReset } from '#contract/people/password-reset.ts';
import { emails, startTestService, type TestService, testPassword } from '#tests/support/test-service.ts';

let service: TestService;
let recruiter: string;
beforeEach(async () => {
  service = await startTestService();
  recruiter = await service.signIn('recruiter');
});
afterEach(() => service.close());

const guessed = ['P@ssw0rd1234', '1q2w3e4r5t6y', 'Recruiter-2026!'];
const fresh = 'copper-Lantern-58-harbor';
const change = (current: string, password: string) => service.send(changeOwnPassword, { current, password }, recruiter);

async function linkToken(): Promise<string> {
  const { db } = service.services;
  await service.call(requestReset, { email: emails.recruiter });
  await expect.poll(() => db.selectFrom('mail').select('text').execute()).toHaveLength(1);
  const { text } = await db.selectFrom('mail').select('text').executeTakeFirstOrThrow();
  return /reset\/(\S+)/.exec(text)?.[1] ?? '';
}

test('neither a change nor a reset accepts a password that is easy to guess; the old one stays', async () => {
  const token = await linkToken();
  for (const password of guessed) {
    const words = expect.stringMatching(/Add more words|own name/) as string;
    const refusal = { status: 400, body: { kind: 'invalid', fields: { password: words } } };
    expect(await change(testPassword, password)).toMatchObject(refusal);
    const answer = await service.send(changePassword, { token, emailAndPassword: `${emails.recruiter}|${password}` });
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toMatch(/Add more words|own name/);
  }
  expect((await service.send(login, { username: emails.recruiter, password: testPassword })).status).toBe(200);
});

test('the current password is not accepted as a new one', async () => {
  expect((await change(testPassword, testPassword)).body).toHaveProperty('fields.password');
});

test('others who lock the sign-in do not keep the owner from a new password', async () => {
  await service.send(login, { username: emails.recruiter, password: 'wrong' });
  await service.services.db.updateTable('sign_in_attempt').set({ failures: 100 }).execute();
  expect((await service.send(login, { username: emails.recruiter, password: testPassword })).status).toBe(429);
  expect((await change(testPassword, fresh)).status).toBe(200);
});

test('wrong current passwords at once are limited to ten in fifteen minutes', async () => {
  const answers = await Promise.all(Array.from({ length: 15 }, () => change('wrong', fresh)));
  const guesses = answers.filter(({ status }) => status === 400).length;
  expect(guesses).toBeLessThanOrEqual(10);
  for (let i = guesses; i < 10; i += 1) expect((await change('wrong', fresh)).status).toBe(400);
  expect((await change(testPassword, fresh)).status).toBe(429);
  service.advance(15 * 60_000);
  recruiter = await service.signIn('recruiter');
  expect((await change(testPassword, fresh)).status).toBe(200);
});
