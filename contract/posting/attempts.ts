import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id, Instant } from '../kit/ids.ts';
import { newestOf } from '../kit/newest.ts';

/** What a call of the posting queue did. `dryRun` called no one: it checked what would be sent. */
export const AttemptKind = z.enum(['post', 'update', 'close', 'lookUp', 'readBack', 'dryRun']);
export type AttemptKind = z.infer<typeof AttemptKind>;

/** A remark about one field of a job order, or about all of it (`field` is empty). */
export const FieldNote = z.object({ field: z.string(), words: z.string() });
export type FieldNote = z.infer<typeof FieldNote>;

/** Longest part of an answer that is kept, in characters. */
export const longestBody = 2000;

/** Values of a job order under the target’s field names. */
const Values = z.record(z.string(), z.unknown());

/** One call of the posting queue to a target. */
export const PostAttempt = z.object({
  id: z.number(),
  targetId: z.number(),
  generation: z.number(),
  at: Instant,
  kind: AttemptKind,
  /** What was sent, by field. Null for a call that only reads. */
  sent: Values.nullable(),
  /** `done`, `refused`, `later`, `unknown`, `found`, `absent`, `unclear`; null while the call is under way. */
  answer: z.string().nullable(),
  words: z.string().nullable(),
  externalId: z.string().nullable(),
  /** HTTP status; null where it is not known. */
  status: z.number().nullable(),
  /** The target’s answer, cut to 2,000 characters, without secrets. */
  body: z.string().nullable(),
  /** What the target holds, by field, as it was read back. */
  stored: Values.nullable(),
  notes: z.array(FieldNote),
  milliseconds: z.number().nullable(),
});
export type PostAttempt = z.infer<typeof PostAttempt>;

/** Most attempts of a job that a reply has, the newest first. */
export const mostAttempts = 50;

export const listAttempts = endpoint('GET /api/posting/attempts/:cust/:job', {
  about:
    'What was sent to targets for a job and what they answered: the newest 50 calls of the posting queue of the last 35 days, and when rules and mappings last changed the job.',
  args: z.object({ cust: CustomerRef, job: Id }),
  reply: z.object({
    attempts: newestOf(PostAttempt),
    ruledAt: Instant.nullable(),
    mappedAt: Instant.nullable(),
    /** A job order that was just written is read back next. The job itself changes only if the target stored something else. */
    readsBack: z.boolean(),
  }),
  fails: ['not_found', 'forbidden'],
  needs: 'staging.read',
  offline: 'cached',
  example: {
    attempts: {
      total: 1,
      rows: [
        {
          id: 12,
          targetId: 1,
          generation: 1,
          at: '2026-11-21T12:00:00.000Z',
          kind: 'post',
          sent: { title: 'RN ICU', numOpenings: 2 },
          answer: 'done',
          words: null,
          externalId: '9001',
          status: 200,
          body: '{"changedEntityId":9001,"changeType":"INSERT"}',
          stored: null,
          notes: [],
          milliseconds: 412,
        },
      ],
    },
    ruledAt: null,
    mappedAt: '2026-11-21T11:58:00.000Z',
    readsBack: false,
  },
});

export const attemptEndpoints = [listAttempts] as const;
