import { keysOf } from '../kit/each-row.ts';

/** What changes of sources have in common. */
export const sourceChange = {
  area: 'mapping',
  heading: 'sources',
  shownOn: 'sources',
  needs: () => ['admin.customers'] as const,
  forbidden: 'standard',
  refs: [],
  touches: ({ id }: { readonly id: number }) => keysOf('source', [id]),
  reads: () => [],
  chooses: 'nothing',
  conflictDefault: 'theirs',
  history: 'manual',
  sharesTransaction: true,
  whenStale: 'send',
  corrects: 'none',
} as const;
