import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Instant } from '../kit/ids.ts';
import { SignOnDomain } from './sign-on.ts';

/** A person who may sign in with a password while passwords are off. */
const Keeper = z.object({ id: z.number(), name: z.string() });

const SignOn = z.object({
  issuer: z.string().nullable(),
  clientId: z.string().nullable(),
  hasSecret: z.boolean(),
  /** What the agency enters at its provider. */
  redirectUri: z.string(),
  domains: z.array(z.object({ domain: z.string(), isConfirmed: z.boolean() })),
  localPasswords: z.boolean(),
  keepers: z.array(z.number()),
  /** Who may be a keeper: active, with a password, and with the right to these settings. */
  candidates: z.array(Keeper),
});
export type SignOn = z.infer<typeof SignOn>;

const example: SignOn = {
  issuer: 'https://login.north.example',
  clientId: 'jobdock',
  hasSecret: true,
  redirectUri: 'https://jobdock.example/agency-sign-on',
  domains: [{ domain: 'north.example', isConfirmed: true }],
  localPasswords: true,
  keepers: [7],
  candidates: [{ id: 7, name: 'Marcus Bell' }],
};

export const getSignOn = endpoint('GET /api/signon/:cust', {
  about: 'How the people of a customer sign in at a provider of their own (OpenID Connect), without its secret.',
  args: z.object({ cust: CustomerRef }),
  reply: SignOn,
  fails: ['forbidden', 'not_found'],
  needs: 'account.write',
  offline: 'online',
  example,
});

/** What people enter. `clientSecret` is missing to keep the stored one. */
export const SignOnDraft = z.object({
  issuer: z.url({ protocol: /^https?$/, error: 'Enter the address of the provider, such as https://login.agency.com' }).max(500),
  clientId: z.string().trim().min(1, 'Enter the client ID').max(200),
  clientSecret: z.string().min(1).max(1000).optional(),
  domains: z.array(SignOnDomain).max(20),
  localPasswords: z.boolean(),
  keepers: z.array(z.int().min(1)).max(50),
});

export const saveSignOn = endpoint('PUT /api/signon/:cust', {
  about:
    'Changes how the people of a customer sign in. A new domain has an effect once the provider of this service confirms it.',
  args: SignOnDraft.extend({ cust: CustomerRef }),
  reply: SignOn,
  fails: ['forbidden', 'not_found', 'invalid', 'confirm_identity'],
  needs: 'account.write',
  offline: 'online',
  example,
});

export const removeSignOn = endpoint('DELETE /api/signon/:cust', {
  about: 'Ends sign-on at the customer’s provider. Passwords work for everyone.',
  args: z.object({ cust: CustomerRef }),
  reply: SignOn,
  fails: ['forbidden', 'not_found', 'confirm_identity'],
  needs: 'account.write',
  offline: 'online',
  example: { ...example, issuer: null, clientId: null, hasSecret: false, domains: [], keepers: [] },
});

const AskedDomain = z.object({
  customerId: z.number(),
  customer: z.string(),
  domain: z.string(),
  askedAt: Instant,
  isConfirmed: z.boolean(),
  /** Another customer already has this domain. */
  isTaken: z.boolean(),
});
export type AskedDomain = z.infer<typeof AskedDomain>;

export const listSignOnDomains = endpoint('GET /api/admin/signon/domains', {
  about: 'The email domains that customers asked for, and those that are confirmed.',
  args: z.object({}),
  reply: z.array(AskedDomain),
  fails: ['forbidden'],
  needs: 'admin',
  offline: 'online',
  example: [
    {
      customerId: 2,
      customer: 'Northwind Staffing',
      domain: 'north.example',
      askedAt: '2026-11-21T00:00:00.000Z',
      isConfirmed: false,
      isTaken: false,
    },
  ],
});

export const decideSignOnDomain = endpoint('PUT /api/admin/signon/domains/:cust', {
  about: 'Confirms that an email domain belongs to a customer, or takes the confirmation back.',
  args: z.object({ cust: CustomerRef, domain: SignOnDomain, isConfirmed: z.boolean() }),
  reply: z.object({ domain: z.string(), isConfirmed: z.boolean() }),
  fails: ['forbidden', 'not_found', 'invalid', 'confirm_identity'],
  needs: 'admin',
  offline: 'online',
  example: { domain: 'north.example', isConfirmed: true },
});

export const signOnSettingsEndpoints = [getSignOn, saveSignOn, removeSignOn, listSignOnDomains, decideSignOnDomain];
