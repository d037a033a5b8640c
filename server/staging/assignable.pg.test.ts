import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JobRow } from '#contract/rows/jobs.ts';
import { listAssignees } from '#contract/staging/assignees.ts';
import { readJobHistory } from '#contract/staging/job-history.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { actorOf, laneId, mutation, stage } from '#tests/support/worlds/sync-world.ts';
import { pushBatch } from '../sync/push.ts';

let service: TestService;
let recruiter: string;
beforeAll(async () => {
  service = await startTestService();
  await stage(service.services.db, service.people.north, 5);
  recruiter = await service.signIn('recruiter');
});
afterAll(() => service.close());

const row = async (id: number): Promise<JobRow> =>
  (
    await service.services.db
      .selectFrom('job')
      .select('row')
      .where('customer_id', '=', service.people.north)
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).row as JobRow;

let lanes = 0;
/** Sends one assignment from a device of its own, and returns its outcome. */
async function assign(args: { ids: number[]; userId: number | null; name: string | null }, pre = {}) {
  const { north, recruiter: userId } = service.people;
  const mutations = [mutation(1, 'job.assign.v1', args, { pre })];
  const asked = { protocol: 1, clientId: laneId(`desk${lanes++}`), customerId: north, mutations } as const;
  const reply = await pushBatch(service.services, actorOf(userId, north, 'The recruiter'), asked);
  if (!reply.ok || reply.value.kind !== 'done') throw new Error(`the push answered ${JSON.stringify(reply)}`);
  return reply.value.outcomes[0];
}

const disable = (id: number, at: Date | null) =>
  service.services.db
    .updateTable('app_user')
    .set({ disabled_at: at })
    .where('customer_id', '=', service.people.north)
    .where('id', '=', id)
    .execute();

test('the list has the people of the customer who may see staging, by name, without those who are disabled', async () => {
  const { chief, viewer, recruiter: own } = service.people;
  const people = [
    { id: chief, name: 'The chief' },
    { id: own, name: 'The recruiter' },
    { id: viewer, name: 'The viewer' },
  ];
  expect(await service.call(listAssignees, { cust: 'me' }, recruiter)).toEqual({ total: 3, people });
  await disable(chief, new Date());
  expect(await service.call(listAssignees, { cust: 'me' }, recruiter)).toEqual({ total: 2, people: people.slice(1) });
  await disable(chief, null);
  expect((await service.send(listAssignees, { cust: service.people.south }, recruiter)).status).toBe(404);
  expect((await service.send(listAssignees, { cust: 'me' }, await service.signIn('viewer'))).status).toBe(403);
});

test('an assigned job has the person’s own name, and its history says who had it before', async () => {
  const { viewer, chief } = service.people;
  expect(await assign({ ids: [1, 2], userId: viewer, name: 'Somebody else' })).toMatchObject({ outcome: 'applied' });
  expect(await row(1)).toMatchObject({ assigneeId: viewer, assignee: 'The viewer' });
  const seen = { 'job/2': { assignee: 'The viewer' } };
  expect(await assign({ ids: [2], userId: chief, name: 'The chief' }, seen)).toMatchObject({ outcome: 'applied' });
  const { rows } = await service.call(readJobHistory, { cust: 'me', jobId: 2 }, recruiter);
  expect(rows.map(({ field, before, after }) => [field, before, after])).toEqual([
    ['assignee', 'The viewer', 'The chief'],
    ['assignee', null, 'The viewer'],
  ]);
});

test('a job that another person assigned meanwhile is a conflict that names the other one', async () => {
  const { viewer, chief } = service.people;
  await assign({ ids: [3], userId: viewer, name: 'The viewer' }, { 'job/3': { assignee: null } });
  const late = await assign({ ids: [3], userId: chief, name: 'The chief' }, { 'job/3': { assignee: null } });
  expect(late).toMatchObject({
    outcome: 'rejected',
    code: 'conflict',
    conflicts: [{ id: 3, field: 'assignee', now: 'The viewer' }],
  });
  const same = await assign({ ids: [3], userId: viewer, name: 'The viewer' }, { 'job/3': { assignee: null } });
  expect(same).toMatchObject({ outcome: 'applied' });
});

test('no one of another customer, without staging or disabled is assigned, and the message says who can be', async () => {
  const { stranger, viewer } = service.people;
  const refused = {
    outcome: 'rejected',
    code: 'invalid',
    field: 'userId',
    message: expect.stringContaining('people of this customer'),
  };
  expect(await assign({ ids: [4], userId: stranger, name: 'The stranger' })).toMatchObject(refused);
  await disable(viewer, new Date());
  expect(await assign({ ids: [4], userId: viewer, name: 'The viewer' })).toMatchObject(refused);
  await disable(viewer, null);
  expect((await row(4)).assigneeId ?? null).toBeNull();
});
