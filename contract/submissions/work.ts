import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef } from '../kit/ids.ts';

export const countSubmissionErrors = endpoint('GET /api/submission/errors/:cust', {
  about:
    'How many submissions were refused or need a decision: everyone’s, or the caller’s own without the right to see everyone’s. `submission/list` lists them with `IsError`.',
  args: z.object({ cust: CustomerRef }),
  reply: z.object({ count: z.number() }),
  fails: ['forbidden', 'not_found'],
  needs: 'submissions.use',
  offline: 'cached',
  example: { count: 2 },
});

export const submissionWorkEndpoints = [countSubmissionErrors];
