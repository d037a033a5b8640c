/** The common part of changes of jobs. */
export const jobChange = {
  area: 'jobs',
  shownOn: 'staging',
  forbidden: 'standard',
  refs: [],
  reads: () => [],
  chooses: 'nothing',
  conflictDefault: 'theirs',
  history: 'manual',
  sharesTransaction: true,
  whenStale: 'send',
  corrects: 'none',
} as const;
