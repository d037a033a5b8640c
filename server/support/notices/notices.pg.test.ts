import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listNotifications } from '#contract/people/notices.ts';
import type { CustomerNoticeRow } from '#contract/rows/customer-notice.ts';
import {
  addNotice,
  countNoticeCustomers,
  listNoticeCrawlers,
  listNoticeCustomers,
  listNoticeTargets,
  listOwnNotices,
  listProviderNotices,
  removeNotice,
  saveNotice,
} from '#contract/support/notices.ts';
import { writeRows } from '#server/feed/publish.ts';
import { pushBatch } from '#server/sync/push.ts';
import { createLineReader } from '#tests/contract/audit/audit-lines.ts';
import { aTarget } from '#tests/support/factories/job-factory.ts';
import { newTask } from '#tests/support/factories/task-factory.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { actorOf, laneId, mutation } from '#tests/support/worlds/sync-world.ts';
import { publishNotices } from './publish-notices.ts';

let service: TestService;
let admin: string;
let recruiter: string;
let chief: string;
let stranger: string;
const day = 86_400_000;

beforeAll(async () => {
  service = await startTestService({ at: new Date('2026-11-25T12:00:00Z') });
  [admin, recruiter, chief, stranger] = await Promise.all([
    service.signIn('administrator'),
    service.signIn('recruiter'),
    service.signIn('chief'),
    service.signIn('stranger'),
  ]);
  const { db } = service.services;
  const { north, south } = service.people;
  await db.transaction().execute((tx) =>
    writeRows(tx, north, [
      { collection: 'task', row: { ...newTask, id: 1, crawlerId: 57 } },
      { collection: 'target', row: aTarget({ id: 1, typeId: 8 }), extra: { settings: {} } },
    ]),
  );
  await db.transaction().execute((tx) =>
    writeRows(tx, south, [
      { collection: 'task', row: { ...newTask, id: 1, crawlerId: 57 } },
      { collection: 'target', row: aTarget({ id: 1, typeId: 9 }), extra: { settings: {} } },
    ]),
  );
});
afterAll(() => service.close());
beforeEach(async () => {
  await service.services.db.deleteFrom('notice').execute();
  await publishNotices(service.services);
});

const nobody = { customers: [], crawlers: [], targetKinds: [], everyone: false };
const everyone = { ...nobody, everyone: true };
const notice = { name: 'Maintenance', message: 'Read-only on Saturday', visible: true, expiresOn: null, audience: everyone };
const publish = () => publishNotices(service.services);
const own = async (token = recruiter, cust: number | 'me' = 'me') => service.call(listOwnNotices, { cust }, token);
const names = async (token = recruiter) => (await own(token)).map(({ name }) => name);
const bell = async (token = recruiter) =>
  (await service.call(listNotifications, { cust: 'me' }, token)).list.filter(({ text }) => text.startsWith('Maintenance'));
async function added(over: object = {}) {
  const saved = await service.call(addNotice, { ...notice, ...over }, admin);
  await publish();
  return saved;
}

let lanes = 0;
async function dismiss(who: 'recruiter' | 'chief' | 'stranger', id: number, dismissed = true, userId = service.people[who]) {
  const customer = who === 'stranger' ? service.people.south : service.people.north;
  const actor = actorOf(service.people[who], customer, who);
  const mutations = [mutation(1, 'notice.dismiss.v1', { id, userId, dismissed }, {})];
  const asked = { protocol: 1, clientId: laneId(`dismiss${lanes++}`), customerId: customer, mutations } as const;
  const reply = await pushBatch(service.services, actor, asked);
  if (!reply.ok || reply.value.kind !== 'done') throw new Error(`the push answered ${JSON.stringify(reply)}`);
  return reply.value.outcomes[0];
}

test('a notice reaches the people whose customer matches every list that is not empty, and no one else', async () => {
  expect(await service.call(countNoticeCustomers, { ...nobody, crawlers: [57] }, admin)).toEqual({ customers: 2, people: 4 });
  expect(await service.call(countNoticeCustomers, { ...nobody, crawlers: [57], targetKinds: [9] }, admin)).toMatchObject({
    customers: 1,
  });
  await added({ audience: { ...nobody, crawlers: [57], targetKinds: [9, 22] } });
  expect([await names(), await names(stranger), await names(admin)]).toEqual([[], ['Maintenance'], []]);
  expect([await bell(), (await bell(stranger)).length]).toEqual([[], 1]);
  expect(await service.call(listProviderNotices, {}, admin)).toMatchObject([{ shownTo: 1, changedBy: 'The administrator' }]);
});

test('everyone must be chosen by name, and not beside lists', async () => {
  for (const audience of [nobody, { ...everyone, customers: [service.people.north] }]) {
    expect(await service.send(addNotice, { ...notice, audience }, admin)).toMatchObject({
      status: 400,
      body: { kind: 'invalid', fields: { audience: expect.any(String) as string } },
    });
    expect((await service.send(countNoticeCustomers, audience, admin)).status).toBe(400);
  }
  await added();
  expect([await names(), await names(stranger), await names(admin)]).toEqual([['Maintenance'], ['Maintenance'], ['Maintenance']]);
});

test('what is wrong is named by field: no name, no message, no lists, no such day', async () => {
  const fields = async (over: object) => (await service.send(addNotice, { ...notice, ...over }, admin)).body;
  expect(await fields({ name: ' ' })).toMatchObject({ fields: { name: 'Enter a name' } });
  expect(await fields({ message: '' })).toMatchObject({ fields: { message: 'Write the message' } });
  expect(await fields({ message: '<script>alert(1)</script>' })).toMatchObject({
    fields: { message: 'Write the message as text: nothing of this can be shown.' },
  });
  expect(await fields({ audience: { customers: [], crawlers: [] } })).toMatchObject({ kind: 'invalid' });
  expect(await fields({ expiresOn: '2026-02-30' })).toMatchObject({ fields: { expiresOn: 'The calendar has no such day' } });
});

test('script in a message is removed before it is stored, and lines of plain text stay', async () => {
  const { message } = await added({
    message: 'First\n<img src=x onerror=alert(1)><a href="javascript:alert(1)">x</a><script>alert(1)</script>',
  });
  expect(message).not.toMatch(/script|onerror|img/);
  await added({ name: 'Maintenance 2', message: 'One\nTwo & three' });
  const [plain, marked] = await own();
  expect(plain).toMatchObject({ message: 'One<br />Two &amp; three', text: 'One\nTwo & three' });
  expect(marked?.message).not.toMatch(/javascript|onerror/);
});

test('a changed notice changes where it is, and comes and goes with tasks and targets', async () => {
  const { north } = service.people;
  const saved = await added({ audience: { ...nobody, targetKinds: [22] } });
  expect(await names()).toEqual([]);
  const { db } = service.services;
  const target = aTarget({ id: 2, typeId: 22 });
  await db.transaction().execute((tx) => writeRows(tx, north, [{ collection: 'target', row: target, extra: { settings: {} } }]));
  expect(await publish()).toBe(1);
  const [before] = await own();
  await service.call(
    saveNotice,
    { ...notice, id: saved.id, message: 'On Sunday', audience: { ...nobody, targetKinds: [22] } },
    admin,
  );
  expect(await publish()).toBe(1);
  expect(await own()).toMatchObject([{ id: before?.id, text: 'On Sunday' }]);
  expect(await bell()).toMatchObject([{ text: 'Maintenance: On Sunday' }]);
  await db.transaction().execute((tx) => writeRows(tx, north, [{ collection: 'target', id: 2, removed: true }]));
  expect(await publish()).toBe(1);
  expect(await names()).toEqual([]);
  expect(await publish()).toBe(0);
});

test('two processes give a customer one row of a notice', async () => {
  await service.call(addNotice, notice, admin);
  await Promise.all([publish(), publish(), publish()]);
  expect([await names(), (await bell()).length]).toEqual([['Maintenance'], 1]);
});

test('a dismissed notice stays dismissed for the person on every device and in the bell, and others keep it', async () => {
  await added();
  const [row] = await own();
  expect(await dismiss('recruiter', row?.id ?? 0)).toMatchObject({ outcome: 'applied' });
  expect([await names(), await bell()]).toEqual([[], []]);
  expect([await names(chief), (await bell(chief)).length]).toEqual([['Maintenance'], 1]);
  const stored = await service.services.db
    .selectFrom('customer_notice')
    .select('row')
    .where('customer_id', '=', service.people.north)
    .where('deleted', '=', false)
    .executeTakeFirstOrThrow();
  expect((stored.row as CustomerNoticeRow).dismissedBy).toEqual([service.people.recruiter]);
  // It is the person's choice, so that an edit does not bring it back.
  const [entry] = await service.call(listProviderNotices, {}, admin);
  await service.call(saveNotice, { ...notice, id: entry?.id ?? 0, message: 'Still on Saturday' }, admin);
  await publish();
  expect([await names(), await names(chief)]).toEqual([[], ['Maintenance']]);
  expect(await dismiss('recruiter', row?.id ?? 0, false)).toMatchObject({ outcome: 'applied' });
  expect([await names(), (await bell()).length]).toEqual([['Maintenance'], 1]);
});

test('no one dismisses for another person, nor at another customer', async () => {
  await added();
  const [row] = await own();
  expect(await dismiss('recruiter', row?.id ?? 0, true, service.people.chief)).toMatchObject({
    outcome: 'rejected',
    code: 'forbidden',
  });
  expect(await dismiss('stranger', row?.id ?? 0)).toMatchObject({ outcome: 'rejected' });
  expect([await names(), await names(chief)]).toEqual([['Maintenance'], ['Maintenance']]);
  expect((await service.send(listOwnNotices, { cust: service.people.north }, stranger)).status).toBe(404);
});

test('only administrators of the provider write notices, and ids of no notice are refused', async () => {
  for (const [call, args] of [
    [addNotice, notice],
    [saveNotice, { ...notice, id: 1 }],
    [removeNotice, { id: 1 }],
    [countNoticeCustomers, everyone],
    [listProviderNotices, {}],
    [listNoticeCustomers, {}],
    [listNoticeCrawlers, {}],
    [listNoticeTargets, {}],
  ] as const)
    expect((await service.send(call, args, chief)).status, call.route).toBe(403);
  expect((await service.send(saveNotice, { ...notice, id: 4711 }, admin)).status).toBe(404);
  expect((await service.send(removeNotice, { id: 4711 }, admin)).status).toBe(404);
});

test('the lists of an audience have customers, crawlers and kinds of targets by name', async () => {
  expect((await service.call(listNoticeCustomers, {}, admin)).map(({ name }) => name)).toEqual([
    'North Staffing',
    'Provider',
    'South Staffing',
  ]);
  expect((await service.call(listNoticeTargets, {}, admin)).find(({ id }) => id === 8)).toEqual({ id: 8, name: 'Bullhorn' });
  const crawlers = await service.services.db.selectFrom('crawler_setup').select('id').where('removed', '=', false).execute();
  expect(await service.call(listNoticeCrawlers, {}, admin)).toHaveLength(crawlers.length);
});

test('the activity says who wrote, changed and removed which notice', async () => {
  const reader = createLineReader(service);
  const line = await reader.lineOf(addNotice, notice, admin);
  expect(line).toMatchObject({
    object_kind: 'providerNotice',
    detail: { name: 'Maintenance', changed: { everyone: [null, true] } },
  });
  const id = Number(line.object_id);
  expect(await reader.lineOf(saveNotice, { ...notice, id, visible: false }, admin)).toMatchObject({
    detail: { changed: { visible: [true, false] } },
  });
  expect(await reader.lineOf(removeNotice, { id }, admin)).toMatchObject({
    object_id: String(id),
    detail: { name: 'Maintenance' },
  });
});

test('hidden and expired notices do not show, also before the rows are gone', async () => {
  const saved = await added({ expiresOn: '2026-11-26' });
  expect((await own())[0]).toMatchObject({ expiresAt: '2026-11-27T05:00:00.000Z' });
  await later(1.7 * day);
  expect(await names()).toEqual(['Maintenance']);
  await later(0.1 * day);
  expect([await names(), (await bell()).length]).toEqual([[], 1]);
  expect(await publish()).toBe(3);
  expect(await bell()).toEqual([]);
  const left = service.services.db.selectFrom('customer_notice').select('id').where('deleted', '=', false);
  expect(await left.execute()).toEqual([]);
  await service.call(saveNotice, { ...notice, id: saved.id, expiresOn: null }, admin);
  await publish();
  expect(await names()).toEqual(['Maintenance']);
  await service.call(saveNotice, { ...notice, id: saved.id, visible: false }, admin);
  await publish();
  expect([await names(), await bell()]).toEqual([[], []]);
});

/** Moves the clock, and signs in again: sessions are shorter. */
async function later(milliseconds: number): Promise<void> {
  service.advance(milliseconds);
  [admin, recruiter] = await Promise.all([service.signIn('administrator'), service.signIn('recruiter')]);
}
