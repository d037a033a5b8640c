import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { openDatabase } from '../connection.ts';
import { connectionsBesidePool, refuseTooLargePool, TooFewConnections } from './connection-room.ts';

let database: TestDatabase;
let room: number;
beforeAll(async () => {
  database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query(
    `select name, setting::int from pg_settings where name ~ 'max_connections|reserved_connections'`,
  );
  await client.end();
  const settings = new Map<string, number>(rows.map(({ name, setting }) => [name, setting]));
  const of = (name: string) => settings.get(name) ?? 0;
  room = of('max_connections') - of('superuser_reserved_connections') - of('reserved_connections');
});
afterAll(() => database.close());

test('the largest pool for which the server has connections is taken', async () => {
  await expect(refuseTooLargePool(database.url, room - connectionsBesidePool)).resolves.toBeUndefined();
});

test('one connection more is refused with both remedies', async () => {
  const refused = refuseTooLargePool(database.url, room - connectionsBesidePool + 1);
  await expect(refused).rejects.toThrow(TooFewConnections);
  await expect(refused).rejects.toThrow(
    `the server gives ${room} to users like this one. Set JOBDOCK_DATABASE_POOL to at most ${room - connectionsBesidePool}, or raise max_connections`,
  );
});

test('the pool opens as many connections as it is given, and no more', async () => {
  const db = openDatabase(database.url, { max: 4 });
  const asked = Array.from({ length: 12 }, () =>
    sql<{ pid: number }>`select pg_backend_pid() as pid, pg_sleep(0.05)`.execute(db).then(({ rows }) => rows),
  );
  const pids = new Set((await Promise.all(asked)).flat().map(({ pid }) => pid));
  await db.destroy();
  expect(pids.size).toBe(4);
});
