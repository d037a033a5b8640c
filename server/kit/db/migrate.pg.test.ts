import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { migrate, migrations } from './migrate.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

const extra = { name: '999-extra.sql', sql: 'create table extra (n integer); insert into extra values (1);' };

test('a database that is up to date is left alone', async () => {
  expect(await migrate(database.url)).toEqual([]);
});

test('five processes that start at once apply each file once', async () => {
  const applied = await Promise.all(Array.from({ length: 5 }, () => migrate(database.url, [...migrations, extra])));
  expect(applied.flat()).toEqual(['999-extra.sql']);
  expect((await sql<{ n: number }>`select n from extra`.execute(database.db)).rows).toEqual([{ n: 1 }]);
});

test('a file that fails leaves nothing behind', async () => {
  const broken = { ...extra, sql: `${extra.sql} select nonsense;` };
  await expect(migrate(database.url, [...migrations, broken])).rejects.toThrow('999-extra.sql failed');
  expect((await sql<{ t: string | null }>`select to_regclass('extra')::text as t`.execute(database.db)).rows[0]?.t).toBeNull();
});

test('a file changed after it was applied, and a file of a newer version, are refused', async () => {
  await migrate(database.url, [...migrations, extra]);
  await expect(migrate(database.url, [...migrations, { ...extra, sql: 'select 1' }])).rejects.toThrow('was changed');
  await expect(migrate(database.url)).rejects.toThrow('newer version');
});

/** The first version that was given to others; later ones must take over what it holds. */
const first = migrations.filter(({ name }) => name <= '110-global-feed.sql');

test('later files take over a database at work: the global feed, a posted job, a change that was carried out twice', async () => {
  const { db } = database;
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
  await migrate(database.url, first);
  await sql`insert into customer (name) values ('Harborview')`.execute(db);
  await sql`insert into customer_feed (customer_id, rev) values (0, 3), (1, 40)`.execute(db);
  await sql`insert into job (customer_id, id, rev, row) values (1, 7, 40, '{"facilityValueId": 11, "shiftValueId": null}')`.execute(
    db,
  );
  await sql`insert into post (customer_id, target_id, job_id, reference, state, external_id)
    values (1, 1, 7, 'R7', 'done', '900')`.execute(db);
  await sql`insert into client (customer_id, client_id, user_id, protocol) values (1, 'left', 1, 1), (1, 'taken', 1, 1)`.execute(
    db,
  );
  await sql`insert into mutation_result (customer_id, client_id, seq, fingerprint, outcome, at)
    select 1, lane, 1, 'once', '{"outcome": "applied", "rev": 9, "result": {"done": [7], "refused": []}}', at::timestamptz
    from (values ('left', '2026-11-20T12:00:00Z'), ('taken', '2026-11-20T12:00:09Z')) as wipe (lane, at)`.execute(db);

  expect(await migrate(database.url)).toEqual(migrations.slice(first.length).map(({ name }) => name));
  const posts = await db
    .selectFrom('post')
    .select(['external_id', sql<string>`value_ids::text`.as('values')])
    .execute();
  expect(posts).toEqual([{ external_id: '900', values: '{11}' }]);
  expect(await db.selectFrom('post_follow').selectAll().execute()).toEqual([{ customer_id: 1, rev: 40 }]);
  const told = await db.selectFrom('mutation_result').select(['client_id', 'carried']).orderBy('at').execute();
  expect(told).toEqual([
    { client_id: 'left', carried: false },
    { client_id: 'taken', carried: true },
  ]);
});
