import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CommandName } from '#contract/commands/commands.ts';
import type { ReportConfigurationRow } from '#contract/rows/report-rows.ts';
import type { SnapshotLine } from '#contract/sync/sync.ts';
import { localIdOf } from '#domain/commands/local-id.ts';
import type { Actor } from '#server/kit/http/handle.ts';
import { snapshotLines } from '#server/sync/snapshot.ts';
import { aConfigurationBody } from '#tests/support/factories/report-factory.ts';
import { laneId, mutation, type SyncWorld, startSyncWorld } from '#tests/support/worlds/sync-world.ts';

let world: SyncWorld;
let chief: Actor;
beforeAll(async () => {
  world = await startSyncWorld(1);
  chief = { ...world.ben, administrator: true };
});
afterAll(() => world.close());

let lanes = 0;
/** Sends one change from a device of its own, and returns its outcome. */
async function send(who: Actor, name: CommandName, args: object, pre = {}) {
  const reply = await world.push(laneId(`view${lanes++}`), [mutation(1, name, args, { pre })], who);
  if (reply.kind !== 'done') throw new Error(`the push answered ${reply.kind}`);
  return reply.outcomes[0];
}

const content = (who: Actor, name: string, over: object = {}) => ({
  reportId: 1,
  ownerId: who.userId,
  name,
  body: aConfigurationBody({ query: `secret of ${who.name}` }),
  isPrivate: true,
  ...over,
});

async function create(who: Actor, name: string, over: object = {}): Promise<ReportConfigurationRow> {
  const ref = randomUUID();
  const outcome = await send(who, 'reportConfiguration.save.v1', { id: localIdOf(ref), ref, ...content(who, name, over) });
  expect(outcome).toMatchObject({ outcome: 'applied' });
  const row = (await stored()).find((each) => each.ref === ref);
  if (!row) throw new Error('the view is not stored');
  return row;
}

async function stored(): Promise<ReportConfigurationRow[]> {
  const rows = await world.db
    .selectFrom('report_configuration')
    .select('row')
    .where('deleted', '=', false)
    .orderBy('id')
    .execute();
  return rows.map(({ row }) => row as ReportConfigurationRow);
}
const now = async (id: number) => (await stored()).find((row) => row.id === id);

/** Everything that the feed gives a person: as a page of changes, and as a snapshot. */
async function feedOf(who: Actor): Promise<string> {
  const page = await world.pull(laneId(`reader${who.userId}`), 0, { who });
  const asked = { customerId: world.customerId, clientId: laneId(`reader${who.userId}`) };
  const lines = await snapshotLines(world.db, who, asked, new AbortController().signal);
  if (!lines.ok) throw new Error(`no snapshot: ${lines.error.kind}`);
  const read: SnapshotLine[] = [];
  for await (const line of lines.value) read.push(JSON.parse(line) as SnapshotLine);
  return JSON.stringify([page, read]);
}

test('a private view reaches its owner’s devices alone; a shared one those of everyone at the customer', async () => {
  const own = await create(world.ann, 'Ann’s own');
  const shared = await create(world.ann, 'For all', { isPrivate: false });
  expect(await feedOf(world.ann)).toContain('Ann’s own');
  const bens = await feedOf(world.ben);
  expect(bens).toContain('For all');
  expect(bens).not.toContain('Ann’s own');
  // Not even an administrator's device.
  expect(await feedOf(chief)).not.toContain('Ann’s own');
  await expect(world.pull(laneId('eve'), 0, { who: world.eve })).rejects.toThrow('pull refused');
  // Without the right to see staging there is nothing to view.
  expect(await feedOf({ ...world.ben, rights: new Set(['rules.read']) })).not.toContain('For all');

  // Shared, then private again: it leaves the other devices.
  const isShared = { ...own, ...content(world.ann, own.name, { isPrivate: false }) };
  await send(world.ann, 'reportConfiguration.save.v1', { ...isShared, ref: null });
  expect(await feedOf(world.ben)).toContain('Ann’s own');
  await send(world.ann, 'reportConfiguration.save.v1', { id: shared.id, ref: null, ...content(world.ann, 'For all') });
  const page = await world.pull(laneId('reader again'), 0, { who: world.ben });
  expect(page).toMatchObject({ changes: expect.arrayContaining([expect.objectContaining({ id: shared.id, row: null })]) });
  expect(await feedOf(world.ben)).not.toContain('For all');
});

test('another person’s private view is refused as one that does not exist, for every change', async () => {
  const own = await create(world.ann, 'Hidden');
  const named = { id: own.id, ref: null };
  const setDefault = { ...named, roleId: null, isDefault: true, otherId: null, otherRef: null };
  const restore = { ...content(world.ben, 'Taken'), version: 1, owner: 'Ben', isDefault: false, roleIds: [] };
  for (const [name, args] of [
    ['reportConfiguration.save.v1', { ...named, ...content(world.ben, 'Taken', { isPrivate: false }) }],
    ['reportConfiguration.remove.v1', named],
    ['reportConfiguration.restore.v1', { ...named, ...restore }],
    ['reportConfiguration.setDefault.v1', setDefault],
  ] as const) {
    const pre = { [`reportConfiguration/${own.id}`]: { version: 99 } };
    const outcome = await send(world.ben, name, args, pre);
    expect(outcome).toMatchObject({ outcome: 'rejected', code: 'gone', conflicts: [] });
    expect(JSON.stringify(outcome)).not.toMatch(/Hidden|secret of Ann/);
  }
  const byRef = { id: localIdOf(own.ref ?? ''), ref: own.ref };
  expect(await send(world.ben, 'reportConfiguration.remove.v1', byRef)).toMatchObject({ code: 'gone' });
  expect(await now(own.id)).toEqual(own);
});

test('anyone changes a shared view, and a save over a newer one is a conflict; its owner decides whether it stays shared', async () => {
  const shared = await create(world.ann, 'Team', { isPrivate: false });
  const save = { id: shared.id, ref: null, ...content(world.ben, 'Team', { isPrivate: false }) };
  const seen = { [`reportConfiguration/${shared.id}`]: { version: 1 } };
  expect(await send(world.ben, 'reportConfiguration.save.v1', save, seen)).toMatchObject({ outcome: 'applied' });
  expect(await now(shared.id)).toMatchObject({ ownerId: world.ann.userId, owner: 'Ann', by: 'Ben', version: 2 });
  const late = await send(world.ann, 'reportConfiguration.save.v1', { ...save, name: 'Team 2' }, seen);
  expect(late).toMatchObject({ outcome: 'rejected', code: 'conflict' });
  expect(await send(world.ben, 'reportConfiguration.save.v1', { ...save, isPrivate: true })).toMatchObject({ code: 'forbidden' });
  expect(await send(world.ben, 'reportConfiguration.remove.v1', { id: shared.id, ref: null })).toMatchObject({
    code: 'forbidden',
    message: 'Only Ann or an administrator can remove this view.',
  });
  expect(await send(chief, 'reportConfiguration.remove.v1', { id: shared.id, ref: null })).toMatchObject({ outcome: 'applied' });
  const { id, reportId, ownerId, owner, name, body, isPrivate, isDefault, roleIds } = shared;
  const back = { id, ref: shared.ref, reportId, ownerId, owner, name, body, isPrivate, isDefault, roleIds, version: 3 };
  expect(await send(world.ben, 'reportConfiguration.restore.v1', back)).toMatchObject({ code: 'forbidden' });
  expect(await send(chief, 'reportConfiguration.restore.v1', back)).toMatchObject({ outcome: 'applied' });
  expect(await now(shared.id)).toMatchObject({ ownerId: world.ann.userId, version: 4 });
});

test('a name is given once by each person, also by two devices at one moment, and no one creates a view of somebody else', async () => {
  await create(world.ann, 'Nights');
  const again = () => {
    const ref = randomUUID();
    return send(world.ann, 'reportConfiguration.save.v1', { id: localIdOf(ref), ref, ...content(world.ann, 'nights') });
  };
  expect(await again()).toMatchObject({
    code: 'invalid',
    message: 'There is a view “Nights” already. Choose another name, or remove that view first.',
  });
  await create(world.ben, 'Nights');
  const ref = [randomUUID(), randomUUID()];
  const both = await Promise.all(
    ref.map((own) =>
      send(world.ben, 'reportConfiguration.save.v1', { id: localIdOf(own), ref: own, ...content(world.ben, 'Weekends') }),
    ),
  );
  expect(both.map((outcome) => outcome?.outcome)).toEqual(expect.arrayContaining(['applied', 'rejected']));
  const own = randomUUID();
  const foreign = { id: localIdOf(own), ref: own, ...content(world.ann, 'Planted') };
  expect(await send(world.ben, 'reportConfiguration.save.v1', foreign)).toMatchObject({ code: 'invalid' });
});

test('each person and each role has one default; a role’s is the administrators’', async () => {
  const [one, two] = [await create(world.ann, 'One', { isPrivate: false }), await create(world.ann, 'Two', { isPrivate: false })];
  const setDefault = (who: Actor, id: number, over: object = {}) =>
    send(who, 'reportConfiguration.setDefault.v1', {
      id,
      ref: null,
      roleId: null,
      isDefault: true,
      otherId: null,
      otherRef: null,
      ...over,
    });
  await setDefault(world.ann, one.id);
  // This device has not seen the first default.
  await setDefault(world.ann, two.id);
  expect([await now(one.id), await now(two.id)]).toMatchObject([{ isDefault: false, version: 3 }, { isDefault: true }]);
  expect(await setDefault(world.ben, one.id)).toMatchObject({ code: 'forbidden' });

  expect(await setDefault(world.ann, one.id, { roleId: 3 })).toMatchObject({ code: 'forbidden' });
  await setDefault(chief, one.id, { roleId: 3 });
  await setDefault(chief, two.id, { roleId: 3, otherId: one.id });
  expect([await now(one.id), await now(two.id)]).toMatchObject([{ roleIds: [] }, { roleIds: [3], isDefault: true }]);
  const save = { id: two.id, ref: null, ...content(world.ann, 'Two', { isPrivate: false }) };
  expect(await send(world.ann, 'reportConfiguration.save.v1', save)).toMatchObject({ code: 'forbidden' });
  expect(await send(chief, 'reportConfiguration.save.v1', save)).toMatchObject({ outcome: 'applied' });
  const own = await create(world.ann, 'Three');
  expect(await setDefault(chief, own.id, { roleId: 3 })).toMatchObject({ code: 'gone' });
});
