import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { localIdOf } from '#domain/commands/local-id.ts';
import type { Actor } from '#server/kit/http/handle.ts';
import { outcomesOf, startStepFeed } from '#tests/support/submissions/step-feed.ts';
import { listed } from '#tests/support/submissions/test-system.ts';
import { openDocumentSteps } from '../mapping/step-book.ts';

let feed: Awaited<ReturnType<typeof startStepFeed<'submissionDocumentStep'>>>;
let source: number;
let target: number;

const addTarget = (customerId: number, systemId: number, name: string): Promise<number> =>
  feed.addTarget(customerId, systemId, name, [
    { kind: 'document', entries: [listed('b', `BLS of ${name}`), listed('c', `CV of ${name}`)] },
  ]);

beforeAll(async () => {
  feed = await startStepFeed('submissionDocumentStep');
  source = await addTarget(feed.world.customerId, 8, 'Bullhorn');
  target = await addTarget(feed.world.customerId, 61, 'Trio');
});
afterAll(() => feed.world.close());

const draft = (over: object = {}) => {
  const ref = randomUUID();
  const content = { targetId: target, documentId: feed.id('BLS of Trio'), jrDocumentId: feed.id('document BLS') };
  return { id: localIdOf(ref), ref, ...content, ...over };
};
const save = (who: Actor, over: object = {}) => feed.push(who, 'save', draft(over));

test('two devices map one document of Jobdock at once: the second is refused by what the first one says', async () => {
  const both = await Promise.all([save(feed.ann()), save(feed.ben(), { documentId: feed.id('CV of Trio') })]);
  expect(outcomesOf(both)).toEqual(['applied', 'rejected']);
  expect(both.find((outcome) => outcome?.outcome === 'rejected')).toMatchObject({
    code: 'invalid',
    message: expect.stringMatching(/^BLS of Jobdock is mapped to .* of Trio already\. Delete that mapping first\.$/),
  });
  expect((await feed.pulled()).rows).toMatchObject([{ side: 'to', targetId: target }]);
});

test('a document of a source has one step, and several documents may mean one of Jobdock', async () => {
  const from = { targetId: source, documentId: feed.id('BLS of Bullhorn') };
  expect(await save(feed.ann(), from)).toMatchObject({ outcome: 'applied' });
  expect(await save(feed.ann(), { ...from, documentId: feed.id('CV of Bullhorn') })).toMatchObject({ outcome: 'applied' });
  expect(await save(feed.ben(), { ...from, jrDocumentId: feed.id('document Resume') })).toMatchObject({
    outcome: 'rejected',
    message: 'BLS of Bullhorn of Bullhorn is mapped to BLS of Jobdock already. Delete that mapping first.',
  });
});

test('a whole step is compared, and a removed step leaves devices and comes back', async () => {
  const { rows, head } = await feed.pulled();
  const held = rows.find(({ documentId }) => documentId === feed.id('CV of Bullhorn'));
  if (!held) throw new Error('no step of the CV');
  const { version, by: _by, at: _at, purged: _purged, side: _side, ...content } = held;
  const seen = { pre: { [`submissionDocumentStep/${held.id}`]: { version } } };
  const edit = { ...content, jrDocumentId: feed.id('document Resume') };
  expect(await feed.push(feed.ann(), 'save', edit, seen)).toMatchObject({ outcome: 'applied' });
  expect(await feed.push(feed.ben(), 'save', content, seen)).toMatchObject({
    outcome: 'rejected',
    code: 'conflict',
  });
  const { jrDocumentId: _jr, ...named } = content;
  expect(await feed.push(feed.ann(), 'remove', named)).toMatchObject({ outcome: 'applied' });
  expect((await feed.pulled(feed.ann(), head)).changes).toMatchObject([{ id: held.id, row: null }]);
  const restored = { ...edit, version: version + 2 };
  expect(await feed.push(feed.ann(), 'restore', restored)).toMatchObject({ outcome: 'applied' });
  expect((await feed.pulled()).rows.filter(({ side }) => side === 'from')).toHaveLength(2);
});

test('a step of a device and one of a call at once are one step', async () => {
  const jrDocumentId = feed.id('document Resume');
  const call = feed.world.db.transaction().execute(async (tx) => {
    const author = { by: 'Ben', at: '2026-11-21T12:00:00.000Z' };
    const book = await openDocumentSteps(tx, feed.world.customerId, [target], author);
    book.store({ targetId: target, side: 'to', documentId: feed.id('CV of Trio'), jrDocumentId });
    await book.write();
  });
  await Promise.all([call, save(feed.ann(), { jrDocumentId })]);
  const { rows } = await feed.pulled();
  expect(rows.filter((row) => row.targetId === target && row.jrDocumentId === jrDocumentId)).toHaveLength(1);
});

test('a target that shares its mapping, a document of another kind or customer, and a missing right are refused', async () => {
  const foreign = await addTarget(feed.world.otherId, 61, 'South');
  const theirs = await feed.world.db
    .selectFrom('submission_entry')
    .select('id')
    .where('name', '=', 'BLS of South')
    .executeTakeFirstOrThrow();
  const free = { jrDocumentId: feed.id('document TB Test') || feed.id('document CPR') };
  const refused = { outcome: 'rejected', code: 'invalid' };
  expect(await save(feed.ann(), { ...free, documentId: theirs.id })).toMatchObject({ ...refused, field: 'documentId' });
  expect(await save(feed.ann(), { ...free, targetId: foreign })).toMatchObject({ ...refused, field: 'targetId' });
  expect(await save(feed.ann(), { jrDocumentId: feed.id('degree RN') })).toMatchObject({ ...refused, field: 'jrDocumentId' });
  expect((await feed.pulled(feed.blind())).changes).toEqual([]);
  expect(await save(feed.blind(), free)).toMatchObject({ outcome: 'rejected', code: 'forbidden' });
  await feed.world.db.updateTable('submission_target').set({ shares_documents: true }).where('id', '=', target).execute();
  expect(await save(feed.ann(), free)).toMatchObject({ ...refused, message: expect.stringContaining('shares its mapping') });
});
