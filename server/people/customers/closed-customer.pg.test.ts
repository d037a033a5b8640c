import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { removeCustomer, restoreCustomer, saveCustomer } from '#contract/people/account.ts';
import { login } from '#contract/people/auth.ts';
import { readExportKeys } from '#contract/people/export-keys.ts';
import { getRole, loginAs } from '#contract/people/users.ts';
import { readLockKey } from '#contract/sync/devices.ts';
import { sendHello } from '#contract/sync/sync.ts';
import { collectJobs } from '#server/collecting/runs/due-tasks.ts';
import { writeRows } from '#server/feed/publish.ts';
import { mailJobs, storingMailer } from '#server/kit/lib/mail.ts';
import { createWorker } from '#server/kit/queue/worker.ts';
import { duePosts } from '#server/posting/post-rows.ts';
import { aJob, aTarget } from '#tests/support/factories/job-factory.ts';
import { newTask } from '#tests/support/factories/task-factory.ts';
import { emails, startTestService, type TestService, testPassword } from '#tests/support/test-service.ts';
import { applyDisableDates } from './disable-dates.ts';

let service: TestService;
let admin: string;
let north = 0;
beforeEach(async () => {
  service = await startTestService({ at: new Date('2026-12-01T12:00:00Z') });
  admin = await service.signIn('administrator');
  north = service.people.north;
});
afterEach(() => service.close());

const remove = () => service.call(removeCustomer, { cust: north, name: 'North Staffing' }, admin);
const restore = () => service.call(restoreCustomer, { id: north }, admin);
const setStatus = (status: 'active' | 'suspended' | 'inactive') => service.call(saveCustomer, { id: north, status }, admin);
const signIn = () => service.send(login, { username: emails.chief, password: testPassword, refreshIn: 'body' });
/** Cached actors are read again. */
const fiveSecondsLater = () => service.advance(5000);

type Way = {
  readonly how: string;
  readonly close: () => Promise<unknown>;
  readonly open: () => Promise<unknown>;
  readonly people: boolean;
};
const deleted: Way = { how: 'deleted', close: remove, open: restore, people: false };
const inactive: Way = { how: 'inactive', close: () => setStatus('inactive'), open: () => setStatus('active'), people: false };
const suspended: Way = { how: 'suspended', close: () => setStatus('suspended'), open: () => setStatus('active'), people: true };

describe.each([deleted, inactive, suspended])('a customer that is $how', ({ close, open, people }) => {
  test(`${people ? 'keeps' : 'ends'} sign-in, open sessions and work as its people, until it is opened again`, async () => {
    const chief = await service.signIn('chief');
    const acting = await service.call(loginAs, { cust: north, user: service.people.recruiter, reason: 'Help' }, admin);
    const other = await service.signIn('administrator');
    admin = other;
    await close();
    fiveSecondsLater();
    const allowed = people ? 200 : 401;
    expect((await service.send(getRole, {}, chief)).status).toBe(allowed);
    expect((await service.send(getRole, {}, acting.accessToken)).status).toBe(allowed);
    expect((await signIn()).status).toBe(people ? 200 : 400);
    await open();
    // The refused sign-in asks for the human check for so long.
    service.advance(16 * 60_000);
    expect((await signIn()).status).toBe(200);
  });

  test('does not post; what was wanted is posted once it is opened again', async () => {
    const { db } = service.services;
    const now = service.services.now();
    await db.transaction().execute((tx) =>
      writeRows(tx, north, [
        { collection: 'target', row: aTarget({ id: 1 }), extra: { settings: {} } },
        { collection: 'job', row: aJob({ id: 7 }) },
      ]),
    );
    await db
      .insertInto('post')
      .values({ customer_id: north, target_id: 1, job_id: 7, reference: 'REF7', state: 'wanted', next_at: now })
      .execute();
    expect(await duePosts(db, now, 10)).toHaveLength(1);
    await close();
    expect(await duePosts(db, now, 10)).toEqual([]);
    await open();
    expect(await duePosts(db, now, 10)).toHaveLength(1);
  });

  test('collects nothing, not even what was queued, until it is opened again', async () => {
    const { db } = service.services;
    const row = { ...newTask, id: 1, name: 'Vendor', disabled: false, ready: true, everyMinutes: 60 };
    const extra = { settings: {}, next_run_at: service.services.now().toISOString() };
    await db.transaction().execute((tx) => writeRows(tx, north, [{ collection: 'task', row, extra }]));
    const worker = createWorker(db, service.services.log, collectJobs(service.services));
    const runs = async () =>
      (await sql<{ state: string }>`select state from run order by id`.execute(db)).rows.map(({ state }) => state);
    await close();
    await worker.runOnce();
    expect(await runs()).toEqual([]);
    await open();
    // Queues the collection without a process that takes it, then closes the customer again.
    const [handler] = collectJobs(service.services);
    await handler?.sendDue?.(db);
    expect(await runs()).toEqual(['queued']);
    await close();
    await worker.runOnce();
    expect(await runs()).toEqual(['queued']);
    await open();
    await sql`update pgboss.job set start_after = now()`.execute(db);
    await worker.runOnce();
    expect(await runs()).not.toEqual(['queued']);
    await worker.stop();
  });

  test(`${people ? 'still gets' : 'gets no'} mail that waits`, async () => {
    const { db, log } = service.services;
    await storingMailer.send(db, { customerId: north, cause: 'test', to: 'a@north.test', subject: 'Hello', text: 'Text' });
    await close();
    const sent: string[] = [];
    const worker = createWorker(
      db,
      log,
      mailJobs(db, async ({ to }) => void sent.push(to)),
    );
    await worker.runOnce();
    await worker.stop();
    expect(sent).toEqual(people ? ['a@north.test'] : []);
  });
});

describe('the changes that a device sealed', () => {
  const clientId = 'a-device-of-the-chief-of-north';
  const ask = (over: Record<string, unknown> = {}) =>
    service.send(readExportKeys, {
      username: emails.chief,
      password: testPassword,
      customerId: north,
      clientIds: [clientId],
      ...over,
    });
  beforeEach(async () => {
    const { chief: user_id } = service.people;
    const lane = { customer_id: north, user_id, client_id: clientId, device_label: 'Chrome', protocol: 1, app_version: '1' };
    await service.services.db.insertInto('client').values(lane).execute();
  });
  /** What the device gets while its person can sign in. */
  const usualKey = async () => {
    const chief = await service.signIn('chief');
    return service.call(readLockKey, { customerId: north, clientId }, chief);
  };

  test.each([deleted, inactive])(
    'of a customer that is $how open with the password of their person, without a session',
    async ({ close }) => {
      const usual = await usualKey();
      expect((await ask()).status).toBe(400);
      await close();
      service.advance(16 * 60_000);
      expect(await ask()).toMatchObject({ status: 200, body: { keys: [{ clientId, key: (usual as { key: string }).key }] } });
      expect((await ask({ password: 'wrong-Password-1' })).status).toBe(400);
      const open = service.services.db.selectFrom('session').select('id').where('user_id', '=', service.people.chief);
      expect(await open.where('ended_at', 'is', null).execute()).toEqual([]);
    },
  );

  test('are not opened for another person, for a wiped device, or after 30 days', async () => {
    await remove();
    expect(await ask({ username: emails.recruiter })).toMatchObject({ status: 200, body: { keys: [] } });
    await service.services.db.updateTable('client').set({ killed_at: service.services.now() }).execute();
    expect(await ask()).toMatchObject({ status: 200, body: { keys: [] } });
    service.advance(31 * 86_400_000);
    expect((await ask()).status).toBe(400);
  });
});

describe('disable dates', () => {
  const dates = () => applyDisableDates(service.services);
  const set = (fields: Record<string, unknown>) => service.call(saveCustomer, { id: north, ...fields }, admin);
  const statusOf = async () =>
    (await service.services.db.selectFrom('customer').select('status').where('id', '=', north).executeTakeFirstOrThrow()).status;
  const hours = (count: number) => service.advance(count * 3_600_000);

  test('act when the day begins in the customer’s zone, and end its sessions', async () => {
    await set({ disableDate: '2026-12-02', timeZone: 'Pacific/Honolulu' });
    const chief = await service.signIn('chief');
    await dates();
    hours(21); // 2026-12-02 09:00 UTC is 23:00 of the day before in Honolulu.
    await dates();
    expect(await statusOf()).toBe('active');
    hours(2);
    expect(await dates()).toBe(1);
    expect(await statusOf()).toBe('inactive');
    expect((await signIn()).status).toBe(400);
    expect((await service.send(getRole, {}, chief)).status).toBe(401);
    expect(await dates()).toBe(0);
    const line = service.services.db.selectFrom('audit').selectAll().where('command', '=', 'customer.disabled');
    expect(await line.executeTakeFirstOrThrow()).toMatchObject({ customer_id: north, actor_id: null, object_id: String(north) });
  });

  test('wait for the day after "keep active till"', async () => {
    await set({ disableDate: '2026-12-01', keepActiveTill: '12/01/2026' });
    await dates();
    expect(await statusOf()).toBe('active');
    hours(24);
    await dates();
    expect(await statusOf()).toBe('inactive');
  });

  test('are announced a week before, once, to the people who may edit the account and to its address', async () => {
    const { db } = service.services;
    await set({ disableDate: '2026-12-09', email: 'Office@north.test' });
    expect(await dates()).toBe(0);
    hours(24);
    expect(await dates()).toBe(1);
    expect(await dates()).toBe(0);
    const mails = await db.selectFrom('mail').select(['to_address as to', 'subject']).orderBy('to_address').execute();
    expect(mails).toEqual([
      { to: 'chief@north.test', subject: 'North Staffing will be disabled on December 9, 2026' },
      { to: 'office@north.test', subject: 'North Staffing will be disabled on December 9, 2026' },
    ]);
    const notices = await db.selectFrom('notification').select(['user_id', 'kind']).execute();
    expect(notices).toEqual([{ user_id: service.people.chief, kind: 'customer_disable' }]);
    // Another date is announced again.
    admin = await service.signIn('administrator');
    await set({ disableDate: '2026-12-08' });
    expect(await dates()).toBe(1);
  });
});

test('the device of a linked person learns that the customer was deleted, and continues after a restore', async () => {
  const { db } = service.services;
  await sql`insert into user_link (customer_id, user_id, linked_customer_id, asked_at, agreed_at)
    values (${service.people.south}, ${service.people.stranger}, ${north}, now(), now())`.execute(db);
  const stranger = await service.signIn('stranger');
  const hello = {
    protocol: 1,
    clientId: 'a-device-of-a-linked-person',
    customerId: north,
    deviceLabel: 'Chrome',
    appVersion: '1',
    unsent: 1,
    oldestUnsentAt: null,
    persisted: true,
  };
  expect((await service.send(sendHello, hello, stranger)).status).toBe(200);
  await remove();
  fiveSecondsLater();
  expect(await service.send(sendHello, hello, stranger)).toMatchObject({ status: 410, body: { kind: 'gone' } });
  await restore();
  fiveSecondsLater();
  expect((await service.send(sendHello, hello, stranger)).status).toBe(200);
});
