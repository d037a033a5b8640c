import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RightName } from '#contract/kit/rights.ts';
import { SubmissionPairRow } from '#contract/rows/submission-pair.ts';
import { localIdOf } from '#domain/commands/local-id.ts';
import type { PairStep } from '#domain/submissions/pair-steps.ts';
import type { Actor } from '#server/kit/http/handle.ts';
import { listed } from '#tests/support/submissions/test-system.ts';
import { laneId, mutation, type SyncWorld, startSyncWorld } from '#tests/support/worlds/sync-world.ts';
import { applyEntries } from '../lists/entry-rows.ts';
import { openSteps } from './step-book.ts';

let world: SyncWorld;
let target: number;
const ids = new Map<string, number>();
const id = (name: string): number => ids.get(name) ?? 0;
const withRights = (who: Actor, rights: readonly RightName[]): Actor => ({ ...who, rights: new Set(rights) });
const ann = () => withRights(world.ann, ['submissions.use']);
const ben = () => withRights(world.ben, ['submissions.use']);

async function addTarget(customerId: number, name: string): Promise<number> {
  const values = { customer_id: customerId, system_id: 61, name };
  const { id: made } = await world.db.insertInto('submission_target').values(values).returning('id').executeTakeFirstOrThrow();
  const put = (kind: 'degree' | 'specialty', entries: readonly ReturnType<typeof listed>[]) =>
    world.db
      .transaction()
      .execute((tx) => applyEntries(tx, { customerId, targetId: made, objectId: 0, kind }, entries, { removeOthers: false }));
  await put('degree', [listed('1', `RN of ${name}`), listed('2', `LPN of ${name}`)]);
  await put('specialty', [listed('11', `ICU of ${name}`, { degreeExtId: '1' }), listed('12', `Float of ${name}`)]);
  return made;
}

beforeAll(async () => {
  world = await startSyncWorld();
  target = await addTarget(world.customerId, 'Trio');
  for (const entry of await world.db.selectFrom('submission_entry').select(['id', 'name']).execute())
    ids.set(entry.name, entry.id);
  for (const entry of await world.db.selectFrom('jr_entry').select(['id', 'kind', 'name']).execute())
    ids.set(`${entry.kind} ${entry.name}`, entry.id);
});
afterAll(() => world.close());

async function steps(who = ann(), since = 0) {
  const reply = await world.pull(laneId('reader'), since, { who, globalSince: 0, limit: 50_000 });
  if (reply.kind !== 'page') throw new Error(reply.kind);
  const changes = reply.changes.filter(({ collection }) => collection === 'submissionPair');
  return { head: reply.head, changes, rows: changes.flatMap(({ row }) => (row ? [SubmissionPairRow.strict().parse(row)] : [])) };
}

let lanes = 0;
async function push(who: Actor, name: `submissionPair.${'save' | 'remove' | 'restore'}.v1`, args: object, over: object = {}) {
  const reply = await world.push(laneId(`pair${lanes++}`), [mutation(1, name, args, over)], who);
  return reply.kind === 'done' ? reply.outcomes[0] : undefined;
}
const contentOf = ({ version: _version, by: _by, at: _at, purged: _purged, ...content }: SubmissionPairRow) => content;
const draft = (over: object = {}) => {
  const ref = randomUUID();
  const jr = { jrDegreeId: id('degree RN'), jrSpecialtyId: id('specialty ICU') };
  const content = { targetId: target, side: 'to', degreeId: id('RN of Trio'), specialtyId: id('ICU of Trio'), ...jr };
  return { id: localIdOf(ref), ref, ...content, ...over };
};

test('two devices map one pair at once: the second is refused by what the first one says, and one step is stored', async () => {
  const drafts = [draft(), draft({ degreeId: id('LPN of Trio'), specialtyId: id('Float of Trio') })];
  const both = await Promise.all([
    push(ann(), 'submissionPair.save.v1', drafts[0] ?? {}),
    push(ben(), 'submissionPair.save.v1', drafts[1] ?? {}),
  ]);
  expect(both.map((outcome) => outcome?.outcome ?? '').sort((a, b) => a.localeCompare(b))).toEqual(['applied', 'rejected']);
  expect(both.find((outcome) => outcome?.outcome === 'rejected')).toMatchObject({
    code: 'invalid',
    message: expect.stringMatching(/^RN \/ ICU of Jobdock is mapped to .* of Trio already\. Delete that mapping first\.$/),
  });
  expect((await steps()).rows).toHaveLength(1);
});

test('a source has one step for a pair of its entries', async () => {
  const from = { side: 'from', degreeId: id('RN of Trio'), specialtyId: id('Float of Trio') };
  expect(await push(ann(), 'submissionPair.save.v1', draft(from))).toMatchObject({ outcome: 'applied' });
  expect(await push(ben(), 'submissionPair.save.v1', draft({ ...from, jrSpecialtyId: 0 }))).toMatchObject({
    outcome: 'rejected',
    message: 'RN of Trio / Float of Trio of Trio is mapped to RN / ICU of Jobdock already. Delete that mapping first.',
  });
});

test('a whole step is compared: the later of two edits learns of the other one', async () => {
  const held = (await steps()).rows.find(({ side }) => side === 'from');
  if (!held) throw new Error('no step from a source');
  const args = (jrSpecialtyId: number) => ({ ...contentOf(held), jrSpecialtyId });
  const seen = { pre: { [`submissionPair/${held.id}`]: { version: held.version } } };
  expect(await push(ann(), 'submissionPair.save.v1', args(0), seen)).toMatchObject({ outcome: 'applied' });
  expect(await push(ben(), 'submissionPair.save.v1', args(id('specialty Med Surg')), seen)).toMatchObject({
    outcome: 'rejected',
    code: 'conflict',
  });
});

test('a removed step leaves devices, and comes back unless another one is for its pair meanwhile', async () => {
  const { rows, head } = await steps();
  const [held] = rows.filter(({ side }) => side === 'to');
  if (!held) throw new Error('no step to a destination');
  const { id: own, ref, targetId, degreeId, specialtyId } = held;
  expect(await push(ann(), 'submissionPair.remove.v1', { id: own, ref, targetId, degreeId, specialtyId })).toMatchObject({
    outcome: 'applied',
  });
  expect((await steps(ann(), head)).changes).toMatchObject([{ id: own, row: null }]);
  const restored = { ...contentOf(held), version: held.version + 1 };
  expect(await push(ann(), 'submissionPair.restore.v1', restored)).toMatchObject({ outcome: 'applied' });
  await push(ann(), 'submissionPair.remove.v1', { id: own, ref, targetId, degreeId, specialtyId });
  expect(await push(ben(), 'submissionPair.save.v1', draft({ specialtyId: 0 }))).toMatchObject({ outcome: 'applied' });
  expect(await push(ann(), 'submissionPair.restore.v1', restored)).toMatchObject({
    outcome: 'rejected',
    message: 'RN / ICU of Jobdock is mapped to RN of Trio of Trio already. Delete that mapping first.',
  });
});

test('a step of a device and one of a call at once are one step', async () => {
  const med = { jrSpecialtyId: id('specialty Med Surg') };
  const ofCall: PairStep = {
    targetId: target,
    side: 'to',
    degreeId: id('RN of Trio'),
    specialtyId: 0,
    jrDegreeId: id('degree RN'),
    ...med,
  };
  const call = world.db.transaction().execute(async (tx) => {
    const book = await openSteps(tx, world.customerId, [target], { by: 'Ben', at: '2026-11-21T12:00:00.000Z' });
    book.store(ofCall);
    await book.write();
  });
  await Promise.all([call, push(ann(), 'submissionPair.save.v1', draft(med))]);
  expect((await steps()).rows.filter(({ jrSpecialtyId }) => jrSpecialtyId === id('specialty Med Surg'))).toHaveLength(1);
});

test.each([
  ['a specialty of another degree', () => ({ degreeId: id('LPN of Trio') }), 'specialtyId'],
  ['a specialty of Jobdock as its degree', () => ({ jrDegreeId: id('specialty ICU') }), 'jrDegreeId'],
  ['a degree of Jobdock as its specialty', () => ({ jrSpecialtyId: id('degree RN') }), 'jrSpecialtyId'],
])('a step with %s is refused', async (_name, over, field) => {
  const lone = { side: 'from', ...over() };
  expect(await push(ann(), 'submissionPair.save.v1', draft(lone))).toMatchObject({ outcome: 'rejected', code: 'invalid', field });
});

test('entries and targets of another customer cannot be named, and who may not use submissions neither sees nor changes steps', async () => {
  const foreign = await addTarget(world.otherId, 'South');
  const theirs = await world.db
    .selectFrom('submission_entry')
    .select('id')
    .where('name', '=', 'RN of South')
    .executeTakeFirstOrThrow();
  const bare = { side: 'from', specialtyId: 0 };
  expect(await push(ann(), 'submissionPair.save.v1', draft({ ...bare, degreeId: theirs.id }))).toMatchObject({
    outcome: 'rejected',
    code: 'invalid',
  });
  expect(await push(ann(), 'submissionPair.save.v1', draft({ ...bare, targetId: foreign }))).toMatchObject({
    outcome: 'rejected',
    code: 'invalid',
  });
  const blind = withRights(world.ben, ['targets.write']);
  expect((await steps(blind)).changes).toEqual([]);
  expect(await push(blind, 'submissionPair.save.v1', draft({ ...bare, degreeId: id('LPN of Trio') }))).toMatchObject({
    outcome: 'rejected',
    code: 'forbidden',
  });
});
