import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id } from '../kit/ids.ts';

export const listStates = endpoint('GET /api/states/list', {
  about: 'States and territories of the United States and provinces of Canada; `ID` is the two-letter code.',
  args: z.object({}),
  reply: z.array(z.object({ ID: z.string(), NAME: z.string() })),
  fails: [],
  needs: 'session',
  offline: 'cached',
  example: [{ ID: 'WA', NAME: 'Washington' }],
});

export const listTimezones = endpoint('GET /api/Timezone/list', {
  about: 'Time zones of the tz database with their present offset from UTC.',
  args: z.object({}),
  reply: z.array(z.object({ ID: z.string(), Name: z.string(), offsetMinutes: z.number() })),
  fails: [],
  needs: 'session',
  offline: 'cached',
  example: [{ ID: 'America/New_York', Name: 'America/New York (UTC-05:00)', offsetMinutes: -300 }],
});

export const listRights = endpoint('GET /api/Rights/:cust', {
  about: 'Every right that a user of the customer can be given, in groups.',
  args: z.object({ cust: CustomerRef }),
  reply: z.array(
    z.object({
      Name: z.string(),
      Rights: z.array(z.object({ ID: z.number(), Description: z.string(), MarketingDescription: z.string() })),
    }),
  ),
  fails: ['not_found'],
  needs: 'users.read',
  offline: 'cached',
  example: [
    {
      Name: 'Staging',
      Rights: [{ ID: 6, Description: 'See staged jobs', MarketingDescription: 'Every collected job in one grid' }],
    },
  ],
});

export const listRoles = endpoint('GET /api/roles/list', {
  about: 'Roles that a user can have; administrators’ roles are listed to administrators only.',
  args: z.object({}),
  reply: z.array(z.object({ ID: z.number(), Name: z.string() })),
  fails: [],
  needs: 'users.read',
  offline: 'cached',
  example: [{ ID: 3, Name: 'Recruiter' }],
});

export const listRoleRights = endpoint('GET /api/roles/:id/rights', {
  about: 'Ids of the rights that a role brings.',
  args: z.object({ id: Id }),
  reply: z.array(z.number()),
  fails: ['not_found'],
  needs: 'users.read',
  offline: 'cached',
  example: [6, 8],
});

export const lookupsEndpoints = [listStates, listTimezones, listRights, listRoles, listRoleRights];
