import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCustomerWork } from '#contract/people/customer-work.ts';
import { writeRows } from '#server/feed/publish.ts';
import { aJob, aTarget } from '#tests/support/factories/job-factory.ts';
import { newTask } from '#tests/support/factories/task-factory.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';

let service: TestService;
let administrator: string;

const at = (hour: number) => `2026-11-21T0${hour}:00:00.000Z`;

beforeAll(async () => {
  service = await startTestService();
  const { db } = service.services;
  const { north, south } = service.people;
  administrator = await service.signIn('administrator');
  const task = (id: number, more: object) => ({
    collection: 'task' as const,
    row: { ...newTask, id, name: `Task ${id}`, ...more },
    extra: { settings: { key: 'never-shown' }, next_run_at: at(1) },
  });
  const target = {
    collection: 'target' as const,
    row: aTarget({ id: 1, name: 'Bullhorn' }),
    extra: { settings: { secret: 'never-shown' } },
  };
  await db
    .transaction()
    .execute((tx) =>
      writeRows(tx, north, [
        target,
        ...[1, 2, 3, 4].map((id) => ({ collection: 'job' as const, row: aJob({ id, providerJobId: `N-${id}` }) })),
        task(1, { name: 'B quiet' }),
        task(2, { name: 'C with an alarm', alarm: 'No jobs since Monday' }),
        task(3, { name: 'A ignored', alarm: 'No jobs since Monday', ignored: true }),
      ]),
    );
  await db
    .transaction()
    .execute((tx) =>
      writeRows(tx, south, [
        target,
        { collection: 'job', row: aJob({ id: 1, providerJobId: 'S-1' }) },
        task(1, { name: 'South' }),
      ]),
    );
  const post = (
    customer_id: number,
    job_id: number,
    state: 'failed' | 'human' | 'wanted' | 'done',
    hour: number,
    more: object = {},
  ) => ({
    customer_id,
    target_id: 1,
    job_id,
    reference: `${customer_id}-${job_id}-${hour}`,
    state,
    words: state === 'failed' ? 'Refused' : null,
    updated_at: at(hour),
    ...more,
  });
  await db
    .insertInto('post')
    .values([
      post(north, 1, 'wanted', 1),
      post(north, 2, 'failed', 5),
      post(south, 1, 'failed', 2),
      post(north, 3, 'human', 3),
      // Failed once, then posted.
      post(north, 4, 'failed', 1, { generation: 1 }),
      post(north, 4, 'done', 2, { generation: 2 }),
    ])
    .execute();
  const device = { user_id: service.people.administrator, app_version: '1', protocol: 1 };
  await db
    .insertInto('client')
    .values([
      { ...device, customer_id: north, client_id: 'd1', device_label: 'Laptop', unsent: 3, oldest_unsent_at: at(7) },
      { ...device, customer_id: south, client_id: 'd2', device_label: 'Tablet', unsent: 1, oldest_unsent_at: at(6) },
      { ...device, customer_id: north, client_id: 'd3', device_label: 'Calm', unsent: 0 },
      { ...device, customer_id: north, client_id: 'd4', device_label: 'Revoked', unsent: 2, killed_at: at(8) },
    ])
    .execute();
});
afterAll(() => service.close());

test('lists posts, tasks and devices of every customer, those that need somebody first', async () => {
  const { posts, tasks, devices } = await service.call(readCustomerWork, { cust: -1 }, administrator);
  expect(posts.rows.map(({ providerJobId, state, target, words }) => [providerJobId, state, target, words])).toEqual([
    ['S-1', 'failed', 'Bullhorn', 'Refused'],
    ['N-2', 'failed', 'Bullhorn', 'Refused'],
    ['N-3', 'human', 'Bullhorn', null],
    ['N-1', 'wanted', 'Bullhorn', null],
  ]);
  expect(posts.total).toBe(4);
  expect(new Set(posts.rows.map(({ customer }) => customer)).size).toBe(2);
  expect(tasks.rows.map(({ name }) => name)).toEqual(['C with an alarm', 'A ignored', 'B quiet', 'South']);
  expect(tasks.rows[0]).toMatchObject({ customerId: service.people.north, alarm: 'No jobs since Monday' });
  expect(devices.rows.map(({ label, unsent }) => [label, unsent])).toEqual([
    ['Tablet', 1],
    ['Laptop', 3],
  ]);
  expect(JSON.stringify([posts, tasks, devices])).not.toContain('never-shown');
});

test('one customer’s work is that customer’s only', async () => {
  const { posts, tasks, devices } = await service.call(readCustomerWork, { cust: service.people.south }, administrator);
  expect([posts.rows, tasks.rows, devices.rows].flat().map(({ customerId }) => customerId)).toEqual(
    [0, 0, 0].map(() => service.people.south),
  );
  expect([posts.total, tasks.total, devices.total]).toEqual([1, 1, 1]);
});

test('only administrators of the provider read it, and a deleted customer is not in it', async () => {
  for (const person of ['recruiter', 'chief'] as const) {
    const { status } = await service.send(readCustomerWork, { cust: -1 }, await service.signIn(person));
    expect(status, person).toBe(403);
  }
  const { db } = service.services;
  await db
    .updateTable('customer')
    .set({ deleted_at: at(9) })
    .where('id', '=', service.people.south)
    .execute();
  const { posts, tasks, devices } = await service.call(readCustomerWork, { cust: -1 }, administrator);
  const customers = [posts.rows, tasks.rows, devices.rows].flat().map(({ customerId }) => customerId);
  expect(new Set(customers)).toEqual(new Set([service.people.north]));
});
