import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { createSecrets, type SecretPlace } from './secrets.ts';

const master = new Uint8Array(32).fill(1);
const secrets = createSecrets(master);
const place: SecretPlace = { customerId: 1, owner: 'target:7', field: 'password' };
const canary = 'canary-52f0c1';

let database: TestDatabase;
const sealed = (at: SecretPlace, plain: string) => database.db.transaction().execute((tx) => secrets.seal(tx, at, plain));
beforeAll(async () => {
  database = await createTestDatabase();
  await database.db
    .insertInto('customer')
    .values([{ name: 'North' }, { name: 'South' }])
    .execute();
});
afterAll(() => database.close());

describe('an encrypted secret', () => {
  test('opens in the place it was encrypted for', async () => {
    await secrets.put(database.db, place, canary);
    expect(await secrets.take(database.db, place)).toBe(canary);
  });

  test.each([
    ['another customer', { ...place, customerId: 2 }],
    ['another row', { ...place, owner: 'target:8' }],
    ['another field', { ...place, field: 'clientSecret' }],
    ['a row whose name runs into the field', { ...place, owner: 'target:7","password', field: '' }],
  ])('moved to %s does not open', async (_where, elsewhere) => {
    const text = await sealed(place, canary);
    await sealed(elsewhere, 'so that this customer has a key');
    expect(await secrets.open(database.db, elsewhere, text)).toBeUndefined();
    expect(await secrets.open(database.db, place, text)).toBe(canary);
  });

  test('changed in any byte does not open', async () => {
    const text = await sealed(place, canary);
    const [id = '', body = ''] = text.split('.');
    const bytes = Buffer.from(body, 'base64');
    for (let i = 0; i < bytes.length; i += 1) {
      const altered = Buffer.from(bytes);
      altered[i] = (altered[i] ?? 0) ^ 1;
      expect(await secrets.open(database.db, place, `${id}.${altered.toString('base64')}`)).toBeUndefined();
    }
    for (const torn of ['', '1.', '1.AAAA', 'x', `9.${body}`])
      expect(await secrets.open(database.db, place, torn)).toBeUndefined();
  });

  test('does not open under another master key', async () => {
    const text = await sealed(place, canary);
    expect(await createSecrets(new Uint8Array(32).fill(2)).open(database.db, place, text)).toBeUndefined();
    expect(await createSecrets(master).open(database.db, place, text)).toBe(canary);
  });

  test('is not stored as plain text, and is deleted on request', async () => {
    await secrets.put(database.db, place, canary);
    const rows = [
      await database.db.selectFrom('secret').selectAll().execute(),
      await database.db.selectFrom('data_key').selectAll().execute(),
    ];
    expect(JSON.stringify(rows)).not.toContain(canary);
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(canary).toString('base64').slice(0, 12));
    await secrets.put(database.db, place, null);
    expect(await secrets.take(database.db, place)).toBeUndefined();
  });

  test('gets one data key per customer, even if two first secrets are stored at once', async () => {
    const fresh = await createTestDatabase();
    await fresh.db.insertInto('customer').values({ name: 'North' }).execute();
    const one = createSecrets(master);
    const two = createSecrets(master);
    const all = await Promise.all(
      [one, two, one, two].map((s) => fresh.db.transaction().execute((tx) => s.seal(tx, place, canary))),
    );
    for (const text of all) expect(await two.open(fresh.db, place, text)).toBe(canary);
    expect(await fresh.db.selectFrom('data_key').selectAll().execute()).toHaveLength(1);
    await fresh.close();
  });
});

test('each purpose has its own key', () => {
  expect(secrets.derive('a')).toEqual(createSecrets(master).derive('a'));
  expect(secrets.derive('a')).not.toEqual(secrets.derive('b'));
});
