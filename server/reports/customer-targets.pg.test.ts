import { afterAll, beforeAll, expect, test } from 'vitest';
import { listCustomerTargets } from '#contract/reports/customer-targets.ts';
import { nextIds, writeRows } from '#server/feed/publish.ts';
import { aTarget } from '#tests/support/factories/job-factory.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';

let service: TestService;
let recruiter: string;
const ids: Record<string, number> = {};
beforeAll(async () => {
  service = await startTestService();
  recruiter = await service.signIn('recruiter');
  const { north, south } = service.people;
  await service.services.db.transaction().execute(async (tx) => {
    const [ats = 0, feed = 0, other = 0] = await nextIds(tx, 'target', 3);
    Object.assign(ids, { ats, feed, other });
    await writeRows(tx, north, [
      {
        collection: 'target',
        row: aTarget({ id: ats, typeId: 8, name: 'Our ATS', checkState: 'failed' }),
        extra: { settings: {} },
      },
      {
        collection: 'target',
        row: aTarget({ id: feed, typeId: 4, name: 'A feed', maps: [], disabled: true }),
        extra: { settings: { url: 'https://secret.example' } },
      },
    ]);
    await writeRows(tx, south, [{ collection: 'target', row: aTarget({ id: other, name: 'Theirs' }), extra: { settings: {} } }]);
  });
});
afterAll(() => service.close());

test('a person sees the targets of their customer by name, with their kind and state, without their connection', async () => {
  const { total, rows } = await service.call(listCustomerTargets, { cust: 'me' }, recruiter);
  expect(total).toBe(2);
  expect(
    rows.map(({ id, target, kind, enabled, connection, maps }) => ({ id, target, kind, enabled, connection, maps })),
  ).toEqual([
    { id: ids['feed'], target: 'A feed', kind: 'XML feed', enabled: false, connection: expect.any(String), maps: [] },
    {
      id: ids['ats'],
      target: 'Our ATS',
      kind: 'Bullhorn',
      enabled: true,
      connection: 'failed',
      maps: expect.arrayContaining(['facility']),
    },
  ]);
  expect(JSON.stringify(rows)).not.toContain('secret');
});

test('an administrator sees those of all customers, by customer; others do not', async () => {
  const administrator = await service.signIn('administrator');
  const { total, rows } = await service.call(listCustomerTargets, { cust: -1 }, administrator);
  expect(total).toBe(3);
  expect(rows.map(({ target }) => target)).toEqual(expect.arrayContaining(['A feed', 'Our ATS', 'Theirs']));
  expect(rows.map(({ customer }) => customer)).toEqual(rows.map(({ customer }) => customer).toSorted());
  expect((await service.send(listCustomerTargets, { cust: -1 }, recruiter)).status).toBe(403);
  expect((await service.send(listCustomerTargets, { cust: service.people.south }, recruiter)).status).toBe(404);
  expect((await service.send(listCustomerTargets, { cust: 'me' })).status).toBe(401);
});

test('posts are counted by state', async () => {
  const { db } = service.services;
  const { north } = service.people;
  const [job = 0] = await db.transaction().execute((tx) => nextIds(tx, 'job', 1));
  const before = await service.call(listCustomerTargets, { cust: 'me' }, recruiter);
  expect(before.rows.map(({ done }) => done)).toEqual([0, 0]);
  const at = '2026-11-20T12:00:00.000Z';
  const post = { customer_id: north, target_id: ids['ats'] ?? 0, job_id: job, reference: 'R1', next_at: at };
  await db
    .insertInto('post')
    .values({ ...post, state: 'failed', created_at: at, updated_at: at })
    .execute();
  const after = await service.call(listCustomerTargets, { cust: 'me' }, recruiter);
  expect(after.rows.map(({ target, refused, done }) => [target, refused, done])).toEqual([
    ['A feed', 0, 0],
    ['Our ATS', 1, 0],
  ]);
});
