import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { decideDrift, listDrift } from '#contract/posting/drift.ts';
import { writeRows } from '#server/feed/publish.ts';
import { aJob, aTarget } from '#tests/support/factories/job-factory.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';

const foundAt = '2026-11-20T12:00:00.000Z';
const fields = [
  { field: 'clientBillRate', sent: 78.5, stored: 80 },
  { field: 'specialties', sent: ['101'], stored: ['102'] },
];
const sent = { clientBillRate: 78.5, specialties: ['101'], title: 'RN ICU' };

let service: TestService;
let [chief, stranger, viewer] = ['', '', ''];
beforeAll(async () => {
  service = await startTestService();
  [chief, stranger, viewer] = await Promise.all([service.signIn('chief'), service.signIn('stranger'), service.signIn('viewer')]);
});
afterAll(() => service.close());

/** Job 1 was changed in the target, job 2 was deleted there. */
beforeEach(async () => {
  const { db, now } = service.services;
  const customer_id = service.people.north;
  await db.deleteFrom('post').execute();
  await db.deleteFrom('post_drift').execute();
  await db
    .transaction()
    .execute((tx) =>
      writeRows(tx, customer_id, [
        { collection: 'target', row: aTarget({ maps: [] }), extra: { settings: {} } },
        ...[1, 2].map((id) => ({ collection: 'job' as const, row: aJob({ id, providerJobId: `J-${id}` }) })),
      ]),
    );
  for (const job_id of [1, 2]) {
    const key = { customer_id, target_id: 1, job_id, generation: 1 };
    const post = { ...key, reference: `R${job_id}`, state: 'done' as const, external_id: `5000${job_id}`, next_at: now() };
    await db
      .insertInto('post')
      .values({ ...post, sent: JSON.stringify(sent) })
      .execute();
    await db
      .insertInto('post_drift')
      .values({
        ...key,
        kind: job_id === 1 ? 'changed' : 'deleted',
        fields: JSON.stringify(job_id === 1 ? fields : []),
        found_at: foundAt,
      })
      .execute();
  }
});

const at = (job: number) => ({ cust: service.people.north, target: 1, job, foundAt });
const postOf = async (jobId: number) =>
  service.services.db.selectFrom('post').selectAll().where('job_id', '=', jobId).executeTakeFirstOrThrow();

test('the list shows both values in words, by target and by job', async () => {
  const { north } = service.people;
  const { orders, counts } = await service.call(listDrift, { cust: north }, chief);
  expect(counts).toEqual([{ targetId: 1, count: 2 }]);
  expect(orders).toMatchObject([
    {
      jobId: 1,
      kind: 'changed',
      externalId: '50001',
      fields: [
        { ours: '78.5', theirs: '80' },
        { ours: '101', theirs: '102' },
      ],
    },
    { jobId: 2, kind: 'deleted', fields: [] },
  ]);
  expect((await service.call(listDrift, { cust: north, job: 2 }, viewer)).orders).toHaveLength(1);
  expect((await service.call(listDrift, { cust: north, target: 9 }, chief)).orders).toEqual([]);
  expect((await service.send(listDrift, { cust: north }, stranger)).status).toBe(404);
});

test('our value of one field is queued, and the ids of the target are removed with its list', async () => {
  expect(await service.call(decideDrift, { ...at(1), choice: 'ours', fields: ['clientBillRate'] }, chief)).toEqual({ left: 1 });
  expect(await postOf(1)).toMatchObject({ follow: 0, sent: { title: 'RN ICU', specialties: ['101'] } });
  expect((await postOf(1)).sent).not.toHaveProperty('clientBillRate');
  expect(await service.call(decideDrift, { ...at(1), choice: 'ours' }, chief)).toEqual({ left: 0 });
  expect((await postOf(1)).sent).toEqual({ title: 'RN ICU', specialties: { maybe: ['102', '101'] } });
  expect((await service.send(decideDrift, { ...at(1), choice: 'ours' }, chief)).status).toBe(404);
});

test('kept values are stored with what was sent then', async () => {
  expect(await service.call(decideDrift, { ...at(1), choice: 'theirs' }, chief)).toEqual({ left: 0 });
  expect(await postOf(1)).toMatchObject({
    follow: null,
    sent,
    kept: { clientBillRate: { ours: 78.5, theirs: 80 }, specialties: { ours: ['101'], theirs: ['102'] } },
  });
});

test('a job that was deleted there can be left deleted, but nothing can be sent to it', async () => {
  expect(await service.send(decideDrift, { ...at(2), choice: 'ours' }, chief)).toMatchObject({
    status: 400,
    body: { kind: 'invalid', fields: { choice: expect.stringContaining('re-create it') } },
  });
  expect(await service.call(decideDrift, { ...at(2), choice: 'theirs' }, chief)).toEqual({ left: 0 });
  expect((await service.call(listDrift, { cust: service.people.north, job: 2 }, chief)).orders).toEqual([]);
});

test('a decision about something older, unknown, or without the right is refused', async () => {
  const choice = 'ours' as const;
  const older = { ...at(1), choice, foundAt: '2026-11-19T12:00:00.000Z' };
  expect(await service.send(decideDrift, older, chief)).toMatchObject({ status: 409, body: { current: { foundAt } } });
  expect((await service.send(decideDrift, { ...at(1), choice, fields: ['title'] }, chief)).status).toBe(400);
  expect((await service.send(decideDrift, { ...at(9), choice }, chief)).status).toBe(404);
  expect((await service.send(decideDrift, { ...at(1), choice }, stranger)).status).toBe(404);
  expect((await service.send(decideDrift, { ...at(1), choice }, viewer)).status).toBe(403);
});
