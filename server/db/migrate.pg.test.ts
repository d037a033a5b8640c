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
