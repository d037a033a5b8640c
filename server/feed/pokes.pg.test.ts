import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { poke } from './pokes.ts';

let database: TestDatabase;
let listener: pg.Client;
let heard: { customer: number; rev: number }[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  listener = new pg.Client({ connectionString: database.url });
  await listener.connect();
  listener.on('notification', ({ payload }) => heard.push(JSON.parse(payload ?? '') as (typeof heard)[number]));
  await listener.query('listen feed');
});
afterAll(async () => {
  await listener.end();
  await database.close();
});

const until = async (told: () => boolean) => {
  for (let i = 0; i < 200 && !told(); i++) await new Promise((done) => setTimeout(done, 25));
  expect(told()).toBe(true);
};
const last = (customer: number) => heard.filter((notice) => notice.customer === customer).at(-1)?.rev;

test('the first move sends a notice at once, a burst after it only a few, and the newest revision is always sent', async () => {
  heard = [];
  for (let rev = 1; rev <= 200; rev++) {
    poke(database.db, 1, rev);
    if (rev % 10 === 0) await new Promise((done) => setTimeout(done, 5));
  }
  await until(() => last(1) === 200);
  expect(heard[0]).toEqual({ customer: 1, rev: 1 });
  expect(heard.length).toBeLessThan(20);
});

test('customers do not wait for each other', async () => {
  heard = [];
  for (let customer = 1; customer <= 8; customer++) poke(database.db, customer, 1000 + customer);
  await until(() => heard.length === 8);
  for (let customer = 1; customer <= 8; customer++) expect(last(customer)).toBe(1000 + customer);
});

test('a move after a quiet time sends a notice again, whatever was sent before', async () => {
  heard = [];
  poke(database.db, 1, 3000);
  await until(() => last(1) === 3000);
  await new Promise((done) => setTimeout(done, 120));
  poke(database.db, 1, 3001);
  await until(() => last(1) === 3001);
  expect(heard.map(({ rev }) => rev)).toEqual([3000, 3001]);
});

test('a lost database connection makes no caller fail', async () => {
  const other = await createTestDatabase();
  await other.close();
  expect(() => poke(other.db, 1, 1)).not.toThrow();
  // An unhandled rejection would fail the test run.
  await new Promise((done) => setTimeout(done, 50));
});
