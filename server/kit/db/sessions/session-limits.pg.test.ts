import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { againAfterRace } from '#server/commands/failures.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { isTransient } from './transient.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  for (const name of ['North', 'South']) await database.db.insertInto('customer').values({ name }).execute();
});
afterAll(() => database.close());

test.each([
  ['lock_timeout', '5s'],
  ['statement_timeout', '10s'],
  ['idle_in_transaction_session_timeout', '15s'],
  ['synchronous_commit', 'on'],
])('every session sets %s to %s, so that nothing waits for ever', async (name, value) => {
  const { rows } = await sql<{ value: string }>`select current_setting(${name}) as value`.execute(database.db);
  expect(rows).toEqual([{ value }]);
});

const rename = (id: number, text: string) => sql`update customer set name = name || ${text}::text where id = ${id}`;
const names = async () =>
  (await database.db.selectFrom('customer').select('name').orderBy('id').execute()).map(({ name }) => name);

describe('[edge case 32] transactions that conflict with each other', () => {
  test('after a deadlock both take effect, each once: the one that PostgreSQL cancels runs again', async () => {
    let runs = 0;
    let meeting = 0;
    let met: () => void = () => undefined;
    const both = new Promise<void>((resolve) => (met = resolve));
    const work = (first: number, second: number, text: string) =>
      againAfterRace(() =>
        database.db.transaction().execute(async (tx) => {
          runs += 1;
          await rename(first, text).execute(tx);
          meeting += 1;
          if (meeting === 2) met();
          await both;
          await rename(second, text).execute(tx);
        }),
      );
    await Promise.all([work(1, 2, ' a'), work(2, 1, ' b')]);
    // More than two: if the cancelled transaction restarts before the other one continues, they deadlock again.
    expect(runs).toBeGreaterThan(2);
    for (const name of await names()) {
      expect(name.split(' a')).toHaveLength(2);
      expect(name.split(' b')).toHaveLength(2);
    }
  });

  test('if a row changed after their snapshot, the later one runs again on the new row', async () => {
    let runs = 0;
    await againAfterRace(() =>
      database.db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (tx) => {
          runs += 1;
          await sql`select 1 from customer`.execute(tx);
          if (runs === 1) await rename(1, ' c').execute(database.db);
          await rename(1, ' d').execute(tx);
        }),
    );
    expect(runs).toBe(2);
    expect((await names())[0]).toMatch(/ c d$/);
  });

  test('that always conflict give up after three more tries, with a temporary failure', async () => {
    let runs = 0;
    const losing = againAfterRace(() =>
      database.db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (tx) => {
          runs += 1;
          await sql`select 1 from customer`.execute(tx);
          await rename(2, ' e').execute(database.db);
          await rename(2, ' f').execute(tx);
        }),
    );
    expect(isTransient(await losing.catch((error: unknown) => error))).toBe(true);
    expect(runs).toBe(4);
  });

  test('waiting too long for a lock end with a temporary failure', async () => {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    let taken: () => void = () => undefined;
    const isTaken = new Promise<void>((resolve) => (taken = resolve));
    const holder = database.db.transaction().execute(async (tx) => {
      await rename(1, ' g').execute(tx);
      taken();
      await released;
    });
    await isTaken;
    const began = performance.now();
    const waited = await rename(1, ' h')
      .execute(database.db)
      .catch((error: unknown) => error);
    expect(isTransient(waited)).toBe(true);
    expect((waited as { code?: string }).code).toBe('55P03');
    expect(performance.now() - began).toBeGreaterThan(4500);
    release();
    await holder;
  });
});
