import type { SubmissionRow } from '#contract/rows/submission.ts';
import {
  aDictionaryStep,
  aDocumentStep,
  aPackage,
  aPairStep,
  aSubmission,
  aSubmissionEntry,
} from '#tests/support/factories/submission-factory.ts';

type Row = readonly [table: string, row: Readonly<Record<string, unknown>>];

/** A row of each table of submissions for customer `n`: `c` is its canary, `at` an instant. */
export const submissionRows = (n: number, c: string, at: string): Row[] => [
  [
    'submission_target',
    {
      id: n,
      system_id: 61,
      name: c,
      org_key: c,
      site: `https://${c}.example`,
      settings: JSON.stringify({ SessionInfo: c }),
      hook_key: c,
      checked_at: at,
      check_words: c,
    },
  ],
  ['submission_entry', { id: n, target_id: n, kind: 'degree', ext_id: c, name: c, group_name: c }],
  ['submission_list', { target_id: n, kind: 'degree', read_at: at, entries: 1 }],
  [
    'submission_waiting_list',
    {
      target_id: n,
      kind: 'degree',
      listed: JSON.stringify([{ extId: c, name: c, groupName: c, degreeExtId: '', custom1: c, custom2: c }]),
      read_at: at,
    },
  ],
  ['submission_login', { id: n, user_id: n, target_id: n, username: c, check_words: c }],
  [
    'submission',
    {
      id: n,
      from_id: n,
      to_id: n,
      job_id: n,
      provider_job_id: c,
      caregiver_id: c,
      caregiver_email: `${c}@example.org`,
      reference: c,
      state: 'sent',
      user_id: n,
      created_at: at,
      ext_id: c,
      status: c,
      status_at: at,
      error_text: c,
      ended_at: at,
    },
  ],
  [
    'submission_attempt',
    { id: n, submission_id: n, target_id: n, at, kind: 'submit', fields: JSON.stringify({ c }), answer: 'done', words: c },
  ],
  ['submission_status', { id: n, submission_id: n, status: c, at, learned_at: at, how: 'webhook' }],
  ['submission_expiry', { id: n, target_id: n, caregiver_id: c, document: c, expires_on: '2099-01-02', found_at: at }],
  ['submission_event', { id: n, target_id: n, received_at: at, digest: c, ext_id: c, state: 'done', words: c }],
  ['submission_subscription', { target_id: n, name: c, ext_id: c, made_at: at, cursor: c, problem: c }],
];

/** What devices hold of the same submission. */
export const plantedSubmission = (n: number, c: string, said: object): SubmissionRow =>
  aSubmission({
    id: n,
    fromId: n,
    toId: n,
    jobId: n,
    ownerId: n,
    caregiverId: c,
    providerJobId: c,
    owner: c,
    errorText: c,
    ...said,
  });

/** What devices hold of the same lists, and a package of the customer. */
export const plantedLists = (n: number, c: string, said: { readonly by: string; readonly at: string }) =>
  [
    { collection: 'submissionEntry', row: aSubmissionEntry({ id: n, targetId: n, extId: c, name: c, groupName: c }) },
    { collection: 'submissionPackage', row: aPackage({ id: n, targetId: n, degreeId: n, documents: [n], note: c, ...said }) },
    { collection: 'submissionDictionaryStep', row: aDictionaryStep({ id: n, targetId: n, fromId: n, toId: n, ...said }) },
    { collection: 'submissionDocumentStep', row: aDocumentStep({ id: n, targetId: n, documentId: n, ...said }) },
    { collection: 'submissionPair', row: aPairStep({ id: n, targetId: n, degreeId: n, specialtyId: 0, ...said }) },
  ] as const;
