import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RightName } from '#contract/kit/rights.ts';
import type { CollectionName } from '#contract/rows/rows.ts';
import { JrEntryRow, SubmissionEntryRow, SubmissionPackageRow } from '#contract/rows/submission-lists.ts';
import { localIdOf } from '#domain/commands/local-id.ts';
import type { Actor } from '#server/kit/http/handle.ts';
import { listed } from '#tests/support/submissions/test-system.ts';
import { laneId, mutation, type SyncWorld, startSyncWorld } from '#tests/support/worlds/sync-world.ts';
import { applyEntries } from '../lists/entry-rows.ts';

let world: SyncWorld;
let target: number;
const ids = new Map<string, number>();
const id = (name: string): number => ids.get(name) ?? 0;
const withRights = (who: Actor, rights: readonly RightName[]): Actor => ({ ...who, rights: new Set(rights) });
const ann = () => withRights(world.ann, ['submissions.use', 'targets.write']);
const ben = () => withRights(world.ben, ['submissions.use', 'targets.write']);

async function addTarget(customerId: number, name: string): Promise<number> {
  const values = { customer_id: customerId, system_id: 61, name };
  return (await world.db.insertInto('submission_target').values(values).returning('id').executeTakeFirstOrThrow()).id;
}
const sync = (kind: 'degree' | 'specialty' | 'document', entries: readonly ReturnType<typeof listed>[], removeOthers = true) =>
  world.db
    .transaction()
    .execute((tx) =>
      applyEntries(tx, { customerId: world.customerId, targetId: target, objectId: 0, kind }, entries, { removeOthers }),
    );

beforeAll(async () => {
  world = await startSyncWorld();
  target = await addTarget(world.customerId, 'Coastal Trio');
  await sync('degree', [listed('1', 'RN'), listed('2', 'LPN')]);
  await sync('specialty', [listed('11', 'ICU', { degreeExtId: '1' })]);
  await sync('document', [listed('a', 'BLS'), listed('b', 'Resume')]);
  for (const entry of await world.db.selectFrom('submission_entry').select(['id', 'name']).execute())
    ids.set(entry.name, entry.id);
});
afterAll(() => world.close());

async function changes(collection: CollectionName, { who = ann(), since = 0 } = {}) {
  const reply = await world.pull(laneId('reader'), since, { who, globalSince: 0, limit: 50_000 });
  if (reply.kind !== 'page') throw new Error(reply.kind);
  return { head: reply.head, rows: reply.changes.filter((change) => change.collection === collection), reply };
}
const packages = async (who = ann()) =>
  (await changes('submissionPackage', { who })).rows.flatMap(({ row }) =>
    row ? [SubmissionPackageRow.strict().parse(row)] : [],
  );

let lanes = 0;
async function push(who: Actor, name: `submissionPackage.${'save' | 'remove' | 'restore'}.v1`, args: object, over: object = {}) {
  const reply = await world.push(laneId(`package${lanes++}`), [mutation(1, name, args, over)], who);
  return reply.kind === 'done' ? reply.outcomes[0] : undefined;
}
const draft = (over: object = {}) => {
  const ref = randomUUID();
  const content = { targetId: target, degreeId: id('RN'), specialtyId: id('ICU'), documents: [id('BLS')], note: '' };
  return { id: localIdOf(ref), ref, ...content, isDefault: null, ...over };
};

test('devices get the entries of lists, without what only the service needs, and who may not see submissions gets none', async () => {
  const { rows } = await changes('submissionEntry');
  expect(rows.map(({ row }) => SubmissionEntryRow.strict().parse(row).name).sort()).toEqual([
    'BLS',
    'ICU',
    'LPN',
    'RN',
    'Resume',
  ]);
  const blind = await world.pull(laneId('blind'), 0, { who: withRights(world.ben, ['targets.write']), globalSince: 0 });
  expect(JSON.stringify(blind)).not.toMatch(/submission|jrEntry/);
  const foreign = await world
    .pull(laneId('eve'), 0, { who: withRights(world.eve, ['submissions.use']) })
    .catch((error: Error) => error);
  expect(foreign).toBeInstanceOf(Error);
});

test('a list of 10,000 entries is one revision; reading it again publishes only what changed', { timeout: 60_000 }, async () => {
  const entries = Array.from({ length: 10_000 }, (_, n) => listed(`s${n}`, `Specialty ${n}`));
  const { head: before } = await changes('submissionEntry');
  await sync('specialty', [listed('11', 'ICU', { degreeExtId: '1' }), ...entries]);
  const all = await changes('submissionEntry', { since: before });
  expect(all.rows).toHaveLength(10_000);
  expect(new Set(all.rows.map(({ rev }) => rev)).size).toBe(1);
  const later = [listed('s0', 'Another name'), ...entries.slice(1, 9_999)];
  await sync('specialty', [listed('11', 'ICU', { degreeExtId: '1' }), ...later]);
  const changed = await changes('submissionEntry', { since: all.head });
  expect(changed.rows.map(({ row }) => SubmissionEntryRow.parse(row)).map(({ name, removed }) => [name, removed])).toEqual(
    expect.arrayContaining([
      ['Another name', false],
      ['Specialty 9999', true],
    ]),
  );
  expect(changed.rows).toHaveLength(2);
  await sync('specialty', [listed('11', 'ICU', { degreeExtId: '1' }), ...later]);
  expect((await changes('submissionEntry', { since: changed.head })).head).toBe(changed.head);
});

test('Jobdock’s own lists come with the global feed, and a new document with its next revision', async () => {
  const global = async () => {
    const { reply } = await changes('jrEntry');
    return JSON.parse(JSON.stringify(reply)) as unknown;
  };
  const text = JSON.stringify(await global());
  expect(text).toContain('"Physical Therapist Assistant"');
  await world.db.insertInto('jr_entry').values({ kind: 'document', name: 'Skills checklist of Northbay' }).execute();
  expect(JSON.stringify(await global())).toContain('Skills checklist of Northbay');
  const { rows } = await changes('jrEntry');
  for (const { row } of rows) JrEntryRow.strict().parse(row);
});

test('two devices add a package for one pair at once: the second is refused by name and keeps what was typed', async () => {
  const [one, other] = [draft(), draft({ note: 'Typed offline' })];
  const both = await Promise.all([
    push(ann(), 'submissionPackage.save.v1', one),
    push(ben(), 'submissionPackage.save.v1', other),
  ]);
  expect(both.map((outcome) => outcome?.outcome ?? '').sort((a, b) => a.localeCompare(b))).toEqual(['applied', 'rejected']);
  expect(both.find((outcome) => outcome?.outcome === 'rejected')).toMatchObject({
    code: 'invalid',
    message: 'Coastal Trio has a package for RN, ICU already. Change that one.',
  });
  expect(await packages()).toHaveLength(1);
});

test('a whole package is compared: the later of two edits learns of the other one', async () => {
  const [held] = await packages();
  const edit = (note: string) => ({ ...draft({ note }), id: held?.id, ref: null });
  const seen = { pre: { [`submissionPackage/${held?.id}`]: { version: held?.version } } };
  expect(await push(ann(), 'submissionPackage.save.v1', edit('Ann'), seen)).toMatchObject({ outcome: 'applied' });
  expect(await push(ben(), 'submissionPackage.save.v1', edit('Ben'), seen)).toMatchObject({
    outcome: 'rejected',
    code: 'conflict',
  });
  expect(await packages()).toMatchObject([{ note: 'Ann' }]);
});

test('a target has one default: the later choice; its removal gives the earlier one back', async () => {
  world.services.now = () => new Date('2026-11-21T13:00:00.000Z');
  const [held] = await packages();
  await push(ann(), 'submissionPackage.save.v1', { ...draft({ isDefault: true }), id: held?.id, ref: null });
  world.services.now = () => new Date('2026-11-21T14:00:00.000Z');
  const any = draft({ degreeId: 0, specialtyId: 0, isDefault: true });
  await push(ben(), 'submissionPackage.save.v1', any);
  const rows = await packages();
  expect(rows.map(({ isDefault, defaultAt }) => [isDefault, defaultAt])).toEqual([
    [true, '2026-11-21T13:00:00.000Z'],
    [true, '2026-11-21T14:00:00.000Z'],
  ]);
  const gone = { id: rows[1]?.id, ref: any.ref, targetId: target };
  expect(await push(ben(), 'submissionPackage.remove.v1', gone)).toMatchObject({ outcome: 'applied' });
  expect(await packages()).toHaveLength(1);
  const {
    version: _version,
    by: _by,
    at: _at,
    purged: _purged,
    ...content
  } = rows[1] ?? { version: 0, by: '', at: '', purged: false };
  expect(await push(ben(), 'submissionPackage.restore.v1', { ...content, version: 2 })).toMatchObject({ outcome: 'applied' });
  expect(await packages()).toHaveLength(2);
});

test('entries and targets of another customer cannot be named, and the right to change targets is needed', async () => {
  const foreign = await addTarget(world.otherId, 'South Trio');
  const place = { customerId: world.otherId, targetId: foreign, objectId: 0, kind: 'document' } as const;
  await world.db.transaction().execute((tx) => applyEntries(tx, place, [listed('z', 'South only')], { removeOthers: false }));
  const theirs = await world.db
    .selectFrom('submission_entry')
    .select('id')
    .where('name', '=', 'South only')
    .executeTakeFirstOrThrow();
  const lpn = { degreeId: id('LPN'), specialtyId: 0 };
  expect(await push(ann(), 'submissionPackage.save.v1', draft({ ...lpn, documents: [theirs.id] }))).toMatchObject({
    outcome: 'rejected',
    code: 'invalid',
  });
  expect(await push(ann(), 'submissionPackage.save.v1', draft({ ...lpn, targetId: foreign }))).toMatchObject({
    outcome: 'rejected',
  });
  expect(await push(withRights(world.ann, ['submissions.use']), 'submissionPackage.save.v1', draft(lpn))).toMatchObject({
    outcome: 'rejected',
    code: 'forbidden',
  });
  expect(JSON.stringify(await changes('submissionEntry'))).not.toContain('South only');
});

test('entries that are deleted with their target leave devices', async () => {
  const { head } = await changes('submissionEntry');
  await world.db.deleteFrom('submission_entry').where('name', '=', 'LPN').execute();
  expect((await changes('submissionEntry', { since: head })).rows).toMatchObject([{ id: id('LPN'), row: null }]);
});
