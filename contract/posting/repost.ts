import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id, RowId } from '../kit/ids.ts';
import { messages } from '../kit/messages.ts';
import { wire } from '../kit/wire-names.ts';
import { LongWork, queuedWork } from '../system/long-work.ts';
import { PostingPlan, planExample, Seen } from './posting-plan.ts';

const chosen = {
  cust: CustomerRef,
  targetId: Id,
  sourceIds: z.array(RowId).min(1, messages.nothingSelected).max(1000, 'Choose 1,000 sources at most'),
};

export const listRepostSources = endpoint('GET /api/sources/customer/:cust/target/:target/repostjobs', {
  about: 'The sources of a customer with their open jobs, and how many of these the target has. None is checked.',
  args: z.object({ cust: CustomerRef, target: Id }),
  reply: z.array(
    z.object({
      sourceId: wire('SourceId', z.number()),
      isChecked: wire('Checked', z.boolean()),
      name: wire('Source', z.string()),
      openJobs: z.number(),
      /** Open jobs that the target has. */
      postedJobs: z.number(),
    }),
  ),
  fails: ['not_found', 'forbidden'],
  needs: 'admin',
  offline: 'online',
  example: [{ sourceId: 3, isChecked: false, name: 'Medloop', openJobs: 420, postedJobs: 400 }],
});

export const checkRepost = endpoint('POST /api/admin/customer/:cust/target/:targetId/repostjobs/check', {
  about: 'What a repost of these sources would update and post, and which open jobs it would leave out. Changes nothing.',
  args: z.object(chosen),
  wholeBody: 'sourceIds',
  reply: PostingPlan,
  fails: ['invalid', 'not_found', 'forbidden'],
  needs: 'admin',
  offline: 'online',
  example: { ...planExample, updates: 400 },
});

export const repostJobs = endpoint('POST /api/admin/customer/:cust/target/:targetId/repostjobs', {
  about:
    'Sends the open jobs of sources to a target again: those that it has get all their fields, missing ones are posted, none is doubled. Long work. With `seen` in the query it is refused if the jobs are no longer those of the plan.',
  args: z.object({ ...chosen, seen: Seen.optional() }),
  wholeBody: 'sourceIds',
  reply: z.object({ status: z.literal('queued'), message: z.string(), data: LongWork }),
  fails: ['invalid', 'not_found', 'forbidden', 'conflict'],
  needs: 'admin',
  offline: 'online',
  example: {
    status: 'queued',
    message: messages.validatingAndSending,
    data: queuedWork({ id: 5, kind: 'repost', name: 'Repost jobs to Bullhorn', total: 420, subjectId: 1 }),
  },
});

export const repostEndpoints = [listRepostSources, checkRepost, repostJobs];
