import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { writeAudit } from './audit.ts';
import { checkAuditChains } from './audit-chain.ts';

let database: TestDatabase;
let north: number;
let south: number;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  const add = () => database.db.insertInto('customer').values({ name: 'Agency' }).returning('id').executeTakeFirstOrThrow();
  [{ id: north }, { id: south }] = await Promise.all([add(), add()]);
});

const line = (customerId: number, name: string) => ({ customerId, actorId: 1, userId: 1, name, facts: { note: `“${name}”` } });
const write = (customerId: number, ...names: string[]) =>
  database.db.transaction().execute(async (tx) => {
    for (const name of names) await writeAudit(tx, line(customerId, name));
  });
const stateOf = async (customerId: number) =>
  (await checkAuditChains(database.db)).find((state) => state.customerId === customerId);
/** Changes the audit as someone does who has the database to themselves. */
const tamper = async (text: RawBuilder<unknown>) => {
  await database.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await text.execute(tx);
  });
};

test('[D9.1] each transaction adds one link per customer, and the chains are whole', async () => {
  await write(north, 'a.one', 'a.two', 'a.three');
  await write(north, 'b.one');
  await database.db.transaction().execute(async (tx) => {
    await writeAudit(tx, line(north, 'c.one'));
    await writeAudit(tx, line(south, 'c.two'));
    await writeAudit(tx, line(north, 'c.three'));
  });
  expect(await stateOf(north)).toMatchObject({ links: 3, broken: null, head: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(await stateOf(south)).toMatchObject({ links: 1, broken: null });
});

test('a transaction that is rolled back, wholly or to a savepoint, leaves no gap', async () => {
  await write(north, 'a.one');
  const failing = database.db.transaction().execute(async (tx) => {
    await writeAudit(tx, line(north, 'b.one'));
    throw new Error('changed my mind');
  });
  await expect(failing).rejects.toThrow('changed my mind');
  await database.db.transaction().execute(async (tx) => {
    await writeAudit(tx, line(north, 'c.one'));
    await sql`savepoint here`.execute(tx);
    await writeAudit(tx, line(north, 'c.two'));
    await sql`rollback to savepoint here`.execute(tx);
    await sql`savepoint there`.execute(tx);
    await writeAudit(tx, line(north, 'c.three'));
    await sql`release savepoint there`.execute(tx);
  });
  expect(await stateOf(north)).toMatchObject({ broken: null });
});

test('many writers at once keep one chain', async () => {
  await Promise.all(Array.from({ length: 40 }, (_, i) => write(i % 2 === 0 ? north : south, `w.${i}`, `v.${i}`)));
  expect(await stateOf(north)).toMatchObject({ links: 20, broken: null });
  expect(await stateOf(south)).toMatchObject({ links: 20, broken: null });
});

test('the audit only grows', async () => {
  await write(north, 'a.one');
  const { db } = database;
  for (const attempt of [
    sql`update audit set command = 'b.one'`,
    sql`delete from audit`,
    sql`truncate audit`,
    sql`update audit_link set n = n + 1`,
    sql`delete from audit_link`,
  ])
    await expect(attempt.execute(db)).rejects.toThrow('the audit only grows');
});

test.each([
  ['changed', sql`update audit set detail = '{}' where command = 'b.one'`, /^link 2: line \d+ or an earlier link was changed$/],
  ['removed', sql`delete from audit where command = 'b.one'`, /^link 2: 1 of its lines is gone \(line \d+\)$/],
  ['given to another time', sql`update audit set at = at + interval '1 second' where command = 'a.one'`, /^link 1: /],
  ['removed with its link', sql`delete from audit_link where n = 2`, /^link 2 is missing$/],
  ['removed with the last link', sql`delete from audit_link where n = 3`, /^line \d+ belongs to no link$/],
])('a line that was %s is found', async (_what, text, fault) => {
  await write(north, 'a.one');
  await write(north, 'b.one');
  await write(north, 'c.one');
  await tamper(text);
  expect((await stateOf(north))?.broken).toMatch(fault);
});

test('a line that was put in past the service is found', async () => {
  await write(north, 'a.one');
  await tamper(sql`insert into audit (customer_id, command) values (${north}, 'z.forged')`);
  expect((await stateOf(north))?.broken).toMatch(/^line \d+ belongs to no link$/);
});
