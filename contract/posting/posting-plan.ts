import * as z from 'zod';

/** What would be posted and updated, as people see it before they start it. `seen` names exactly these jobs. */
export const PostingPlan = z.object({
  target: z.string(),
  posts: z.number(),
  updates: z.number(),
  /** The first jobs of each kind. */
  examples: z.array(
    z.object({
      id: z.number(),
      providerJobId: z.string(),
      title: z.string().nullable(),
      facility: z.string().nullable(),
      what: z.enum(['post', 'update']),
    }),
  ),
  /** Jobs that are left out, by reason. `words` is the sentence of the first such job, `providerJobId` its id. */
  leftOut: z.array(
    z.object({ code: z.string(), label: z.string(), jobs: z.number(), providerJobId: z.string(), words: z.string() }),
  ),
  /** Send it with the request that starts the work. If the jobs are others by then, the request is refused and shows the new plan. */
  seen: z.string(),
});
export type PostingPlan = z.infer<typeof PostingPlan>;

/** The `seen` of a plan, as a request carries it. */
export const Seen = z.string().max(100);

export const planExample: PostingPlan = {
  target: 'Bullhorn',
  posts: 42,
  updates: 0,
  examples: [{ id: 7, providerJobId: 'HV-7', title: 'RN ICU', facility: 'Mercy Hospital', what: 'post' }],
  leftOut: [
    {
      code: 'unmapped_facility',
      label: 'Facility not mapped',
      jobs: 8,
      providerJobId: 'HV-9',
      words: 'The facility “Mercy West” is not mapped to Bullhorn.',
    },
  ],
  seen: '42-9f86d081884c7d65',
};
