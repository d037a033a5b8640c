import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { JobRow } from '#contract/rows/jobs.ts';
import { writeRows } from '#server/feed/publish.ts';
import { scopeTo } from '#server/kit/db/customer-scope.ts';
import { createSecrets } from '#server/kit/lib/secrets.ts';
import { aTarget, aValue } from '#tests/support/factories/job-factory.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { feedAddress, postedReceipt, seedSource, sourceIds } from '#tests/support/worlds/source-world.ts';
import { moveSource, type SourceMove } from './move-source.ts';
import { sourceColumns } from './moved-columns.ts';
import { readPrints } from './prints.ts';
import { undoMoves } from './undo-moves.ts';

const secrets = createSecrets(new Uint8Array(32).fill(7));
const source = sourceIds.harbor;
let database: TestDatabase;
let [parent, child] = [0, 0];
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** Everything of a source at a new parent, with a target each at the parent (1) and its new child (2). */
beforeEach(async () => {
  const customer = async (name: string, parent_id: number | null) =>
    (await database.db.insertInto('customer').values({ name, parent_id }).returning('id').executeTakeFirstOrThrow()).id;
  parent = await customer('Parent', null);
  child = await customer('Child', parent);
  await seedSource(database.db, secrets, { parent, child });
});

const there = (): SourceMove => ({ from: parent, to: child, sourceId: source, targets: new Map([[1, 2]]) });
const back = (): SourceMove => ({ from: child, to: parent, sourceId: source, targets: new Map([[2, 1]]) });
const move = (by: SourceMove) =>
  scopeTo(database.db, [parent, child])
    .transaction()
    .execute((tx) => moveSource(tx, secrets, by));

const moving = [
  ...new Set(Object.entries(sourceColumns).flatMap(([name, [fate]]) => (fate === 'moves' ? [name.split('.')[0] ?? ''] : []))),
];
const replicated = ['job', 'job_note', 'map_value', 'source', 'task'];

/** All live rows of the tables that move, without revisions. */
async function content(customer: number): Promise<Record<string, unknown[]>> {
  const shown: Record<string, unknown[]> = {};
  for (const table of [...moving, 'source', 'task'].sort()) {
    const live = replicated.includes(table) ? sql`and not deleted` : sql``;
    const { rows } = await sql<{ row: unknown }>`select to_jsonb(t) - 'rev' - 'shown_rev' - 'customer_id' as row
      from ${sql.table(table)} t where customer_id = ${customer} ${live} order by 1`.execute(database.db);
    shown[table] = rows.map(({ row }) => row);
  }
  return shown;
}
const counts = (shown: Record<string, unknown[]>) =>
  Object.fromEntries(Object.entries(shown).map(([table, rows]) => [table, rows.length]));

test('a source moves whole, keeps its ids, and leaves other sources where they are', async () => {
  const before = await content(parent);
  expect(Object.values(before).map((rows) => rows.length)).not.toContain(0);
  expect(await move(there())).toEqual({ moved: true, counts: { tasks: 1, jobs: 1, mappings: 1, history: 1, posts: 1 } });
  const [left, moved] = [await content(parent), await content(child)];
  const others = { source: 1, job: 1 };
  expect(counts(left)).toEqual({ ...Object.fromEntries(Object.keys(before).map((table) => [table, 0])), ...others });
  expect(counts(moved)).toEqual(Object.fromEntries(Object.keys(before).map((table) => [table, 1])));
  expect(moved.post).toMatchObject([
    { target_id: 2, job_id: 7, reference: 'R-7', external_id: 'A-7', generation: 1, value_ids: [11] },
  ]);
  expect(moved.map_value).toMatchObject([{ id: 11, key: 'mercy', row: { targetId: 2, mappedId: 'F1' } }]);
  const [job] = moved.job as [{ row: JobRow; collected: object }];
  expect(job).toMatchObject({
    collected: { title: 'RN' },
    row: { id: 7, facilityValueId: 11, posts: [{ ...postedReceipt, targetId: 2 }] },
  });
});

test('twins go with their texts, and belong to the targets of the other customer', async () => {
  const write = (customer: number, ...rows: Parameters<typeof writeRows>[2]) =>
    database.db.transaction().execute((tx) => writeRows(tx, customer, rows));
  await write(parent, { collection: 'target', row: aTarget({ id: 5, mapsItself: true }) });
  await write(child, { collection: 'target', row: aTarget({ id: 6, mapsItself: true }) });
  await write(
    parent,
    { collection: 'mapValue', row: aValue(11, 'facility', { mappedId: 'F1', twins: { 5: 12 } }) },
    { collection: 'mapValue', row: aValue(12, 'facility', { targetId: 5, mappedId: 'C1' }), extra: { key: 'mercy' } },
  );
  const crossed = {
    ...there(),
    targets: new Map([
      [1, 6],
      [5, 2],
    ]),
  };
  expect(await move(crossed)).toMatchObject({ moved: false, words: expect.stringContaining('only one maps for itself') });
  const paired = {
    ...there(),
    targets: new Map([
      [1, 2],
      [5, 6],
    ]),
  };
  expect(await move(paired)).toMatchObject({ moved: true });
  expect((await content(child)).map_value).toMatchObject([
    { id: 11, row: { targetId: 2, twins: { 6: 12 } } },
    { id: 12, row: { targetId: 6, mappedId: 'C1' } },
  ]);
});

test('devices of the parent get tombstones, devices of the child the rows, each under the next revision', async () => {
  await move(there());
  const { rows } = await sql`
    select t.customer_id as customer, t.kind, t.id, t.deleted, t.rev = f.rev as newest from (
      select customer_id, 'job' as kind, id, deleted, rev from job union all select customer_id, 'task', id, deleted, rev from task
      union all select customer_id, 'source', id, deleted, rev from source union all select customer_id, 'jobNote', id, deleted, rev from job_note
      union all select customer_id, 'mapValue', id, deleted, rev from map_value) t
    join customer_feed f on f.customer_id = t.customer_id where t.id not in (4, 8) and t.customer_id in (${parent}, ${child}) order by t.customer_id, t.kind`.execute(
    database.db,
  );
  const ids = [
    ['job', 7],
    ['jobNote', 9],
    ['mapValue', 11],
    ['source', source],
    ['task', 1],
  ] as const;
  const expected = (customer: number, deleted: boolean) =>
    ids.map(([kind, id]) => ({ customer, kind, id, deleted, newest: true }));
  expect(rows).toEqual([...expected(parent, true), ...expected(child, false)]);
});

test('the address of a feed can be read at the child only', async () => {
  await move(there());
  const take = (customerId: number) => secrets.take(database.db, { customerId, owner: 'task:1', field: 'url' });
  expect([await take(parent), await take(child)]).toEqual([undefined, feedAddress]);
});

test('a source that moves there and back, twice, is as it was', async () => {
  const before = [await content(parent), await content(child)];
  for (let round = 0; round < 2; round++) {
    expect(await move(there())).toMatchObject({ moved: true });
    expect(await move(back())).toMatchObject({ moved: true });
  }
  expect([await content(parent), await content(child)]).toEqual(before);
});

test.each([
  [
    'collected',
    /collecting/,
    () => sql`insert into run (customer_id, kind, name, work, state, by_name, queued_at)
    values (${parent}, 'collect', 'Collect', '{"taskId": 1}', 'running', 'x', now())`,
  ],
  ['posted', /being posted/, () => sql`update post set state = 'unknown'`],
  [
    'mapped',
    /are being changed/,
    () => sql`insert into run (customer_id, kind, name, work, state, by_name, queued_at)
    values (${parent}, 'mapping', 'Map', '{"targetId": 1}', 'undoing', 'x', now())`,
  ],
  ['a member of a group', /group/, () => sql`update source set row = row || '{"members": [3]}' where id = 4`],
])('a source that is %s stays whole, and a sentence says why', async (_what, words, happen) => {
  await happen().execute(database.db);
  const before = await content(parent);
  expect(await move(there())).toEqual({ moved: false, words: expect.stringMatching(words) });
  expect(await content(parent)).toEqual(before);
});

test('a source stays where the child has no target for it, and one that is gone is not moved', async () => {
  expect(await move({ ...there(), targets: new Map() })).toMatchObject({
    moved: false,
    words: expect.stringMatching(/use “Bullhorn”: choose a target/),
  });
  expect(await move({ ...there(), sourceId: 99 })).toEqual({ moved: false, words: 'The source is gone.' });
});

test.each([
  ['another kind', () => sql`update target set row = row || '{"typeId": 4}' where customer_id = ${child}`, /another kind/],
  [
    'another account, with jobs posted to the first',
    () => sql`update target set settings = '{"username": "someone.else"}' where customer_id = ${child}`,
    /same account/,
  ],
  ['one that is deleted', () => sql`update target set deleted = true where customer_id = ${child}`, /choose a target/],
])('a source stays where the target in place of its own is of %s', async (_what, change, words) => {
  await change().execute(database.db);
  const before = await content(parent);
  expect(await move(there())).toEqual({ moved: false, words: expect.stringMatching(words) });
  expect(await content(parent)).toEqual(before);
});

test('a source without posted jobs moves to a target of another account', async () => {
  await sql`delete from post where customer_id = ${parent}`.execute(database.db);
  await sql`update target set settings = '{"username": "someone.else"}' where customer_id = ${child}`.execute(database.db);
  expect(await move(there())).toMatchObject({ moved: true });
});

test('a job that showed its receipt last still does; one with a change that was not compared yet is compared at the child', async () => {
  const shown = async () => {
    const { rows } = await sql<{ isShown: boolean | null }>`
      select p.shown_rev = j.rev as "isShown" from post p join job j on j.customer_id = p.customer_id and j.id = p.job_id
      where p.customer_id = ${child}`.execute(database.db);
    return rows.map(({ isShown }) => isShown);
  };
  await sql`update post p set shown_rev = j.rev from job j where j.customer_id = ${parent} and j.id = p.job_id and p.customer_id = ${parent}`.execute(
    database.db,
  );
  await move(there());
  expect(await shown()).toEqual([true]);
  await move(back());
  await sql`update post set shown_rev = shown_rev - 1 where customer_id = ${parent}`.execute(database.db);
  await move(there());
  expect(await shown()).toEqual([null]);
});

test('a move that fails in the middle leaves the source at the parent', async () => {
  const before = await content(parent);
  await sql`update secret set sealed = '1.broken'`.execute(database.db);
  await expect(move(there())).rejects.toThrow(/cannot be decrypted/);
  expect([await content(parent), counts(await content(child))]).toEqual([
    before,
    expect.objectContaining({ job: 0, task: 0, post: 0 }),
  ]);
});

test('two moves at once: one moves it, the other finds it gone', async () => {
  const results = await Promise.all([move(there()), move(there())]);
  expect(results.filter(({ moved }) => moved).length).toBe(1);
  expect(counts(await content(child))).toMatchObject({ source: 1, task: 1, job: 1, post: 1 });
});

test('moves in both directions beside edits of the parent never wait for each other in a circle', async () => {
  const edit = (customer: number) =>
    database.db
      .transaction()
      .execute((tx) => writeRows(tx, customer, [{ collection: 'target', row: aTarget({ id: customer === parent ? 1 : 2 }) }]));
  for (let round = 0; round < 10; round++) await Promise.all([move(there()), move(back()), edit(parent), edit(child)]);
  const sources = [counts(await content(parent)).source, counts(await content(child)).source];
  expect([
    [2, 0],
    [1, 1],
  ]).toContainEqual(sources);
});

test('a transaction of other customers cannot move it', async () => {
  const only = scopeTo(database.db, [child])
    .transaction()
    .execute((tx) => moveSource(tx, secrets, there()));
  expect(await only).toEqual({ moved: false, words: 'The source is gone.' });
});

/** Moves the source and remembers what it was like at the child. */
async function moveAndRemember() {
  await move(there());
  const prints = await database.db.transaction().execute((tx) => readPrints(tx, child, source));
  return [{ move: there(), name: 'Harbor VMS', prints }];
}
const undo = (moves: Awaited<ReturnType<typeof moveAndRemember>>) =>
  scopeTo(database.db, [parent, child])
    .transaction()
    .execute((tx) => undoMoves(tx, secrets, moves));

test('after a move and its undo all is as it was; a collection that found no change does not count', async () => {
  const before = [await content(parent), await content(child)];
  const moves = await moveAndRemember();
  await sql`update task set row = row || '{"lastRunAt": "2026-12-01T00:00:00Z", "staged": 0, "lastResult": "0 jobs"}', next_run_at = now()
    where customer_id = ${child}`.execute(database.db);
  expect(await undo(moves)).toEqual({ words: [] });
  const after = [await content(parent), await content(child)];
  const withoutTasks = (shown: Record<string, unknown[]>[]) => shown.map(({ task: _task, ...others }) => others);
  expect(withoutTasks(after)).toEqual(withoutTasks(before));
  expect(after.map(({ task }) => task?.length)).toEqual([1, 0]);
});

test.each([
  ['jobs', () => sql`update job set row = row || '{"title": "Other"}' where customer_id = ${child}`],
  ['jobs, notes, posts', () => sql`update job set deleted = true, row = '{}' where customer_id = ${child}`],
  ['mappings', () => sql`update map_value set row = row || '{"mappedId": null}' where customer_id = ${child}`],
  ['posts', () => sql`update post set state = 'wanted' where customer_id = ${child}`],
  ['tasks', () => sql`update task set row = row || '{"name": "Other"}' where customer_id = ${child}`],
  ['source', () => sql`update source set row = row || '{"alias": "Other"}' where customer_id = ${child}`],
  ['fees, order types and columns of files', () => sql`update pay_fee set vms_fee_percent = 9 where customer_id = ${child}`],
])('an undo is refused after a change at the child, and names it: %s', async (part, change) => {
  const moves = await moveAndRemember();
  await change().execute(database.db);
  const before = await content(child);
  expect(await undo(moves)).toEqual({ words: [`Harbor VMS: its ${part} changed since the move.`] });
  expect(await content(child)).toEqual(before);
});

test('an undo of several sources moves none of them back if one was changed', async () => {
  const moves = await moveAndRemember();
  const second = { ...there(), sourceId: 4 };
  await move(second);
  const prints = await database.db.transaction().execute((tx) => readPrints(tx, child, 4));
  await sql`update job set row = row || '{"title": "Other"}' where customer_id = ${child} and id = 8`.execute(database.db);
  const all = [...moves, { move: second, name: 'Other', prints }];
  expect(await undo(all)).toEqual({ words: ['Other: its jobs changed since the move.'] });
  expect([counts(await content(parent)).source, counts(await content(child)).source]).toEqual([0, 2]);
});
