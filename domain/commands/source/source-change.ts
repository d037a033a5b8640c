import { keysOf } from '../kit/each-row.ts';

/** The common part of changes of sources. */
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
