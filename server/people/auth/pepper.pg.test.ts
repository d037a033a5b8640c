import { hash, verify } from '@node-rs/argon2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { login } from '#contract/people/auth.ts';
import { createSecrets } from '#server/kit/lib/secrets.ts';
import { emails, startTestService, type TestService, testPassword } from '#tests/support/test-service.ts';
import { hashPassword, needsNewHash, passwordFits } from './passwords.ts';

const [first, second] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
const one = createSecrets(first);
const both = createSecrets(first, second);

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const stored = async () => {
  const signIns = service.services.db.selectFrom('sign_in').select('password_hash').where('email', '=', emails.recruiter);
  return (await signIns.executeTakeFirstOrThrow()).password_hash;
};
const signIn = async (password: string) => {
  // After a wrong password the next sign-in would have to pass the human check.
  await service.services.db.deleteFrom('sign_in_attempt').execute();
  return (await service.send(login, { username: emails.recruiter, password })).status;
};

test('[D2.1] a hash without pepper is accepted and replaced at the next successful sign-in, not at a wrong one', async () => {
  const plain = await hash(testPassword, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  const signIns = service.services.db.updateTable('sign_in').set({ password_hash: plain });
  await signIns.where('email', '=', emails.recruiter).execute();
  expect(await signIn('wrong')).toBe(400);
  expect(await stored()).toBe(plain);
  expect(await signIn(testPassword)).toBe(200);
  const peppered = await stored();
  expect(peppered).toMatch(/^pepper=1:\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await signIn(testPassword)).toBe(200);
  expect(await signIn('wrong')).toBe(400);
  expect(await stored()).toBe(peppered);
});

test('[D2.1] a peppered hash fits only with the pepper, so a stolen database alone allows no guess', async () => {
  const made = await hashPassword(one, testPassword);
  expect(await passwordFits(one, made, testPassword)).toBe(true);
  expect(await passwordFits(createSecrets(second), made, testPassword)).toBe(false);
  expect(await verify(made.replace('pepper=1:', ''), testPassword)).toBe(false);
  // The mark cannot be taken away to check without the pepper.
  expect(await passwordFits(one, made.replace('pepper=1:', ''), testPassword)).toBe(false);
});

test('[D2.1] after a new root key older peppers are accepted, and a sign-in renews the hash', async () => {
  const made = await hashPassword(one, testPassword);
  expect([needsNewHash(one, made), needsNewHash(both, made)]).toEqual([false, true]);
  expect(await passwordFits(both, made, testPassword)).toBe(true);
  const renewed = await hashPassword(both, testPassword);
  expect(renewed).toMatch(/^pepper=2:/);
  expect(needsNewHash(both, renewed)).toBe(false);
  expect(await passwordFits(both, renewed, testPassword)).toBe(true);
  // A process that does not know the newer root key refuses instead of failing.
  expect(await passwordFits(one, renewed, testPassword)).toBe(false);
});
