import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { login } from '#contract/people/auth.ts';
import { asContactRights } from '#contract/people/contact-fields.ts';
import {
  changePeople,
  inviteAgain,
  listContacts,
  previewRemoval,
  readContact,
  removeContact,
  saveContact,
  saveContactById,
} from '#contract/people/contacts.ts';
import { changePassword, checkReset, requestReset } from '#contract/people/password-reset.ts';
import { getRole } from '#contract/people/users.ts';
import { emails, startTestService, type TestService, testPassword } from '#tests/support/test-service.ts';

let service: TestService;
let chief: string;
beforeEach(async () => {
  service = await startTestService();
  chief = await service.signIn('chief');
});
afterEach(() => service.close());

const newPassword = 'another-Good-1-phrase';
const ivy = { name: 'Ivy Stone', email: 'ivy@north.test', roleId: 3 };
const add = (person: object = {}) => service.call(saveContact, { cust: 'me', ...ivy, ...person }, chief);
const edit = (args: Record<string, unknown>, token = chief) =>
  service.send(saveContact, { cust: service.people.north, id: service.people.viewer, ...args }, token);
const read = (id = service.people.viewer) => service.call(readContact, { cust: service.people.north, id }, chief);
const mails = () => service.services.db.selectFrom('mail').selectAll().orderBy('id').execute();
const tokenIn = (text: string) => /\/reset\/(\S+)/.exec(text)?.[1] ?? '';
const invitation = async () => tokenIn((await mails()).findLast(({ subject }) => subject.includes('invited'))?.text ?? '');
const accept = (token: string, email = ivy.email) =>
  service.send(changePassword, { token, emailAndPassword: `${email}|${newPassword}` });

describe('the list', () => {
  test('shows the people of the customer with rights, state and sessions, and the licenses that are left', async () => {
    const { users, ...counts } = await service.call(listContacts, { cust: 'me' }, chief);
    expect(counts).toEqual({ total: 3, userLicensesLimit: 5, userLicensesRemaining: 2 });
    expect(users.map(({ name, state, openSessions }) => [name, state, openSessions])).toEqual([
      ['The chief', 'active', 1],
      ['The recruiter', 'active', 0],
      ['The viewer', 'active', 0],
    ]);
    expect(users[0]).toMatchObject({
      email: emails.chief,
      role: 'Customer administrator',
      status: 0,
      linkedStatus: 0,
      canLoginAs: false,
    });
    expect(users[0]?.rights.map(({ rightId }) => rightId)).toEqual(users[0]?.roleRights);
  });

  test('a person of another customer does not exist', async () => {
    const foreign = await service.send(readContact, { cust: 'me', id: service.people.stranger }, chief);
    const absent = await service.send(readContact, { cust: 'me', id: 999_999 }, chief);
    expect([foreign.status, foreign.body]).toEqual([404, absent.body]);
    expect((await edit({ id: service.people.stranger, name: 'Mine' })).status).toBe(404);
  });
});

describe('a new person', () => {
  test('gets an invitation that works once, sets a password with it, and has the rights of the role', async () => {
    const { id, isInvited } = await add();
    expect(isInvited).toBe(true);
    expect(await read(id)).toMatchObject({ state: 'invited', invitation: { sentAt: null } });
    const mail = (await mails()).at(-1);
    expect([mail?.to_address, mail?.text]).toEqual([ivy.email, expect.not.stringContaining('assword:')]);
    const token = await invitation();
    expect(await service.call(checkReset, { token })).toEqual({ email: ivy.email, isInvitation: true });
    expect((await accept(token)).status).toBe(200);
    expect((await accept(token)).body).toHaveProperty('fields.token');
    const { accessToken } = await service.call(login, { username: ivy.email, password: newPassword });
    const role = await service.call(getRole, {}, accessToken);
    expect(role).toMatchObject({ name: 'Ivy Stone', userRoleId: 3, administrator: false });
    expect(role.rights).toEqual((await read(id)).roleRights);
    expect((await service.send(listContacts, { cust: 'me' }, accessToken)).status).toBe(403);
  });

  test('an invitation lives 72 hours, and a request for a reset does not end it', async () => {
    await add();
    const token = await invitation();
    await service.call(requestReset, { email: ivy.email });
    await expect.poll(async () => (await mails()).length).toBe(2);
    service.advance(71 * 3_600_000);
    expect((await service.send(checkReset, { token })).status).toBe(200);
    service.advance(2 * 3_600_000);
    expect((await service.send(checkReset, { token })).status).toBe(400);
  });

  test('is invited again with a new link; the earlier one stops', async () => {
    const { id } = await add();
    const first = await invitation();
    await service.call(inviteAgain, { cust: 'me', id }, chief);
    expect((await service.send(checkReset, { token: first })).status).toBe(400);
    expect((await accept(await invitation())).status).toBe(200);
    expect((await service.send(inviteAgain, { cust: 'me', id }, chief)).body).toMatchObject({ kind: 'invalid' });
  });

  test('is refused beyond the licenses, with what to do; somebody who is disabled needs none', async () => {
    await add();
    await add({ email: 'noa@north.test' });
    const refused = await service.send(saveContact, { cust: 'me', ...ivy, email: 'max@north.test' }, chief);
    expect(refused.body).toMatchObject({
      fields: { email: expect.stringMatching(/^All 5 user licenses.*Disable or remove/) as string },
    });
    await service.call(changePeople, { cust: 'me', ids: [service.people.viewer], isDisabled: true }, chief);
    expect((await add({ email: 'max@north.test' })).isInvited).toBe(true);
    const back = await service.send(changePeople, { cust: 'me', ids: [service.people.viewer], isDisabled: false }, chief);
    expect(back.body).toHaveProperty('fields.isDisabled');
  });

  test.each([
    ['an address of the same customer', emails.viewer],
    ['an address of another customer', emails.stranger.toUpperCase()],
  ])('%s is refused in the same words, and no one is added', async (_title, email) => {
    const { body } = await service.send(saveContact, { cust: 'me', ...ivy, email }, chief);
    expect(body).toEqual({
      kind: 'invalid',
      fields: { email: 'This email cannot be used, because it signs in already. Enter another one' },
    });
    expect((await service.call(listContacts, { cust: 'me' }, chief)).total).toBe(3);
  });

  test.each([
    ['no address', { email: 'ivy' }, 'email'],
    ['a wildcard after the @', { email: 'ivy@*.test' }, 'email'],
    ['two lines', { email: 'ivy@north.test\nbcc: x@y.test' }, 'email'],
    ['no name', { name: ' ' }, 'name'],
    ['a role that is gone', { roleId: 77 }, 'roleId'],
    ['a role that allows more', { roleId: 5 }, 'roleId'],
    ['a right that the giver lacks', { rights: asContactRights([16]) }, 'rights'],
    ['a right that does not exist', { rights: asContactRights([4711]) }, 'rights'],
    ['a wildcard without a password', { email: '*@north.test' }, 'password'],
    ['a weak password', { password: 'short' }, 'password'],
  ])('%s is refused at its field, and nothing leaves', async (_title, wrong, field) => {
    const { status, body } = await service.send(saveContact, { cust: 'me', ...ivy, ...wrong }, chief);
    expect(status).toBe(400);
    expect(body).toHaveProperty(`fields.${field}`);
    expect(await mails()).toEqual([]);
  });

  test('with a wildcard before the @ gets no email; the first password must be changed', async () => {
    const { id, isInvited } = await add({ email: '*@North.test', password: newPassword });
    expect([isInvited, await mails()]).toEqual([false, []]);
    expect(await read(id)).toMatchObject({ email: '*@north.test', state: 'passwordExpired', status: 1 });
  });

  test('keeps __proto__ and HTML in the name as text', async () => {
    const name = '__proto__ <img src=x onerror=alert(1)>';
    const { id } = await add({ name });
    expect((await read(id)).name).toBe(name);
  });
});

describe('a change', () => {
  test('of one field keeps the others; a new role brings its rights, and role 1 its notices', async () => {
    expect((await edit({ phone: '(555) 010-0100' })).status).toBe(200);
    expect(await read()).toMatchObject({ name: 'The viewer', phone: '(555) 010-0100', roleId: 4, getsSystemAlerts: false });
    expect((await edit({ roleId: 1 })).status).toBe(200);
    const now = await read();
    expect(now).toMatchObject({ role: 'Customer administrator', getsCollectionNotices: true, getsSystemAlerts: true });
    expect(now.rights.map(({ rightId }) => rightId)).toEqual(now.roleRights);
  });

  test('of rights acts on the next call of an open session', async () => {
    const viewer = await service.signIn('viewer');
    expect((await service.send(listContacts, { cust: 'me' }, viewer)).status).toBe(403);
    const ids = (await read()).rights.map(({ rightId }) => rightId);
    await edit({ rights: asContactRights([...ids, 1]) });
    expect((await service.send(listContacts, { cust: 'me' }, viewer)).status).toBe(200);
    await service.call(saveContactById, { cust: 'me', id: service.people.viewer, rights: asContactRights(ids) }, chief);
    expect((await service.send(listContacts, { cust: 'me' }, viewer)).status).toBe(403);
  });

  test('by two people of different fields keeps both; of the same field it is a conflict that names it', async () => {
    const base = { name: 'The viewer', phone: null };
    await edit({ name: 'Vera', base });
    expect((await edit({ ...base, phone: '1', base })).status).toBe(200);
    expect(await read()).toMatchObject({ name: 'Vera', phone: '1' });
    const { status, body } = await edit({ name: 'Violet', base });
    expect(status).toBe(409);
    expect(body).toEqual({ kind: 'conflict', current: { fields: [{ field: 'name', yours: 'Violet', theirs: 'Vera' }] } });
    expect((await read()).name).toBe('Vera');
  });

  test('of an address tells the old and the new one, and no one signs in with the old one', async () => {
    expect((await edit({ email: 'vera@north.test' })).status).toBe(200);
    expect((await mails()).map((mail) => mail.to_address)).toEqual([emails.viewer, 'vera@north.test']);
    expect((await service.send(login, { username: emails.viewer, password: testPassword })).status).toBe(400);
    expect((await service.send(login, { username: 'vera@north.test', password: testPassword })).status).toBe(200);
    expect((await edit({ email: emails.stranger })).body).toHaveProperty('fields.email');
    expect((await read()).email).toBe('vera@north.test');
  });

  test('of an address, role or right asks who makes it; one of a phone number does not', async () => {
    const { accessToken } = await service.call(login, { username: emails.chief, password: testPassword });
    const asks = async (args: object) => (await edit({ ...args }, accessToken)).status === 403;
    const base = { email: emails.viewer, roleId: 4 };
    expect(await asks({ email: 'vera@north.test' })).toBe(true);
    expect(await asks({ ...base, email: 'vera@north.test', base })).toBe(true);
    expect(await asks({ roleId: 3 })).toBe(true);
    expect(await asks({ rights: [] })).toBe(true);
    expect(await asks({ password: newPassword })).toBe(true);
    expect((await service.send(saveContact, { cust: 'me', ...ivy }, accessToken)).status).toBe(403);
    expect(await asks({ ...base, phone: '1', base })).toBe(false);
    // A lie about what the form started with changes nothing.
    await edit({ email: 'vera@north.test', base: { email: 'vera@north.test' } }, accessToken);
    expect((await read()).email).toBe(emails.viewer);
  });

  test('of a linked person’s address is not judged', async () => {
    const { north, south, viewer } = service.people;
    const at = new Date();
    await service.services.db
      .insertInto('user_link')
      .values({ customer_id: north, user_id: viewer, linked_customer_id: south, asked_at: at, agreed_at: at })
      .execute();
    expect((await edit({ email: 'vera at the desk' })).status).toBe(200);
    expect(await read()).toMatchObject({
      email: 'vera at the desk',
      linkedStatus: 2,
      linkedCustomers: [{ customerId: south, name: 'South Staffing', status: 2 }],
    });
  });

  test('of one’s own right to change users is refused, and so is that of the last one who has it', async () => {
    const own = await edit({ id: service.people.chief, roleId: 3 });
    expect(own.body).toHaveProperty('fields.rights');
    const administrator = await service.signIn('administrator');
    const last = await edit({ id: service.people.chief, roleId: 3 }, administrator);
    expect(last.body).toHaveProperty('fields.rights', expect.stringContaining('last active'));
  });
});

describe('several at once', () => {
  test('get a role, notices, or are disabled, all of them or none, with a line for each', async () => {
    const { recruiter, viewer, stranger } = service.people;
    const change = (args: object) => service.send(changePeople, { cust: 'me', ids: [recruiter, viewer], ...args }, chief);
    expect((await change({ roleId: 1 })).body).toEqual({ changed: 2 });
    expect((await change({ roleId: 1 })).body).toEqual({ changed: 0 });
    expect((await change({ getsBillingAlerts: true, getsSystemAlerts: false })).body).toEqual({ changed: 2 });
    expect(await read(viewer)).toMatchObject({ roleId: 1, getsBillingAlerts: true, getsSystemAlerts: false });
    expect((await change({ ids: [viewer, stranger], isDisabled: true })).status).toBe(404);
    expect((await change({ ids: [viewer, service.people.chief], isDisabled: true })).body).toHaveProperty('fields.ids');
    expect((await read(viewer)).state).toBe('active');
    const lines = await service.services.db
      .selectFrom('audit')
      .select('object_id')
      .where('command', '=', 'user.change')
      .execute();
    expect(lines.map((line) => Number(line.object_id)).sort((a, b) => a - b)).toEqual([recruiter, recruiter, viewer, viewer]);
  });

  test('a disabled person loses open sessions at once', async () => {
    const viewer = await service.signIn('viewer');
    expect((await service.send(getRole, {}, viewer)).status).toBe(200);
    await service.call(changePeople, { cust: 'me', ids: [service.people.viewer], isDisabled: true }, chief);
    expect((await service.send(getRole, {}, viewer)).status).toBe(401);
  });
});

describe('a removal', () => {
  const device = (customerId: number, unsent: number) => ({
    customer_id: customerId,
    client_id: `device-of-${customerId}-0001`,
    user_id: service.people.viewer,
    protocol: 1,
    device_label: 'Chrome on Windows',
    unsent,
  });

  test('names what goes along, then takes the sign-in, sessions, links and devices, and keeps the row', async () => {
    const { db } = service.services;
    const { north, south, viewer } = service.people;
    const at = new Date();
    await db
      .insertInto('client')
      .values([device(north, 3), device(south, 0)])
      .execute();
    await db
      .insertInto('user_link')
      .values({ customer_id: north, user_id: viewer, linked_customer_id: south, asked_at: at, agreed_at: at })
      .execute();
    await db
      .insertInto('upload')
      .values({ customer_id: north, user_id: viewer, file_name: 'a.csv', bytes: Buffer.from('a') })
      .execute();
    const preview = await service.call(previewRemoval, { cust: 'me', id: viewer }, chief);
    expect(preview).toMatchObject({
      name: 'The viewer',
      linkedCustomers: ['South Staffing'],
      devices: [{ unsent: 3 }, { unsent: 0 }],
      owned: [{ what: 'uploaded file that is not staged yet', count: 1 }],
    });
    expect(preview.heirs.map(({ name }) => name)).toEqual(['The chief', 'The recruiter']);
    const session = await service.signIn('viewer');
    const remove = (args: object) => service.send(removeContact, { cust: 'me', id: viewer, ...args }, chief);
    expect((await remove({})).body).toHaveProperty('fields.takenOverBy');
    expect((await remove({ takenOverBy: service.people.stranger })).body).toHaveProperty('fields.takenOverBy');
    expect((await remove({ takenOverBy: service.people.recruiter })).status).toBe(200);
    expect((await service.send(getRole, {}, session)).status).toBe(401);
    expect((await service.send(login, { username: emails.viewer, password: testPassword })).status).toBe(400);
    expect(await db.selectFrom('client').select('killed_at').where('killed_at', 'is', null).execute()).toEqual([]);
    expect(await db.selectFrom('user_link').selectAll().execute()).toEqual([]);
    expect((await db.selectFrom('upload').select('user_id').executeTakeFirstOrThrow()).user_id).toBe(service.people.recruiter);
    const row = await db.selectFrom('app_user').selectAll().where('id', '=', viewer).executeTakeFirstOrThrow();
    expect([row.deleted_at, row.disabled_at]).not.toContain(null);
    const told = await db.selectFrom('audit').select(['customer_id', 'command']).where('command', '=', 'link.remove').execute();
    expect(told).toEqual([{ customer_id: south, command: 'link.remove' }]);
    expect((await remove({})).status).toBe(404);
    expect((await add({ email: emails.viewer })).isInvited).toBe(true);
  });

  test('of oneself, and of a person with a role of the provider, is refused', async () => {
    const { chief: self, recruiter } = service.people;
    const remove = (id: number) => service.send(removeContact, { cust: 'me', id }, chief);
    expect((await remove(self)).body).toHaveProperty('fields.id', expect.stringContaining('yourself'));
    await service.services.db.updateTable('app_user').set({ role_id: 5 }).where('id', '=', recruiter).execute();
    expect((await remove(recruiter)).body).toHaveProperty('fields.roleId');
  });
});
