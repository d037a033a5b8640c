import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { listMoves, moveToChild, previewMove, type SourceMoveRun, stopMove, undoMove } from '#contract/people/moves.ts';
import { removeParentLink, saveParentLink } from '#contract/people/parents.ts';
import { listLongWork } from '#contract/system/long-work.ts';
import { writeRows } from '#server/feed/publish.ts';
import { addCustomer } from '#server/seed/seed.ts';
import { aStoredRule } from '#tests/support/factories/rule-factory.ts';
import { newTask } from '#tests/support/factories/task-factory.ts';
import { runJobs } from '#tests/support/run-jobs.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { seedSource, sourceIds } from '#tests/support/worlds/source-world.ts';
import { moveJobs } from './move-jobs.ts';

let service: TestService;
let admin: string;
let [parent, child] = [0, 0];
beforeAll(async () => {
  service = await startTestService();
  admin = await service.signIn('administrator');
});
afterAll(() => service.close());

beforeEach(async () => {
  const { db, secrets } = service.services;
  const added = (name: string) => db.transaction().execute((tx) => addCustomer(tx, { name }));
  [parent, child] = [await added('Harborview Staffing'), await added('Bayside Travel Nurses')];
  await service.call(saveParentLink, { customer: -1, parent, child }, admin);
  await seedSource(db, secrets, { parent, child });
});
// Ids of rows are the same in each world.
afterEach(async () => {
  const { db } = service.services;
  for (const table of ['run', 'post', 'job', 'job_history', 'map_value', 'task', 'source', 'target', 'rule', 'secret'])
    await sql`delete from ${sql.table(table)} where customer_id in (${parent}, ${child})`.execute(db);
});

const { harbor, other, parentTarget, childTarget } = sourceIds;
const targets = [{ from: parentTarget, to: childTarget }];
const start = (more: object = {}) =>
  service.send(moveToChild, { customer: parent, parent, child, sourceIds: [harbor, other], targets, ...more }, admin);
const started = async (more: object = {}): Promise<number> => {
  const { status, body } = await start(more);
  expect({ status, body }).toMatchObject({ status: 200, body: { state: 'queued' } });
  return (body as { id: number }).id;
};
const run = () => runJobs(service.services.db, moveJobs(service.services));
const moves = () => service.call(listMoves, { customer: parent }, admin);
const move = async (id: number): Promise<SourceMoveRun | undefined> => (await moves()).find((one) => one.id === id);
const preview = (more: object = {}) => service.call(previewMove, { customer: parent, parent, child, ...more }, admin);
/** Ids of the live sources of both customers. */
async function sources(): Promise<Record<'parent' | 'child', number[]>> {
  const of = async (id: number) => {
    const rows = await service.services.db
      .selectFrom('source')
      .select('id')
      .where('customer_id', '=', id)
      .where('deleted', '=', false)
      .orderBy('id')
      .execute();
    return rows.map((row) => row.id);
  };
  return { parent: await of(parent), child: await of(child) };
}
const linesOf = async (name: string) => {
  const { rows } = await sql<{ customer: number; id: string; facts: object }>`
    select customer_id as customer, object_id as id, detail as facts from audit where command = ${name}
      and customer_id in (${parent}, ${child}) order by audit.id`.execute(service.services.db);
  return rows;
};

test('a preview counts what moves, names what stays, and proposes targets', async () => {
  const { db } = service.services;
  await db.transaction().execute((tx) =>
    writeRows(tx, parent, [
      { collection: 'rule', row: aStoredRule({ id: 31, name: 'Hold Harbor floats', sourceId: harbor }) },
      { collection: 'rule', row: aStoredRule({ id: 32, name: 'By name', source: '[Source] equal "harbor vms"' }) },
      { collection: 'rule', row: aStoredRule({ id: 33, name: 'Of all sources' }) },
      { collection: 'rule', row: aStoredRule({ id: 34, name: 'Deleted', sourceId: harbor, deleted: true }) },
    ]),
  );
  expect(await preview()).toEqual({
    parentName: 'Harborview Staffing',
    childName: 'Bayside Travel Nurses',
    parentTargets: [{ id: parentTarget, name: 'Bullhorn' }],
    childTargets: [{ id: childTarget, name: 'Bullhorn' }],
    targets,
    sources: [
      {
        id: harbor,
        name: 'Harbor VMS',
        tasks: 1,
        jobs: 1,
        mappings: 1,
        history: 1,
        posts: 1,
        targetIds: [parentTarget],
        rules: ['By name', 'Hold Harbor floats'],
        missing: 1,
        missingNames: ['F1'],
        problem: null,
      },
      {
        id: other,
        name: 'Other',
        tasks: 0,
        jobs: 1,
        mappings: 0,
        history: 0,
        posts: 0,
        targetIds: [],
        rules: [],
        missing: 0,
        missingNames: [],
        problem: null,
      },
    ],
  });
  const without = await preview({ targets: [] });
  expect(without.sources.map(({ problem }) => problem)).toEqual([expect.stringMatching(/choose a target/), null]);
});

test('a move is a run: asked for, carried out, listed, and in the audit of both customers', async () => {
  const id = await started();
  expect(await sources()).toEqual({ parent: [harbor, other], child: [] });
  expect(await run()).toBeGreaterThan(0);
  expect(await move(id)).toMatchObject({
    state: 'done',
    total: 2,
    seen: 2,
    changed: 2,
    canUndo: true,
    message: '2 sources moved to Bayside Travel Nurses',
    sources: [
      { id: harbor, name: 'Harbor VMS', words: null, counts: { tasks: 1, jobs: 1, mappings: 1, history: 1, posts: 1 } },
      { id: other, name: 'Other', words: null, counts: { tasks: 0, jobs: 1, mappings: 0, history: 0, posts: 0 } },
    ],
  });
  expect(await sources()).toEqual({ parent: [], child: [harbor, other] });
  const facts = { parent: 'Harborview Staffing', child: 'Bayside Travel Nurses' };
  const both = (source: number, name: string) =>
    [parent, child].map((customer) => ({ customer, id: String(source), facts: { ...facts, name } }));
  expect(await linesOf('source.move')).toEqual([...both(harbor, 'Harbor VMS'), ...both(other, 'Other')]);
  const { works } = await service.call(listLongWork, { cust: parent, since: '2000-01-01T00:00:00Z' }, admin);
  expect(works).toMatchObject([{ id, kind: 'move', subjectId: child, canUndo: true, state: 'done' }]);
});

test('a source that cannot move stays, with the reason; the others move', async () => {
  const id = await started({ targets: [] });
  await run();
  expect(await move(id)).toMatchObject({
    state: 'done',
    changed: 1,
    message: '1 source moved to Bayside Travel Nurses, 1 source not moved',
    sources: [{ counts: null, words: expect.stringMatching(/choose a target/) }, { counts: { jobs: 1 } }],
  });
  expect(await sources()).toEqual({ parent: [harbor], child: [other] });
});

test('a source stays while one of its tasks shares a sign-in with a task of another source', async () => {
  const row = { ...newTask, id: 2, sourceId: other, credentialParentId: 1 };
  await service.services.db
    .transaction()
    .execute((tx) => writeRows(tx, parent, [{ collection: 'task', row, extra: { settings: {} } }]));
  const id = await started();
  await run();
  const shares = { counts: null, words: expect.stringMatching(/give each its own sign-in/) };
  expect(await move(id)).toMatchObject({ sources: [shares, shares] });
});

test('an undo moves all back; a second one has nothing to undo', async () => {
  const id = await started();
  await run();
  expect(await service.call(undoMove, { customer: parent, id }, admin)).toMatchObject({ state: 'undoing', canUndo: false });
  await run();
  expect(await move(id)).toMatchObject({ state: 'undone', message: '2 sources moved back to Harborview Staffing' });
  expect(await sources()).toEqual({ parent: [harbor, other], child: [] });
  expect(await linesOf('source.move.undo')).toHaveLength(4);
  expect(await service.send(undoMove, { customer: parent, id }, admin)).toMatchObject({
    status: 409,
    body: { current: { message: expect.stringMatching(/nothing to undo/) } },
  });
});

test.each([
  [
    'a job of one changed at the child',
    () => sql`update job set row = row || '{"title": "X"}' where customer_id = ${child} and id = 7`,
    /Harbor VMS: its jobs changed/,
  ],
  [
    'one is in a group at the child now',
    () => sql`update source set row = row || '{"members": [3]}' where customer_id = ${child} and id = 4`,
    /Other: its source changed/,
  ],
  ['the child is deleted', () => sql`update customer set deleted_at = now() where id = ${child}`, /restore it first/],
])('an undo moves nothing back where %s, and says why', async (_what, change, words) => {
  const id = await started();
  await run();
  await service.call(undoMove, { customer: parent, id }, admin);
  await change().execute(service.services.db);
  await run();
  expect(await move(id)).toMatchObject({ state: 'done', canUndo: true, message: expect.stringMatching(words) });
  expect(await sources()).toEqual({ parent: [], child: [harbor, other] });
  expect(await linesOf('source.move.undo')).toEqual([]);
});

test('an undo also works after the two were separated', async () => {
  const id = await started();
  await run();
  await service.call(removeParentLink, { customer: -1, id: child }, admin);
  await service.call(undoMove, { customer: parent, id }, admin);
  await run();
  expect(await move(id)).toMatchObject({ state: 'undone' });
});

test('sources stay where the two were separated before the move began', async () => {
  const id = await started();
  await service.call(removeParentLink, { customer: -1, id: child }, admin);
  await run();
  expect(await move(id)).toMatchObject({
    state: 'done',
    changed: 0,
    canUndo: false,
    sources: [{ words: expect.stringMatching(/link the two first/) }, {}],
  });
  expect(await sources()).toEqual({ parent: [harbor, other], child: [] });
});

test('one move of a parent at a time; one that waits is stopped at once', async () => {
  const id = await started();
  expect(await start()).toMatchObject({ status: 409, body: { current: { message: expect.stringMatching(/not done yet/) } } });
  expect(await service.call(stopMove, { customer: parent, id }, admin)).toMatchObject({ state: 'cancelled', changed: 0 });
  expect((await service.send(stopMove, { customer: parent, id }, admin)).status).toBe(409);
  await run();
  expect(await sources()).toEqual({ parent: [harbor, other], child: [] });
});

test('a move ends where the person who asked is no administrator any more', async () => {
  const id = await started();
  const ofAdmin = sql`customer_id = ${service.people.provider} and id = ${service.people.administrator}`;
  await sql`update app_user set role_id = 3 where ${ofAdmin}`.execute(service.services.db);
  await run();
  await sql`update app_user set role_id = 2 where ${ofAdmin}`.execute(service.services.db);
  expect(await move(id)).toMatchObject({ state: 'failed', changed: 0 });
  expect(await sources()).toEqual({ parent: [harbor, other], child: [] });
});

test.each([
  ['no source', { sourceIds: [] }, { sourceIds: 'Choose the sources to move' }],
  ['a source that is gone', { sourceIds: [harbor, 99] }, { sourceIds: expect.stringMatching(/no source 99/) }],
  ['no child', { child: 0 }, { child: 'Choose the child customer' }],
  ['a target that is gone', { targets: [{ from: 99, to: childTarget }] }, { targets: expect.stringMatching(/choose again/) }],
  ['a target twice', { targets: [...targets, ...targets] }, { targets: expect.stringMatching(/different target/) }],
])('%s is refused at its field, and nothing is queued', async (_what, more, fields) => {
  expect(await start(more)).toMatchObject({ status: 400, body: { fields } });
  expect(await moves()).toEqual([]);
});

test('customers that are not parent and child are refused, also for a preview; unknown ones are not found', async () => {
  const { north } = service.people;
  const words = { child: 'North Staffing is not a child of Harborview Staffing: link the two first.' };
  expect(await start({ child: north })).toMatchObject({ status: 400, body: { fields: words } });
  expect(await service.send(previewMove, { customer: -1, parent, child: north }, admin)).toMatchObject({
    status: 400,
    body: { fields: words },
  });
  expect((await start({ child: 999_999 })).status).toBe(404);
  expect((await service.send(undoMove, { customer: parent, id: 999_999 }, admin)).status).toBe(404);
  await sql`update customer set deleted_at = now() where id = ${parent}`.execute(service.services.db);
  const ofDeleted = [await start(), await service.send(previewMove, { customer: -1, parent, child }, admin)];
  expect(ofDeleted.map(({ status }) => status)).toEqual([404, 404]);
  expect((await service.send(listMoves, { customer: parent }, admin)).status).toBe(404);
});

test('a move of another parent is not found under this one', async () => {
  const id = await started();
  for (const endpoint of [stopMove, undoMove])
    expect((await service.send(endpoint, { customer: child, id }, admin)).status).toBe(404);
});

test('others than administrators of the provider may do none of it', async () => {
  const chief = await service.signIn('chief');
  const id = await started();
  const calls = [
    service.send(previewMove, { customer: parent, parent, child }, chief),
    service.send(moveToChild, { customer: parent, parent, child, sourceIds: [harbor] }, chief),
    service.send(listMoves, { customer: -1 }, chief),
    service.send(stopMove, { customer: parent, id }, chief),
    service.send(undoMove, { customer: parent, id }, chief),
  ];
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
});
