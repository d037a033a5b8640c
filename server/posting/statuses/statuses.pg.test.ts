import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { CommandName } from '#contract/commands/commands.ts';
import { messages } from '#contract/kit/messages.ts';
import { addStatus, listStatusChoices, listStatuses, readStatus, removeStatus, saveStatus } from '#contract/posting/statuses.ts';
import { localIdOf } from '#domain/commands/local-id.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { laneId, mutation, type SyncWorld, startSyncWorld } from '#tests/support/worlds/sync-world.ts';
import { customerStatusRows, statusesOf } from './read-statuses.ts';

let service: TestService;
let chief: string;
let cust = 0;
let world: SyncWorld;
beforeAll(async () => {
  world = await startSyncWorld();
  service = await startTestService();
  chief = await service.signIn('chief');
  cust = service.people.north;
});
afterAll(() => Promise.all([service.close(), world.close()]));
afterEach(async () => {
  await service.services.db.deleteFrom('vendor_status').execute();
  await service.services.db.deleteFrom('customer_status').execute();
});

const add = (name: string, isDefault = false) => service.call(addStatus, { cust, name, isDefault }, chief);
const shown = async () =>
  (await service.call(listStatuses, { cust }, chief)).map(({ name, isDefault }) => `${name}${isDefault ? '*' : ''}`);

test.each([
  { what: 'the first status is the default', steps: [['Open', false]], result: ['Open*'] },
  {
    what: 'a second one leaves it the default',
    steps: [
      ['Open', false],
      ['Filled', false],
    ],
    result: ['Filled', 'Open*'],
  },
  {
    what: 'a new default takes its place',
    steps: [
      ['Open', false],
      ['Filled', true],
    ],
    result: ['Filled*', 'Open'],
  },
] as { what: string; steps: [string, boolean][]; result: string[] }[])('$what', async ({ steps, result }) => {
  for (const [name, isDefault] of steps) await add(name, isDefault);
  expect(await shown()).toEqual(result);
  expect(await service.call(listStatusChoices, { cust }, chief)).toHaveLength(steps.length);
});

test('the default stays the default until another one is, and cannot be removed', async () => {
  const open = await add('Open');
  const filled = await add('Filled');
  const unchecked = { cust, ...open, name: 'Active', isDefault: false };
  expect(await service.call(saveStatus, unchecked, chief)).toEqual({ ...open, name: 'Active', isDefault: true });
  const refused = await service.send(removeStatus, { cust, id: open.id }, chief);
  expect(refused).toMatchObject({ status: 400, body: { fields: { isDefault: messages.defaultStatusKept } } });
  await service.call(saveStatus, { cust, ...filled, isDefault: true }, chief);
  await service.call(removeStatus, { cust, id: open.id }, chief);
  expect(await shown()).toEqual(['Filled*']);
});

test('a name is used once, whatever its case; what is not there is not found', async () => {
  const { id } = await add('Open');
  const filled = await add('Filled');
  expect((await service.send(addStatus, { cust, name: ' OPEN', isDefault: false }, chief)).status).toBe(400);
  expect((await service.send(saveStatus, { cust, ...filled, name: 'open' }, chief)).status).toBe(400);
  expect(await service.call(readStatus, { cust, id }, chief)).toMatchObject({ name: 'Open' });
  for (const call of [readStatus, removeStatus]) expect((await service.send(call, { cust, id: 999 }, chief)).status).toBe(404);
});

test('a status that texts of vendors mean is kept, and the refusal says where it is in use', async () => {
  await add('Open');
  const review = await add('Client review');
  const texts = ['Req Approved', 'Under review'].map((text) => ({
    customer_id: cust,
    source_id: 3,
    key: text.toLowerCase(),
    text,
    read_as: null,
    status: 'On Hold' as const,
    status_id: review.id,
  }));
  await service.services.db.insertInto('vendor_status').values(texts).execute();
  const refused = await service.send(removeStatus, { cust, id: review.id }, chief);
  expect(refused).toMatchObject({
    status: 400,
    body: { fields: { name: expect.stringMatching(/^Client review is in use: .*“Req Approved” of 3, “Under review” of 3\./) } },
  });
  expect(await shown()).toEqual(['Client review', 'Open*']);
  await service.services.db.updateTable('vendor_status').set({ status: null, status_id: null }).execute();
  await service.call(removeStatus, { cust, id: review.id }, chief);
  expect(await shown()).toEqual(['Open*']);
});

test('two people who each make another status the default at the same moment leave one default', async () => {
  await add('Open');
  const others = [await add('Filled'), await add('Closed')];
  await Promise.all(others.map((status) => service.call(saveStatus, { cust, ...status, isDefault: true }, chief)));
  expect((await shown()).filter((name) => name.endsWith('*'))).toHaveLength(1);
});

/** A change as a device sends it. */
async function push(n: number, name: CommandName, args: object) {
  world.services.now = () => new Date(Date.UTC(2026, 10, 21, 12, n));
  const lane = laneId(`status ${n}`);
  return (await world.push(lane, [mutation(1, name, args)])) as { outcomes: readonly Record<string, unknown>[] };
}

test('two devices each make another status the default offline: the later one wins, and an undo gives it back', async () => {
  const made = [1, 2, 3].map((n) => ({ ref: randomUUID(), name: `Status ${n}` }));
  for (const [i, { ref, name }] of made.entries())
    await push(i, 'customerStatus.save.v1', { id: localIdOf(ref), ref, name, isDefault: i === 0 });
  const shownOf = async () => (await statusesOf(world.db, world.customerId)).flatMap((each) => (each.isDefault ? each.name : []));
  const rows = await customerStatusRows(world.db, world.customerId);
  expect(rows.map(({ name, ref }) => ({ ref, name }))).toEqual(made);
  const [first, second, third] = rows.map(({ id, ref, name }) => ({ id, ref, name }));
  expect(await shownOf()).toEqual(['Status 1']);
  await push(10, 'customerStatus.save.v1', { ...second, isDefault: true });
  await push(11, 'customerStatus.save.v1', { ...third, isDefault: true });
  expect(await shownOf()).toEqual(['Status 3']);
  const back = { id: third?.id, ref: third?.ref, version: 2, name: third?.name, standard: null, defaultAt: null };
  await push(12, 'customerStatus.restore.v1', back);
  expect(await shownOf()).toEqual(['Status 2']);

  // A removal on a device that saw another default is refused; one that is not is undone under its own id.
  const kept = await push(13, 'customerStatus.remove.v1', { id: second?.id, ref: second?.ref });
  expect(kept.outcomes).toMatchObject([{ outcome: 'rejected', code: 'invalid', message: messages.defaultStatusKept }]);
  const again = randomUUID();
  await push(14, 'customerStatus.remove.v1', { id: first?.id, ref: first?.ref });
  await push(15, 'customerStatus.save.v1', { id: localIdOf(again), ref: again, name: 'status 1', isDefault: false });
  const restore = { id: first?.id, ref: first?.ref, version: 2, name: 'Status 1', standard: null, defaultAt: rows[0]?.defaultAt };
  const taken = await push(16, 'customerStatus.restore.v1', restore);
  expect(taken.outcomes).toMatchObject([
    { outcome: 'rejected', code: 'invalid', message: expect.stringContaining('exists already') },
  ]);
});
