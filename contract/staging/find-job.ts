import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, IdOrAll, Instant } from '../kit/ids.ts';

/** The way of a job through the product, in its order. */
export const jobStages = ['collected', 'ruled', 'mapped', 'posted', 'answered'] as const;
export type JobStage = (typeof jobStages)[number];

/** One stage of a job's way. `waiting`: something is missing, as `text` says; `stopped`: the way ends here. */
export const JobStep = z.object({
  stage: z.enum(jobStages),
  state: z.enum(['done', 'waiting', 'stopped', 'failed']),
  /** When it happened; null if it has not, or if that is not known here. */
  at: Instant.nullable(),
  text: z.string(),
  /** What the stage read, wrote or sent. */
  values: z.array(z.object({ label: z.string(), value: z.string() })),
});
export type JobStep = z.infer<typeof JobStep>;

/** A job, or what never became one: a removed job, a refused row of a file, an email that gave no job. */
export const FoundJob = z.object({
  kind: z.enum(['job', 'removed', 'refused', 'email']),
  /** Our ID; null for what never became a job. */
  id: z.number().nullable(),
  providerJobId: z.string(),
  source: z.string(),
  title: z.string().nullable(),
  /** What became of it, in a few words. */
  header: z.string(),
  /** The task that read it; null for an upload. */
  taskId: z.number().nullable(),
  /** The email that it came from, or that gave no job; null for a file. */
  mailId: z.number().nullable(),
  steps: z.array(JobStep),
});
export type FoundJob = z.infer<typeof FoundJob>;

/** Most results of one search. */
export const mostFound = 20;

export const findJob = endpoint('POST /api/customer/support/findjob/:cust', {
  about:
    'Finds a job by its ID at the vendor, in the ATS or here, and says how far it came: collected, ruled, mapped, posted, and what the ATS answered. Also finds what never became a job: refused rows, emails that gave no job, removed jobs. `sourceId` -1 means all sources, `targetId` -1 no target.',
  args: z.object({
    cust: CustomerRef,
    sourceId: IdOrAll.default(-1),
    jobId: z.string().trim().min(1, 'Enter a job ID.').max(200, 'A job ID has at most 200 characters.'),
    targetId: IdOrAll.default(-1),
  }),
  reply: z.object({ found: z.array(FoundJob), /** Whether there is more than the call returns. */ isCut: z.boolean() }),
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'staging.read',
  offline: 'online',
  example: {
    found: [
      {
        kind: 'job',
        id: 7,
        providerJobId: 'M-4711',
        source: 'Medefis',
        title: 'RN ICU',
        header: 'is on hold',
        taskId: 1,
        mailId: null,
        steps: [
          { stage: 'collected', state: 'done', at: '2026-11-21T12:00:00.000Z', text: 'Collected from Medefis.', values: [] },
          { stage: 'posted', state: 'stopped', at: null, text: 'The job is on hold: release it first.', values: [] },
        ],
      },
    ],
    isCut: false,
  },
});

export const findJobEndpoints = [findJob];
