import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id, Instant, PageNumber } from '../kit/ids.ts';
import { sortBy } from '../kit/sorting.ts';
import { wire } from '../kit/wire-names.ts';

const me = CustomerRef.default('me');
/** Most attempts of a page. */
export const mostAttempts = 200;

/** One call to a source or destination for a submission. `account`: the sign-in that made it; blank for the account of the target. */
export const SubmissionAttempt = z.object({
  id: wire('ID', z.number()),
  submissionId: wire('SubmissionID', z.number()),
  at: Instant,
  kind: z.enum(['read', 'lookUp', 'makeCaregiver', 'submit', 'status', 'writeBack']),
  answer: z.enum(['done', 'refused', 'unknown']),
  words: z.string(),
  milliseconds: z.number(),
  account: z.string(),
  providerJobId: wire('ProviderJobId', z.string()),
  contact: wire('ContactName', z.string()),
  documents: z.array(z.object({ name: z.string(), size: z.number(), digest: z.string() })),
});
export type SubmissionAttempt = z.infer<typeof SubmissionAttempt>;

export const attemptSorts = [
  'at',
  'kind',
  'answer',
  'milliseconds',
  'words',
  'submissionId',
  'providerJobId',
  'contact',
  'account',
] as const;

export const listSubmissionAttempts = endpoint('GET /api/submission/attempts/:targetId', {
  about:
    'The calls to a submission target in the last 35 days, the newest first. They have no file, no secret and nothing that identifies the caregiver; documents are listed by name, size and digest. `query` finds a part of the words, the job or the person. A caller without the right to see everyone’s submissions gets those for their own.',
  args: z.object({
    me,
    targetId: Id,
    query: z.string().max(200, 'Search for 200 characters at most').default(''),
    answer: z.enum(['', 'done', 'refused', 'unknown'], 'Choose done, refused or unknown').default(''),
    sort: sortBy(SubmissionAttempt, attemptSorts).default('-at'),
    page: PageNumber.default(1),
    pageSize: z.coerce.number().int().min(1).max(mostAttempts, `Ask for ${mostAttempts} attempts at most`).default(50),
  }),
  reply: z.object({ total: z.number(), totalPages: wire('TotalPages', z.number()), rows: z.array(SubmissionAttempt) }),
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'submissions.use',
  offline: 'online',
  example: {
    total: 1,
    totalPages: 1,
    rows: [
      {
        id: 812,
        submissionId: 41,
        at: '2026-11-28T09:00:01.000Z',
        kind: 'submit',
        answer: 'done',
        words: '',
        milliseconds: 412,
        account: 'ann.reyes',
        providerJobId: '67890',
        contact: 'Ann Reyes',
        documents: [{ name: 'License', size: 48_210, digest: '9f86d081' }],
      },
    ],
  },
});

export const submissionAttemptEndpoints = [listSubmissionAttempts];
