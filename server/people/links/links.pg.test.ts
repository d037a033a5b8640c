import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { listTasks } from '#contract/collecting/tasks.ts';
import { messages } from '#contract/kit/messages.ts';
import { rightIds } from '#contract/kit/rights.ts';
import { listCustomers } from '#contract/people/customers.ts';
import { changeLink, linkStatus, listLinks } from '#contract/people/links.ts';
import { listNotifications } from '#contract/people/notices.ts';
import { listUsers } from '#contract/people/user-names.ts';
import { pullChanges } from '#contract/sync/sync.ts';
import { holderOf } from '#server/kit/http/actors.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';

// The recruiter of North asks to work in the data of South, whose administrator is the stranger.
let service: TestService;
let asker: string;
let decider: string;
beforeAll(async () => {
  service = await startTestService();
  await service.services.db
    .updateTable('app_user')
    .set({ role_id: 1, rights: [1, 2, 3, 6, 8, 35] })
    .where('id', '=', service.people.stranger)
    .execute();
  asker = await service.signIn('recruiter');
  decider = await service.signIn('stranger');
});
afterAll(() => service.close());
afterEach(async () => {
  const { db } = service.services;
  await db.deleteFrom('user_link').execute();
  await db.deleteFrom('mail').execute();
  await db.deleteFrom('notification').execute();
  // The next call of each session reads its links again.
  service.advance(3000);
});

const link = () => ({ customer: service.people.north, id: service.people.recruiter, linkedCustomerId: service.people.south });
const ask = (name = 'South Staffing', token = asker) =>
  service.send(changeLink, { ...link(), linkedCustomerId: 0, status: linkStatus.asked, customerName: name }, token);
const change = (status: number, token: string, more: Record<string, unknown> = {}) =>
  service.send(changeLink, { ...link(), status, ...more }, token);
const mails = () => service.services.db.selectFrom('mail').select(['to_address as to', 'text']).orderBy('id').execute();
const statusShown = async (token: string) => {
  const { linkedAccounts, linkedCustomers } = await service.call(listLinks, {}, token);
  return [linkedAccounts.map(({ status }) => status), linkedCustomers.map(({ status }) => status)];
};

test('a person asks by the exact name; those who decide get a notice and an email whose link opens the screen', async () => {
  const { status, body } = await ask(' south STAFFING ');
  expect({ status, body }).toEqual({ status: 200, body: { status: 1, message: messages.linkRequested } });
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ to: 'recruiter@south.test' });
  expect(mail?.text).toContain('http://127.0.0.1:4180/linked\n');
  const notices = await service.call(listNotifications, { cust: 'me' }, decider);
  expect(notices.list).toMatchObject([
    {
      link: '/linked',
      text: 'The recruiter (recruiter@north.test) of North Staffing asks to work in the data of South Staffing.',
    },
  ]);
  expect(await statusShown(decider)).toEqual([[1], []]);
  expect(await statusShown(asker)).toEqual([[], [1]]);
});

test('the address of the asked customer gets the email too, once', async () => {
  const company = (email: string | null) =>
    service.services.db.updateTable('customer').set({ email }).where('id', '=', service.people.south).execute();
  const asked = async (email: string) => {
    await company(email);
    await ask();
    const to = (await mails()).map((mail) => mail.to);
    await change(linkStatus.none, asker);
    await service.services.db.deleteFrom('mail').execute();
    return to;
  };
  expect(await asked('office@south.test')).toEqual(['recruiter@south.test', 'office@south.test']);
  // The decider's own address.
  expect(await asked('Recruiter@South.test')).toEqual(['recruiter@south.test']);
  await company(null);
});

test('asked gives no access, approved does, and rejected and unlinked do not', async () => {
  const south = { cust: service.people.south };
  const reaches = async () => (await service.send(listTasks, { ...south, pageSize: 10, page: 1 }, asker)).status;
  await ask();
  expect(await reaches()).toBe(404);
  expect(await change(linkStatus.approved, decider)).toMatchObject({ status: 200 });
  expect(await reaches()).toBe(200);
  expect((await service.call(listCustomers, {}, asker)).filter(({ linked }) => linked)).toMatchObject([{ id: south.cust }]);
  expect(await change(linkStatus.rejected, decider, { reason: 'Contract ended' })).toMatchObject({ status: 200 });
  expect(await reaches()).toBe(404);
  expect((await mails()).map(({ to }) => to)).toEqual(['recruiter@south.test', 'recruiter@north.test', 'recruiter@north.test']);
  expect((await mails()).at(-1)?.text).toContain('Reason: Contract ended');
  expect(await change(linkStatus.approved, decider)).toMatchObject({ status: 200 });
  expect(await reaches()).toBe(200);
  expect(await change(linkStatus.none, asker)).toMatchObject({ status: 200, body: { status: 0 } });
  expect(await reaches()).toBe(404);
  expect(await statusShown(decider)).toEqual([[], []]);
});

test('asked twice it is one request and one email, also at the same time', async () => {
  const answers = await Promise.all([ask(), ask(), ask()]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await ask()).body).toMatchObject({ status: 1 });
  expect(await mails()).toHaveLength(1);
  expect(await service.services.db.selectFrom('user_link').selectAll().execute()).toHaveLength(1);
});

test('who was rejected asks again after 24 hours, also if they unlink in between', async () => {
  await ask();
  await change(linkStatus.rejected, decider);
  expect(await change(linkStatus.none, asker)).toMatchObject({ body: { status: 3 } });
  expect(await ask()).toMatchObject({ status: 400, body: { fields: { status: expect.stringMatching(/24 hours/) } } });
  const { db } = service.services;
  await db
    .updateTable('user_link')
    .set({ rejected_at: new Date(Date.now() - 24 * 3_600_000) })
    .execute();
  expect(await change(linkStatus.asked, asker)).toMatchObject({ status: 200, body: { status: 1 } });
  expect(await mails()).toHaveLength(3);
});

describe('a name', () => {
  test.each(['South', 'South%', 'Provider', 'North Staffing', '__proto__', ''])('%j finds no customer', async (name) => {
    expect(await ask(name)).toMatchObject({ status: 400, body: { fields: { customerName: expect.any(String) } } });
  });
  test('is tried at most ten times in a quarter of an hour', async () => {
    await service.services.db.deleteFrom('sign_in_attempt').execute();
    for (let i = 0; i < 10; i++) expect((await ask(`No ${i}`)).status).toBe(400);
    expect((await ask()).status).toBe(429);
    await service.services.db.deleteFrom('sign_in_attempt').execute();
  });
});

describe('a link that the caller has nothing to do with', () => {
  test.each([
    ['asked by id', () => change(linkStatus.asked, asker)],
    ['asked of an absent customer', () => change(linkStatus.asked, asker, { linkedCustomerId: 999_999 })],
    ['asked for a person of another customer', () => change(linkStatus.asked, decider)],
    ['approved before it was asked', () => change(linkStatus.approved, decider)],
    ['approved by its own person', () => change(linkStatus.approved, asker)],
    ['ended, where there is none', () => change(linkStatus.none, asker)],
    ['ended by a stranger', () => change(linkStatus.none, decider, { linkedCustomerId: 999_999 })],
  ])('%s is not found', async (_what, send) => {
    expect(await send()).toMatchObject({ status: 404, body: { kind: 'not_found' } });
  });
});

describe('who decides', () => {
  test('is not somebody of the linked customer without the right', async () => {
    await ask();
    const { db } = service.services;
    const { stranger } = service.people;
    await db
      .updateTable('app_user')
      .set({ rights: [6] })
      .where('id', '=', stranger)
      .execute();
    service.advance(3000);
    expect(await change(linkStatus.approved, decider)).toMatchObject({ status: 403, body: { needs: 'links.write' } });
    expect((await service.call(listLinks, {}, decider)).linkedAccounts).toEqual([]);
    await db
      .updateTable('app_user')
      .set({ rights: [1, 2, 3, 6, 8, 35] })
      .where('id', '=', stranger)
      .execute();
  });

  test('is an administrator of the provider, too', async () => {
    await ask();
    expect(await change(linkStatus.approved, await service.signIn('administrator'))).toMatchObject({ status: 200 });
  });

  test('confirms who they are before an approval', async () => {
    await ask();
    const sessions = service.services.db.updateTable('session').set({ confirmed_at: null });
    await sessions.where('user_id', '=', service.people.stranger).execute();
    expect(await change(linkStatus.approved, decider)).toMatchObject({ status: 403, body: { kind: 'confirm_identity' } });
    expect(await change(linkStatus.rejected, decider)).toMatchObject({ status: 200 });
    decider = await service.signIn('stranger');
  });

  test('never decides about themselves, whatever rights their link carries', async () => {
    await ask();
    await change(linkStatus.approved, decider, { rights: [rightIds['links.write']] });
    expect(await change(linkStatus.approved, asker, { rights: [rightIds['users.write']] })).toMatchObject({ status: 403 });
  });
});

describe('rights of a link', () => {
  test('are, without a choice, those of the person that the approver holds', async () => {
    await ask();
    await change(linkStatus.approved, decider);
    const [link] = (await service.call(listLinks, {}, decider)).linkedAccounts;
    expect(link?.rights).toEqual([3, 6, 8]);
  });

  test('include power over people and the account only by choice', async () => {
    const { db } = service.services;
    const { recruiter } = service.people;
    const { rights } = await db.selectFrom('app_user').select('rights').where('id', '=', recruiter).executeTakeFirstOrThrow();
    await db
      .updateTable('app_user')
      .set({ rights: [2, 6, 35] })
      .where('id', '=', recruiter)
      .execute();
    await ask();
    await change(linkStatus.approved, decider);
    expect((await service.call(listLinks, {}, decider)).linkedAccounts[0]?.rights).toEqual([6]);
    await change(linkStatus.approved, decider, { rights: [2, 6] });
    expect((await service.call(listLinks, {}, decider)).linkedAccounts[0]?.rights).toEqual([2, 6]);
    await db.updateTable('app_user').set({ rights }).where('id', '=', recruiter).execute();
  });

  test('hold in the calls, the feed and the later work at that customer, and only there', async () => {
    const { db } = service.services;
    const { recruiter, north, south } = service.people;
    await ask();
    await change(linkStatus.approved, decider, { rights: [rightIds['users.read']] });
    service.advance(3000);
    const users = async (cust: number) => (await service.send(listUsers, { cust }, asker)).status;
    expect([await users(north), await users(south)]).toEqual([403, 200]);
    const tasks = async (cust: number) => (await service.send(listTasks, { cust, pageSize: 10, page: 1 }, asker)).status;
    expect([await tasks(north), await tasks(south)]).toEqual([200, 403]);
    const rightsIn = async (cust: number) => [...((await holderOf(db, recruiter, cust))?.rights ?? [])];
    expect(await rightsIn(south)).toEqual(['users.read']);
    expect(await rightsIn(north)).toContain('jobs.post');
    const listed = await service.call(listCustomers, {}, asker);
    expect(listed.map(({ id, rights }) => [id, rights])).toEqual([
      [north, null],
      [south, [1]],
    ]);
    const pull = { customerId: south, clientId: 'a-device-of-the-recruiter', protocol: 1, epoch: '', scope: '', since: 0 };
    const { body } = await service.send(pullChanges, pull, asker);
    const before = (body as { scope?: string }).scope;
    await change(linkStatus.approved, decider, { rights: [rightIds['users.read'], rightIds['staging.read']] });
    expect(((await service.send(pullChanges, pull, asker)).body as { scope?: string }).scope).not.toBe(before);
    await change(linkStatus.none, asker);
    expect(await holderOf(db, recruiter, south)).toBeUndefined();
  });

  test.each([
    ['one that the approver lacks', [rightIds['rules.write']], /can’t give a right that you don’t have/],
    ['one of administrators', [rightIds['admin.system']], /can’t give a right that you don’t have/],
    ['one that does not exist', [999], /no right 999/],
  ])('do not include %s', async (_what, rights, words) => {
    await ask();
    expect(await change(linkStatus.approved, decider, { rights })).toMatchObject({
      status: 400,
      body: { fields: { rights: expect.stringMatching(words) } },
    });
    expect(await statusShown(decider)).toEqual([[1], []]);
  });

  test('that a link has stay with it when somebody without them changes others', async () => {
    await ask();
    const administrator = await service.signIn('administrator');
    await change(linkStatus.approved, administrator, { rights: [rightIds['rules.write'], rightIds['staging.read']] });
    expect(
      await change(linkStatus.approved, decider, { rights: [rightIds['rules.write'], rightIds['jobs.hold']] }),
    ).toMatchObject({ status: 200 });
  });
});

test('both customers have each step in their audit', async () => {
  const { db } = service.services;
  const last = await db.selectFrom('audit').select('id').orderBy('id', 'desc').executeTakeFirst();
  await ask();
  await change(linkStatus.approved, decider, { rights: [6] });
  await change(linkStatus.none, decider);
  const lines = await service.services.db
    .selectFrom('audit')
    .select(['customer_id', 'actor_id', 'detail'])
    .where('command', '=', 'link.change')
    .where('id', '>', last?.id ?? 0)
    .orderBy('id')
    .execute();
  const { north, south, recruiter, stranger } = service.people;
  expect(
    lines.map((line) => [line.customer_id, line.actor_id, (line.detail as { changed: { status: unknown } }).changed.status]),
  ).toEqual([
    [north, recruiter, [0, 1]],
    [south, recruiter, [0, 1]],
    [north, stranger, [1, 2]],
    [south, stranger, [1, 2]],
    [north, stranger, [2, 0]],
    [south, stranger, [2, 0]],
  ]);
});
