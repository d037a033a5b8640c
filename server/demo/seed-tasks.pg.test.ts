import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { seedTasks } from './seed-tasks.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const schedule = () => service.services.db.selectFrom('task').select(['id', 'next_run_at', 'settings']).orderBy('id').execute();

test('new demo tasks are due at once; a restart gives them the new address and keeps their schedule', async () => {
  const { services, people } = service;
  await seedTasks(services, people.north, 'http://127.0.0.1:4001');
  const first = await schedule();
  expect(first).toHaveLength(3);
  for (const { next_run_at } of first) expect(Date.parse(next_run_at ?? '')).toBeLessThanOrEqual(services.now().getTime());

  await sql`update task set next_run_at = '2030-01-01Z'`.execute(services.db);
  await seedTasks(services, people.north, 'http://127.0.0.1:4002');
  const second = await schedule();
  expect(second.map(({ next_run_at }) => Date.parse(next_run_at ?? ''))).toEqual(Array(3).fill(Date.UTC(2030, 0, 1)));
  expect(second.map(({ settings }) => settings)).not.toEqual(first.map(({ settings }) => settings));
});
