import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Instant } from '../kit/ids.ts';
import { messages } from '../kit/messages.ts';
import { AuthenticatorCode, PasskeyMessage } from './second-factor-proof.ts';
import { Done } from './users.ts';

const PasskeyId = z.string().regex(/^[\w-]{1,400}$/, 'Send the id of a passkey of the list');
const PasskeyName = z.string().trim().min(1, 'Name the passkey').max(60, 'Shorten the name to 60 characters');

const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  /** The host that it signs in to; browsers offer it nowhere else. */
  host: z.string(),
  createdAt: Instant,
  usedAt: Instant.nullable(),
});
export type Passkey = z.infer<typeof Passkey>;

/** A user's second factors, without their secrets. */
export const SecondFactor = z.object({
  authenticator: z.boolean(),
  passkeys: z.array(Passkey),
  recoveryCodesLeft: z.number(),
  /** Who requires a second factor of this user: the provider of its administrators, or the user's customer of everyone. */
  requiredBy: z.enum(['provider', 'customer']).nullable(),
  /** The user is a provider administrator, and this installation (the demo) does not require a second factor of them. */
  waived: z.boolean(),
});
export type SecondFactor = z.infer<typeof SecondFactor>;

const recoveryCodes = ['k7mq2-x9fhd', '3wnpz-r8tva'];

/** New recovery codes, shown only here; empty if the user keeps the codes that exist. */
const Enrolled = z.object({ recoveryCodes: z.array(z.string()) });

const own = { needs: 'session', offline: 'online' } as const;

export const getSecondFactor = endpoint('GET /api/user/secondfactor', {
  about: 'The second factors of the signed-in user.',
  args: z.object({}),
  reply: SecondFactor,
  fails: ['forbidden'],
  ...own,
  example: {
    authenticator: true,
    passkeys: [{ id: 'q1w2', name: 'Work laptop', host: 'jobdock.example', createdAt: '2026-11-01T00:00:00.000Z', usedAt: null }],
    recoveryCodesLeft: 9,
    requiredBy: null,
    waived: false,
  },
});

export const startAuthenticator = endpoint('POST /api/user/secondfactor/authenticator', {
  about: 'A new secret for an authenticator app, as text and as `otpauth:` address. It is in use once a code confirmed it.',
  args: z.object({}),
  reply: z.object({ secret: z.string(), uri: z.string() }),
  fails: ['forbidden', 'confirm_identity'],
  ...own,
  example: { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Jobdock:ann%40example.org?secret=JBSWY3DPEHPK3PXP' },
});

export const confirmAuthenticator = endpoint('POST /api/user/secondfactor/authenticator/confirm', {
  about: 'Puts the new authenticator app into use with its first code. It replaces an earlier app.',
  args: z.object({ code: AuthenticatorCode }),
  reply: Enrolled,
  fails: ['invalid', 'forbidden', 'confirm_identity'],
  ...own,
  example: { recoveryCodes },
});

export const startPasskey = endpoint('POST /api/user/secondfactor/passkey/options', {
  about: 'Options with which a browser creates a passkey (WebAuthn). Passkeys need https or localhost.',
  args: z.object({}),
  reply: z.object({ options: PasskeyMessage }),
  fails: ['invalid', 'forbidden', 'confirm_identity'],
  ...own,
  example: { options: { challenge: 'Y2hhbGxlbmdl' } },
});

export const addPasskey = endpoint('POST /api/user/secondfactor/passkey', {
  about: 'Adds the passkey that a browser created.',
  args: z.object({ name: PasskeyName, passkey: PasskeyMessage }),
  reply: Enrolled,
  fails: ['invalid', 'forbidden', 'confirm_identity'],
  ...own,
  example: { recoveryCodes },
});

export const renamePasskey = endpoint('POST /api/user/secondfactor/passkey/:id/rename', {
  about: 'Renames a passkey of the signed-in user.',
  args: z.object({ id: PasskeyId, name: PasskeyName }),
  reply: Done,
  fails: ['invalid', 'forbidden', 'not_found'],
  ...own,
  example: { message: messages.saved },
});

export const removePasskey = endpoint('POST /api/user/secondfactor/passkey/:id/remove', {
  about: 'Removes a passkey of the signed-in user. The last factor stays while one is required.',
  args: z.object({ id: PasskeyId }),
  reply: Done,
  fails: ['invalid', 'forbidden', 'not_found', 'confirm_identity'],
  ...own,
  example: { message: messages.saved },
});

export const renewRecoveryCodes = endpoint('POST /api/user/secondfactor/recoverycodes', {
  about: 'Ten new recovery codes. The earlier ones no longer work.',
  args: z.object({}),
  reply: Enrolled,
  fails: ['invalid', 'forbidden', 'confirm_identity'],
  ...own,
  example: { recoveryCodes },
});

export const removeSecondFactor = endpoint('POST /api/user/secondfactor/remove', {
  about: 'Removes all second factors of the signed-in user. Refused while one is required.',
  args: z.object({}),
  reply: Done,
  fails: ['invalid', 'forbidden', 'confirm_identity'],
  ...own,
  example: { message: messages.saved },
});

const Rule = z.object({
  required: z.boolean(),
  /** The provider’s own customer, whose administrators need a second factor unless the demo turned that off. */
  provider: z.boolean(),
});

export const getSecondFactorRule = endpoint('GET /api/customer/secondfactor/:cust', {
  about: 'Whether a customer requires a second factor of all its users.',
  args: z.object({ cust: CustomerRef }),
  reply: Rule,
  fails: ['forbidden', 'not_found'],
  needs: 'users.write',
  offline: 'online',
  example: { required: false, provider: false },
});

export const setSecondFactorRule = endpoint('POST /api/customer/secondfactor/:cust', {
  about: 'Sets whether a customer requires a second factor of all its users. Users without one must add it before anything else.',
  args: z.object({ cust: CustomerRef, required: z.boolean() }),
  reply: Rule,
  fails: ['invalid', 'forbidden', 'not_found', 'confirm_identity'],
  needs: 'users.write',
  offline: 'online',
  example: { required: true, provider: false },
});

export const secondFactorEndpoints = [
  getSecondFactor,
  startAuthenticator,
  confirmAuthenticator,
  startPasskey,
  addPasskey,
  renamePasskey,
  removePasskey,
  renewRecoveryCodes,
  removeSecondFactor,
  getSecondFactorRule,
  setSecondFactorRule,
];
