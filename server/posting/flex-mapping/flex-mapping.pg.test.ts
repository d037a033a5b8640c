import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CommandArgs } from '#contract/commands/commands.ts';
import { aFlexMapping } from '#tests/support/factories/field-mapping-factory.ts';
import { PostingWorld } from '#tests/support/worlds/posting-world.ts';
import { laneId, mutation, type SyncWorld, startSyncWorld } from '#tests/support/worlds/sync-world.ts';
import { postVerdicts } from '../../staging/staging-post-data.ts';
import { readFlexMapping } from './read-flex-mapping.ts';

let world: SyncWorld;
beforeAll(async () => void (world = await startSyncWorld()));
afterAll(() => world.close());

const mapped = { degreeMap: 'D', specialtyMap: '101', shiftMap: 'N' };
const { id, jobFields, atsFields, lines } = aFlexMapping({
  jobFields: ['status'],
  atsFields: [{ name: 'customText3', fieldType: 'text', required: true }],
  lines: [{ when: ['Open'], give: ['West'] }],
});
const said = { id, jobFields, atsFields, lines };
let lanes = 0;
async function push(args: CommandArgs<'flexMapping.save.v1'>, pre = {}) {
  lanes++;
  const reply = await world.push(laneId(`flex ${lanes}`), [{ ...mutation(1, 'flexMapping.save.v1', args), pre }]);
  return reply.kind === 'done' ? reply.outcomes[0] : undefined;
}
const stored = () => readFlexMapping(world.db, world.customerId, 1);
const verdict = async () => (await postVerdicts(world.db, world.customerId, 1, [1], new Date()))?.[0];

test('a job that needs a line and has none is not posted; once it has one, it is', async () => {
  expect(await push({ ...said, lines: [] })).toMatchObject({ outcome: 'applied' });
  expect(await verdict()).toMatchObject({ ok: false, reasons: [{ code: 'no_flex_line' }] });
  expect(await push(said)).toMatchObject({ outcome: 'applied' });
  expect(await verdict()).toMatchObject({ ok: true });
  expect(await stored()).toMatchObject(said);
});

test('a flex mapping that cannot say this is refused with its line, and the stored one stays', async () => {
  const twice = { ...said, lines: [...lines, { when: ['open'], give: ['East'] }] };
  expect(await push(twice)).toMatchObject({
    outcome: 'rejected',
    message: expect.stringContaining('Line 2: Line 1 has the same'),
  });
  const blank = { ...said, lines: [{ when: ['Open'], give: [''] }] };
  expect(await push(blank)).toMatchObject({ outcome: 'rejected', message: expect.stringContaining('is required') });
  expect(await stored()).toMatchObject(said);
});

test('a post in the queue without a line is refused with the reason', async () => {
  const posting = await PostingWorld.make(world);
  await posting.wantedJobs(1, mapped);
  await posting.writeRows({ collection: 'flexMapping', row: aFlexMapping({ ...said, lines: [] }) });
  await posting.queue().runOnce();
  expect(await posting.job(1)).toMatchObject({
    postState: 'failed',
    posts: [{ words: expect.stringContaining('no line for Open') }],
  });
  expect(posting.double.records.jobOrders).toHaveLength(0);
  await posting.close();
});

test('the order is posted with the value of its line', async () => {
  const posting = await PostingWorld.make(world);
  await posting.wantedJobs(1, mapped);
  await posting.writeRows({ collection: 'flexMapping', row: aFlexMapping(said) });
  await posting.queue().runOnce();
  expect(posting.double.records.jobOrders).toMatchObject([{ customText3: 'West' }]);
  await posting.close();
});
