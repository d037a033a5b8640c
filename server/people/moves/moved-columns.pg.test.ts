import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { sourceColumns } from './moved-columns.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test('every column that names a source, a task, a job or a mapped text says whether it moves', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and column_name ~ '(^|_)(source|task|job|value|post)_ids?$'`.execute(database.db);
  expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(sourceColumns).sort());
});
