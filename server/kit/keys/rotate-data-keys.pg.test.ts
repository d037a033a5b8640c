import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import type { Tx } from '../db/connection.ts';
import { createSecrets, type SecretPlace, type Secrets } from '../lib/secrets.ts';
import { rotateDataKeys, type SealedStore, storedSecrets } from './rotate-data-keys.ts';

const root = new Uint8Array(32).fill(1);
const count = 24;
const placeOf = (i: number, customerId = 1): SecretPlace => ({ customerId, owner: `target:${i}`, field: 'password' });

let database: TestDatabase;
/** Two processes of the service, which keep data keys in memory. */
let process1: Secrets;
let process2: Secrets;
beforeEach(async () => {
  [process1, process2] = [createSecrets(root), createSecrets(root)];
  database = await createTestDatabase();
  await database.db
    .insertInto('customer')
    .values([{ name: 'North' }, { name: 'South' }, { name: 'without secrets' }])
    .execute();
  // More than one batch.
  await database.db.transaction().execute(async (tx) => {
    for (let i = 0; i < count; i++) await process1.put(tx, placeOf(i), `plain ${i}`);
    await process1.put(tx, placeOf(0, 2), 'south');
  });
});
afterEach(() => database.close());

const rotate = (over: Partial<Parameters<typeof rotateDataKeys>[0]> = {}) =>
  rotateDataKeys({ db: database.db, secrets: createSecrets(root), stores: [storedSecrets], say: () => undefined, ...over });
const keys = async () => {
  const rows = await database.db
    .selectFrom('data_key')
    .select(['customer_id', 'id'])
    .orderBy('customer_id')
    .orderBy('id')
    .execute();
  return rows.map(({ customer_id, id }) => `${customer_id}/${id}`);
};
const plains = (secrets = createSecrets(root)) =>
  Promise.all(Array.from({ length: count }, (_, i) => secrets.take(database.db, placeOf(i))));
const expected = Array.from({ length: count }, (_, i) => `plain ${i}`);

test('every secret has the new key, the old key is gone, and processes that cached it go on', async () => {
  const before = await database.db.selectFrom('data_key').select('sealed').execute();
  expect(await rotate()).toEqual({ customers: 2, values: count + 1, unreadable: 0 });
  expect(await keys()).toEqual(['1/2', '2/2']);
  expect(await database.db.selectFrom('secret').select('owner').where('sealed', 'not like', '2.%').execute()).toEqual([]);
  const after = await database.db.selectFrom('data_key').select('sealed').execute();
  for (const { sealed } of after) expect(before).not.toContainEqual({ sealed });
  expect(await plains(process1)).toEqual(expected);
  await process1.put(database.db, placeOf(0), 'changed');
  expect(await process2.take(database.db, placeOf(0))).toBe('changed');
  await rotate();
  expect(await keys()).toEqual(['1/3', '2/3']);
  expect(await process2.take(database.db, placeOf(0))).toBe('changed');
});

test.each([1, 21])('interrupted at value %d, everything opens, and the next run ends it with the same key', async (at) => {
  let replaced = 0;
  const crashing: SealedStore = {
    ...storedSecrets,
    async replace(tx, value, sealed) {
      replaced += 1;
      if (replaced === at) throw new Error('crash');
      return storedSecrets.replace(tx, value, sealed);
    },
  };
  await expect(rotate({ stores: [crashing] })).rejects.toThrow('crash');
  expect(await keys()).toEqual(['1/1', '1/2', '2/1']);
  expect(await plains()).toEqual(expected);
  await rotate();
  expect(await keys()).toEqual(['1/2', '2/2']);
  expect(await plains()).toEqual(expected);
});

test('the old key waits for a transaction that encrypts with it', async () => {
  let commit = () => {};
  let stored = () => {};
  const hasStored = new Promise<void>((go) => (stored = go));
  const writing = database.db.transaction().execute(async (tx) => {
    await process2.put(tx, { customerId: 1, owner: 'late', field: 'password' }, 'late');
    stored();
    await new Promise<void>((go) => (commit = go));
  });
  await hasStored;
  const rotating = rotate();
  const waits = sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%data_key%'`;
  await expect.poll(async () => (await waits.execute(database.db)).rows[0]?.n, { timeout: 10_000 }).toBe(1);
  expect(await keys()).toContain('1/1');
  commit();
  await writing;
  expect((await rotating).values).toBe(count + 2);
  expect(await keys()).toEqual(['1/2', '2/2']);
  const late = { customerId: 1, owner: 'late', field: 'password' };
  expect(await createSecrets(root).take(database.db, late)).toBe('late');
});

test('two processes that write and read all the time lose nothing and see no secret missing', async () => {
  let running = true;
  let [writes, reads] = [0, 0];
  const last = new Map<number, string>();
  const writer = async (secrets: Secrets, own: readonly number[]) => {
    while (running)
      for (const i of own) {
        const plain = `write ${writes}`;
        await secrets.put(database.db, placeOf(i), plain);
        last.set(i, plain);
        writes += 1;
      }
  };
  const wrong: string[] = [];
  const reader = async (secrets: Secrets) => {
    while (running)
      for (let i = 0; i < count && running; i++) {
        if ((await secrets.take(database.db, placeOf(i))) === undefined) wrong.push(`target:${i}`);
        reads += 1;
      }
  };
  const others = [writer(process1, [0, 1, 2]), writer(process2, [3, 4, 5]), reader(process1), reader(process2)];
  for (let n = 0; n < 3; n++) await rotate();
  running = false;
  await Promise.all(others);
  expect(wrong).toEqual([]);
  expect(Math.min(writes, reads)).toBeGreaterThan(0);
  // What was written between two rotations has the newest key, or the one before until the next run.
  await rotate();
  expect(await keys()).toHaveLength(2);
  const all = await plains();
  expect(all).toEqual(expected.map((plain, i) => last.get(i) ?? plain));
});

test('a value that no key opens stays with its data key, is counted, and holds up no later rotation', async () => {
  const broken = (tx: Tx) => tx.updateTable('secret').set({ sealed: '1.AAAA' }).where('owner', '=', 'target:7').execute();
  await database.db.transaction().execute(broken);
  expect(await rotate()).toEqual({ customers: 2, values: count, unreadable: 1 });
  expect(await keys()).toEqual(['1/1', '1/2', '2/2']);
  expect((await rotate()).unreadable).toBe(1);
  expect(await keys()).toEqual(['1/1', '1/3', '2/3']);
  expect((await plains()).filter((plain) => plain === undefined)).toHaveLength(1);
});
