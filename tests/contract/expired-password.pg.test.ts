import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpoints } from '#contract/all.ts';
import { login, logout, refreshTokens } from '#contract/people/auth.ts';
import { changeOwnPassword } from '#contract/people/password-reset.ts';
import { listUsers } from '#contract/people/user-names.ts';
import { acceptDisclaimer, getPrefs, getRole, loginAs } from '#contract/people/users.ts';
import { seedFirstAdministrator } from '#server/seed/seed-first-administrator.ts';
import { emails, startTestService, type TestService, testPassword } from '#tests/support/test-service.ts';
import { sampleArgs } from './sample-args.ts';

// Generated from the contract, so that it includes every new call. Add a call to `allowed` only if it leads to a new password.
const allowed: readonly string[] = [getRole, getPrefs, acceptDisclaimer, changeOwnPassword].map(({ route }) => route);
const protectedCalls = endpoints.filter((endpoint) => endpoint.needs !== 'public');

let service: TestService;
let chief: string;
let administrator: string;
beforeAll(async () => {
  service = await startTestService();
  [chief, administrator] = await Promise.all([service.signIn('chief'), service.signIn('administrator')]);
  const expired = [emails.chief, emails.administrator];
  await service.services.db.updateTable('sign_in').set({ expired: true }).where('email', 'in', expired).execute();
  service.advance(5000);
});
afterAll(() => service.close());

test.each(protectedCalls)('$route is refused with an expired password, unless it leads to a new one', async (endpoint) => {
  for (const token of [chief, administrator]) {
    const { status, body } = await service.send(endpoint, sampleArgs(endpoint), token);
    if (allowed.includes(endpoint.route)) expect(status).not.toBe(428);
    else expect({ status, body }).toEqual({ status: 428, body: { kind: 'password_expired' } });
  }
});

test('the calls that lead to a new password are declared so, and no others', () => {
  expect(endpoints.filter(({ withExpiredPassword }) => withExpiredPassword === true).map(({ route }) => route)).toEqual(allowed);
});

test('sign-in, refresh and sign-out go on; a new password opens everything to this session at once', async () => {
  const opened = await service.call(login, { username: emails.chief, password: testPassword, refreshIn: 'body' });
  const refreshed = await service.call(refreshTokens, { refreshToken: opened.refreshToken ?? '', refreshIn: 'body' });
  const token = refreshed.accessToken;
  expect((await service.send(listUsers, {}, token)).status).toBe(428);
  await service.call(changeOwnPassword, { current: testPassword, password: 'copper-Lantern-58-harbor' }, token);
  expect((await service.send(listUsers, {}, token)).status).toBe(200);
  expect(await service.call(logout, { refreshToken: refreshed.refreshToken ?? '' })).toEqual({ ended: true });
});

test('an administrator may work as a user whose password has expired', async () => {
  const { db } = service.services;
  await db.updateTable('sign_in').set({ expired: false }).where('email', '=', emails.administrator).execute();
  await db.updateTable('sign_in').set({ expired: true }).where('email', '=', emails.recruiter).execute();
  const { north, recruiter } = service.people;
  const { accessToken } = await service.call(loginAs, { cust: north, user: recruiter }, await service.signIn('administrator'));
  expect(await service.call(getPrefs, {}, accessToken)).toMatchObject({ userDuration: 'weeks' });
  expect((await service.send(listUsers, {}, accessToken)).status).not.toBe(428);
});

test('the first administrator of an installation must choose a password first', async () => {
  const empty = await startTestService({ people: 'none' });
  try {
    const password = (await seedFirstAdministrator(empty.services, 'First@provider.test')) ?? '';
    const { accessToken } = await empty.call(login, { username: 'first@provider.test', password, refreshIn: 'body' });
    expect((await empty.call(getRole, {}, accessToken)).status).toBe(1);
    expect((await empty.send(listUsers, {}, accessToken)).status).toBe(428);
    await empty.call(changeOwnPassword, { current: password, password: 'copper-Lantern-58-harbor' }, accessToken);
    expect((await empty.call(getRole, {}, accessToken)).status).toBe(0);
    // A second factor comes next.
    expect((await empty.send(listUsers, {}, accessToken)).body).toEqual({ kind: 'add_second_factor' });
    expect(await seedFirstAdministrator(empty.services, 'second@provider.test')).toBeUndefined();
  } finally {
    await empty.close();
  }
});
