import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id } from '../kit/ids.ts';
import { PostingPlan, planExample, Seen } from './posting-plan.ts';

const place = { cust: CustomerRef, id: Id, target: Id };

export const checkAutoPost = endpoint('GET /api/sources/autopost/:cust/:id/:target', {
  about: 'What automatic posting of a source to a target would post at once, and which open jobs it would leave out.',
  args: z.object(place),
  reply: PostingPlan,
  fails: ['not_found', 'forbidden'],
  needs: 'jobs.post',
  offline: 'online',
  example: planExample,
});

export const setAutoPost = endpoint('POST /api/sources/autopost/:cust/:id/:target', {
  about:
    'Turns automatic posting of a source to a target on or off. Turning it on posts the jobs of the plan that `seen` names; without it, or if the plan has changed, it is refused with the plan of now, unless nothing would be posted.',
  args: z.object({ ...place, on: z.boolean(), seen: Seen.optional() }),
  reply: z.object({
    on: z.boolean(),
    /** Jobs that are posted at once. */
    posts: z.number(),
  }),
  conflict: PostingPlan,
  fails: ['not_found', 'forbidden', 'conflict'],
  needs: 'jobs.post',
  offline: 'online',
  example: { on: true, posts: 42 },
});

export const autoPostEndpoints = [checkAutoPost, setAutoPost];
