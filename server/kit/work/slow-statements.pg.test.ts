import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { type Db, openDatabase, openScope, prepared } from '../db/connection.ts';
import { logSlowStatements, shownText } from './slow-statements.ts';
import { during, nameWork } from './work-id.ts';

const canary = 'canary-of-a-parameter';
let database: TestDatabase;
let db: Db;
let lines: Record<string, unknown>[] = [];
const log = pino(
  { base: null, timestamp: false, mixin: nameWork },
  { write: (text: string) => void lines.push(JSON.parse(text) as Record<string, unknown>) },
);
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.url, { slow: logSlowStatements(log, 60) });
});
beforeEach(() => {
  lines = [];
});
afterAll(async () => {
  await db.destroy();
  await database.close();
});

test('a slow statement is logged with its text, its time and the request, and without its parameters', async () => {
  await during({ reqId: 'request-1' }, () => sql`select pg_sleep(${0.1}), ${canary}::text`.execute(db));
  expect(lines).toEqual([
    {
      level: 40,
      reqId: 'request-1',
      ms: expect.any(Number),
      statement: 'select pg_sleep($1), $2::text',
      msg: expect.any(String),
    },
  ]);
  const [{ ms, msg } = {}] = lines;
  expect(ms).toBeGreaterThanOrEqual(100);
  expect(msg).toBe(`a statement took ${String(ms)} ms`);
});

test('a quick statement is not logged', async () => {
  await sql`select ${canary}::text`.execute(db);
  expect(lines).toEqual([]);
});

test('a slow one that fails, is prepared, or is limited to a customer is logged, too', async () => {
  await expect(sql`select pg_sleep(0.1), 1 / (random() * 0)::int`.execute(db)).rejects.toThrow('division by zero');
  await during({ jobId: 'job-1' }, () =>
    sql`${prepared} select pg_sleep(${0.1})`.execute(openScope(db, 'set local lock_timeout = 999')),
  );
  expect(lines).toMatchObject([
    { statement: expect.stringContaining('/ (random()') },
    { statement: 'select pg_sleep($1)', jobId: 'job-1' },
  ]);
});

test('0 logs none', () => {
  expect(logSlowStatements(log, 0)).toBeUndefined();
});

test('literals other than names are left out, and the text is one line of limited length', () => {
  expect(shownText("/* prepared, opening */ select row ->> 'facilityMap',\n  'Ann O''Neil', ''")).toBe(
    "select row ->> 'facilityMap', '…', '…'",
  );
  expect(shownText(`select ${'a, '.repeat(2000)}`)).toHaveLength(2000);
});
