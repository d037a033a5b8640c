import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id, Instant } from '../kit/ids.ts';
import { newestOf } from '../kit/newest.ts';

/**
 * What made a change of a job. A rule that changed a job during a run, or while a file was read, is named with it. Changes of people, and
 * those that were made before origins were kept, have none.
 */
export const ChangeOrigin = z.object({
  /** The rule that wrote the value, or that no longer applies, with its version. */
  rule: z.object({ id: z.number(), version: z.number() }).optional(),
  /** The substitution rule that replaced the vendor’s text. */
  substitution: z.number().optional(),
  /** The assignment rule that says who works on the job, or that no longer does. */
  assignment: z.number().optional(),
  /** The run over jobs. */
  run: z.number().optional(),
  /** The job’s record in the file that was read, from 1; `GET /api/agent/origin` shows it. */
  file: z.object({ id: z.number(), record: z.number() }).optional(),
  /** The job’s place among the jobs of the email that was read, from 1. */
  mail: z.object({ id: z.number(), record: z.number() }).optional(),
  /** The target that the job was posted to. */
  target: z.number().optional(),
});
export type ChangeOrigin = z.infer<typeof ChangeOrigin>;

const JobChange = z.object({
  id: z.number(),
  at: Instant,
  who: z.string(),
  how: z.enum(['collected', 'rule', 'manual', 'mapping', 'posting']),
  field: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  origin: ChangeOrigin.nullable(),
});
/** One change of one field of a job. */
export type JobChange = z.infer<typeof JobChange>;

export const readJobHistory = endpoint('GET /api/sync/job-history/:cust/:jobId', {
  about: 'The newest 500 changes of a job: who or what made each, when, the values before and after, and what they came from.',
  args: z.object({ cust: CustomerRef, jobId: Id }),
  reply: newestOf(JobChange),
  fails: ['forbidden', 'not_found'],
  needs: 'history.read',
  offline: 'cached',
  example: {
    total: 1,
    rows: [
      {
        id: 1,
        at: '2026-11-21T12:00:00.000Z',
        who: 'Rule 4 “Night rates”, version 2',
        how: 'rule',
        field: 'billRate',
        before: 92.5,
        after: 99,
        origin: { rule: { id: 4, version: 2 }, run: 8 },
      },
    ],
  },
});
