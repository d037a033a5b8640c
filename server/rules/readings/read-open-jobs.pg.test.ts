import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JobRow } from '#contract/rows/jobs.ts';
import { lookAtReadings, readOpenJobs, undoRuleRun } from '#contract/rules/rule-runs.ts';
import { has } from '#domain/jobs/flags.ts';
import { writeRows } from '#server/feed/publish.ts';
import { aJob } from '#tests/support/factories/job-factory.ts';
import { runJobs } from '#tests/support/run-jobs.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { ruleJobs } from '../runs/rule-jobs.ts';

let service: TestService;
let chief: string;
beforeAll(async () => {
  service = await startTestService();
  chief = await service.signIn('chief');
  const none = { shift: null, shiftStart: null, shiftEnd: null, hoursPerShift: null, shiftsPerWeek: null };
  const open = { ...none, billRate: null, minBillRate: null, description: 'Shift: 7p-7a, 3x12. Bill rate: $78.50/hr' };
  const lock = { by: 'Ana', at: '2026-11-01T00:00:00.000Z', was: null };
  const rows = [
    aJob({ id: 1, providerJobId: 'D-1', ...open }),
    aJob({ id: 2, providerJobId: 'D-2', ...open, shift: 'Days', billRate: 91 }),
    aJob({ id: 3, providerJobId: 'D-3', ...open, billRate: 100, locks: { billRate: lock }, chgMap: 1 }),
    aJob({ id: 4, providerJobId: 'D-4', ...open, status: 'Closed' }),
  ];
  await service.services.db.transaction().execute((tx) =>
    writeRows(
      tx,
      service.people.north,
      rows.map((row) => ({ collection: 'job', row }) as const),
    ),
  );
});
afterAll(() => service.close());

const me = { cust: 'me' } as const;
const job = async (id: number): Promise<JobRow> => {
  const { row } = await service.services.db.selectFrom('job').select('row').where('id', '=', id).executeTakeFirstOrThrow();
  return row as JobRow;
};
const run = () => runJobs(service.services.db, ruleJobs(service.services));

test('open jobs are shown first, read, and put back as a whole; values of feeds and locks stay', async () => {
  const look = await service.call(lookAtReadings, me, chief);
  expect(look).toMatchObject({ jobs: 3, changed: 2, notCompared: 0 });
  expect(look.rows[0]?.changes).toContainEqual({ field: 'billRate', before: null, after: 78.5 });
  expect((await job(1)).billRate).toBeNull();

  const started = await service.call(readOpenJobs, me, chief);
  expect(started).toMatchObject({ name: 'Read the descriptions of all open jobs', total: 3 });
  await run();
  const read = await job(1);
  expect(read).toMatchObject({ shiftStart: '19:00', shiftEnd: '07:00', shiftsPerWeek: 3, billRate: 78.5 });
  expect(has(read.chgMap, 'rateFromNote')).toBe(true);
  expect(await job(2)).toMatchObject({ shift: 'Days', shiftStart: null, billRate: 91, readings: null });
  expect(await job(3)).toMatchObject({ billRate: 100, chgMap: 1, locks: { billRate: { was: 78.5 } }, shiftStart: '19:00' });
  expect((await job(4)).billRate).toBeNull();
  expect((await service.call(lookAtReadings, me, chief)).changed).toBe(0);

  await service.call(undoRuleRun, { ...me, id: started.id }, chief);
  await run();
  const back = await job(1);
  expect(back).toMatchObject({ shift: null, shiftStart: null, billRate: null });
  expect(back.readings ?? null).toBeNull();
  expect(has(back.chgMap, 'rateFromNote')).toBe(false);
  expect(await job(3)).toMatchObject({ billRate: 100, locks: { billRate: { was: null } } });
});

test('with the switch off both calls say what to switch on; without the right they are refused', async () => {
  const viewer = await service.signIn('viewer');
  for (const call of [lookAtReadings, readOpenJobs]) expect((await service.send(call, me, viewer)).status).toBe(403);
  await service.services.db.updateTable('customer').set({ reads_descriptions: false }).execute();
  for (const call of [lookAtReadings, readOpenJobs])
    expect(await service.send(call, me, chief)).toMatchObject({
      status: 409,
      body: { current: { message: expect.stringContaining('Switch on “Read descriptions”') as string } },
    });
});
