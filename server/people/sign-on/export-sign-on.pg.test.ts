import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findExportSignOns, finishExportSignOn, startExportSignOn } from '#contract/people/export-keys.ts';
import { finishSignOn, startSignOn } from '#contract/people/sign-on.ts';
import { readLockKey } from '#contract/sync/devices.ts';
import type { SignOnDouble } from '#server/demo/oidc/sign-on-double.ts';
import { emails, type TestService } from '#tests/support/test-service.ts';
import { chooseAtProvider, cookiesOf, giveSignOn, northDomain, startSignOnWorld } from '#tests/support/worlds/sign-on-world.ts';

const lane = 'a-device-of-the-chief-of-north';
const linkedLane = 'a-device-of-the-chief-at-south';
let service: TestService;
let provider: SignOnDouble;
let north = 0;
let usualKey = '';
beforeAll(async () => {
  ({ service, provider } = await startSignOnWorld());
  await giveSignOn(service, provider);
  ({ north } = service.people);
  const shared = { user_id: service.people.chief, device_label: 'Chrome', protocol: 1, app_version: '1' };
  const lanes = [
    { customer_id: north, client_id: lane, ...shared },
    { customer_id: service.people.south, client_id: linkedLane, ...shared },
  ];
  await service.services.db.insertInto('client').values(lanes).execute();
  const chief = await service.signIn('chief');
  const usual = await service.call(readLockKey, { customerId: north, clientId: lane }, chief);
  usualKey = usual.kind === 'key' ? usual.key : '';
  // They sign in at their agency alone.
  await service.services.db.updateTable('sign_in').set({ password_hash: null }).where('customer_id', '=', north).execute();
});
afterAll(async () => {
  await service.close();
  await provider.stop();
});

const setCustomer = (values: { status?: 'active' | 'inactive'; deleted_at?: Date | null }) =>
  service.services.db.updateTable('customer').set(values).where('id', '=', north).execute();
const daysAgo = (days: number) => new Date(service.services.now().getTime() - days * 86_400_000);
beforeEach(async () => {
  provider.fault = null;
  await setCustomer({ status: 'active', deleted_at: daysAgo(29) });
});

const found = (clientIds = [lane]) => service.call(findExportSignOns, { clientIds });
const start = (clientIds = [lane]) => service.send(startExportSignOn, { customerId: north, clientIds });

type Cookies = Record<string, string>;
const finish = (answer: string, cookies: Cookies, works = [{ customerId: north, clientIds: [lane] }]) =>
  service.send(finishExportSignOn, { answer, works }, undefined, { cookies });

/** A browser goes to the provider. */
async function away() {
  const { body, response } = await start();
  return { page: (body as { redirect: string }).redirect, cookies: cookiesOf(response) };
}

/** The whole way of one person. */
async function exportAs(email: string, works?: Parameters<typeof finish>[2]) {
  const { page, cookies } = await away();
  return finish(await chooseAtProvider(page, email), cookies, works);
}

const none = { signOns: [] };
const notAccepted = { status: 400, body: { description: expect.stringContaining('was not accepted') } };
const over = { status: 400, body: { description: expect.stringContaining('is over') } };

test.each([
  ['deleted', { status: 'active' }],
  ['inactive', { status: 'inactive', deleted_at: null }],
] as const)('a person without a password opens their lanes of a customer that is %s, without a session', async (_how, closed) => {
  await setCustomer(closed);
  expect(await found()).toEqual({ signOns: [{ customerId: north, agency: 'North Staffing' }] });
  const { south, chief } = service.people;
  const answer = await exportAs(emails.chief, [
    { customerId: north, clientIds: [lane] },
    { customerId: south, clientIds: [linkedLane, lane] },
  ]);
  expect(answer).toMatchObject({
    status: 200,
    body: {
      keys: [
        { customerId: north, clientId: lane, key: usualKey },
        { customerId: south, clientId: linkedLane },
      ],
    },
  });
  expect(answer.body).not.toHaveProperty('access_token');
  expect(String(answer.response.headers['set-cookie'])).not.toContain('jobdock_refresh');
  const sessions = service.services.db.selectFrom('session').select('id').where('user_id', '=', chief);
  // The one that read the usual key.
  expect(await sessions.execute()).toHaveLength(1);
});

describe('no sign-on is offered', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['while the customer is open', () => setCustomer({ deleted_at: null })],
    ['after 30 days', () => setCustomer({ deleted_at: daysAgo(31) })],
  ])('%s', async (_when, arrange) => {
    await arrange();
    expect(await found()).toEqual(none);
    expect(await start()).toMatchObject({ status: 400, body: { kind: 'sign_in' } });
  });

  test('for lanes that no device has, and for a customer whose lanes they are not', async () => {
    expect(await found(['a-device-that-nobody-has'])).toEqual(none);
    expect((await start(['a-device-that-nobody-has'])).status).toBe(400);
    const other = await service.send(startExportSignOn, { customerId: service.people.south, clientIds: [lane] });
    expect(other.status).toBe(400);
  });

  test('for a device that was revoked, a disabled person, and a domain that is not confirmed', async () => {
    const { db, now } = service.services;
    const setLane = (killed_at: Date | null) =>
      db.updateTable('client').set({ killed_at }).where('client_id', '=', lane).execute();
    const setPerson = (disabled_at: Date | null) =>
      db.updateTable('app_user').set({ disabled_at }).where('id', '=', service.people.chief).execute();
    const setDomain = (confirmed_at: Date | null) =>
      db.updateTable('sign_on_domain').set({ confirmed_at }).where('customer_id', '=', north).execute();
    for (const set of [setLane, setPerson, setDomain]) {
      const hides = set === setDomain ? null : now();
      await set(hides);
      expect(await found()).toEqual(none);
      await set(set === setDomain ? now() : null);
      expect((await found()).signOns).toHaveLength(1);
    }
  });
});

describe('refused', () => {
  test('a person who did not sign in again', async () => {
    provider.fault = 'old sign-in';
    expect(await exportAs(emails.chief)).toMatchObject(notAccepted);
    const values = new URL((await away()).page).searchParams;
    expect(Object.fromEntries(values)).toMatchObject({ prompt: 'login', max_age: '0' });
  });

  test('somebody of another customer, and somebody unknown', async () => {
    for (const email of [emails.stranger, `unknown@${northDomain}`])
      expect((await exportAs(email)).body).toMatchObject({ description: expect.stringContaining('does not know you') });
  });

  test('an answer that came for a sign-in, and a sign-in with the answer that came for an export', async () => {
    await setCustomer({ status: 'inactive', deleted_at: null });
    const forExport = await away();
    const answer = await chooseAtProvider(forExport.page, emails.chief);
    const signedIn = await service.send(finishSignOn, { answer }, undefined, { cookies: forExport.cookies });
    expect(signedIn).toMatchObject(over);
    await setCustomer({ status: 'active' });
    const { body, response } = await service.send(startSignOn, { domain: northDomain });
    const other = await chooseAtProvider((body as { redirect: string }).redirect, emails.chief);
    await setCustomer({ status: 'inactive' });
    expect(await finish(other, cookiesOf(response))).toMatchObject(over);
  });

  test('a second time, in another browser, and once the customer is open again', async () => {
    const { page, cookies } = await away();
    const answer = await chooseAtProvider(page, emails.chief);
    expect((await finish(answer, {})).status).toBe(400);
    expect((await finish(answer, cookies)).status).toBe(200);
    expect(await finish(answer, cookies)).toMatchObject(over);
    const again = await away();
    const late = await chooseAtProvider(again.page, emails.chief);
    await setCustomer({ deleted_at: null });
    expect(await finish(late, again.cookies)).toMatchObject(over);
  });
});

test('another person of the customer gets none of the keys', async () => {
  expect(await exportAs(emails.recruiter)).toMatchObject({ status: 200, body: { keys: [] } });
});
