import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CommandArgs, CommandName } from '#contract/commands/commands.ts';
import type { MutationOutcome } from '#contract/sync/sync.ts';
import { aRateFloor, aTarget } from '#tests/support/factories/job-factory.ts';
import { PostingWorld } from '#tests/support/worlds/posting-world.ts';
import { laneId, mutation, type SyncWorld, startSyncWorld } from '#tests/support/worlds/sync-world.ts';
import { postVerdicts } from '../../staging/staging-post-data.ts';
import { feedOrders } from '../feeds/feed-orders.ts';
import { readRateFloor } from './read-rate-floor.ts';

let world: SyncWorld;
beforeAll(async () => void (world = await startSyncWorld()));
afterAll(() => world.close());

const mapped = { degreeMap: 'D', specialtyMap: '101', shiftMap: 'N' };
let lanes = 0;
async function push<N extends CommandName>(name: N, args: CommandArgs<N>): Promise<MutationOutcome | undefined> {
  lanes++;
  const reply = await world.push(laneId(`floor ${lanes}`), [mutation(1, name, args)]);
  return reply.kind === 'done' ? reply.outcomes[0] : undefined;
}
const none = { billRate: null, marginPerHour: null, marginPercent: null, preventsPosting: true };
const verdict = async (id: number) => (await postVerdicts(world.db, world.customerId, 1, [id], new Date()))?.[0];
/** The ids of the jobs in the customer's feed. */
async function inFeed(): Promise<number[]> {
  const ids: number[] = [];
  for await (const { job } of feedOrders(world.db, world.customerId, aTarget(), new Date())) ids.push(job.id);
  return ids;
}

test('a floor keeps a job from being posted, by command, documented call and feed alike, until a person accepts its rate', async () => {
  expect(await push('rateFloor.save.v1', { ...none, billRate: 95 })).toMatchObject({ outcome: 'applied' });
  const words = 'Bill rate 92.50 is below the floor of 95.00. Accept the rate to post the job.';
  expect(await push('job.post.v1', { ids: [1], targetId: 1 })).toMatchObject({ outcome: 'rejected', message: words });
  expect(await verdict(1)).toEqual({ id: 1, ok: false, reasons: [{ code: 'below_floor', words }] });
  expect(await inFeed()).toEqual([]);
  expect(await push('job.acceptRate.v1', { ids: [1] })).toMatchObject({ outcome: 'applied' });
  expect(await world.job(1)).toMatchObject({ acceptedRate: { billRate: 92.5, payPerHour: null, by: 'Ann' } });
  expect(await verdict(1)).toEqual({ id: 1, ok: true, reasons: [] });
  expect(await inFeed()).toEqual([1]);
  const history = await world.db.selectFrom('job_history').selectAll().where('job_id', '=', 1).execute();
  expect(history).toMatchObject([
    { field: 'acceptedRate', who: 'Ann', before: null, after: 'Bill rate 92.50, pay per hour none' },
  ]);
  expect(await push('job.edit.v1', { id: 1, field: 'billRate', value: 90 })).toMatchObject({ outcome: 'applied' });
  expect(await verdict(1)).toMatchObject({ ok: false, reasons: [{ code: 'below_floor' }] });
});

test('without “prevent posting” the job is posted; a removed floor judges nothing, and can be set again', async () => {
  await push('rateFloor.save.v1', { ...none, billRate: 95, preventsPosting: false });
  expect(await push('job.post.v1', { ids: [2], targetId: 1 })).toMatchObject({ outcome: 'applied' });
  await push('rateFloor.save.v1', none);
  expect(await readRateFloor(world.db, world.customerId)).toBeNull();
  expect(await verdict(3)).toMatchObject({ ok: true });
  await push('rateFloor.save.v1', { ...none, billRate: 100 });
  expect(await readRateFloor(world.db, world.customerId)).toMatchObject({ billRate: 100, purged: false });
  expect(await verdict(3)).toMatchObject({ ok: false });
});

test('a post in the queue whose rate fell below the floor is refused with the reason', async () => {
  const posting = await PostingWorld.make(world);
  await posting.wantedJobs(1, mapped);
  await posting.writeRows({ collection: 'rateFloor', row: aRateFloor({ billRate: 95 }) });
  await posting.queue().runOnce();
  const words = 'Not sent: Bill rate 92.50 is below the floor of 95.00. Accept the rate to post the job.';
  expect(await posting.job(1)).toMatchObject({ postState: 'failed', posts: [{ words }] });
  expect(posting.double.records.jobOrders).toHaveLength(0);
  await posting.close();
});

test('a job order that exists is updated, also when its rate falls below the floor', async () => {
  const posting = await PostingWorld.make(world);
  await posting.wantedJobs(1, mapped);
  await posting.queue().runOnce();
  await posting.writeRows({ collection: 'rateFloor', row: aRateFloor({ billRate: 95 }) });
  await posting.change({ billRate: 90 });
  posting.later(600);
  await posting.queue().runOnce();
  expect(await posting.job(1)).toMatchObject({ postState: 'done', posts: [{ words: null }] });
  expect(posting.double.records.jobOrders).toMatchObject([{ clientBillRate: 90 }]);
  await posting.close();
});
