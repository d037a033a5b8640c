import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id } from '../kit/ids.ts';
import { wire } from '../kit/wire-names.ts';

const listed = z.object({ id: wire('ID', z.string()), name: wire('Name', z.string()) });

export const revealTargetSecret = endpoint('POST /api/customer/target/psw', {
  about:
    'A stored secret of a target as text: `Psw`, or `Misc` (client secret) with `secret` `clientSecret`. At most 10 an hour, each with its line in the activity.',
  args: z.object({ id: wire('ID', Id), secret: z.enum(['password', 'clientSecret']).default('password') }),
  reply: z.string(),
  fails: ['invalid', 'forbidden', 'not_found', 'confirm_identity'],
  needs: 'targets.write',
  offline: 'online',
  example: 'correct horse battery staple',
});

export const refreshTargetToken = endpoint('POST /api/customer/target/refreshbhresttoken/:id', {
  about: 'Opens another session with a target that has sessions, and returns its token, which is as secret as a password.',
  args: z.object({ id: Id }),
  reply: z.string(),
  fails: ['invalid', 'forbidden', 'not_found', 'confirm_identity'],
  needs: 'targets.write',
  offline: 'online',
  example: '51a4e2d0-6c1b-4a0e-8f21-5f0c9f6a7d31',
});

export const listClientStatuses = endpoint('POST /api/customer/target/erstatuses/:cust', {
  about: 'The statuses that clients have in the ATS, for the setting `clientStatusesExclude`.',
  args: z.object({ cust: CustomerRef, id: wire('ID', Id) }),
  reply: z.array(listed),
  fails: ['invalid', 'not_found', 'forbidden'],
  needs: 'targets.write',
  offline: 'online',
  example: [{ id: 'Active', name: 'Active' }],
});

export const listCustomChoices = endpoint('GET /api/customer/:cust/targets/:targetId/custom/list', {
  about: 'What a custom value of a target may be: nothing (`[Do not post]`), or a field of the job.',
  args: z.object({ cust: CustomerRef, targetId: Id }),
  reply: z.array(listed),
  fails: ['not_found'],
  needs: 'session',
  offline: 'cached',
  example: [{ id: '[Do not post]', name: '[Do not post]' }],
});

export const targetConnectionEndpoints = [revealTargetSecret, refreshTargetToken, listClientStatuses, listCustomChoices];
