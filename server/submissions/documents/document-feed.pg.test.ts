import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RightName } from '#contract/kit/rights.ts';
import { SubmissionDocumentStepRow } from '#contract/rows/submission-pair.ts';
import { localIdOf } from '#domain/commands/local-id.ts';
import type { Actor } from '#server/kit/http/handle.ts';
import { listed } from '#tests/support/submissions/test-system.ts';
import { laneId, mutation, type SyncWorld, startSyncWorld } from '#tests/support/worlds/sync-world.ts';
import { applyEntries } from '../lists/entry-rows.ts';
import { openDocumentSteps } from '../mapping/step-book.ts';

let world: SyncWorld;
let source: number;
let target: number;
const ids = new Map<string, number>();
const id = (name: string): number => ids.get(name) ?? 0;
const withRights = (who: Actor, rights: readonly RightName[]): Actor => ({ ...who, rights: new Set(rights) });
const ann = () => withRights(world.ann, ['submissions.use']);
const ben = () => withRights(world.ben, ['submissions.use']);

async function addTarget(customerId: number, systemId: number, name: string): Promise<number> {
  const values = { customer_id: customerId, system_id: systemId, name };
  const { id: made } = await world.db.insertInto('submission_target').values(values).returning('id').executeTakeFirstOrThrow();
  const place = { customerId, targetId: made, objectId: 0, kind: 'document' } as const;
  const entries = [listed('b', `BLS of ${name}`), listed('c', `CV of ${name}`)];
  await world.db.transaction().execute((tx) => applyEntries(tx, place, entries, { removeOthers: false }));
  return made;
}

beforeAll(async () => {
  world = await startSyncWorld();
  source = await addTarget(world.customerId, 8, 'Bullhorn');
  target = await addTarget(world.customerId, 61, 'Trio');
  for (const entry of await world.db.selectFrom('submission_entry').select(['id', 'name']).execute())
    ids.set(entry.name, entry.id);
  for (const entry of await world.db.selectFrom('jr_entry').select(['id', 'kind', 'name']).execute())
    ids.set(`${entry.kind} ${entry.name}`, entry.id);
});
afterAll(() => world.close());

async function steps(who = ann(), since = 0) {
  const reply = await world.pull(laneId('reader'), since, { who, globalSince: 0, limit: 50_000 });
  if (reply.kind !== 'page') throw new Error(reply.kind);
  const changes = reply.changes.filter(({ collection }) => collection === 'submissionDocumentStep');
  const rows = changes.flatMap(({ row }) => (row ? [SubmissionDocumentStepRow.strict().parse(row)] : []));
  return { head: reply.head, changes, rows };
}

let lanes = 0;
async function push(
  who: Actor,
  name: `submissionDocumentStep.${'save' | 'remove' | 'restore'}.v1`,
  args: object,
  over: object = {},
) {
  const reply = await world.push(laneId(`document${lanes++}`), [mutation(1, name, args, over)], who);
  return reply.kind === 'done' ? reply.outcomes[0] : undefined;
}
const draft = (over: object = {}) => {
  const ref = randomUUID();
  const content = { targetId: target, documentId: id('BLS of Trio'), jrDocumentId: id('document BLS') };
  return { id: localIdOf(ref), ref, ...content, ...over };
};
const save = (who: Actor, over: object = {}) => push(who, 'submissionDocumentStep.save.v1', draft(over));

test('two devices map one document of Jobdock at once: the second is refused by what the first one says', async () => {
  const both = await Promise.all([save(ann()), save(ben(), { documentId: id('CV of Trio') })]);
  expect(both.map((outcome) => outcome?.outcome ?? '').sort((a, b) => a.localeCompare(b))).toEqual(['applied', 'rejected']);
  expect(both.find((outcome) => outcome?.outcome === 'rejected')).toMatchObject({
    code: 'invalid',
    message: expect.stringMatching(/^BLS of Jobdock is mapped to .* of Trio already\. Delete that mapping first\.$/),
  });
  expect((await steps()).rows).toMatchObject([{ side: 'to', targetId: target }]);
});

test('a document of a source has one step, and several documents may mean one of Jobdock', async () => {
  const from = { targetId: source, documentId: id('BLS of Bullhorn') };
  expect(await save(ann(), from)).toMatchObject({ outcome: 'applied' });
  expect(await save(ann(), { ...from, documentId: id('CV of Bullhorn') })).toMatchObject({ outcome: 'applied' });
  expect(await save(ben(), { ...from, jrDocumentId: id('document Resume') })).toMatchObject({
    outcome: 'rejected',
    message: 'BLS of Bullhorn of Bullhorn is mapped to BLS of Jobdock already. Delete that mapping first.',
  });
});

test('a whole step is compared, and a removed step leaves devices and comes back', async () => {
  const { rows, head } = await steps();
  const held = rows.find(({ documentId }) => documentId === id('CV of Bullhorn'));
  if (!held) throw new Error('no step of the CV');
  const { version, by: _by, at: _at, purged: _purged, side: _side, ...content } = held;
  const seen = { pre: { [`submissionDocumentStep/${held.id}`]: { version } } };
  const edit = { ...content, jrDocumentId: id('document Resume') };
  expect(await push(ann(), 'submissionDocumentStep.save.v1', edit, seen)).toMatchObject({ outcome: 'applied' });
  expect(await push(ben(), 'submissionDocumentStep.save.v1', content, seen)).toMatchObject({
    outcome: 'rejected',
    code: 'conflict',
  });
  const { jrDocumentId: _jr, ...named } = content;
  expect(await push(ann(), 'submissionDocumentStep.remove.v1', named)).toMatchObject({ outcome: 'applied' });
  expect((await steps(ann(), head)).changes).toMatchObject([{ id: held.id, row: null }]);
  const restored = { ...edit, version: version + 2 };
  expect(await push(ann(), 'submissionDocumentStep.restore.v1', restored)).toMatchObject({ outcome: 'applied' });
  expect((await steps()).rows.filter(({ side }) => side === 'from')).toHaveLength(2);
});

test('a step of a device and one of a call at once are one step', async () => {
  const jrDocumentId = id('document Resume');
  const call = world.db.transaction().execute(async (tx) => {
    const author = { by: 'Ben', at: '2026-11-21T12:00:00.000Z' };
    const book = await openDocumentSteps(tx, world.customerId, [target], author);
    book.store({ targetId: target, side: 'to', documentId: id('CV of Trio'), jrDocumentId });
    await book.write();
  });
  await Promise.all([call, save(ann(), { jrDocumentId })]);
  const { rows } = await steps();
  expect(rows.filter((row) => row.targetId === target && row.jrDocumentId === jrDocumentId)).toHaveLength(1);
});

test('a target that shares its mapping, a document of another kind or customer, and a missing right are refused', async () => {
  const foreign = await addTarget(world.otherId, 61, 'South');
  const theirs = await world.db
    .selectFrom('submission_entry')
    .select('id')
    .where('name', '=', 'BLS of South')
    .executeTakeFirstOrThrow();
  const free = { jrDocumentId: id('document TB Test') || id('document CPR') };
  const refused = { outcome: 'rejected', code: 'invalid' };
  expect(await save(ann(), { ...free, documentId: theirs.id })).toMatchObject({ ...refused, field: 'documentId' });
  expect(await save(ann(), { ...free, targetId: foreign })).toMatchObject({ ...refused, field: 'targetId' });
  expect(await save(ann(), { jrDocumentId: id('degree RN') })).toMatchObject({ ...refused, field: 'jrDocumentId' });
  const blind = withRights(world.ben, ['targets.write']);
  expect((await steps(blind)).changes).toEqual([]);
  expect(await save(blind, free)).toMatchObject({ outcome: 'rejected', code: 'forbidden' });
  await world.db.updateTable('submission_target').set({ shares_documents: true }).where('id', '=', target).execute();
  expect(await save(ann(), free)).toMatchObject({ ...refused, message: expect.stringContaining('shares its mapping') });
});
