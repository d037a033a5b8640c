import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { httpUrl } from '../kit/http-url.ts';
import { CustomerRef, Id, IdOrNone, Instant, LocalDate, SentDate } from '../kit/ids.ts';
import { wire } from '../kit/wire-names.ts';
import { CredentialName } from '../rows/crawler-settings.ts';

/** What the documented task says of its credentials, and what else its crawler gives it. */
export const taskCredentials = {
  alias: z.string(),
  description: wire('Description', z.string()),
  /** Blank for who may not change tasks, and where only administrators see it. */
  username: z.string(),
  orgKey: wire('OrgKey', z.string()),
  /** Where the access token of its mailbox is renewed, and the client there. Blank for none, in lists, and for who may not see it. */
  tokenUrl: z.string(),
  clientId: z.string(),
  /** The credentials that are stored, its own or those of its parent. A password and a secret key are never returned. */
  has: z.array(CredentialName),
  /** Whether it has all that its crawler asks for. */
  isReady: z.boolean(),
  /** The documented check of the credentials: 1 unchecked, 2 valid, 3 failed. */
  checkState: wire('State', z.number()),
  /** The task whose sign-in this one uses, by name and id; blank and null for none. */
  credentialParent: wire('CredentialParent', z.string()),
  credentialParentId: wire('CredentialParent_ID', z.number().nullable()),
  switchedOn: z.boolean(),
  /** Only administrators change and reveal what it signs in with. */
  isAccountCredentialManaged: z.boolean(),
  passwordExpiresOn: LocalDate.nullable(),
  passwordChangedAt: Instant.nullable(),
  passwordChangedBy: z.string().nullable(),
};
export const taskCredentialsExample = {
  alias: '',
  description: '',
  username: '',
  orgKey: '',
  tokenUrl: '',
  clientId: '',
  has: ['url' as const],
  isReady: true,
  checkState: 1,
  credentialParent: '',
  credentialParentId: null,
  switchedOn: false,
  isAccountCredentialManaged: false,
  passwordExpiresOn: null,
  passwordChangedAt: null,
  passwordChangedBy: null,
};

/** A secret as sent: absent or blank keeps the stored one, null removes it. */
const Kept = z.string().trim().max(1000, 'Shorten this to 1,000 characters').nullable().optional();
/** Tokens of some providers are longer than other secrets. */
export const mostTokenLetters = 8000;
const KeptToken = z.string().trim().max(mostTokenLetters, 'Shorten this to 8,000 characters').nullable().optional();
const Words = (most: number) => z.string().trim().max(most, `Shorten this to ${most} characters`).nullable().optional();

/**
 * What renews the access token of a mailbox, in place of a secret key that a person enters: the address that gives it (OAuth 2.0), the
 * client there, whose secret not every client has, and the refresh token. What is blank stays.
 */
export const tokenArgs = {
  tokenUrl: z
    .union([z.literal(''), httpUrl('Write the whole token address, with https://')])
    .nullable()
    .optional(),
  clientId: Kept,
  clientSecret: Kept,
  refreshToken: KeptToken,
};

export const tokenNames = ['tokenUrl', 'clientId', 'clientSecret', 'refreshToken'] as const;

/** What a save may change beside the name, the source, the address and the schedule. What is absent stays. */
export const taskCredentialArgs = {
  crawlerId: wire('id', Id.optional()),
  username: Kept,
  password: Kept,
  orgKey: wire('OrgKey', Kept),
  secretKey: wire('SecretKey', KeptToken),
  ...tokenArgs,
  alias: Words(100),
  description: wire('Description', Words(500)),
  credentialParentId: wire('CredentialParent_ID', IdOrNone.nullable().optional()),
  switchedOn: z.boolean().optional(),
  passwordExpiresOn: SentDate.nullable().optional(),
};

export const revealPassword = endpoint('POST /api/agent/showpsw/:id/:cust', {
  about: 'The password of a task, its own or that of its parent. At most 10 an hour, each with its line in the activity.',
  args: z.object({ id: Id, cust: CustomerRef }),
  reply: z.object({ password: z.string() }),
  fails: ['invalid', 'forbidden', 'not_found', 'confirm_identity'],
  needs: 'tasks.write',
  offline: 'online',
  example: { password: 'correct horse battery staple' },
});

export const checkIsAdmin = endpoint('GET /api/agent/checkIsAdmin', {
  about: 'Whether the caller edits what only administrators edit of tasks.',
  args: z.object({}),
  reply: z.boolean(),
  fails: [],
  needs: 'session',
  offline: 'online',
  example: false,
});

export const taskCredentialEndpoints = [revealPassword, checkIsAdmin];
