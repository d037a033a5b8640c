import { afterAll, beforeAll, expect, test } from 'vitest';
import { loginAs } from '#contract/people/users.ts';
import { changeNow } from '#contract/sync/changes.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { stage } from '#tests/support/worlds/sync-world.ts';

let service: TestService;
let recruiter: string;
let north: number;
beforeAll(async () => {
  service = await startTestService();
  north = service.people.north;
  await stage(service.services.db, north, 5);
  recruiter = await service.signIn('recruiter');
});
afterAll(() => service.close());

const rate = (id: number, value: number, seen: number | null) => ({
  cust: north,
  name: 'job.edit.v1',
  args: { id, field: 'billRate', value },
  pre: { [`job/${id}`]: { billRate: seen } },
});
const rateOf = async (id: number) => {
  const row = await service.services.db
    .selectFrom('job')
    .select('row')
    .where('customer_id', '=', north)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return (row.row as { billRate: number | null }).billRate;
};
const audited = (command: string) =>
  service.services.db
    .selectFrom('audit')
    .select(['actor_id', 'subject_id'])
    .where('customer_id', '=', north)
    .where('command', '=', command)
    .execute();

test('[edge case 18] a change runs at once, only once per key, and never overwrites a value that the caller has not seen', async () => {
  const before = await rateOf(1);
  const keyed = { headers: { authorization: `Bearer ${recruiter}`, 'idempotency-key': 'one-wish' } };
  const [first, again] = [
    await service.send(changeNow, rate(1, 74, before), recruiter, keyed),
    await service.send(changeNow, rate(1, 74, before), recruiter, keyed),
  ];
  expect([first.status, first.body]).toEqual([200, { done: [1], refused: [] }]);
  expect([again.status, again.body]).toEqual([200, first.body]);
  expect(await rateOf(1)).toBe(74);
  expect(await audited('job.edit.v1')).toHaveLength(1);
  const unseen = await service.send(changeNow, rate(1, 80, before), recruiter);
  expect(unseen).toMatchObject({ status: 409, body: { kind: 'conflict' } });
  expect(await rateOf(1)).toBe(74);
});

test('[edge case 18] the audit names the administrator beside the user they work as', async () => {
  const administrator = await service.signIn('administrator');
  const acting = await service.call(
    loginAs,
    { cust: north, user: service.people.recruiter, reason: 'On the telephone' },
    administrator,
  );
  await service.call(changeNow, rate(2, 71, await rateOf(2)), acting.accessToken);
  expect(await rateOf(2)).toBe(71);
  expect(await audited('job.edit.v1')).toContainEqual({
    actor_id: service.people.administrator,
    subject_id: service.people.recruiter,
  });
});

test('rights, names and arguments are checked as on every other route', async () => {
  const viewer = await service.signIn('viewer');
  expect((await service.send(changeNow, rate(3, 70, await rateOf(3)), viewer)).status).toBe(403);
  expect((await service.send(changeNow, rate(3, 70, null), undefined)).status).toBe(401);
  const unknown = { ...rate(3, 70, null), name: 'job.paint.v1' };
  expect(await service.send(changeNow, unknown, recruiter)).toMatchObject({ status: 400, body: { kind: 'invalid' } });
  const misshapen = { ...rate(3, 70, null), args: { id: 3, field: 'billRate', value: -1 } };
  expect((await service.send(changeNow, misshapen, recruiter)).status).toBe(400);
  expect((await service.send(changeNow, { ...rate(3, 70, null), cust: service.people.south }, recruiter)).status).toBe(404);
});
