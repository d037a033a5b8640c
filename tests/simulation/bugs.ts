import { type RightName, rightIds } from '#contract/kit/rights.ts';
import type { Lane } from '#src/store/meta.ts';
import { type Backend, type BackendTx, type Key, StoreFailure } from '#src/store/tables/backend.ts';
import type { FreshRow, OutboxEntry, TableName, Tables } from '#src/store/tables/tables.ts';
import { type Seams, sound } from './base/seams.ts';

/** A realistic mistake, planted for a run. The checkers must find it. */
export type Bug = {
  readonly name: string;
  readonly about: string;
  readonly plant: () => Partial<Seams>;
  /** The first seed to try, for a bug whose conditions meet in fewer than one history in a thousand. Default 1. */
  readonly from?: number;
};

const allRights = new Set(Object.keys(rightIds) as RightName[]);

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

const serviceBugs: readonly Bug[] = [
  {
    name: 'no-dedupe',
    about: 'a consumed number is applied again',
    plant: () => ({
      knowsChanges: false,
      checkSeq: (...args) => {
        const judged = sound.checkSeq(...args);
        return judged.kind === 'replay' ? { kind: 'run' } : judged;
      },
    }),
  },
  {
    name: 'dedupe-outside-transaction',
    about: 'counter and result are committed after the effect',
    plant: () => ({ resultWith: 'own transaction' }),
  },
  {
    name: 'answer-before-commit',
    about: 'the reply is sent before the transaction is on disk',
    plant: () => ({ answersAfter: 'run' }),
  },
  {
    name: 'rev-from-sequence',
    about: 'revisions are assigned when work begins, not under the lock at its end',
    plant: () => ({ revAt: 'arrival' }),
  },
  {
    name: 'page-splits-rev',
    about: 'a page ends in the middle of a revision',
    plant: () => ({
      pageEnd: (revs, head) =>
        revs.beyond === null ? sound.pageEnd(revs, head) : { upto: revs.beyond, more: revs.beyond < head },
    }),
  },
  {
    name: 'scope-ignored',
    about: 'changed rights do not invalidate a device’s copy',
    plant: () => ({ whyVoid: (state, scope, pull) => sound.whyVoid(state, scope, { ...pull, scope: scope.hash }) }),
  },
  {
    name: 'rights-not-asked',
    about: 'a replayed change is not authorized again',
    plant: () => ({ decide: (rows, sent) => sound.decide(rows, { ...sent, actor: { ...sent.actor, rights: allRights } }) }),
  },
  {
    name: 'push-without-end',
    about: 'a long push keeps using rights that were read before it',
    from: 1_106_501,
    plant: () => ({ pushMilliseconds: Infinity }),
  },
  { name: 'unlocked-read', about: 'touched rows are read before their locks', plant: () => ({ readsAt: 'arrival' }) },
  {
    name: 'pre-values-ignored',
    about: 'the last writer wins',
    plant: () => ({ decide: (rows, sent) => sound.decide(rows, { ...sent, pre: {} }) }),
  },
  { name: 'refusal-not-consumed', about: 'a refused change keeps its number', plant: () => ({ consumesRefusals: false }) },
  {
    name: 'dependency-ignored',
    about: 'a change is applied although the one it depends on was refused',
    plant: () => ({ checkDependencies: () => null }),
  },
  {
    name: 'fingerprint-ignored',
    about: 'a used key returns its result for any content',
    plant: () => ({
      checkReplay: (stored, mutation) => sound.checkReplay(stored && { ...stored, fingerprint: mutation.fingerprint }, mutation),
    }),
  },
  {
    name: 'run-past-refusal',
    about: 'a shared transaction continues after a refused change',
    plant: () => ({ endsRuns: false }),
  },
  { name: 'no-recovery-gap', about: 'an unclean start continues with the same revisions', plant: () => ({ recovers: false }) },
  {
    name: 'restore-not-marked',
    about: 'a restored database keeps its epoch and its clean-stop mark',
    plant: () => ({ marksRestore: false }),
  },
  { name: 'no-tombstones', about: 'removed rows leave no tombstone', plant: () => ({ leavesTombstones: false }) },
  { name: 'horizon-not-moved', about: 'purged tombstones do not invalidate old copies', plant: () => ({ movesHorizon: false }) },
  {
    name: 'kill-ignored',
    about: 'a killed device keeps pushing and pulling',
    plant: () => ({
      checkSeq: (lane, ...rest) => sound.checkSeq(lane && { ...lane, killed: false }, ...rest),
      whyVoid: (state, ...rest) => sound.whyVoid({ ...state, lane: state.lane && { ...state.lane, killed: false } }, ...rest),
    }),
  },
  {
    name: 'access-not-asked',
    about: 'a lane stays open after its user lost access to the customer',
    plant: () => ({ checkAccess: (lane, userId) => sound.checkAccess(lane, userId, true) }),
  },
  { name: 'head-ahead-of-rows', about: 'the feed’s head is read after the rows', plant: () => ({ headAt: 'reply' }) },
  {
    name: 'refresh-not-alone',
    about: 'tabs refresh at the same time and the service has no grace period',
    plant: () => ({ refreshesAlone: false, refreshGraceMs: -1 }),
  },
];

const postingBugs: readonly Bug[] = [
  {
    name: 'blind-retry',
    about: 'a doubtful post is sent again without a lookup',
    plant: () => ({
      adapter: (adapter) => ({
        ...adapter,
        post: async (order) => {
          const answer = await adapter.post(order);
          return answer.kind === 'unknown' ? { kind: 'later', words: answer.words } : answer;
        },
        find: async () => ({ kind: 'absent' }),
      }),
    }),
  },
  {
    name: 'timeout-taken-for-refusal',
    about: 'a call without an answer counts as having created nothing',
    plant: () => ({
      adapter: (adapter) => ({
        ...adapter,
        post: async (order) => {
          const answer = await adapter.post(order);
          return answer.kind === 'unknown' ? { kind: 'refused', words: answer.words } : answer;
        },
        find: async () => ({ kind: 'absent' }),
      }),
    }),
  },
  {
    name: 'sending-not-committed',
    about: 'a pending call is not recorded',
    plant: () => ({
      postRows: (rows) => ({
        ...rows,
        move: (due, change) =>
          rows.move(due, change.state === 'sending' ? { ...change, state: 'wanted', tries: 0, leaseSeconds: null } : change),
      }),
    }),
  },
  {
    name: 'look-up-in-search-index',
    about: 'a reference is looked up in the delayed search index',
    plant: () => ({ adapter: (adapter, ats) => ({ ...adapter, find: async (reference) => ats.searchIndex(reference) }) }),
  },
  {
    name: 'reference-of-its-own',
    about: 'each attempt uses a new reference',
    plant: () => {
      let n = 0;
      return {
        adapter: (adapter) => ({
          ...adapter,
          post: (order) => adapter.post({ ...order, reference: `${order.reference}-${++n}` }),
        }),
      };
    },
  },
  {
    name: 'doubtful-update-forgotten',
    about: 'an update without an answer counts as done',
    plant: () => ({
      adapter: (adapter) => ({
        ...adapter,
        update: async (externalId, changes) => {
          const answer = await adapter.update(externalId, changes);
          return answer.kind === 'refused' ? answer : { kind: 'done' };
        },
      }),
    }),
  },
  {
    name: 'given-up-update-made-again-at-once',
    about: 'an update is repeated while the previous call may still take effect',
    from: 1_801,
    plant: () => ({
      postRows: (rows) => ({
        ...rows,
        move: (due, change) =>
          rows.move(due, due.externalId !== null && change.leaseSeconds === null ? { ...change, againInSeconds: 0 } : change),
      }),
    }),
  },
  { name: 'no-reconcile', about: 'after a recovery posts are sent without a lookup', plant: () => ({ reconciles: false }) },
];

const deviceBugs: readonly Bug[] = [
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

export const bugs: readonly Bug[] = [...serviceBugs, ...postingBugs, ...deviceBugs];

/** The system with one bug in it. */
export const withBug = (bug: Bug): Seams => ({ ...sound, ...bug.plant() });
