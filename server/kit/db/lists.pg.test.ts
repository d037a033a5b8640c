import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { pageOf, readNewest, readPage, totalOfList } from './paging.ts';
import { search } from './search.ts';
import { upsert } from './upsert.ts';

let database: TestDatabase;
const names = ['Mercy', 'Mercy West', 'St. Mary 100%', 'St. Mary 100x', 'a_b', 'axb'];
beforeAll(async () => {
  database = await createTestDatabase();
  await database.db
    .insertInto('shared_facility')
    .values(names.map((name) => ({ name })))
    .execute();
});
afterAll(() => database.close());

const found = async (query: string) => {
  const where = [search([sql`name`, sql`city`], query)];
  const parts = { select: sql`name`, from: sql`shared_facility`, where, orderBy: sql`name` };
  const { rows } = await readPage<{ name: string }>(database.db, parts, { pageSize: 10, page: 1 });
  return rows.map(({ name }) => name);
};

test('a search takes special characters literally, a * at its start or end as anything, and blank text as no search', async () => {
  expect(await found('100%')).toEqual(['St. Mary 100%']);
  expect(await found('a_b')).toEqual(['a_b']);
  expect(await found('MERCY')).toEqual(['Mercy', 'Mercy West']);
  expect(await found('*west')).toEqual(['Mercy West']);
  expect(await found('mary*')).toEqual([]);
  expect(await found(' ')).toHaveLength(names.length);
});

test('a page has the number of rows and pages, also beyond the last page', async () => {
  const parts = { select: sql`name`, from: sql`shared_facility`, where: [], orderBy: sql`id` };
  const page = (number: number) => readPage<{ name: string }>(database.db, parts, { pageSize: 4, page: number });
  expect(await page(2)).toEqual({ total: 6, totalPages: 2, rows: names.slice(4).map((name) => ({ name })) });
  expect(await page(3)).toEqual({ total: 6, totalPages: 2, rows: [] });
  expect(pageOf(names, { pageSize: 4, page: 2 })).toEqual({ total: 6, totalPages: 2, rows: names.slice(4) });
});

test('a list that was cut says how many rows it has in all', async () => {
  const rows = await database.db.selectFrom('shared_facility').select(['name', totalOfList]).orderBy('id').limit(2).execute();
  expect(rows).toEqual([
    { name: 'Mercy', total: 6 },
    { name: 'Mercy West', total: 6 },
  ]);
  const newest = database.db.selectFrom('shared_facility').select('name').orderBy('id', 'desc');
  expect(await readNewest(newest, 2)).toEqual({ total: 6, rows: [{ name: 'axb' }, { name: 'a_b' }] });
  expect(await readNewest(newest.where('name', '=', 'none'), 2)).toEqual({ total: 0, rows: [] });
});

test('an upsert writes a new or an existing row and returns what changed', async () => {
  const { id } = await database.db.insertInto('customer').values({ name: 'North' }).returning('id').executeTakeFirstOrThrow();
  const write = (vms_fee_percent: number) =>
    database.db
      .transaction()
      .execute((tx) => upsert(tx, 'pay_fee', { customer_id: id, source_id: 3 }, { vms_fee_percent, bill_overtime: false }));
  expect(await write(3)).toEqual({ vms_fee_percent: [null, 3], bill_overtime: [null, false] });
  expect(await write(4)).toEqual({ vms_fee_percent: [3, 4] });
  expect(await write(4)).toEqual({});
});
