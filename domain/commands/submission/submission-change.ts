import { keysOf } from '../kit/each-row.ts';

/**
 * The common part of changes of submissions. They leave Jobdock, so an old one asks first and none can be taken back from here. Only the
 * service knows whether another submission of the caregiver is live.
 */
export const submissionChange = {
  area: 'submissions',
  heading: 'submissions',
  shownOn: 'submissions',
  needs: () => ['submissions.use'] as const,
  forbidden: 'standard',
  touches: ({ id }: { readonly id: number }) => keysOf('submission', [id]),
  compares: () => [],
  compared: {},
  onDrift: 'overwrite',
  conflictDefault: 'theirs',
  chooses: 'nothing',
  history: 'manual',
  inverse: 'none',
  sharesTransaction: false,
  whenStale: 'confirm',
  corrects: 'none',
} as const;
