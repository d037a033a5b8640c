import { afterEach, beforeEach, expect, test } from 'vitest';
import { readDays } from '#contract/reports/daily.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { daysToKeep, keepDays } from './daily-jobs.ts';

const hourMs = 3_600_000;
/** Half past eight in the evening of November 20 in New York, the zone of new customers. */
const start = new Date('2026-11-21T01:30:00.000Z');
const stays = new AbortController().signal;

let service: TestService;
let north: number;
beforeEach(async () => {
  service = await startTestService({ at: start });
  north = service.people.north;
});
afterEach(() => service.close());

const happened = (jobId: number, at: string, line: { field: string; before?: unknown; after?: unknown }) =>
  service.services.db
    .insertInto('job_history')
    .values({
      customer_id: north,
      job_id: jobId,
      at,
      who: 'Harbor VMS',
      how: 'collected',
      field: line.field,
      before: JSON.stringify(line.before ?? null),
      after: JSON.stringify(line.after ?? null),
    })
    .execute();
const arrived = (jobId: number, at: string) => happened(jobId, at, { field: 'job', after: `HV-${jobId}` });
const left = (jobId: number, at: string) => happened(jobId, at, { field: 'status', before: 'Open', after: 'Closed' });
const called = (jobId: number, at: string, kind: 'post' | 'update' | 'lookUp', answer: string) =>
  service.services.db
    .insertInto('post_attempt')
    .values({ customer_id: north, target_id: 1, job_id: jobId, generation: 1, at, kind, answer })
    .execute();
const days = async () => (await service.call(readDays, { cust: 'me' }, await service.signIn('recruiter'))).days;
const rows = () =>
  service.services.db.selectFrom('daily_figure').selectAll().where('customer_id', '=', north).orderBy('day').execute();

test('a day has one row however many processes write it, and it counts each job once, in the zone of the customer', async () => {
  // November 20 in New York ends at 05:00 UTC of the 21st.
  await arrived(1, '2026-11-20T05:00:00.000Z');
  await arrived(2, '2026-11-21T04:59:59.999Z');
  await arrived(3, '2026-11-21T05:00:00.000Z');
  await left(1, '2026-11-20T12:00:00.000Z');
  await happened(1, '2026-11-20T13:00:00.000Z', { field: 'status', before: 'Closed', after: 'Open' });
  await left(1, '2026-11-20T14:00:00.000Z');
  await called(1, '2026-11-20T15:00:00.000Z', 'post', 'done');
  await called(1, '2026-11-20T16:00:00.000Z', 'update', 'done');
  await called(2, '2026-11-20T15:00:00.000Z', 'post', 'refused');
  await called(4, '2026-11-20T15:00:00.000Z', 'post', 'unknown');
  await called(4, '2026-11-20T15:01:00.000Z', 'lookUp', 'found');
  // This look found the order of an update, which was posted before.
  await called(5, '2026-11-19T15:00:00.000Z', 'post', 'done');
  await called(5, '2026-11-20T15:00:00.000Z', 'update', 'unknown');
  await called(5, '2026-11-20T15:01:00.000Z', 'lookUp', 'found');

  service.advance(4 * hourMs);
  const kept = await Promise.all([1, 2, 3, 4].map(() => keepDays(service.services, stays)));
  const customers = await service.services.db.selectFrom('customer').select('id').where('provider', '=', false).execute();
  expect(kept.reduce((sum, count) => sum + count, 0)).toBe(customers.length);
  expect(await rows()).toMatchObject([
    { day: '2026-11-20', from_at: '2026-11-20T05:00:00.000Z', until_at: '2026-11-21T05:00:00.000Z' },
  ]);
  expect(await days()).toEqual([
    { day: '2026-11-20', newJobs: 2, closedJobs: 1, postedJobs: 2 },
    { day: '2026-11-21', newJobs: 1, closedJobs: 0, postedJobs: 0 },
  ]);
  expect(await keepDays(service.services, stays)).toBe(0);
});

test('a day is written ten minutes after its end, and never again', async () => {
  await arrived(1, '2026-11-20T18:00:00.000Z');
  service.advance(3.6 * hourMs);
  await keepDays(service.services, stays);
  expect((await rows()).map(({ day }) => day)).toEqual(['2026-11-19']);
  service.advance(0.1 * hourMs);
  await keepDays(service.services, stays);
  await arrived(2, '2026-11-20T18:00:00.000Z');
  await keepDays(service.services, stays);
  expect((await rows()).map(({ day, new_jobs: jobs }) => [day, jobs])).toEqual([
    ['2026-11-19', 0],
    ['2026-11-20', 1],
  ]);
});

test('after a stop the days between are caught up', async () => {
  await keepDays(service.services, stays);
  await arrived(1, '2026-11-22T18:00:00.000Z');
  service.advance(96 * hourMs);
  await keepDays(service.services, stays);
  expect((await rows()).map(({ day, new_jobs: jobs }) => [day, jobs])).toEqual([
    ['2026-11-19', 0],
    ['2026-11-20', 0],
    ['2026-11-21', 0],
    ['2026-11-22', 1],
    ['2026-11-23', 0],
  ]);
  expect(daysToKeep('2026-11-20', '2026-01-01')).toHaveLength(34);
  expect(daysToKeep('2026-11-20', '2026-11-19')).toEqual([]);
});

test.each(['America/Los_Angeles', 'Pacific/Auckland'])(
  'a move to the zone %s counts no change twice and drops none',
  async (zone) => {
    for (let hour = 0; hour < 96; hour += 1)
      await arrived(hour + 1, new Date(Date.parse('2026-11-19T05:00:00.000Z') + hour * hourMs).toISOString());
    await keepDays(service.services, stays);
    await service.services.db.updateTable('customer').set({ time_zone: zone }).where('id', '=', north).execute();
    service.advance(72 * hourMs);
    await keepDays(service.services, stays);
    const kept = await rows();
    for (const [i, row] of kept.slice(1).entries()) expect(row.from_at).toBe(kept[i]?.until_at);
    const hours = (Date.parse(kept.at(-1)?.until_at ?? '') - Date.parse(kept[0]?.from_at ?? '')) / hourMs;
    expect(kept.reduce((sum, row) => sum + row.new_jobs, 0)).toBe(Math.min(96, hours));
    expect(hours).toBeGreaterThan(24);
  },
);

test('another customer’s days are not found', async () => {
  const token = await service.signIn('stranger');
  expect((await service.send(readDays, { cust: north }, token)).status).toBe(404);
});
