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

export const beginTargetSignIn = endpoint('POST /api/customer/target/signin/:id', {
  about:
    'Begins a sign-in at the page of a target that has its own (PKCE): answers its address. The page leads back to `/targetsignin` with a code and the state, for 10 minutes. The saved connection is used.',
  args: z.object({ id: Id }),
  reply: z.object({ authorizeUrl: z.url() }),
  fails: ['invalid', 'forbidden', 'not_found', 'confirm_identity'],
  needs: 'targets.write',
  offline: 'online',
  example: {
    authorizeUrl:
      'https://agency.my.salesforce.com/services/oauth2/authorize?response_type=code&client_id=3MVG9&redirect_uri=https%3A%2F%2Fjobdock.example%2Ftargetsignin&state=4.7.12.1764547200000.abc',
  },
});

export const endTargetSignIn = endpoint('POST /api/customer/target/signedin', {
  about:
    'Ends a sign-in at the page of a target with the code that it gave. `state` is the one of its beginning, by the same person: a code of anyone else is refused.',
  args: z.object({ code: z.string().trim().min(1, 'The page of the target gave no code').max(2000), state: z.string().max(300) }),
  reply: z.object({ id: Id, customerId: Id, name: z.string() }),
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'targets.write',
  offline: 'online',
  example: { id: 7, customerId: 4, name: 'Salesforce' },
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

export const targetConnectionEndpoints = [
  revealTargetSecret,
  beginTargetSignIn,
  endTargetSignIn,
  refreshTargetToken,
  listClientStatuses,
  listCustomChoices,
];
