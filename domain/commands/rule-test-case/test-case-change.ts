import { rowNamed, wholeRow } from '../kit/versioned.ts';

export const removedTestCase = 'This pinned job was removed.';

/** The common part of changes of one test case. `goldenJob` is the collection of test cases. */
export const testCaseChange = {
  ...wholeRow('goldenJob'),
  area: 'rules',
  heading: 'rules',
  shownOn: 'rules',
  needs: () => ['rules.write'] as const,
  forbidden: 'standard',
  refs: [rowNamed('goldenJob', 'names')],
  reads: () => [],
} as const;
