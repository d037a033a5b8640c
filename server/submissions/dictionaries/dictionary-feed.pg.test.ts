import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SubmissionEntryRow } from '#contract/rows/submission-lists.ts';
import { localIdOf } from '#domain/commands/local-id.ts';
import type { Actor } from '#server/kit/http/handle.ts';
import { outcomesOf, startStepFeed } from '#tests/support/submissions/step-feed.ts';
import { listed } from '#tests/support/submissions/test-system.ts';
import { laneId, mutation } from '#tests/support/worlds/sync-world.ts';
import { openDictionarySteps } from '../mapping/step-book.ts';
import { removeEntry } from './map-entries.ts';

let feed: Awaited<ReturnType<typeof startStepFeed<'submissionDictionaryStep'>>>;
let target: number;

/** A target with three caregiver statuses (dictionary 2) and one state (5). */
const addTarget = (customerId: number, systemId: number, name: string): Promise<number> =>
  feed.addTarget(customerId, systemId, name, [
    {
      kind: 'dictionary',
      objectId: 2,
      entries: [listed('A', `Active of ${name}`), listed('P', `Placed of ${name}`), listed('N', `New of ${name}`)],
    },
    { kind: 'dictionary', objectId: 5, entries: [listed('TX', `Texas of ${name}`)] },
  ]);

beforeAll(async () => {
  feed = await startStepFeed('submissionDictionaryStep');
  await addTarget(feed.world.customerId, 8, 'Bullhorn');
  target = await addTarget(feed.world.customerId, 61, 'Trio');
});
afterAll(() => feed.world.close());

const draft = (over: object = {}) => {
  const ref = randomUUID();
  const content = { targetId: target, fromId: feed.id('Active of Bullhorn'), toId: feed.id('Active of Trio') };
  return { id: localIdOf(ref), ref, ...content, ...over };
};
const save = (who: Actor, over: object = {}) => feed.push(who, 'save', draft(over));

test('two devices map one entry to a destination at once: the second is refused by what the first one says', async () => {
  const both = await Promise.all([save(feed.ann()), save(feed.ben(), { toId: feed.id('Placed of Trio') })]);
  expect(outcomesOf(both)).toEqual(['applied', 'rejected']);
  expect(both.find((outcome) => outcome?.outcome === 'rejected')).toMatchObject({
    code: 'invalid',
    message: expect.stringMatching(/^Active of Bullhorn is mapped to .* of Trio already\. Change that mapping\.$/),
  });
  expect((await feed.pulled()).rows).toMatchObject([{ targetId: target, fromId: feed.id('Active of Bullhorn') }]);
});

test('the same change replayed makes one mapping, and several entries may become one of the destination', async () => {
  const lane = laneId('replay');
  const change = mutation(1, 'submissionDictionaryStep.save.v1', draft({ fromId: feed.id('Placed of Bullhorn') }));
  for (let i = 0; i < 2; i++)
    expect(await feed.world.push(lane, [change], feed.ann())).toMatchObject({ kind: 'done', outcomes: [{ outcome: 'applied' }] });
  expect((await feed.pulled()).rows).toHaveLength(2);
});

test('a whole mapping is compared, and a removed mapping leaves devices and comes back', async () => {
  const held = (await feed.pulled()).rows.find(({ fromId }) => fromId === feed.id('Placed of Bullhorn'));
  if (!held) throw new Error('no mapping of Placed');
  const { version, by: _by, at: _at, purged: _purged, ...content } = held;
  const seen = { pre: { [`submissionDictionaryStep/${held.id}`]: { version } } };
  const edit = { ...content, toId: feed.id('Placed of Trio') };
  expect(await feed.push(feed.ann(), 'save', edit, seen)).toMatchObject({ outcome: 'applied' });
  expect(await feed.push(feed.ben(), 'save', content, seen)).toMatchObject({
    outcome: 'rejected',
    code: 'conflict',
  });
  const { head } = await feed.pulled();
  const { toId: _to, ...named } = content;
  expect(await feed.push(feed.ann(), 'remove', named)).toMatchObject({ outcome: 'applied' });
  expect((await feed.pulled(feed.ann(), head)).changes).toMatchObject([{ id: held.id, row: null }]);
  const restored = { ...edit, version: version + 2 };
  expect(await feed.push(feed.ann(), 'restore', restored)).toMatchObject({ outcome: 'applied' });
  expect((await feed.pulled()).rows).toHaveLength(2);
});

test('a mapping of a device and one of a call at once are one mapping', async () => {
  const fromId = feed.id('Texas of Bullhorn');
  const call = feed.world.db.transaction().execute(async (tx) => {
    const book = await openDictionarySteps(tx, feed.world.customerId, [target], { by: 'Ben', at: '2026-11-21T12:00:00.000Z' });
    book.store({ targetId: target, fromId, toId: feed.id('Texas of Trio') });
    await book.write();
  });
  await Promise.all([call, save(feed.ann(), { fromId, toId: feed.id('Texas of Trio') })]);
  expect((await feed.pulled()).rows.filter((row) => row.fromId === fromId)).toHaveLength(1);
});

test('another dictionary, an entry of another customer, and a missing right are refused', async () => {
  const foreign = await addTarget(feed.world.otherId, 61, 'South');
  const names = await feed.world.db.selectFrom('submission_entry').select(['id', 'name']).execute();
  const theirs = names.find(({ name }) => name === 'Active of South')?.id;
  const refused = { outcome: 'rejected', code: 'invalid' };
  const free = { fromId: feed.id('New of Bullhorn') };
  expect(await save(feed.ann(), { ...free, toId: feed.id('Texas of Trio') })).toMatchObject({ ...refused, field: 'toId' });
  expect(await save(feed.ann(), { fromId: theirs })).toMatchObject({ ...refused, field: 'fromId' });
  expect(await save(feed.ann(), { ...free, toId: theirs })).toMatchObject({ ...refused, field: 'toId' });
  expect(await save(feed.ann(), { ...free, targetId: foreign, toId: theirs })).toMatchObject({ ...refused, field: 'targetId' });
  expect((await feed.pulled(feed.blind())).changes).toEqual([]);
  expect(await save(feed.blind(), free)).toMatchObject({ outcome: 'rejected', code: 'forbidden' });
});

test('devices get the texts and the default of dictionary entries; a new default is two rows', async () => {
  const { reply } = await feed.pulled();
  const rows = (changes: typeof reply.changes) =>
    changes.flatMap(({ collection, row }) =>
      collection === 'submissionEntry' && row ? [SubmissionEntryRow.strict().parse(row)] : [],
    );
  const active = rows(reply.changes).find(({ name }) => name === 'Active of Trio');
  expect(active).toMatchObject({ custom1: '', custom2: '', isDefault: false });
  const make = (name: string, isDefault: boolean) =>
    feed.world.db.updateTable('submission_entry').set({ is_default: isDefault }).where('name', '=', name).execute();
  await make('Active of Trio', true);
  const { head } = await feed.pulled();
  await make('Active of Trio', false);
  await make('Placed of Trio', true);
  const later = await feed.pulled(feed.ann(), head);
  expect(rows(later.reply.changes).map(({ name, isDefault }) => [name, isDefault])).toEqual(
    expect.arrayContaining([
      ['Active of Trio', false],
      ['Placed of Trio', true],
    ]),
  );
});

test('an entry that is removed takes its mappings off devices', async () => {
  const before = (await feed.pulled()).rows;
  const gone = before.filter(({ fromId }) => fromId === feed.id('Placed of Bullhorn'));
  const { head } = await feed.pulled();
  const call = { actor: { name: 'Ann' }, services: feed.world.services };
  await feed.world.db
    .transaction()
    .execute((tx) => removeEntry({ ...call, tx }, feed.world.customerId, feed.id('Placed of Bullhorn')));
  expect((await feed.pulled(feed.ann(), head)).changes).toMatchObject([{ id: gone[0]?.id, row: null }]);
  expect((await feed.pulled()).rows).toHaveLength(before.length - 1);
});
