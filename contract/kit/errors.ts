import * as z from 'zod';
import { wire } from './wire-names.ts';

/** A way to prove who signs in. `signOn` is a fresh sign-in at the provider of the person's agency. */
const Factor = z.enum(['password', 'code', 'passkey', 'recoveryCode', 'signOn']);
export type Factor = z.infer<typeof Factor>;

/** The service understood the request and refused it. A retry of the same request fails again. */
export const Refusal = z.discriminatedUnion('kind', [
  /** `fields` maps the name of each invalid field to one sentence that says how to fix it. */
  z.object({ kind: z.literal('invalid'), fields: z.record(z.string(), z.string()) }),
  z.object({ kind: z.literal('conflict'), current: z.unknown() }),
  z.object({ kind: z.literal('forbidden'), needs: z.string().optional() }),
  /** `what` says in a sentence which row does not exist, if the service may say it. */
  z.object({ kind: z.literal('not_found'), what: z.string().optional() }),
  z.object({ kind: z.literal('gone') }),
  /** The idempotency key was used before for a different request. A new request needs a new key. */
  z.object({ kind: z.literal('key_reused') }),
  z.object({ kind: z.literal('too_large'), limit: z.string() }),
  /**
   * Sign-in failed; if `humanCheck` is true, the next try needs a solved ALTCHA challenge. `checkFirst` is true if this try lacked
   * one, so that the password was not looked at: the same try with a solved challenge may succeed.
   */
  z.object({
    kind: z.literal('sign_in'),
    description: wire('error_description', z.string()),
    humanCheck: z.boolean(),
    checkFirst: z.boolean().optional(),
  }),
  /** The password is right and a second factor is missing. `pending` names this sign-in for the next call. */
  z.object({
    kind: z.literal('second_factor'),
    description: wire('error_description', z.string()),
    pending: z.string(),
    factors: z.array(Factor),
  }),
  /** The call needs a fresh proof of who uses the session: confirm it, then send the call again. */
  z.object({
    kind: z.literal('confirm_identity'),
    description: wire('error_description', z.string()),
    factors: z.array(Factor),
  }),
]);
export type Refusal = z.infer<typeof Refusal>;

/** No usable response arrived. A later retry may work. */
export type Fault =
  | { kind: 'offline' | 'timeout' | 'signed_out' | 'client_too_old' }
  /** The person must choose a new password before anything else. */
  | { kind: 'password_expired' }
  /** The user must add a second factor before any other call works. */
  | { kind: 'add_second_factor' }
  | { kind: 'busy'; retryAfterSeconds: number }
  | { kind: 'server'; ref: string };

/** HTTP status of each refusal. */
export const refusalStatus: Record<Refusal['kind'], number> = {
  invalid: 400,
  sign_in: 400,
  forbidden: 403,
  second_factor: 403,
  confirm_identity: 403,
  not_found: 404,
  conflict: 409,
  gone: 410,
  too_large: 413,
  key_reused: 422,
};
