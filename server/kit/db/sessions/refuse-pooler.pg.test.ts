import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { sessionSettings } from '../connection.ts';
import { PoolerRefused, refusePooler, type Session } from './refuse-pooler.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** Connections of a pooler: each statement outside a transaction gets the first free session. */
function pooled(settings: Readonly<Record<string, string>>) {
  const busy = new Set<number>();
  let open = 0;
  const connect = async (): Promise<Session> => {
    open += 1;
    let held: number | undefined;
    return {
      async query(text) {
        const session = held ?? [1, 2, 3].find((each) => !busy.has(each));
        if (text === 'begin' && session !== undefined) busy.add(session);
        held = text === 'begin' ? session : held;
        const setting = text.replace('show ', '');
        return { rows: [{ [setting]: settings[setting], session }] };
      },
      async end() {
        open -= 1;
        if (held !== undefined) busy.delete(held);
      },
    };
  };
  return { connect, open: () => open };
}

test('PostgreSQL itself keeps a session for each connection and its limits of time', async () => {
  await expect(refusePooler(database.url)).resolves.toBeUndefined();
});

test('a pooler that gives sessions away between transactions is refused with the remedy', async () => {
  const pooler = pooled(sessionSettings);
  const refused = refusePooler('postgresql://pooler', pooler.connect);
  await expect(refused).rejects.toThrow(PoolerRefused);
  await expect(refused).rejects.toThrow(/pool_mode = transaction.*Set DATABASE_URL to PostgreSQL itself/);
  expect(pooler.open()).toBe(0);
});

test('a pooler that drops the limits of time is refused', async () => {
  const { connect } = pooled({ ...sessionSettings, lock_timeout: '0' });
  await expect(refusePooler('postgresql://pooler', connect)).rejects.toThrow('drops the limits of time');
});
