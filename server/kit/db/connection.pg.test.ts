import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { closing, opening } from './connection.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await sql`create table note (n integer primary key)`.execute(database.db);
});
afterAll(() => database.close());
beforeEach(() => sql`delete from note`.execute(database.db));

const notes = async () => (await sql<{ n: number }>`select n from note order by n`.execute(database.db)).rows.map(({ n }) => n);
const write = (n: number) => sql`${closing} insert into note values (${n}::integer)`;
const read = sql`${opening} select count(*) from note`;

describe('a transaction whose first statement begins it and whose last one commits it', () => {
  test('is committed when it resolves, and only then', async () => {
    await database.db.transaction().execute(async (tx) => {
      await read.execute(tx);
      await sql`insert into note values (1)`.execute(tx);
      expect(await notes()).toEqual([]);
      await write(2).execute(tx);
    });
    expect(await notes()).toEqual([1, 2]);
  });
  test('stores nothing if the last statement fails', async () => {
    const work = database.db.transaction().execute(async (tx) => {
      await read.execute(tx);
      await sql`insert into note values (3)`.execute(tx);
      await write(3).execute(tx);
    });
    await expect(work).rejects.toMatchObject({ code: '23505' });
    expect(await notes()).toEqual([]);
  });
  test('stores nothing if the first statement fails, and its connection stays usable', async () => {
    const broken = sql`${opening} select 1 / 0`;
    await expect(database.db.transaction().execute((tx) => broken.execute(tx))).rejects.toMatchObject({ code: '22012' });
    await database.db.transaction().execute((tx) => write(4).execute(tx));
    expect(await notes()).toEqual([4]);
  });
  test('refuses a statement after its last one', async () => {
    const work = database.db.transaction().execute(async (tx) => {
      await write(5).execute(tx);
      await sql`insert into note values (6)`.execute(tx);
    });
    await expect(work).rejects.toThrow('followed');
    expect(await notes()).toEqual([5]);
  });
  test('may have no statement at all', async () => {
    await expect(database.db.transaction().execute(async () => 7)).resolves.toBe(7);
    await expect(
      database.db.transaction().execute(async () => {
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
  });
  test('a transaction whose first statement writes begins before it', async () => {
    const work = database.db.transaction().execute(async (tx) => {
      await sql`insert into note values (8)`.execute(tx);
      throw new Error('changed my mind');
    });
    await expect(work).rejects.toThrow('changed my mind');
    expect(await notes()).toEqual([]);
  });
  test('many at once stay separate', async () => {
    await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        database.db.transaction().execute(async (tx) => {
          await read.execute(tx);
          await write(100 + n).execute(tx);
        }),
      ),
    );
    expect(await notes()).toEqual(Array.from({ length: 60 }, (_, n) => 100 + n));
  });
});
