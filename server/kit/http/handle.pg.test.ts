import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { endpoint } from '#contract/kit/endpoint.ts';
import { CustomerRef } from '#contract/kit/ids.ts';
import { no, ok } from '#contract/kit/result.ts';
import type { SourceRow } from '#contract/rows/rows.ts';
import { nextIds, writeRows } from '#server/feed/publish.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { changesBetween } from '../db/audit.ts';
import { done, onlyReads, unchanged } from './audited.ts';
import { type Handler, handle } from './handle.ts';
import { row, rowOfActor } from './loaders.ts';

const base = { fails: ['invalid', 'conflict', 'not_found'], needs: 'session', offline: 'online', about: 'For tests.' } as const;
const named = z.object({ cust: CustomerRef, id: z.coerce.number(), name: z.string() });
const reply = z.object({ id: z.number() });
const example = { id: 1 };
const save = endpoint('POST /api/test/save/:cust/:id', { ...base, args: named, reply, example });
const refuse = endpoint('POST /api/test/refuse/:cust/:id', { ...base, args: named, reply, example });
const forget = endpoint('POST /api/test/forget/:cust/:id', { ...base, args: named, reply, example });
const idle = endpoint('POST /api/test/idle/:cust/:id', { ...base, args: named, reply, example });
const outside = endpoint('POST /api/test/outside/:cust/:id', { ...base, args: named, reply, example });
const look = endpoint('POST /api/test/look/:id', { ...base, args: named.omit({ cust: true }), reply, example });

const handlers: Handler[] = [
  handle(
    save,
    { audit: 'test.save', load: { source: row('source', 'id', { lock: true, orNew: true }) } },
    async ({ name }, { tx, write }, { source }) => {
      const [newId = 0] = source ? [] : await nextIds(tx, 'source', 1);
      const fresh = { id: newId, alias: null, autoPost: false, aliases: [], members: [] };
      const after: SourceRow = { ...(source?.row ?? fresh), name };
      write({ collection: 'source', row: after });
      return done({ id: after.id }, { object: ['source', after.id], changed: changesBetween(source?.row, after) });
    },
  ),
  handle(refuse, { audit: 'test.refuse' }, async ({ cust, name }, { tx }) => {
    await tx.updateTable('customer').set({ name }).where('id', '=', cust).execute();
    return no({ kind: 'conflict', current: null });
  }),
  handle(forget, { audit: 'test.forget', load: { source: row('source', 'id') } }, async ({ name }, { write }, { source }) => {
    write({ collection: 'source', row: { ...source.row, name } });
    return unchanged({ id: source.row.id });
  }),
  handle(idle, { audit: 'test.idle' }, async ({ id }) => unchanged({ id })),
  handle(outside, { audit: 'test.outside', ownTransactions: true }, async ({ cust, id, name }, { services, record }) => {
    const receipt = await services.db.transaction().execute(async (tx) => {
      await writeRows(tx, cust, []);
      return record(tx, { object: ['thing', name], facts: { name } });
    });
    return done({ id }, receipt);
  }),
  handle(look, { audit: onlyReads, load: { source: rowOfActor('source', 'id') } }, async (_args, _call, { source }) =>
    ok({ id: source.row.id }),
  ),
];

let service: TestService;
let recruiter: string;
let north: number;
let id: number;
/** The last line of the audit before a test. */
let last: number;
beforeAll(async () => {
  service = await startTestService({ handlers: [...handlers, ...(await import('#server/routes.ts')).routes] });
  north = service.people.north;
  recruiter = await service.signIn('recruiter');
});
afterAll(() => service.close());
beforeEach(async () => {
  ({ id } = await service.call(save, { cust: north, id: 0, name: 'First' }, recruiter));
  ({ last } = await service.services.db
    .selectFrom('audit')
    .select((e) => e.fn.max('id').as('last'))
    .executeTakeFirstOrThrow());
});

const lines = () =>
  service.services.db
    .selectFrom('audit')
    .selectAll()
    .where('command', 'like', 'test.%')
    .where('id', '>', last)
    .orderBy('id')
    .execute();
const names = async () => (await service.services.db.selectFrom('source').select('row').where('id', '=', id).execute())[0]?.row;

describe('an audited call', () => {
  test('records who changed what for which customer, under the revision of its rows', async () => {
    await service.call(save, { cust: north, id, name: 'Second' }, recruiter);
    const { rev } = await service.services.db
      .selectFrom('source')
      .select('rev')
      .where('customer_id', '=', north)
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(await lines()).toMatchObject([
      {
        customer_id: north,
        actor_id: service.people.recruiter,
        subject_id: service.people.recruiter,
        command: 'test.save',
        object_kind: 'source',
        object_id: String(id),
        detail: { changed: { name: ['First', 'Second'] } },
        rev,
      },
    ]);
  });

  test('stores nothing if it refuses', async () => {
    expect((await service.send(refuse, { cust: north, id, name: 'Wrong' }, recruiter)).status).toBe(409);
    const customer = await service.services.db.selectFrom('customer').select('name').where('id', '=', north).execute();
    expect(customer).toEqual([{ name: 'North Staffing' }]);
    expect(await lines()).toEqual([]);
  });

  test('that changed nothing writes no line', async () => {
    expect(await service.call(idle, { cust: north, id, name: '' }, recruiter)).toEqual({ id });
    expect(await lines()).toEqual([]);
  });

  test('fails as a bug, without effect, if it writes rows and reports no change', async () => {
    expect((await service.send(forget, { cust: north, id, name: 'Unseen' }, recruiter)).status).toBe(500);
    expect(await names()).toMatchObject({ name: 'First' });
  });

  test('with transactions of its own writes its line in one of them', async () => {
    await service.call(outside, { cust: north, id, name: 'abc' }, recruiter);
    expect(await lines()).toMatchObject([
      { command: 'test.outside', object_kind: 'thing', object_id: 'abc', detail: { name: 'abc' } },
    ]);
  });
});

describe('the rows that a call loads', () => {
  test('are not found if the customer has none with that id, another one has it, or the id is too large for the column', async () => {
    const south = service.people.south;
    const administrator = await service.signIn('administrator');
    for (const [cust, wanted] of [
      [north, 999],
      [south, id],
      [north, 9_000_000_000],
    ])
      expect((await service.send(save, { cust, id: wanted, name: 'x' }, administrator)).status).toBe(404);
    expect(await lines()).toEqual([]);
  });

  test('belong to the caller’s customer if the call names none, or to any customer for an administrator', async () => {
    const [stranger, administrator] = [await service.signIn('stranger'), await service.signIn('administrator')];
    const answers = await Promise.all(
      [recruiter, stranger, administrator].map((token) => service.send(look, { id, name: '' }, token)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 200]);
  });

  test('wait for each other if they are locked, so that no change is lost', async () => {
    await Promise.all(['A', 'B', 'C'].map((name) => service.call(save, { cust: north, id, name }, recruiter)));
    const changes = (await lines()).map(({ detail }) => (detail as { changed: { name: string[] } }).changed.name);
    expect(changes.map(([from]) => from)).toEqual(['First', ...changes.slice(0, -1).map(([, to]) => to)]);
  });

  test('of all customers are refused if the call works on one', async () => {
    const answer = await service.send(save, { cust: -1, id: 0, name: 'x' }, await service.signIn('administrator'));
    expect(answer).toMatchObject({
      status: 400,
      body: { kind: 'invalid', fields: { cust: expect.stringContaining('Choose one customer') as string } },
    });
  });
});
