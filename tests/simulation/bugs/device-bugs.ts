import type { Lane } from '#src/store/meta.ts';
import { type Backend, type BackendTx, type Key, StoreFailure } from '#src/store/tables/backend.ts';
import type { FreshRow, OutboxEntry, TableName, Tables } from '#src/store/tables/tables.ts';
import type { Seams } from '../base/seams.ts';
import type { Bug } from './bug.ts';

/** Changes a tab's database operations in write transactions. */
const inWrites = (change: (tx: BackendTx) => Partial<BackendTx>): Partial<Seams> => ({
  backend: (backend: Backend): Backend => ({
    ...backend,
    run: (mode, tables, work) => backend.run(mode, tables, mode === 'read' ? work : (tx) => work({ ...tx, ...change(tx) })),
  }),
});

/** Changes rows written to one table; null skips the write. */
const putting = <T extends TableName>(table: T, change: (row: Tables[T], tx: BackendTx) => Tables[T] | null): Partial<Seams> =>
  inWrites((tx) => ({
    put: (to: TableName, rows: readonly unknown[]) =>
      tx.put(to as T, (to === table ? (rows as Tables[T][]).flatMap((row) => change(row, tx) ?? []) : rows) as Tables[T][]),
  }));

export const deviceBugs: readonly Bug[] = [
  {
    name: 'overlay-dropped-at-200',
    about: 'a change disappears from the screen when its push is answered',
    plant: () =>
      inWrites((tx) => ({
        put: async (to: TableName, rows: readonly unknown[]) => {
          if (to !== 'outbox') return tx.put(to, rows as never);
          const acked = (rows as OutboxEntry[]).filter((entry) => entry.state === 'acked');
          await tx.put(to, rows.filter((row) => !acked.includes(row as OutboxEntry)) as never);
          await tx.remove(
            'outbox',
            acked.map(({ entry }) => entry),
          );
          await tx.put(
            'ackJournal',
            acked.map((entry) => ({ ...entry, ackedAt: '2026-11-20T08:00:00.000Z' })),
          );
        },
      })),
  },
  {
    name: 'saved-before-commit',
    about: 'a change is reported as saved before its transaction is complete',
    shortFrom: 100,
    plant: () => ({
      backend: (backend) => ({
        ...backend,
        run: <R>(mode: 'read' | 'write', tables: readonly TableName[], work: (tx: BackendTx) => Promise<R>) =>
          new Promise<R>((resolve, reject) => {
            void backend
              .run(mode, tables, async (tx) => {
                const result = await work(tx);
                resolve(result);
                return result;
              })
              .then(resolve, reject);
          }),
      }),
    }),
  },
  {
    name: 'merge-into-flight',
    about: 'sent changes are not marked, so they are rewritten',
    shortFrom: 744,
    plant: () => putting('outbox', (entry) => (entry.state === 'sending' ? { ...entry, state: 'waiting', sent: false } : entry)),
  },
  { name: 'no-journal', about: 'acknowledged changes are removed at once', plant: () => putting('ackJournal', () => null) },
  {
    name: 'rows-without-their-revision',
    about: 'a row of a page is not written with its feed position',
    plant: () => {
      let n = 0;
      return putting('fresh', (row: FreshRow) => (++n % 7 === 0 ? null : row));
    },
  },
  {
    name: 'rows-kept-without-access',
    about: 'rows without access stay on the device',
    plant: () =>
      inWrites((tx) => ({
        clear: async (table) => (table === 'layouts' || table === 'blocks' || table === 'fresh' ? undefined : tx.clear(table)),
      })),
  },
  {
    name: 'rows-kept-after-sign-out',
    about: 'signing out leaves the rows on the device',
    plant: () => ({ lockWork: async () => 'open' }),
  },
  {
    name: 'store-of-nobody',
    about: 'two users of one browser share a store',
    plant: () => ({ nameStore: (_, customerId) => `c${customerId}` }),
  },
  {
    name: 'schema-stamp-ignored',
    about: 'old code writes to the tables of a newer version',
    plant: () => {
      // This code only ever sees the value that it first read or wrote.
      const stamps = new WeakMap<object, unknown>();
      return {
        backend: (backend) => ({
          ...backend,
          run: (mode, tables, work) =>
            backend.run(mode, tables, (tx) =>
              work({
                ...tx,
                put: (table: TableName, rows: readonly never[]) => {
                  const stamp = table === 'meta' && (rows as readonly { key: string }[]).find(({ key }) => key === 'schema');
                  if (stamp) stamps.set(backend, stamp);
                  return tx.put(table, rows);
                },
                get: async (table: TableName, key: Key) => {
                  const row = await tx.get(table, key);
                  if (table !== 'meta' || key !== 'schema' || row === undefined) return row as never;
                  if (!stamps.has(backend)) stamps.set(backend, row);
                  return stamps.get(backend) as never;
                },
              }),
            ),
        }),
      };
    },
  },
  {
    name: 'work-dropped-with-rows',
    about: 'removing rows also removes unsent changes',
    plant: () =>
      inWrites((tx) => ({
        clear: async (table) => {
          await tx.clear(table);
          if (table === 'overlay') await tx.clear('outbox');
        },
      })),
  },
  {
    name: 'number-given-twice',
    about: 'the lane’s next number is not written',
    plant: () => {
      let n = 0;
      return putting('meta', (row) =>
        row.key === 'lane' && ++n % 11 === 0
          ? { ...row, value: { ...(row.value as Lane), nextSeq: Math.max(1, (row.value as Lane).nextSeq - 1) } }
          : row,
      );
    },
  },
  {
    name: 'full-device-not-told',
    about: 'a write that the device refuses counts as done',
    plant: () =>
      inWrites((tx) => ({
        put: async (to: TableName, rows: readonly never[]) => {
          try {
            await tx.put(to, rows);
          } catch (error) {
            if (!(error instanceof StoreFailure)) throw error;
          }
        },
      })),
  },
  {
    name: 'customer-of-the-day',
    about: 'requests use the user’s own customer instead of the store’s',
    plant: () => ({
      net: (net) => ({ send: (request) => net.send({ ...request, path: request.path.replace('customerId=2', 'customerId=1') }) }),
    }),
  },
  {
    name: 'notices-never-forgotten',
    about: 'old notices and journal entries are never removed',
    plant: () =>
      inWrites((tx) => ({
        remove: async (table, keys) => (table === 'ackJournal' || table === 'notices' ? undefined : tx.remove(table, keys)),
      })),
  },
];
