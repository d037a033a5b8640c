import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SubmissionPairRow } from '#contract/rows/submission-pair.ts';
import { localIdOf } from '#domain/commands/local-id.ts';
import type { PairStep } from '#domain/submissions/pair-steps.ts';
import { outcomesOf, startStepFeed } from '#tests/support/submissions/step-feed.ts';
import { listed } from '#tests/support/submissions/test-system.ts';
import { openSteps } from './step-book.ts';

let feed: Awaited<ReturnType<typeof startStepFeed<'submissionPair'>>>;
let target: number;

const addTarget = (customerId: number, name: string): Promise<number> =>
  feed.addTarget(customerId, 61, name, [
    { kind: 'degree', entries: [listed('1', `RN of ${name}`), listed('2', `LPN of ${name}`)] },
    {
      kind: 'specialty',
      entries: [listed('11', `ICU of ${name}`, { degreeExtId: '1' }), listed('12', `Float of ${name}`)],
    },
  ]);

beforeAll(async () => {
  feed = await startStepFeed('submissionPair');
  target = await addTarget(feed.world.customerId, 'Trio');
});
afterAll(() => feed.world.close());

const contentOf = ({ version: _version, by: _by, at: _at, purged: _purged, ...content }: SubmissionPairRow) => content;
const draft = (over: object = {}) => {
  const ref = randomUUID();
  const jr = { jrDegreeId: feed.id('degree RN'), jrSpecialtyId: feed.id('specialty ICU') };
  const content = { targetId: target, side: 'to', degreeId: feed.id('RN of Trio'), specialtyId: feed.id('ICU of Trio'), ...jr };
  return { id: localIdOf(ref), ref, ...content, ...over };
};

test('two devices map one pair at once: the second is refused by what the first one says, and one step is stored', async () => {
  const drafts = [draft(), draft({ degreeId: feed.id('LPN of Trio'), specialtyId: feed.id('Float of Trio') })];
  const both = await Promise.all([
    feed.push(feed.ann(), 'save', drafts[0] ?? {}),
    feed.push(feed.ben(), 'save', drafts[1] ?? {}),
  ]);
  expect(outcomesOf(both)).toEqual(['applied', 'rejected']);
  expect(both.find((outcome) => outcome?.outcome === 'rejected')).toMatchObject({
    code: 'invalid',
    message: expect.stringMatching(/^RN \/ ICU of Jobdock is mapped to .* of Trio already\. Delete that mapping first\.$/),
  });
  expect((await feed.pulled()).rows).toHaveLength(1);
});

test('a source has one step for a pair of its entries', async () => {
  const from = { side: 'from', degreeId: feed.id('RN of Trio'), specialtyId: feed.id('Float of Trio') };
  expect(await feed.push(feed.ann(), 'save', draft(from))).toMatchObject({ outcome: 'applied' });
  expect(await feed.push(feed.ben(), 'save', draft({ ...from, jrSpecialtyId: 0 }))).toMatchObject({
    outcome: 'rejected',
    message: 'RN of Trio / Float of Trio of Trio is mapped to RN / ICU of Jobdock already. Delete that mapping first.',
  });
});

test('a whole step is compared: the later of two edits learns of the other one', async () => {
  const held = (await feed.pulled()).rows.find(({ side }) => side === 'from');
  if (!held) throw new Error('no step from a source');
  const args = (jrSpecialtyId: number) => ({ ...contentOf(held), jrSpecialtyId });
  const seen = { pre: { [`submissionPair/${held.id}`]: { version: held.version } } };
  expect(await feed.push(feed.ann(), 'save', args(0), seen)).toMatchObject({ outcome: 'applied' });
  expect(await feed.push(feed.ben(), 'save', args(feed.id('specialty Med Surg')), seen)).toMatchObject({
    outcome: 'rejected',
    code: 'conflict',
  });
});

test('a removed step leaves devices, and comes back unless another one is for its pair meanwhile', async () => {
  const { rows, head } = await feed.pulled();
  const [held] = rows.filter(({ side }) => side === 'to');
  if (!held) throw new Error('no step to a destination');
  const { id: own, ref, targetId, degreeId, specialtyId } = held;
  expect(await feed.push(feed.ann(), 'remove', { id: own, ref, targetId, degreeId, specialtyId })).toMatchObject({
    outcome: 'applied',
  });
  expect((await feed.pulled(feed.ann(), head)).changes).toMatchObject([{ id: own, row: null }]);
  const restored = { ...contentOf(held), version: held.version + 1 };
  expect(await feed.push(feed.ann(), 'restore', restored)).toMatchObject({ outcome: 'applied' });
  await feed.push(feed.ann(), 'remove', { id: own, ref, targetId, degreeId, specialtyId });
  expect(await feed.push(feed.ben(), 'save', draft({ specialtyId: 0 }))).toMatchObject({ outcome: 'applied' });
  expect(await feed.push(feed.ann(), 'restore', restored)).toMatchObject({
    outcome: 'rejected',
    message: 'RN / ICU of Jobdock is mapped to RN of Trio of Trio already. Delete that mapping first.',
  });
});

test('a step of a device and one of a call at once are one step', async () => {
  const med = { jrSpecialtyId: feed.id('specialty Med Surg') };
  const ofCall: PairStep = {
    targetId: target,
    side: 'to',
    degreeId: feed.id('RN of Trio'),
    specialtyId: 0,
    jrDegreeId: feed.id('degree RN'),
    ...med,
  };
  const call = feed.world.db.transaction().execute(async (tx) => {
    const book = await openSteps(tx, feed.world.customerId, [target], { by: 'Ben', at: '2026-11-21T12:00:00.000Z' });
    book.store(ofCall);
    await book.write();
  });
  await Promise.all([call, feed.push(feed.ann(), 'save', draft(med))]);
  expect((await feed.pulled()).rows.filter(({ jrSpecialtyId }) => jrSpecialtyId === feed.id('specialty Med Surg'))).toHaveLength(
    1,
  );
});

test.each([
  ['a specialty of another degree', () => ({ degreeId: feed.id('LPN of Trio') }), 'specialtyId'],
  ['a specialty of Jobdock as its degree', () => ({ jrDegreeId: feed.id('specialty ICU') }), 'jrDegreeId'],
  ['a degree of Jobdock as its specialty', () => ({ jrSpecialtyId: feed.id('degree RN') }), 'jrSpecialtyId'],
])('a step with %s is refused', async (_name, over, field) => {
  const lone = { side: 'from', ...over() };
  expect(await feed.push(feed.ann(), 'save', draft(lone))).toMatchObject({ outcome: 'rejected', code: 'invalid', field });
});

test('entries and targets of another customer cannot be named, and who may not use submissions neither sees nor changes steps', async () => {
  const foreign = await addTarget(feed.world.otherId, 'South');
  const theirs = await feed.world.db
    .selectFrom('submission_entry')
    .select('id')
    .where('name', '=', 'RN of South')
    .executeTakeFirstOrThrow();
  const bare = { side: 'from', specialtyId: 0 };
  expect(await feed.push(feed.ann(), 'save', draft({ ...bare, degreeId: theirs.id }))).toMatchObject({
    outcome: 'rejected',
    code: 'invalid',
  });
  expect(await feed.push(feed.ann(), 'save', draft({ ...bare, targetId: foreign }))).toMatchObject({
    outcome: 'rejected',
    code: 'invalid',
  });
  expect((await feed.pulled(feed.blind())).changes).toEqual([]);
  expect(await feed.push(feed.blind(), 'save', draft({ ...bare, degreeId: feed.id('LPN of Trio') }))).toMatchObject({
    outcome: 'rejected',
    code: 'forbidden',
  });
});
