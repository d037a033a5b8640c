import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef } from '../kit/ids.ts';
import { wire } from '../kit/wire-names.ts';

export const listShortContacts = endpoint('GET /api/contacts/short/list/:cust', {
  about:
    'Names of the people who may have put caregivers forward, for the filter of submissions: people of the customer, and others with a submission there. A caller without the right to see everyone’s submissions gets only their own name, as with `onlyMy`. At most 1,000, by name.',
  args: z.object({ cust: CustomerRef, onlyMy: z.enum(['true', 'false'], 'Send true or false').default('false') }),
  reply: z.array(
    z.object({
      id: wire('objID', z.number()),
      name: wire('ContactName', z.string()),
      /** Number of all of them. */
      total: wire('recCount', z.number()),
    }),
  ),
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'submissions.use',
  offline: 'online',
  example: [{ id: 4, name: 'Ann Reyes', total: 1 }],
});

export const submissionContactEndpoints = [listShortContacts];
