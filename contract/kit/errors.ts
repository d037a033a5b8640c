import * as z from 'zod';
import { wire } from './wire-names.ts';

/** The service understood and said no. Trying again unchanged will not help. */
export const Refusal = z.discriminatedUnion('kind', [
  /** `fields` maps the name of each bad field to one sentence with its remedy. */
  z.object({ kind: z.literal('invalid'), fields: z.record(z.string(), z.string()) }),
  z.object({ kind: z.literal('conflict'), current: z.unknown() }),
  z.object({ kind: z.literal('forbidden'), needs: z.string().optional() }),
  z.object({ kind: z.literal('not_found') }),
  z.object({ kind: z.literal('gone') }),
  /** The idempotency key was used before with another request: a new request takes a new key. */
  z.object({ kind: z.literal('key_reused') }),
  z.object({ kind: z.literal('too_large'), limit: z.string() }),
  /** Sign-in refused; `humanCheck` asks for ALTCHA next time. */
  z.object({ kind: z.literal('sign_in'), description: wire('error_description', z.string()), humanCheck: z.boolean() }),
]);
export type Refusal = z.infer<typeof Refusal>;

/** No usable answer arrived. Trying again later may help. */
export type Fault =
  | { kind: 'offline' | 'timeout' | 'signed_out' | 'client_too_old' }
  | { kind: 'busy'; retryAfterSeconds: number }
  | { kind: 'server'; ref: string };

/** HTTP status that carries each refusal. */
export const refusalStatus: Record<Refusal['kind'], number> = {
  invalid: 400,
  sign_in: 400,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  gone: 410,
  too_large: 413,
  key_reused: 422,
};
