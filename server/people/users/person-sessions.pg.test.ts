import { afterEach, beforeEach, expect, test } from 'vitest';
import { login, logout, type TokenReply } from '#contract/people/auth.ts';
import { removeContact, saveContact } from '#contract/people/contacts.ts';
import { endPersonSessions, listPersonSessions, listWorkAs, resetPersonFactor } from '#contract/people/sessions.ts';
import { getRole, loginAs, returnFromLoginAs } from '#contract/people/users.ts';
import { emails, startTestService, type TestService, testPassword } from '#tests/support/test-service.ts';

let service: TestService;
let chief: string;
beforeEach(async () => {
  service = await startTestService();
  chief = await service.signIn('chief');
});
afterEach(() => service.close());

const sessionsOf = (id: number) => service.call(listPersonSessions, { cust: 'me', id }, chief);

test('sessions of a person are listed, and one or all of them end at once', async () => {
  const { viewer, stranger } = service.people;
  const [first, second] = [await service.signIn('viewer'), await service.signIn('viewer')];
  const sessions = await sessionsOf(viewer);
  expect(sessions.map(({ isCurrent }) => isCurrent)).toEqual([false, false]);
  const end = (session?: string) => service.send(endPersonSessions, { cust: 'me', id: viewer, session }, chief);
  expect((await end(sessions[1]?.id)).body).toEqual({ ended: 1 });
  expect((await service.send(getRole, {}, first)).status).toBe(401);
  expect((await service.send(getRole, {}, second)).status).toBe(200);
  expect((await end(sessions[1]?.id)).status).toBe(404);
  expect((await end()).body).toEqual({ ended: 1 });
  expect((await end()).body).toEqual({ ended: 0 });
  expect((await service.send(getRole, {}, second)).status).toBe(401);
  expect((await service.send(listPersonSessions, { cust: 'me', id: stranger }, chief)).status).toBe(404);
});

test('an administrator of the customer removes a second factor; the person gets a notice and an email and signs in again', async () => {
  const { north, viewer } = service.people;
  const { db } = service.services;
  const reset = () => service.send(resetPersonFactor, { cust: 'me', id: viewer }, chief);
  expect((await reset()).body).toHaveProperty('fields.id');
  const session = await service.signIn('viewer');
  const key = { customer_id: north, user_id: viewer, id: 'k', public_key: 'k', counter: 0, host: 'h', name: 'Key' };
  await db.insertInto('passkey').values(key).execute();
  expect((await reset()).status).toBe(200);
  expect(await db.selectFrom('passkey').selectAll().execute()).toEqual([]);
  expect((await service.send(getRole, {}, session)).status).toBe(401);
  const mail = await db.selectFrom('mail').selectAll().executeTakeFirstOrThrow();
  expect([mail.to_address, mail.text]).toEqual([emails.viewer, expect.stringContaining('by The chief')]);
  expect(await db.selectFrom('notification').select('kind').where('user_id', '=', viewer).execute()).toEqual([
    { kind: 'second_factor' },
  ]);
});

test('no one removes the second factor of a person who may do more', async () => {
  const { viewer, provider, administrator } = service.people;
  await service.services.db.updateTable('app_user').set({ role_id: 5 }).where('id', '=', viewer).execute();
  const key = {
    customer_id: service.people.north,
    user_id: viewer,
    id: 'k',
    public_key: 'k',
    counter: 0,
    host: 'h',
    name: 'Key',
  };
  await service.services.db.insertInto('passkey').values(key).execute();
  expect((await service.send(resetPersonFactor, { cust: 'me', id: viewer }, chief)).body).toHaveProperty('fields.id');
  expect((await service.send(resetPersonFactor, { cust: provider, id: administrator }, chief)).status).toBe(404);
});

const actAs = async (token: string, reason: string) =>
  (await service.call(loginAs, { cust: service.people.north, user: service.people.viewer, reason }, token)).accessToken;
const workAs = (token: string, args: object = {}) => service.call(listWorkAs, { cust: 'me', ...args }, token);

test('both sides see who worked as whom, why and how long; it ends with the return, with sign-out and by itself', async () => {
  const administrator = await service.signIn('administrator');
  await service.call(returnFromLoginAs, {}, await actAs(administrator, 'One'));
  service.advance(60_000);
  const { body } = await service.send(login, { username: emails.administrator, password: testPassword, refreshIn: 'body' });
  const other = body as TokenReply;
  await service.services.db.updateTable('session').set({ confirmed_at: '2999-01-01' }).execute();
  const acting = await actAs(other.accessToken, 'Two');
  expect((await workAs(chief)).rows.map(({ reason, isOpen }) => [reason, isOpen])).toEqual([
    ['Two', true],
    ['One', false],
  ]);
  expect((await service.send(saveContact, { cust: 'me', id: service.people.chief, email: 'x@north.test' }, acting)).status).toBe(
    403,
  );
  await service.call(logout, { refreshToken: other.refreshToken }, other.accessToken);
  expect((await service.send(getRole, {}, acting)).status).toBe(401);
  const { rows, total } = await workAs(chief, { user: service.people.viewer });
  expect([total, rows.map(({ isOpen }) => isOpen)]).toEqual([2, [false, false]]);
  expect(rows[0]).toMatchObject({ user: 'The viewer', by: 'The administrator', reason: 'Two', userId: service.people.viewer });
  expect(Date.parse(rows[0]?.until ?? '') - Date.parse(rows[0]?.from ?? '')).toBeLessThan(60 * 60_000);
  expect(await workAs(administrator)).toEqual(await workAs(chief));
  expect((await workAs(administrator, { cust: service.people.south })).rows).toEqual([]);

  await actAs(administrator, 'Three');
  service.advance(61 * 60_000);
  expect((await workAs(await service.signIn('chief'))).rows.map(({ isOpen }) => isOpen)).toEqual([false, false, false]);
});

test('an administrator who works as somebody stops when that person is removed', async () => {
  const acting = await actAs(await service.signIn('administrator'), 'Help');
  expect((await service.send(getRole, {}, acting)).status).toBe(200);
  await service.call(removeContact, { cust: 'me', id: service.people.viewer }, chief);
  expect((await service.send(getRole, {}, acting)).status).toBe(401);
  expect((await workAs(chief)).rows).toMatchObject([{ isOpen: false, user: 'The viewer' }]);
});
