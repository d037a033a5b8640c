import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef } from '../kit/ids.ts';

/** A person whom jobs can be assigned to. Devices store the list, so it has no address. */
export const Assignee = z.object({ id: z.number(), name: z.string() });
export type Assignee = z.infer<typeof Assignee>;

export const listAssignees = endpoint('GET /api/staging/assignees/:cust', {
  about:
    'People of a customer whom jobs can be assigned to, by name: those who may see staging and are not disabled. At most 1,000; `total` counts all.',
  args: z.object({ cust: CustomerRef }),
  reply: z.object({ total: z.number(), people: z.array(Assignee) }),
  fails: ['forbidden', 'not_found'],
  needs: 'jobs.hold',
  offline: 'cached',
  example: { total: 1, people: [{ id: 1, name: 'Ann Reyes' }] },
});

export const assigneeEndpoints = [listAssignees];
