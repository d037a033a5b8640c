import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createMemoryBackend } from '#tests/doubles/memory-backend.ts';
import type { Backend } from './backend.ts';
import { openDexieBackend } from './dexie-backend.ts';
import { rowTables } from './tables.ts';

const sleep = async () => {};
let opened = 0;
const engines: Record<string, () => Promise<Backend>> = {
  memory: async () => createMemoryBackend('test'),
  IndexedDB: () => openDexieBackend(`test-${opened++}`, { sleep }),
};

describe.each(Object.entries(engines))('a database in %s', (_, open) => {
  let db: Backend;
  const meta = (key: string, value: unknown = key) => ({ key, value });
  beforeEach(async () => {
    db = await open();
  });
  afterEach(() => db.destroy());

  const write = (key: string, value?: unknown) => db.run('write', rowTables, (tx) => tx.put('meta', [meta(key, value)]));
  const keys = async () => (await db.run('read', rowTables, (tx) => tx.list('meta'))).map(({ key }) => key);

  test('stores values in key order', async () => {
    await write('b');
    await write('a', 1);
    expect(await db.run('read', rowTables, (tx) => tx.get('meta', 'a'))).toEqual(meta('a', 1));
    expect(await keys()).toEqual(['a', 'b']);
  });

  test('lists rows by the first part of a compound key, and rows above a number', async () => {
    const fresh = (collection: 'job' | 'task', id: number) => ({ collection, id, rev: 1, row: null });
    const notice = (version: number) => ({ version, changes: [], outbox: true });
    const found = await db.run('write', rowTables, async (tx) => {
      await tx.put('fresh', [fresh('task', 1), fresh('job', 10), fresh('job', 9)]);
      await tx.put('notices', [notice(1), notice(3), notice(2)]);
      return {
        jobs: await tx.list('fresh', { prefix: 'job' }),
        count: [await tx.count('fresh', 'job'), await tx.count('fresh', 'source')],
        first: await tx.list('fresh', { prefix: 'job', limit: 1 }),
        later: await tx.list('notices', { above: 1 }),
        one: await tx.getMany('fresh', [['job', 9] as const, ['job', 11] as const]),
      };
    });
    expect(found.jobs.map(({ id }) => id)).toEqual([9, 10]);
    expect(found.count).toEqual([2, 0]);
    expect(found.first.map(({ id }) => id)).toEqual([9]);
    expect(found.later.map(({ version }) => version)).toEqual([2, 3]);
    expect(found.one).toEqual([fresh('job', 9), undefined]);
  });

  test('rolls back when the work throws', async () => {
    await write('kept', 1);
    const failing = db.run('write', rowTables, async (tx) => {
      await tx.put('meta', [meta('kept', 2), meta('new')]);
      await tx.clear('outbox');
      throw new Error('killed');
    });
    await expect(failing).rejects.toThrow('killed');
    expect(await db.run('read', rowTables, (tx) => tx.list('meta'))).toEqual([meta('kept', 1)]);
  });

  test('runs two writers one after the other', async () => {
    await write('count', 0);
    const raise = () =>
      db.run('write', rowTables, async (tx) => {
        const count = Number((await tx.get('meta', 'count'))?.value);
        await tx.put('meta', [meta('count', count + 1)]);
      });
    await Promise.all([raise(), raise(), raise()]);
    expect(await db.run('read', rowTables, (tx) => tx.get('meta', 'count'))).toEqual(meta('count', 3));
  });

  test('refuses a table outside the transaction, and a write in a read transaction', async () => {
    await expect(db.run('write', ['meta'], (tx) => tx.clear('outbox'))).rejects.toThrow(/transaction|store|table/i);
    await expect(db.run('read', rowTables, (tx) => tx.clear('outbox'))).rejects.toThrow(/read/i);
  });

  test('removes rows and empties tables', async () => {
    for (const key of ['a', 'b', 'c']) await write(key);
    await db.run('write', rowTables, (tx) => tx.remove('meta', ['a']));
    expect(await keys()).toEqual(['b', 'c']);
    await db.run('write', rowTables, (tx) => tx.clear('meta'));
    expect(await keys()).toEqual([]);
  });

  test('returns copies: changing an input or a result does not change stored data', async () => {
    const value = { deep: [1] };
    await write('a', value);
    value.deep.push(2);
    const got = await db.run('read', rowTables, (tx) => tx.get('meta', 'a'));
    const kept = got?.value as typeof value;
    kept.deep.push(3);
    expect(await db.run('read', rowTables, (tx) => tx.get('meta', 'a'))).toEqual(meta('a', { deep: [1] }));
  });

  test('reports that it is gone once it is closed', async () => {
    db.close();
    await expect(keys()).rejects.toMatchObject({ name: 'StoreFailure', kind: 'gone' });
  });
});

describe('[edge case 23] a lost browser connection', () => {
  let failures = 0;
  const opening = async () => {
    // oxlint-disable-next-line typescript/unbound-method -- called with the database as `this` below
    const real = IDBDatabase.prototype.transaction;
    // Must run before the database opens, because Dexie binds the method then.
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...args) {
      if (failures-- > 0) throw new DOMException('Connection to Indexed Database server lost. Refresh the page', 'UnknownError');
      return real.apply(this, args);
    });
    const waits: number[] = [];
    let lost = 0;
    const db = await openDexieBackend(`lost-${opened++}`, {
      sleep: async (ms) => void waits.push(ms),
      onLost: () => void (lost += 1),
    });
    const save = () => db.run('write', rowTables, (tx) => tx.put('meta', [{ key: 'a', value: 1 }]));
    const kept = () => db.run('read', rowTables, (tx) => tx.list('meta'));
    return { save, kept, waits, lost: () => lost };
  };
  afterEach(() => {
    failures = 0;
    vi.restoreAllMocks();
  });

  test('is opened again, and the write is on disk when it resolves', async () => {
    const { save, kept, waits, lost } = await opening();
    failures = 1;
    await save();
    expect(waits).toEqual([200]);
    expect(await kept()).toHaveLength(1);
    expect(lost()).toBe(0);
  });

  test('that does not recover is reported after three attempts; nothing counts as saved', async () => {
    const { save, kept, waits, lost } = await opening();
    failures = Number.POSITIVE_INFINITY;
    await expect(save()).rejects.toMatchObject({ name: 'StoreFailure', kind: 'gone' });
    expect(waits).toEqual([200, 1000, 3000]);
    expect(lost()).toBe(1);
    failures = 0;
    expect(await kept()).toEqual([]);
  });
});
