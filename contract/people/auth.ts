import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { Instant } from '../kit/ids.ts';
import { wire } from '../kit/wire-names.ts';

/** Lifetime of an access token in seconds. */
export const accessTokenSeconds = 600;

/** The user of a token. A tab must reload if this is not the user whose data it shows. */
const Bearer = z.object({
  userId: z.number(),
  customerId: z.number(),
  /** The administrator who works as this user, and until when. */
  actingAs: z.object({ by: z.string(), until: Instant }).nullable(),
});

/** The documented tokens. `refreshToken` is present only if an API client asks for it; browsers get an HttpOnly cookie. */
export const TokenReply = z.object({
  accessToken: wire('access_token', z.string()),
  refreshToken: wire('refresh_token', z.string().optional()),
  expiresInSeconds: wire('expires_in', z.number()),
  bearer: Bearer,
});
export type TokenReply = z.infer<typeof TokenReply>;

/** Where the service puts the refresh token. It refuses `body` to pages, because an injected script could steal the token. */
export const RefreshIn = z.enum(['cookie', 'body']).default('cookie');

export const tokenExample = {
  accessToken: 'eyJ…',
  expiresInSeconds: accessTokenSeconds,
  bearer: { userId: 1, customerId: 2, actingAs: null },
};

export const login = endpoint('POST /auth/login', {
  about: 'Signs in with user name and password; `r` is the solved human check, required after a failure.',
  args: z.object({
    username: z.string().trim().min(1, 'Enter your user name').max(320),
    password: z.string().min(1, 'Enter your password').max(1000),
    r: z.string().max(10_000).optional(),
    refreshIn: RefreshIn,
  }),
  reply: TokenReply,
  fails: ['invalid', 'sign_in', 'second_factor'],
  needs: 'public',
  offline: 'online',
  example: tokenExample,
});

export const refreshTokens = endpoint('POST /auth/tokenrefresh', {
  about: 'Returns the next access token. The refresh token comes as a cookie or as `rtoken`, and works once.',
  args: z.object({ refreshToken: wire('rtoken', z.string().max(500).optional()), refreshIn: RefreshIn }),
  reply: TokenReply,
  fails: ['invalid', 'forbidden'],
  needs: 'public',
  offline: 'online',
  example: tokenExample,
});

export const logout = endpoint('POST /auth/logout', {
  about: 'Ends the session of the refresh token. Ending it twice is not an error.',
  args: z.object({ refreshToken: wire('rtoken', z.string().max(500).optional()) }),
  reply: z.object({ ended: z.boolean() }),
  fails: ['forbidden'],
  needs: 'public',
  offline: 'online',
  example: { ended: true },
});

export const getChallenge = endpoint('GET /auth/challenge', {
  about: 'A new proof-of-work challenge for the human check (ALTCHA version 2).',
  args: z.object({}),
  reply: z.object({
    parameters: z.looseObject({
      algorithm: z.string(),
      nonce: z.string(),
      salt: z.string(),
      cost: z.number(),
      keyPrefix: z.string(),
    }),
    signature: z.string(),
  }),
  fails: [],
  needs: 'public',
  offline: 'online',
  example: {
    parameters: {
      algorithm: 'SHA-256',
      nonce: 'a1',
      salt: 'b2',
      cost: 1,
      keyLength: 32,
      keyPrefix: '00',
      expiresAt: 1_795_000_000,
    },
    signature: 'c3',
  },
});

export const checkDomain = endpoint('GET /auth/checkdomain', {
  about:
    'Address for signing in: of the agency’s own sign-on, if the domain of `email` or `username` has one, with the agency’s name; else of the service’s public host, if the page was opened under another one; else null. Whether an address is known has no effect.',
  args: z.object({ email: z.string().max(320).optional(), username: z.string().max(320).optional() }),
  reply: z.object({ redirect: z.string().nullable(), agency: z.string().nullable() }),
  fails: [],
  needs: 'public',
  offline: 'online',
  example: { redirect: null, agency: null },
});

export const authEndpoints = [login, refreshTokens, logout, getChallenge, checkDomain];
