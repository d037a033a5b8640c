import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id } from '../kit/ids.ts';
import { wire } from '../kit/wire-names.ts';

export const listStates = endpoint('GET /api/states/list', {
  about: 'States and territories of the United States and provinces of Canada; `ID` is the two-letter code.',
  args: z.object({}),
  reply: z.array(z.object({ id: wire('ID', z.string()), name: wire('NAME', z.string()) })),
  fails: [],
  needs: 'session',
  offline: 'cached',
  example: [{ id: 'WA', name: 'Washington' }],
});

export const listTimezones = endpoint('GET /api/Timezone/list', {
  about: 'Time zones of the tz database with their current offset from UTC.',
  args: z.object({}),
  reply: z.array(z.object({ id: wire('ID', z.string()), name: wire('Name', z.string()), offsetMinutes: z.number() })),
  fails: [],
  needs: 'session',
  offline: 'cached',
  example: [{ id: 'America/New_York', name: 'America/New York (UTC-05:00)', offsetMinutes: -300 }],
});

export const listRights = endpoint('GET /api/Rights/:cust', {
  about: 'Every right that a user of the customer can have, in groups.',
  args: z.object({ cust: CustomerRef }),
  reply: z.array(
    z.object({
      name: wire('Name', z.string()),
      rights: wire(
        'Rights',
        z.array(
          z.object({
            id: wire('ID', z.number()),
            description: wire('Description', z.string()),
            marketingDescription: wire('MarketingDescription', z.string()),
          }),
        ),
      ),
    }),
  ),
  fails: ['not_found'],
  needs: 'users.read',
  offline: 'cached',
  example: [
    {
      name: 'Staging',
      rights: [{ id: 6, description: 'See staged jobs', marketingDescription: 'Every collected job in one grid' }],
    },
  ],
});

export const listRoles = endpoint('GET /api/roles/list', {
  about: 'Roles that the caller may give: those with no right that the caller does not have. Administrators may give every role.',
  args: z.object({}),
  reply: z.array(z.object({ id: wire('ID', z.number()), name: wire('Name', z.string()) })),
  fails: [],
  needs: 'users.read',
  offline: 'cached',
  example: [{ id: 3, name: 'Recruiter' }],
});

export const listRoleRights = endpoint('GET /api/roles/:id/rights', {
  about: 'Ids of a role’s rights.',
  args: z.object({ id: Id }),
  reply: z.array(z.number()),
  fails: ['not_found'],
  needs: 'users.read',
  offline: 'cached',
  example: [6, 8],
});

export const lookupsEndpoints = [listStates, listTimezones, listRights, listRoles, listRoleRights];
