import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBoard } from '#contract/people/customer-board.ts';
import { flag } from '#domain/jobs/flags.ts';
import { mappingOf } from '#domain/jobs/mapping-of.ts';
import { valueKey } from '#domain/mapping/text/value-key.ts';
import { writeRows } from '#server/feed/publish.ts';
import { aJob, aTarget, mappedValues } from '#tests/support/factories/job-factory.ts';
import { newTask } from '#tests/support/factories/task-factory.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';

let service: TestService;
let administrator: string;

const values = mappedValues();
const facilityOnly = { facilityValueId: null } as const;
const jobs = [
  aJob({ id: 1, providerJobId: 'B-1' }),
  aJob({ id: 2, providerJobId: 'B-2', ...facilityOnly }),
  aJob({ id: 3, providerJobId: 'B-3', ...facilityOnly, facilityMap: 'A-own' }),
  // The target needs no degree.
  aJob({ id: 4, providerJobId: 'B-4', degreeValueId: null }),
  aJob({ id: 5, providerJobId: 'B-5', ...facilityOnly, chgMap: flag.hidden }),
  aJob({ id: 6, providerJobId: 'B-6', ...facilityOnly, status: 'Closed' }),
  aJob({ id: 7, providerJobId: 'B-7', specialtyValueId: null, postState: 'failed' }),
  aJob({ id: 8, providerJobId: 'B-8', postState: 'human' }),
];

beforeAll(async () => {
  service = await startTestService();
  const { db } = service.services;
  const { north } = service.people;
  administrator = await service.signIn('administrator');
  const task = (id: number, more: object) => ({
    collection: 'task' as const,
    row: { ...newTask, id, name: `Task ${id}`, ...more },
    extra: { settings: {}, next_run_at: new Date().toISOString() },
  });
  await db.transaction().execute((tx) =>
    writeRows(tx, north, [
      // The first enabled target decides what is needed.
      { collection: 'target', row: aTarget({ id: 1, disabled: true, maps: ['shift', 'degree'] }), extra: { settings: {} } },
      { collection: 'target', row: aTarget({ id: 2, name: 'ATS', maps: ['facility', 'specialty'] }), extra: { settings: {} } },
      ...[...values.values()].map((row) => ({ collection: 'mapValue' as const, row, extra: { key: valueKey(row) } })),
      ...jobs.map((row) => ({ collection: 'job' as const, row })),
      task(1, { alarm: 'No jobs since Monday', lastSuccessAt: '2026-11-20T10:00:00.000Z' }),
      task(2, { alarm: 'No jobs since Monday', ignored: true, lastSuccessAt: '2026-11-21T10:00:00.000Z' }),
    ]),
  );
  for (const day of ['2026-11-19', '2026-11-20']) {
    const figures = { new_jobs: 4, closed_jobs: 2, posted_jobs: 1 };
    const span = { from_at: `${day}T05:00:00.000Z`, until_at: `${day}T23:00:00.000Z`, counted_at: `${day}T23:10:00.000Z` };
    await db
      .insertInto('daily_figure')
      .values({ customer_id: north, day, ...figures, ...span })
      .execute();
  }
  const device = {
    customer_id: north,
    user_id: service.people.administrator,
    device_label: 'Chrome',
    app_version: '1',
    protocol: 1,
  };
  await db
    .insertInto('client')
    .values([
      { ...device, client_id: 'd1', unsent: 3, oldest_unsent_at: '2026-11-21T07:00:00.000Z' },
      {
        ...device,
        client_id: 'd2',
        unsent: 1,
        oldest_unsent_at: '2026-11-21T06:00:00.000Z',
        killed_at: '2026-11-21T08:00:00.000Z',
      },
      { ...device, client_id: 'd3', unsent: 0 },
    ])
    .execute();
});
afterAll(() => service.close());

test('counts what waits at each customer, as the customer’s own screens count it', async () => {
  const board = await service.call(readBoard, { cust: -1 }, administrator);
  const unmapped = jobs.filter(
    (job) =>
      job.status === 'Open' &&
      (job.chgMap & flag.hidden) === 0 &&
      (['facility', 'specialty'] as const).some((kind) => mappingOf(job, kind, values) === null),
  );
  expect(board.find(({ customerId }) => customerId === service.people.north)).toMatchObject({
    openJobs: 6,
    lastCollectedAt: '2026-11-21T10:00:00.000Z',
    alarms: 1,
    failedPosts: 1,
    undecidedPosts: 1,
    unmappedJobs: unmapped.length,
    lastDay: { day: '2026-11-20', newJobs: 4, closedJobs: 2, postedJobs: 1 },
    unsentDevices: 1,
    oldestUnsentAt: '2026-11-21T07:00:00.000Z',
  });
  expect(unmapped.map(({ id }) => id)).toEqual([2, 7]);
  expect(board.find(({ customerId }) => customerId === service.people.south)).toMatchObject({
    openJobs: 0,
    lastCollectedAt: null,
    lastDay: null,
    unmappedJobs: 0,
    unsentDevices: 0,
    oldestUnsentAt: null,
  });
});

test('only administrators of the provider read it, and a deleted customer is not on it', async () => {
  expect((await service.send(readBoard, { cust: -1 }, await service.signIn('recruiter'))).status).toBe(403);
  const one = await service.call(readBoard, { cust: service.people.south }, administrator);
  expect(one.map(({ customerId }) => customerId)).toEqual([service.people.south]);
  const { db } = service.services;
  await db.updateTable('customer').set({ deleted_at: new Date().toISOString() }).where('id', '=', service.people.south).execute();
  const left = await service.call(readBoard, { cust: -1 }, administrator);
  expect(left.map(({ customerId }) => customerId)).not.toContain(service.people.south);
});
