import { keysOf } from '../kit/each-row.ts';

/** The common part of changes of tasks. Nothing is compared: the same change twice has the same result. */
export const taskChange = {
  area: 'tasks',
  heading: 'tasks',
  shownOn: 'tasks',
  needs: () => ['tasks.write'] as const,
  forbidden: 'standard',
  refs: [],
  touches: ({ ids }: { readonly ids: readonly number[] }) => keysOf('task', ids),
  reads: () => [],
  chooses: 'nothing',
  compares: () => [],
  compared: {},
  onDrift: 'overwrite',
  conflictDefault: 'mine',
  history: 'manual',
  sharesTransaction: true,
  whenStale: 'send',
  corrects: 'none',
} as const;
