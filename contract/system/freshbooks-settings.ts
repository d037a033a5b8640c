import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { Instant } from '../kit/ids.ts';

const Business = z.object({ account: z.string(), name: z.string() });

/** How FreshBooks is connected: never its tokens or the secret of the app. */
export const FreshBooksSettings = z.object({
  /** The ID of the app at FreshBooks; null if none is set. */
  clientId: z.string().nullable(),
  /** none: not authorized yet. ready: it can be called. ended: it takes the tokens no more, so it must be authorized again. */
  state: z.enum(['none', 'ready', 'ended']),
  /** The business whose books mirror the ledger; null until it is known or chosen. */
  account: z.string().nullable(),
  businesses: z.array(Business),
  /** Why calls wait or end, in words; blank if nothing is wrong. */
  problem: z.string(),
});
export type FreshBooksSettings = z.infer<typeof FreshBooksSettings>;

const example: FreshBooksSettings = {
  clientId: '943f08ec5a5797f5',
  state: 'ready',
  account: 'zDmNq',
  businesses: [{ account: 'zDmNq', name: 'Jobdock LLC' }],
  problem: '',
};

const text = (what: string, most: number) =>
  z.string().trim().min(1, `Enter ${what}`).max(most, `Shorten this to ${most} characters`);

/** What a person enters. Without a secret, the saved one is used, as long as the ID stays. */
export const FreshBooksDraft = z.object({
  clientId: text('the client ID of the app', 200),
  clientSecret: text('the client secret of the app', 500).optional(),
});
export type FreshBooksDraft = z.infer<typeof FreshBooksDraft>;

const admin = { needs: 'admin' } as const;

export const readFreshBooks = endpoint('GET /api/systemsettings/freshbooks', {
  about: 'How FreshBooks is connected. Never its tokens or the secret of the app.',
  args: z.object({}),
  reply: FreshBooksSettings,
  fails: ['forbidden'],
  ...admin,
  offline: 'cached',
  example,
});

export const saveFreshBooks = endpoint('POST /api/systemsettings/freshbooks', {
  about:
    'Saves the ID and the secret of the app at FreshBooks; null disconnects it and removes the tokens. Another app must be authorized.',
  args: z.object({ freshBooks: FreshBooksDraft.nullable() }),
  reply: FreshBooksSettings,
  fails: ['invalid', 'forbidden', 'confirm_identity'],
  ...admin,
  offline: 'online',
  example,
});

export const chooseFreshBooksBusiness = endpoint('POST /api/systemsettings/freshbooks/business', {
  about: 'Chooses the business of FreshBooks whose books mirror the ledger, where the authorization reaches several.',
  args: z.object({ account: text('the account of the business', 100) }),
  reply: FreshBooksSettings,
  fails: ['invalid', 'forbidden', 'confirm_identity'],
  ...admin,
  offline: 'online',
  example,
});

export const reauthorizeFreshBooks = endpoint('POST /api/systemsettings/reauthorize', {
  about:
    'Begins an authorization: answers the page of FreshBooks where an administrator allows the access. It leads back to the system settings with a code, for 10 minutes.',
  args: z.object({}),
  reply: z.object({ authorizeUrl: z.url() }),
  fails: ['invalid', 'forbidden', 'confirm_identity'],
  ...admin,
  offline: 'online',
  example: {
    authorizeUrl:
      'https://auth.freshbooks.com/oauth/authorize?response_type=code&client_id=943f08ec5a5797f5&redirect_uri=https%3A%2F%2Fjobdock.example%2Fsystemsettings&state=abc',
  },
});

export const authorizeFreshBooks = endpoint('POST /api/systemsettings/authorize', {
  about:
    'Ends an authorization with the code that FreshBooks gave. `state` is the one of its beginning, by the same administrator: a code of anyone else is refused.',
  args: z.object({ code: text('the code', 1000), state: z.string().max(200).default('') }),
  reply: FreshBooksSettings,
  fails: ['invalid', 'forbidden'],
  ...admin,
  offline: 'online',
  example,
});

const Check = z.object({
  isConnected: z.boolean(),
  business: z.string(),
  problem: z.string(),
  /** When FreshBooks was asked last; null if never. */
  checkedAt: Instant.nullable(),
});
const checkExample = { isConnected: true, business: 'Jobdock LLC', problem: '', checkedAt: '2026-11-28T10:00:00.000Z' };

export const checkFreshBooks = endpoint('GET /api/systemsettings/check', {
  about: 'What FreshBooks said when it was asked last whether the connection works. POST asks it again.',
  args: z.object({}),
  reply: Check,
  fails: ['forbidden'],
  ...admin,
  offline: 'cached',
  example: checkExample,
});

export const recheckFreshBooks = endpoint('POST /api/systemsettings/check', {
  about: 'Asks FreshBooks whether the connection works, and keeps the answer.',
  args: z.object({}),
  reply: Check,
  fails: ['invalid', 'forbidden'],
  ...admin,
  offline: 'online',
  example: checkExample,
});

export const readSettingsTemplate = endpoint('GET /api/systemsettings/template', {
  about:
    'What an app at FreshBooks needs to be connected: the redirect address and the scopes to enter there, and the fields to fill in here.',
  args: z.object({}),
  reply: z.object({
    redirectUri: z.string(),
    scopes: z.array(z.string()),
    freshBooks: z.object({ clientId: z.string(), clientSecret: z.string() }),
  }),
  fails: ['forbidden'],
  ...admin,
  offline: 'cached',
  example: {
    redirectUri: 'https://jobdock.example/systemsettings',
    scopes: ['user:profile:read', 'user:clients:read', 'user:clients:write'],
    freshBooks: { clientId: '', clientSecret: '' },
  },
});

export const freshBooksSettingEndpoints = [
  readFreshBooks,
  saveFreshBooks,
  chooseFreshBooksBusiness,
  reauthorizeFreshBooks,
  authorizeFreshBooks,
  checkFreshBooks,
  recheckFreshBooks,
  readSettingsTemplate,
] as const;
