import { expect, test } from 'vitest';
import type { SubmissionState } from '#contract/rows/submission.ts';
import { checkSubmission, type SubmissionDraft, type SubmissionProblem } from './check-submission.ts';
import { isLive } from './words.ts';

const complete: SubmissionDraft = {
  sourceTargetId: 1,
  destinationTargetId: 2,
  jobTakesSubmissions: true,
  degree: { source: 'Registered Nurse', own: 'RN', destination: 'R.N.' },
  specialty: { source: 'Intensive Care', own: 'ICU', destination: 'Critical Care' },
  documents: [{ name: 'License', isFound: true, expires: '2026-11-28' }],
  requiredFields: [{ name: 'Email', value: 'ann@example.com' }],
  earlier: [],
  today: '2026-11-28',
};

const states: readonly (readonly [SubmissionState, boolean])[] = [
  ['wanted', true],
  ['sending', true],
  ['unknown', true],
  ['human', true],
  ['sent', true],
  ['refused', false],
  ['withdrawn', false],
];

const cases: readonly (readonly [string, Partial<SubmissionDraft>, readonly SubmissionProblem[]])[] = [
  ['complete, with a license valid until today', {}, []],
  ['source and destination are equal', { destinationTargetId: 1 }, [{ kind: 'sameTarget' }]],
  ['the job is closed', { jobTakesSubmissions: false }, [{ kind: 'jobClosed' }]],
  [
    'the caregiver is gone: nothing else is checked',
    { isGone: true, documents: [{ name: 'Resume', isFound: false, expires: null }] },
    [{ kind: 'caregiverGone' }],
  ],
  [
    'no own degree: only the first missing step',
    { degree: { source: 'Registered Nurse', own: null, destination: null } },
    [{ kind: 'unmapped', field: 'degree', step: 'own', value: 'Registered Nurse' }],
  ],
  [
    'no specialty in the destination',
    { specialty: { ...complete.specialty, destination: null } },
    [{ kind: 'unmapped', field: 'specialty', step: 'destination', value: 'ICU' }],
  ],
  [
    'a missing, an expired and an unlimited document',
    {
      documents: [
        { name: 'Resume', isFound: false, expires: null },
        { name: 'License', isFound: true, expires: '2026-11-27' },
        { name: 'Skills checklist', isFound: true, expires: null },
      ],
    },
    [
      { kind: 'documentMissing', name: 'Resume' },
      { kind: 'documentExpired', name: 'License', expires: '2026-11-27' },
    ],
  ],
  [
    'required fields absent or blank',
    {
      requiredFields: [
        { name: 'Phone', value: null },
        { name: 'Email', value: ' ' },
      ],
    },
    [
      { kind: 'fieldMissing', name: 'Phone' },
      { kind: 'fieldMissing', name: 'Email' },
    ],
  ],
];

test.each(cases)('%s', (_name, change, problems) => {
  expect(checkSubmission({ ...complete, ...change })).toEqual(problems);
});

test.each(states)('an earlier submission that is %s blocks a new one: %s', (state, blocks) => {
  expect(isLive(state)).toBe(blocks);
  const problems = checkSubmission({ ...complete, earlier: [{ id: 7, by: 'Bo Lind', state }] });
  expect(problems).toEqual(blocks ? [{ kind: 'alreadySubmitted', id: 7, by: 'Bo Lind' }] : []);
});
