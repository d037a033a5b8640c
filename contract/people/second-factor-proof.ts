import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { Instant } from '../kit/ids.ts';
import { RefreshIn, TokenReply, tokenExample } from './auth.ts';

/** A code of an authenticator app (TOTP, RFC 6238): six digits, spaces allowed. */
export const AuthenticatorCode = z
  .string()
  .transform((text) => text.replaceAll(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'Enter the 6 digits that your authenticator app shows'));

/** The JSON form of a WebAuthn message (Web Authentication Level 3, `toJSON`). The library on each side reads its fields. */
export const PasskeyMessage = z.record(z.string().max(100), z.unknown());

const RecoveryCode = z.string().trim().min(1, 'Enter a recovery code').max(40, 'A recovery code has 10 letters and digits');

/** One of the ways to prove a second factor. */
const factorProof = {
  code: AuthenticatorCode.optional(),
  recoveryCode: RecoveryCode.optional(),
  passkey: PasskeyMessage.optional(),
};
export type FactorProof = {
  readonly code?: string | undefined;
  readonly recoveryCode?: string | undefined;
  readonly passkey?: Record<string, unknown> | undefined;
};

/** Names a sign-in whose password was right; valid for five minutes and five attempts. */
const Pending = z.string().min(1).max(200);

export const loginWithFactor = endpoint('POST /auth/login/secondfactor', {
  about:
    'Ends a sign-in that `/auth/login` refused with `second_factor`: send `pending` and one of code, recovery code, passkey.',
  args: z.object({ pending: Pending, ...factorProof, refreshIn: RefreshIn }),
  reply: TokenReply,
  fails: ['invalid', 'sign_in'],
  needs: 'public',
  offline: 'online',
  example: tokenExample,
});

export const passkeyForLogin = endpoint('POST /auth/login/passkey', {
  about: 'Options with which a browser asks for the passkey of a pending sign-in (WebAuthn).',
  args: z.object({ pending: Pending }),
  reply: z.object({ options: PasskeyMessage }),
  fails: ['invalid', 'sign_in'],
  needs: 'public',
  offline: 'online',
  example: { options: { challenge: 'Y2hhbGxlbmdl' } },
});

export const confirmIdentity = endpoint('POST /api/user/confirm', {
  about:
    'Confirms who uses the session, for calls that answer `confirm_identity`: a second factor if the user has one, else the password. Valid for five minutes.',
  args: z.object({ password: z.string().min(1, 'Enter your password').max(1000).optional(), ...factorProof }),
  reply: z.object({ confirmedUntil: Instant }),
  fails: ['invalid', 'forbidden'],
  needs: 'session',
  offline: 'online',
  example: { confirmedUntil: '2026-11-21T12:05:00.000Z' },
});

export const passkeyForConfirm = endpoint('POST /api/user/confirm/passkey', {
  about: 'Options with which a browser asks for a passkey to confirm who uses the session (WebAuthn).',
  args: z.object({}),
  reply: z.object({ options: PasskeyMessage }),
  fails: ['invalid', 'forbidden'],
  needs: 'session',
  offline: 'online',
  example: { options: { challenge: 'Y2hhbGxlbmdl' } },
});

export const secondFactorProofEndpoints = [loginWithFactor, passkeyForLogin, confirmIdentity, passkeyForConfirm];
