import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TaskRow } from '#contract/rows/rows.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { taskOfKey } from '../collecting/webhooks/webhook-address.ts';
import { seedTasks } from './seed-tasks.ts';
import { seedWebhookTask } from './webhook-vendor/seed-webhook-task.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const stored = () =>
  service.services.db
    .selectFrom('task')
    .select(['id', 'next_run_at', 'settings', 'row'])
    .where('deleted', '=', false)
    .orderBy('id')
    .execute();
const namesOf = (tasks: Awaited<ReturnType<typeof stored>>) => tasks.map(({ row }) => (row as TaskRow).name);

test('new demo tasks are due at once; a restart gives them the new address and leaves the rest as it is', async () => {
  const { services, people } = service;
  await seedTasks(services, people.north, 'http://127.0.0.1:4001');
  const first = await stored();
  expect(namesOf(first)).toEqual(['Medloop', 'Careline', 'Nightingale', 'Northfield Trio', 'Coastal Nexus']);
  for (const { next_run_at } of first) expect(Date.parse(next_run_at ?? '')).toBeLessThanOrEqual(services.now().getTime());
  const { row } = first.find((task) => (task.row as TaskRow).name === 'Coastal Nexus') ?? {};
  expect(row).toMatchObject({ crawler: 'LaborEdge Nexus', has: ['url', 'username', 'password', 'orgKey', 'secretKey'] });

  await sql`update task set next_run_at = '2030-01-01Z', settings = settings || '{"scope": {"kept": true}}'`.execute(services.db);
  await sql`update task set deleted = true where row ->> 'name' = 'Careline'`.execute(services.db);
  await seedTasks(services, people.north, 'http://127.0.0.1:4002');
  const second = await stored();
  expect(namesOf(second)).toEqual(namesOf(first).filter((name) => name !== 'Careline'));
  for (const { next_run_at, settings } of second)
    expect([Date.parse(next_run_at ?? ''), settings]).toEqual([
      Date.UTC(2030, 0, 1),
      { feed: 'http://127.0.0.1:4002/…', scope: { kept: true } },
    ]);
});

test('the webhook task keeps its address, and has none once a person removed it', async () => {
  const { services, people } = service;
  const key = await seedWebhookTask(services, people.north);
  expect(await seedWebhookTask(services, people.north)).toBe(key);
  expect(await taskOfKey(services.db, services.secrets, key ?? '')).toMatchObject({ customerId: people.north });
  await sql`update task set deleted = true where row ->> 'name' = 'Redwood VMS'`.execute(services.db);
  expect(await seedWebhookTask(services, people.north)).toBeNull();
});
