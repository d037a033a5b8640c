import type { TargetAdapter } from '#server/targets/adapter/target-adapter.ts';
import type { Nature } from '../base/natures.ts';
import type { Seams } from '../base/seams.ts';
import type { Bug } from './bug.ts';

/** Changes the adapter of targets of one nature. */
const inNature = (nature: Nature, change: (adapter: TargetAdapter) => TargetAdapter): Partial<Seams> => ({
  adapter: (adapter, ats) => (ats.nature === nature ? change(adapter) : adapter),
});

export const postingBugs: readonly Bug[] = [
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
    shortFrom: 169,
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
    shortFrom: 312,
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
    nature: 'look-up',
    shortFrom: 152,
    plant: () => ({
      adapter: (adapter, ats) =>
        ats.nature === 'look-up' ? { ...adapter, find: async (reference) => ats.searchIndex(reference) } : adapter,
    }),
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
    name: 'upsert-under-another-key',
    about: 'a target that refuses duplicates gets a doubtful post again, under another key',
    nature: 'native idempotency',
    plant: () => {
      const sent = new Set<string>();
      const keyOf = (reference: string) => (sent.has(reference) ? `${reference}-2` : reference);
      return inNature('native idempotency', (adapter) => ({
        ...adapter,
        post: async (order) => {
          const reference = keyOf(order.reference);
          sent.add(reference);
          const answer = await adapter.post({ ...order, reference });
          return answer.kind === 'unknown' ? { kind: 'later', words: answer.words } : answer;
        },
        find: async () => ({ kind: 'absent' }),
      }));
    },
  },
  {
    name: 'unproven-taken-for-absent',
    about: 'a target that cannot show a reference counts as not having the job',
    nature: 'neither',
    plant: () =>
      inNature('neither', (adapter) => ({
        ...adapter,
        find: async (reference) => {
          const found = await adapter.find(reference);
          return found.kind === 'unclear' ? { kind: 'absent' } : found;
        },
      })),
  },
  {
    name: 'doubtful-update-forgotten',
    about: 'an update without an answer counts as done',
    shortFrom: 91,
    plant: () => ({
      adapter: (adapter) => ({
        ...adapter,
        update: async (externalId, changes, all) => {
          const answer = await adapter.update(externalId, changes, all);
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
  {
    name: 'no-reconcile',
    about: 'after a recovery posts are sent without a lookup',
    shortFrom: 169,
    plant: () => ({ reconciles: false }),
  },
];
