import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listNotifications, updateNotification } from '#contract/people/notices.ts';
import { countUnmapped, getStats } from '#contract/reports/dashboard.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';

let service: TestService;
let recruiter: string;
beforeEach(async () => {
  service = await startTestService();
  recruiter = await service.signIn('recruiter');
});
afterEach(() => service.close());

describe('notices', () => {
  const add = (values: { user_id?: number; text: string; link?: string }) =>
    service.services.db
      .insertInto('notification')
      .values({ customer_id: service.people.north, kind: 'test', ...values })
      .execute();

  test('are the user’s own and those for everyone; their text never becomes markup', async () => {
    await add({ text: 'For <b>all</b>', link: 'javascript:alert(1)' });
    await add({ text: 'Mine', user_id: service.people.recruiter, link: '/staging' });
    await add({ text: 'Of somebody else', user_id: service.people.viewer });
    const { list, unreadCount, date } = await service.call(listNotifications, { cust: 'me' }, recruiter);
    expect(unreadCount).toBe(2);
    expect(list.map((notice) => notice.html).sort()).toEqual(['<a href="/staging">Mine</a>', 'For &#60;b&#62;all&#60;/b&#62;']);
    expect((await service.call(listNotifications, { cust: 'me', since: date }, recruiter)).hasChanges).toBe(false);
  });

  test('are counted beyond the newest 200, which the reply contains', async () => {
    const texts = Array.from({ length: 205 }, (_, i) => ({
      customer_id: service.people.north,
      kind: 'test',
      text: `Notice ${i}`,
    }));
    await service.services.db.insertInto('notification').values(texts).execute();
    const { list, total, unreadCount } = await service.call(listNotifications, { cust: 'me' }, recruiter);
    expect([list.length, total, unreadCount]).toEqual([200, 205, 205]);
  });

  test('are read and removed only by the user that they are for', async () => {
    await add({ text: 'Mine', user_id: service.people.recruiter });
    const id = (await service.call(listNotifications, { cust: 'me' }, recruiter)).list[0]?.id ?? 0;
    const viewer = await service.signIn('viewer');
    expect((await service.send(updateNotification, { cust: 'me', id, IsRead: true }, viewer)).status).toBe(404);
    const stranger = await service.signIn('stranger');
    expect((await service.send(updateNotification, { cust: 'me', id, IsDeleted: true }, stranger)).status).toBe(404);
    // A call without a change is no error of the database.
    expect(await service.call(updateNotification, { cust: 'me', id }, recruiter)).toEqual({ unreadCount: 1 });
    expect(await service.call(updateNotification, { cust: 'me', id, isRead: true }, recruiter)).toEqual({ unreadCount: 0 });
    expect(await service.call(updateNotification, { cust: 'me', id, isRead: false }, recruiter)).toEqual({ unreadCount: 1 });
    await service.call(updateNotification, { cust: 'me', id, isDeleted: true }, recruiter);
    expect((await service.call(listNotifications, { cust: 'me' }, recruiter)).list).toEqual([]);
  });
});

describe('a notice for everyone', () => {
  test('is read and removed by each reader for themselves', async () => {
    const { db } = service.services;
    await db.insertInto('notification').values({ customer_id: service.people.north, kind: 'test', text: 'For all' }).execute();
    const chief = await service.signIn('chief');
    const listOf = async (token: string) => (await service.call(listNotifications, { cust: 'me' }, token)).list;
    const id = (await listOf(recruiter))[0]?.id ?? 0;
    expect(await service.call(updateNotification, { cust: 'me', id, isRead: true }, recruiter)).toEqual({ unreadCount: 0 });
    expect(await listOf(chief)).toMatchObject([{ id, isRead: false }]);
    await service.call(updateNotification, { cust: 'me', id, isDeleted: true }, recruiter);
    expect(await listOf(recruiter)).toEqual([]);
    expect(await listOf(chief)).toMatchObject([{ id, isRead: false }]);
    expect((await service.send(updateNotification, { cust: 'me', id, IsRead: true }, recruiter)).status).toBe(404);
  });
});

describe('the dashboard', () => {
  beforeEach(async () => {
    const { db } = service.services;
    const customer_id = service.people.north;
    const value = (row: object) => ({
      customer_id,
      rev: 1,
      row: JSON.stringify({ targetId: 1, sourceId: 1, ...row }),
      key: JSON.stringify(row),
    });
    await db
      .insertInto('map_value')
      .values([
        { id: 1, ...value({ kind: 'facility', mappedId: null, ignored: false }) },
        { id: 2, ...value({ kind: 'facility', mappedId: '77', ignored: false }) },
        { id: 3, ...value({ kind: 'facility', mappedId: null, ignored: true }) },
      ])
      .execute();
    const job = (id: number, row: object) => ({
      customer_id,
      id,
      rev: 1,
      row: JSON.stringify({
        sourceId: 1,
        providerJobId: String(id),
        status: 'Open',
        workType: 1,
        facilityValueId: null,
        facilityMap: null,
        ...row,
      }),
    });
    await db
      .insertInto('job')
      .values([
        job(1, { state: 'WA', positions: 2, facilityValueId: 1 }),
        job(2, { state: 'wa', positions: null, facilityValueId: 1, facilityMap: '5', workType: 2 }),
        job(3, { state: 'OR', positions: 1, facilityValueId: 2, workType: 3 }),
        job(4, { state: 'OR', positions: 1, facilityValueId: 3 }),
        job(5, { state: 'OR', positions: 9, facilityValueId: 1, status: 'Closed' }),
        { ...job(6, { state: 'OR' }), deleted: true },
      ])
      .execute();
    const task = (id: number, row: object) => ({
      customer_id,
      id,
      rev: 1,
      row: JSON.stringify({
        name: `Task ${id}`,
        disabled: false,
        disabledByAdmin: false,
        ignored: false,
        alarm: null,
        lastRunAt: null,
        ...row,
      }),
    });
    await db
      .insertInto('task')
      .values([
        task(1, { alarm: 'No jobs since Monday', lastRunAt: '2026-11-20T10:00:00.000Z' }),
        task(2, { disabled: true }),
        task(3, { disabledByAdmin: true }),
        task(4, { ignored: true, disabled: true }),
      ])
      .execute();
  });

  test('counts open jobs by state and type, tasks by state, and alerts since a day', async () => {
    const stats = await service.call(getStats, { cust: 'me' }, recruiter);
    expect(stats.states).toEqual([
      { state: 'OR', jobs: 2, positions: 2 },
      { state: 'WA', jobs: 2, positions: 3 },
    ]);
    expect(stats.workTypes).toEqual({ travel: 2, permanent: 1, perDiem: 1 });
    expect(stats.tasks).toEqual({ active: 1, customerDisabled: 1, systemDisabled: 2 });
    expect(stats.statuses).toEqual({ Open: 4, Closed: 1 });
    expect(stats.alerts).toMatchObject([{ taskId: 1, text: 'No jobs since Monday' }]);
    expect((await service.call(getStats, { cust: 'me', date: '2026-11-21' }, recruiter)).alerts).toEqual([]);
  });

  test('counts open jobs without a mapping: not their own, not a shared one, and not ignored', async () => {
    expect(await service.call(countUnmapped, { cust: 'me' }, recruiter)).toEqual({ count: 1 });
    expect(await service.call(countUnmapped, { cust: -1 }, await service.signIn('administrator'))).toEqual({ count: 1 });
    expect(await service.call(countUnmapped, { cust: 'me' }, await service.signIn('stranger'))).toEqual({ count: 0 });
  });
});
