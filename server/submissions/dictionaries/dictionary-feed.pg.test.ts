import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RightName } from '#contract/kit/rights.ts';
import { SubmissionEntryRow } from '#contract/rows/submission-lists.ts';
import { SubmissionDictionaryStepRow } from '#contract/rows/submission-pair.ts';
import { localIdOf } from '#domain/commands/local-id.ts';
import type { Actor } from '#server/kit/http/handle.ts';
import { listed } from '#tests/support/submissions/test-system.ts';
import { laneId, mutation, type SyncWorld, startSyncWorld } from '#tests/support/worlds/sync-world.ts';
import { applyEntries } from '../lists/entry-rows.ts';
import { openDictionarySteps } from '../mapping/step-book.ts';
import { removeEntry } from './map-entries.ts';

let world: SyncWorld;
let target: number;
const ids = new Map<string, number>();
const id = (name: string): number => ids.get(name) ?? 0;
const withRights = (who: Actor, rights: readonly RightName[]): Actor => ({ ...who, rights: new Set(rights) });
const ann = () => withRights(world.ann, ['submissions.use']);
const ben = () => withRights(world.ben, ['submissions.use']);

/** A target with three caregiver statuses (dictionary 2) and one state (5). */
async function addTarget(customerId: number, systemId: number, name: string): Promise<number> {
  const values = { customer_id: customerId, system_id: systemId, name };
  const { id: made } = await world.db.insertInto('submission_target').values(values).returning('id').executeTakeFirstOrThrow();
  const put = (objectId: number, entries: readonly ReturnType<typeof listed>[]) =>
    world.db
      .transaction()
      .execute((tx) =>
        applyEntries(tx, { customerId, targetId: made, objectId, kind: 'dictionary' }, entries, { removeOthers: false }),
      );
  await put(2, [listed('A', `Active of ${name}`), listed('P', `Placed of ${name}`), listed('N', `New of ${name}`)]);
  await put(5, [listed('TX', `Texas of ${name}`)]);
  return made;
}

beforeAll(async () => {
  world = await startSyncWorld();
  await addTarget(world.customerId, 8, 'Bullhorn');
  target = await addTarget(world.customerId, 61, 'Trio');
  for (const entry of await world.db.selectFrom('submission_entry').select(['id', 'name']).execute())
    ids.set(entry.name, entry.id);
});
afterAll(() => world.close());

async function pulled(who = ann(), since = 0) {
  const reply = await world.pull(laneId('reader'), since, { who, globalSince: 0, limit: 50_000 });
  if (reply.kind !== 'page') throw new Error(reply.kind);
  const changes = reply.changes.filter(({ collection }) => collection === 'submissionDictionaryStep');
  return { head: reply.head, changes, reply };
}
const steps = async (who = ann()) =>
  (await pulled(who)).changes.flatMap(({ row }) => (row ? [SubmissionDictionaryStepRow.strict().parse(row)] : []));

let lanes = 0;
async function push(
  who: Actor,
  name: `submissionDictionaryStep.${'save' | 'remove' | 'restore'}.v1`,
  args: object,
  over: object = {},
) {
  const reply = await world.push(laneId(`dictionary${lanes++}`), [mutation(1, name, args, over)], who);
  return reply.kind === 'done' ? reply.outcomes[0] : undefined;
}
const draft = (over: object = {}) => {
  const ref = randomUUID();
  const content = { targetId: target, fromId: id('Active of Bullhorn'), toId: id('Active of Trio') };
  return { id: localIdOf(ref), ref, ...content, ...over };
};
const save = (who: Actor, over: object = {}) => push(who, 'submissionDictionaryStep.save.v1', draft(over));

test('two devices map one entry to a destination at once: the second is refused by what the first one says', async () => {
  const both = await Promise.all([save(ann()), save(ben(), { toId: id('Placed of Trio') })]);
  expect(both.map((outcome) => outcome?.outcome ?? '').sort((a, b) => a.localeCompare(b))).toEqual(['applied', 'rejected']);
  expect(both.find((outcome) => outcome?.outcome === 'rejected')).toMatchObject({
    code: 'invalid',
    message: expect.stringMatching(/^Active of Bullhorn is mapped to .* of Trio already\. Change that mapping\.$/),
  });
  expect(await steps()).toMatchObject([{ targetId: target, fromId: id('Active of Bullhorn') }]);
});

test('the same change replayed makes one mapping, and several entries may become one of the destination', async () => {
  const lane = laneId('replay');
  const change = mutation(1, 'submissionDictionaryStep.save.v1', draft({ fromId: id('Placed of Bullhorn') }));
  for (let i = 0; i < 2; i++)
    expect(await world.push(lane, [change], ann())).toMatchObject({ kind: 'done', outcomes: [{ outcome: 'applied' }] });
  expect(await steps()).toHaveLength(2);
});

test('a whole mapping is compared, and a removed mapping leaves devices and comes back', async () => {
  const held = (await steps()).find(({ fromId }) => fromId === id('Placed of Bullhorn'));
  if (!held) throw new Error('no mapping of Placed');
  const { version, by: _by, at: _at, purged: _purged, ...content } = held;
  const seen = { pre: { [`submissionDictionaryStep/${held.id}`]: { version } } };
  const edit = { ...content, toId: id('Placed of Trio') };
  expect(await push(ann(), 'submissionDictionaryStep.save.v1', edit, seen)).toMatchObject({ outcome: 'applied' });
  expect(await push(ben(), 'submissionDictionaryStep.save.v1', content, seen)).toMatchObject({
    outcome: 'rejected',
    code: 'conflict',
  });
  const { head } = await pulled();
  const { toId: _to, ...named } = content;
  expect(await push(ann(), 'submissionDictionaryStep.remove.v1', named)).toMatchObject({ outcome: 'applied' });
  expect((await pulled(ann(), head)).changes).toMatchObject([{ id: held.id, row: null }]);
  const restored = { ...edit, version: version + 2 };
  expect(await push(ann(), 'submissionDictionaryStep.restore.v1', restored)).toMatchObject({ outcome: 'applied' });
  expect(await steps()).toHaveLength(2);
});

test('a mapping of a device and one of a call at once are one mapping', async () => {
  const fromId = id('Texas of Bullhorn');
  const call = world.db.transaction().execute(async (tx) => {
    const book = await openDictionarySteps(tx, world.customerId, [target], { by: 'Ben', at: '2026-11-21T12:00:00.000Z' });
    book.store({ targetId: target, fromId, toId: id('Texas of Trio') });
    await book.write();
  });
  await Promise.all([call, save(ann(), { fromId, toId: id('Texas of Trio') })]);
  expect((await steps()).filter((row) => row.fromId === fromId)).toHaveLength(1);
});

test('another dictionary, an entry of another customer, and a missing right are refused', async () => {
  const foreign = await addTarget(world.otherId, 61, 'South');
  const names = await world.db.selectFrom('submission_entry').select(['id', 'name']).execute();
  const theirs = names.find(({ name }) => name === 'Active of South')?.id;
  const refused = { outcome: 'rejected', code: 'invalid' };
  const free = { fromId: id('New of Bullhorn') };
  expect(await save(ann(), { ...free, toId: id('Texas of Trio') })).toMatchObject({ ...refused, field: 'toId' });
  expect(await save(ann(), { fromId: theirs })).toMatchObject({ ...refused, field: 'fromId' });
  expect(await save(ann(), { ...free, toId: theirs })).toMatchObject({ ...refused, field: 'toId' });
  expect(await save(ann(), { ...free, targetId: foreign, toId: theirs })).toMatchObject({ ...refused, field: 'targetId' });
  const blind = withRights(world.ben, ['targets.write']);
  expect((await pulled(blind)).changes).toEqual([]);
  expect(await save(blind, free)).toMatchObject({ outcome: 'rejected', code: 'forbidden' });
});

test('devices get the texts and the default of dictionary entries; a new default is two rows', async () => {
  const { reply } = await pulled();
  const rows = (changes: typeof reply.changes) =>
    changes.flatMap(({ collection, row }) =>
      collection === 'submissionEntry' && row ? [SubmissionEntryRow.strict().parse(row)] : [],
    );
  const active = rows(reply.changes).find(({ name }) => name === 'Active of Trio');
  expect(active).toMatchObject({ custom1: '', custom2: '', isDefault: false });
  const make = (name: string, isDefault: boolean) =>
    world.db.updateTable('submission_entry').set({ is_default: isDefault }).where('name', '=', name).execute();
  await make('Active of Trio', true);
  const { head } = await pulled();
  await make('Active of Trio', false);
  await make('Placed of Trio', true);
  const later = await pulled(ann(), head);
  expect(rows(later.reply.changes).map(({ name, isDefault }) => [name, isDefault])).toEqual(
    expect.arrayContaining([
      ['Active of Trio', false],
      ['Placed of Trio', true],
    ]),
  );
});

test('an entry that is removed takes its mappings off devices', async () => {
  const before = await steps();
  const gone = before.filter(({ fromId }) => fromId === id('Placed of Bullhorn'));
  const { head } = await pulled();
  const call = { actor: { name: 'Ann' }, services: world.services };
  await world.db.transaction().execute((tx) => removeEntry({ ...call, tx }, world.customerId, id('Placed of Bullhorn')));
  expect((await pulled(ann(), head)).changes).toMatchObject([{ id: gone[0]?.id, row: null }]);
  expect(await steps()).toHaveLength(before.length - 1);
});
