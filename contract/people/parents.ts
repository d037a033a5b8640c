import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerNumber, Id } from '../kit/ids.ts';
import { wire } from '../kit/wire-names.ts';

/** A child customer with its parent. Its id is the child’s. */
export const ParentLink = z.object({
  id: wire('ID', z.number()),
  parentName: wire('Parent', z.string()),
  childName: wire('Child', z.string()),
  parent: wire('PID', z.number()),
  child: wire('CID', z.number()),
});
export type ParentLink = z.infer<typeof ParentLink>;

const example: ParentLink = {
  id: 3,
  parentName: 'Harborview Staffing',
  childName: 'Bayside Travel Nurses',
  parent: 2,
  child: 3,
};

export const listParentLinks = endpoint('GET /api/admin/links/:customer', {
  about: 'Parents and children among the customers: those of one customer, or all (-1).',
  args: z.object({ customer: CustomerNumber }),
  reply: z.array(ParentLink),
  fails: ['not_found'],
  needs: 'admin',
  offline: 'cached',
  example: [example],
});

const chosen = (words: string) => z.number(words).int(words).positive(words).max(2_147_483_647, words);

export const saveParentLink = endpoint('PUT /api/admin/savelink/:customer', {
  about:
    'Makes one customer the child of another. Both must be chosen. Customers have one level of children: no circle, and no child of a child.',
  args: z.object({
    customer: CustomerNumber,
    parent: chosen('Choose the parent customer'),
    child: chosen('Choose the child customer'),
  }),
  reply: ParentLink,
  fails: ['invalid', 'not_found'],
  needs: 'admin',
  offline: 'online',
  example,
});

export const removeParentLink = endpoint('DELETE /api/admin/removelink/:customer/:id', {
  about: 'Ends the link of a child (`id`) with its parent. `customer` is one of the two, or -1.',
  args: z.object({ customer: CustomerNumber, id: Id }),
  reply: ParentLink,
  fails: ['not_found'],
  needs: 'admin',
  offline: 'online',
  example,
});

export const parentEndpoints = [listParentLinks, saveParentLink, removeParentLink];
