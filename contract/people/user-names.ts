import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef } from '../kit/ids.ts';
import { type RightName, rightIds } from '../kit/rights.ts';
import { wire } from '../kit/wire-names.ts';
import { PersonState } from './contact-fields.ts';

/** One user of a customer. `status` 1: the password has expired. Devices store it, so it has no address and no phone. */
const UserListItem = z.object({
  id: wire('objID', z.number()),
  customerId: wire('Customer_ID', z.number()),
  name: wire('ContactName', z.string()),
  roleId: wire('UserRole', z.number()),
  role: wire('Role', z.string()),
  status: wire('Status', z.number()),
  isDisabled: wire('Disabled_Fl', z.boolean()),
  state: PersonState,
  /** An administrator may work as this user. */
  canLoginAs: z.boolean(),
  /** Number of all users; the list contains the first 1,000 by name. */
  total: wire('recCount', z.number()),
});

export const listUsers = endpoint('GET /api/user/list', {
  about:
    'Names, roles and states of a customer’s users. Addresses are in `GET /api/contacts/list/{cust}`, which no device stores.',
  args: z.object({ cust: CustomerRef.default('me') }),
  reply: z.array(UserListItem),
  fails: ['forbidden', 'not_found'],
  needs: 'users.read',
  offline: 'cached',
  example: [
    {
      id: 1,
      customerId: 2,
      name: 'Ann Reyes',
      roleId: 3,
      role: 'Recruiter',
      status: 0,
      isDisabled: false,
      state: 'active',
      canLoginAs: true,
      total: 1,
    },
  ],
});

const rightNames = Object.keys(rightIds) as [RightName, ...RightName[]];

export const listRightGivers = endpoint('GET /api/user/rightgivers/:cust', {
  about:
    'Names of the people at a customer who can give a right: user administrators who hold it. At most five, without the provider’s administrators.',
  args: z.object({ cust: CustomerRef, right: z.enum(rightNames, 'Choose one of the rights of GET /api/rights') }),
  reply: z.array(z.object({ name: z.string() })),
  fails: ['forbidden', 'not_found'],
  needs: 'session',
  offline: 'cached',
  example: [{ name: 'Marcus Bell' }],
});

export const userNameEndpoints = [listUsers, listRightGivers];
