import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { getCustomer } from '#contract/people/account.ts';
import { login } from '#contract/people/auth.ts';
import { getLabels, listCustomers, listModules } from '#contract/people/customers.ts';
import { listNotifications } from '#contract/people/notices.ts';
import { changeOwnPassword, changePassword, checkReset, requestReset } from '#contract/people/password-reset.ts';
import { listRights, listRoleRights, listRoles } from '#contract/people/roles.ts';
import { confirmIdentity } from '#contract/people/second-factor-proof.ts';
import { listRightGivers, listUsers } from '#contract/people/user-names.ts';
import { acceptDisclaimer, getPrefs, getRole, loginAs, returnFromLoginAs, savePrefs } from '#contract/people/users.ts';
import { listStates, listTimezones } from '#contract/system/lookups.ts';
import { listMail } from '#contract/system/mail.ts';
import { emails, startTestService, type TestService, testPassword } from '#tests/support/test-service.ts';

let service: TestService;
let recruiter: string;
beforeEach(async () => {
  service = await startTestService();
  recruiter = await service.signIn('recruiter');
});
afterEach(() => service.close());

const newPassword = 'another-Good-1-phrase';

describe('the signed-in user', () => {
  test('is returned with role and rights as numbers', async () => {
    const role = await service.call(getRole, {}, recruiter);
    expect(role).toMatchObject({
      email: emails.recruiter,
      customerName: 'North Staffing',
      userRoleId: 3,
      administrator: false,
      needsDisclaimer: false,
      actingAs: null,
      status: 0,
    });
    expect(role.rights).toContain(6);
    expect(role.rights).not.toContain(1);
  });

  test('has preferences that keep fields that were not sent, and rejects an invalid time zone', async () => {
    await service.call(savePrefs, { userTimezone: 'America/Chicago' }, recruiter);
    await service.call(savePrefs, { noFeedback: true }, recruiter);
    expect(await service.call(getPrefs, {}, recruiter)).toMatchObject({
      userTimezone: 'America/Chicago',
      noFeedback: true,
      userDateFormat: 'MM/dd/yyyy',
    });
    const { status, body } = await service.send(savePrefs, { userTimezone: 'Mars/Olympus' }, recruiter);
    expect(status).toBe(400);
    expect(body).toHaveProperty('fields.userTimezone');
  });

  test.each([
    ['userDateFormat', 'jjjj', 'dd-MM-yyyy'],
    ['userTimeFormat', 'noon', 'HH:mm'],
    ['userDateTimeFormat', 'MM/dd/yyyy noon', 'yyyy/MM/dd'],
  ])('refuses %s %j and names the formats that it accepts', async (field, format, offered) => {
    const { status, body } = await service.send(savePrefs, { [field]: format }, recruiter);
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { kind: 'invalid', fields: { [field]: expect.stringContaining(offered) as string } },
    });
    expect(await service.call(getPrefs, {}, recruiter)).not.toMatchObject({ [field]: format });
  });

  test('acknowledges the disclaimer by name', async () => {
    await service.services.db.updateTable('app_user').set({ disclaimer_by: null }).execute();
    expect((await service.call(getRole, {}, recruiter)).needsDisclaimer).toBe(true);
    await service.call(acceptDisclaimer, { ack: 'Ann Reyes' }, recruiter);
    expect((await service.call(getRole, {}, recruiter)).needsDisclaimer).toBe(false);
  });
});

test('the users of a customer are listed to users with the right; administrators see all users', async () => {
  const chief = await service.signIn('chief');
  const own = await service.call(listUsers, {}, chief);
  expect(own.map((user) => user.name)).toEqual(['The chief', 'The recruiter', 'The viewer']);
  // Devices store this list: no address.
  expect(JSON.stringify(own)).not.toContain('@');
  expect(own.every((user) => !user.canLoginAs)).toBe(true);
  const all = await service.call(listUsers, { cust: -1 }, await service.signIn('administrator'));
  expect(all).toHaveLength(5);
  expect(all.filter((user) => user.canLoginAs)).toHaveLength(4);
});

test('anyone can ask who gives a right: user administrators of the customer who hold it, not disabled ones, not the provider’s', async () => {
  const who = (right: 'targets.write' | 'rules.global', token = recruiter) =>
    service.call(listRightGivers, { cust: service.people.north, right }, token);
  expect(await who('targets.write')).toEqual([{ name: 'The chief' }]);
  expect(await who('rules.global')).toEqual([]);
  expect((await service.send(listRightGivers, { cust: 999_999, right: 'targets.write' }, recruiter)).status).toBe(404);
  await service.services.db
    .updateTable('app_user')
    .set({ disabled_at: new Date().toISOString() })
    .where('id', '=', service.people.chief)
    .execute();
  expect(await who('targets.write')).toEqual([]);
});

describe('working as another user', () => {
  let administrator: string;
  beforeEach(async () => {
    administrator = await service.signIn('administrator');
  });
  const enter = () =>
    service.call(loginAs, { cust: service.people.north, user: service.people.recruiter, reason: 'Support' }, administrator);

  test('gives that user’s rights and no more, and ends with a return', async () => {
    const entered = await enter();
    expect(await service.call(getRole, {}, entered.accessToken)).toMatchObject({
      userId: service.people.recruiter,
      customerId: service.people.north,
      administrator: false,
      actingAs: { by: 'The administrator' },
    });
    expect((await service.send(listMail, {}, entered.accessToken)).status).toBe(403);
    expect((await service.send(getCustomer, { cust: service.people.south }, entered.accessToken)).status).toBe(404);
    const back = await service.call(returnFromLoginAs, {}, entered.accessToken);
    expect(await service.call(getRole, {}, back.accessToken)).toMatchObject({ administrator: true, actingAs: null });
    expect((await service.send(getRole, {}, entered.accessToken)).status).toBe(401);
  });

  test('invalidates earlier tokens, so that no other tab acts as another user unknowingly', async () => {
    await enter();
    expect((await service.send(getRole, {}, administrator)).status).toBe(401);
  });

  test('is audited with both users, and the other user is notified', async () => {
    const entered = await enter();
    const audit = await service.services.db
      .selectFrom('audit')
      .select(['customer_id', 'actor_id', 'subject_id', 'detail'])
      .where('command', '=', 'session.login_as')
      .execute();
    expect(audit).toEqual([
      {
        customer_id: service.people.north,
        actor_id: service.people.administrator,
        subject_id: service.people.recruiter,
        detail: { reason: 'Support' },
      },
    ]);
    const { list } = await service.call(listNotifications, { cust: 'me' }, entered.accessToken);
    expect(list[0]?.text).toContain('The administrator worked with your account');
  });

  test('is refused for an equal role, a user of another customer or a disabled user', async () => {
    const { provider, administrator: own, north, stranger, viewer } = service.people;
    expect((await service.send(loginAs, { cust: provider, user: own }, administrator)).status).toBe(403);
    expect((await service.send(loginAs, { cust: north, user: stranger }, administrator)).status).toBe(404);
    await service.services.db.updateTable('app_user').set({ disabled_at: new Date() }).where('id', '=', viewer).execute();
    expect((await service.send(loginAs, { cust: north, user: viewer }, administrator)).status).toBe(404);
    expect((await service.send(loginAs, { cust: north, user: viewer }, recruiter)).status).toBe(403);
  });

  test('cannot change that user’s account or continue to a third user', async () => {
    const { accessToken: token } = await enter();
    const { north, viewer } = service.people;
    expect((await service.send(savePrefs, { noFeedback: true }, token)).status).toBe(403);
    expect((await service.send(acceptDisclaimer, { ack: 'x' }, token)).status).toBe(403);
    expect((await service.send(changeOwnPassword, { current: testPassword, password: newPassword }, token)).status).toBe(403);
    expect((await service.send(loginAs, { cust: north, user: viewer }, token)).status).toBe(403);
  });

  test('ends automatically after an hour', async () => {
    const opened = await service.call(login, { username: emails.administrator, password: testPassword, refreshIn: 'body' });
    const { north, viewer } = service.people;
    await service.call(confirmIdentity, { password: testPassword }, opened.accessToken);
    await service.call(loginAs, { cust: north, user: viewer }, opened.accessToken);
    let rtoken = opened.refreshToken ?? '';
    const refreshed = async () => {
      const response = await service.app.inject({
        method: 'POST',
        url: '/auth/tokenrefresh',
        payload: { rtoken, refreshIn: 'body' },
      });
      const body = response.json<{ refresh_token: string; bearer: { userId: number } }>();
      rtoken = body.refresh_token;
      return body.bearer.userId;
    };
    service.advance(59 * 60_000);
    expect(await refreshed()).toBe(viewer);
    service.advance(2 * 60_000);
    expect(await refreshed()).toBe(service.people.administrator);
  });
});

describe('a forgotten password', () => {
  /** The newest stored mail, as its recipient gets it. */
  const newestMail = async () =>
    (await service.services.db.selectFrom('mail').select('text').orderBy('id', 'desc').executeTakeFirst())?.text;
  const mails = async () => (await service.call(listMail, {}, await service.signIn('administrator'))).rows;
  async function linkToken(): Promise<string> {
    await service.call(requestReset, { email: emails.recruiter });
    await expect.poll(async () => (await mails()).length).toBe(1);
    return /\/reset\/(\S+)/.exec((await newestMail()) ?? '')?.[1] ?? '';
  }

  test('gets the same response for known and unknown addresses; only an administrator sees the difference', async () => {
    const known = await service.send(requestReset, { email: emails.recruiter });
    const unknown = await service.send(requestReset, { email: 'nobody@north.test' });
    expect(unknown.status).toBe(200);
    expect(unknown.body).toEqual(known.body);
    const told = await service.send(requestReset, { email: 'nobody@north.test' }, await service.signIn('administrator'));
    expect(told.body).toMatchObject({ fields: { email: 'We are unable to find the email you have entered.' } });
    expect((await service.send(requestReset, { email: 'no address' })).body).toMatchObject({
      fields: { email: 'Invalid email entered' },
    });
  });

  test('is not reset by an earlier link: only the newest works, and none after a change of the password', async () => {
    const first = await linkToken();
    await service.call(requestReset, { email: emails.recruiter });
    await expect.poll(async () => (await mails()).length).toBe(2);
    const second = /\/reset\/(\S+)/.exec((await newestMail()) ?? '')?.[1] ?? '';
    expect((await service.send(checkReset, { token: first })).status).toBe(400);
    expect(await service.call(checkReset, { token: second })).toEqual({ email: emails.recruiter, isInvitation: false });
    await service.call(changeOwnPassword, { current: testPassword, password: newPassword }, await service.signIn('recruiter'));
    const late = await service.send(changePassword, { token: second, emailAndPassword: `${emails.recruiter}|other-Horse-8-pen` });
    expect(late.status).toBe(400);
  });

  test('is reset by a link that no administrator can read in the list of emails, but in an email to themselves', async () => {
    await linkToken();
    expect((await mails())[0]).toMatchObject({ to: emails.recruiter, text: expect.stringContaining('(link removed)') as string });
    expect(JSON.stringify(await mails())).not.toContain('/reset/');
    await service.call(requestReset, { email: emails.administrator });
    await expect.poll(async () => (await mails())[0]?.to).toBe(emails.administrator);
    expect((await mails())[0]?.text).toContain('/reset/');
  });

  test('is reset by the link, once, and the reset ends every session', async () => {
    const c = await linkToken();
    expect(await service.call(checkReset, { token: c })).toEqual({ email: emails.recruiter, isInvitation: false });
    const name = `${emails.recruiter}|${newPassword}`;
    expect(await service.call(changePassword, { token: c, emailAndPassword: name })).toEqual({ message: 'Password is reset' });
    expect((await service.send(getRole, {}, recruiter)).status).toBe(401);
    expect((await service.send(login, { username: emails.recruiter, password: newPassword })).status).toBe(200);
    const again = await service.send(changePassword, { token: c, emailAndPassword: name });
    expect(again.body).toEqual({ kind: 'invalid', fields: { token: 'Reset token has expired. Please try again' } });
  });

  test('of two that use the link at once, one wins', async () => {
    const c = await linkToken();
    const name = `${emails.recruiter}|${newPassword}`;
    const answers = await Promise.all([
      service.send(changePassword, { token: c, emailAndPassword: name }),
      service.send(changePassword, { token: c, emailAndPassword: name }),
    ]);
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  });

  test('keeps a separator that is part of the password, and rejects weak ones and another address', async () => {
    const c = await linkToken();
    expect((await service.send(changePassword, { token: c, emailAndPassword: `${emails.recruiter}|short` })).body).toHaveProperty(
      'fields.password',
    );
    expect(
      (await service.send(changePassword, { token: c, emailAndPassword: `${emails.viewer}|${newPassword}` })).body,
    ).toHaveProperty('fields.email');
    expect((await service.send(changePassword, { token: c, emailAndPassword: newPassword })).status).toBe(400);
    await service.call(changePassword, { token: c, emailAndPassword: `${emails.recruiter}|with|Two|bars-1` });
    expect((await service.send(login, { username: emails.recruiter, password: 'with|Two|bars-1' })).status).toBe(200);
  });

  test('has a link for thirty minutes, and its token is not in the database', async () => {
    const c = await linkToken();
    const rows = await service.services.db.selectFrom('reset_token').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(c.split('.')[1]);
    service.advance(31 * 60_000);
    expect((await service.send(checkReset, { c })).status).toBe(400);
    for (const made of ['x', '1.x', `${c}x`]) expect((await service.send(checkReset, { c: made })).status).toBe(400);
  });

  test('can be requested ten times in fifteen minutes, then must wait', async () => {
    for (let i = 0; i < 10; i += 1) await service.call(requestReset, { email: 'nobody@north.test' });
    expect((await service.send(requestReset, { email: 'nobody@north.test' })).status).toBe(429);
  });
});

test('changing one’s own password needs the old one, ends other sessions and clears the expiry', async () => {
  const other = await service.signIn('recruiter');
  await service.services.db.updateTable('sign_in').set({ expired: true }).execute();
  expect((await service.call(getRole, {}, recruiter)).status).toBe(1);
  const wrong = await service.send(changeOwnPassword, { current: 'wrong', password: newPassword }, recruiter);
  expect(wrong.body).toHaveProperty('fields.current');
  const weak = await service.send(changeOwnPassword, { current: testPassword, password: 'weak' }, recruiter);
  expect(weak.body).toHaveProperty('fields.password');
  await service.call(changeOwnPassword, { current: testPassword, password: newPassword }, recruiter);
  expect((await service.call(getRole, {}, recruiter)).status).toBe(0);
  expect((await service.send(getRole, {}, other)).status).toBe(401);
});

test('customers are listed to users who may work on them, with what screens need of each', async () => {
  const { north, south } = service.people;
  expect(await service.call(listCustomers, {}, recruiter)).toEqual([
    { id: north, name: 'North Staffing', linked: false, parent: null, rights: null, demo: false },
  ]);
  expect(await service.call(listCustomers, {}, await service.signIn('administrator'))).toHaveLength(3);
  await service.services.db
    .insertInto('user_link')
    .values({ customer_id: north, user_id: service.people.recruiter, linked_customer_id: south, agreed_at: new Date() })
    .execute();
  // The caller's links are read again after a few seconds.
  service.advance(3000);
  expect((await service.call(listCustomers, {}, recruiter)).filter((customer) => customer.linked)).toMatchObject([{ id: south }]);
  await service.services.db
    .updateTable('customer')
    .set({ settings: JSON.stringify({ modules: ['staging'], demo: true }) })
    .where('id', '=', north)
    .execute();
  expect(await service.call(listCustomers, {}, recruiter)).toContainEqual(expect.objectContaining({ id: north, demo: true }));
  expect(await service.call(getLabels, { cust: 'me' }, recruiter)).toEqual({
    unit: 'Department',
    department: 'Vendor Department',
    travelWork: 'Contract',
    permanentWork: 'Direct Hire',
    perDiemWork: 'Contract',
  });
  expect(await service.call(listModules, { cust: 'me' }, recruiter)).toEqual({ modules: ['staging'] });
  expect(await service.call(getCustomer, { cust: 'me' }, recruiter)).toMatchObject({ name: 'North Staffing', industry: 2 });
});

test('lookups list the choices of forms; administrators’ roles and rights are listed to administrators only', async () => {
  const chief = await service.signIn('chief');
  const administrator = await service.signIn('administrator');
  expect(await service.call(listStates, {}, chief)).toContainEqual({ id: 'WA', name: 'Washington' });
  expect(await service.call(listTimezones, {}, chief)).toContainEqual({
    id: 'America/Phoenix',
    name: 'America/Phoenix (UTC-07:00)',
    offsetMinutes: -420,
  });
  // Neither the provider's administrator (2) nor the role that authorizes everything (5): the caller does not hold them.
  expect((await service.call(listRoles, {}, chief)).map((role) => role.id)).toEqual([1, 3, 4]);
  expect((await service.call(listRoles, {}, administrator)).map((role) => role.id)).toEqual([1, 2, 3, 4, 5]);
  expect(await service.call(listRoleRights, { id: 4 }, chief)).toContain(6);
  expect((await service.send(listRoleRights, { id: 2 }, chief)).status).toBe(404);
  const names = (groups: { name: string }[]) => groups.map((group) => group.name);
  expect(names(await service.call(listRights, { cust: 'me' }, chief))).not.toContain('Administration');
  expect(names(await service.call(listRights, { cust: 'me' }, administrator))).toContain('Administration');
});
