import type { Generated } from 'kysely';
import type { Instant, MaybeInstant } from './column-types.ts';

/** Tables of the second factor. The SQL has the column comments. */
export type FactorTables = {
  authenticator: { customer_id: number; user_id: number; last_step: number; created_at: Instant };
  passkey: {
    customer_id: number;
    id: string;
    user_id: number;
    name: string;
    host: string;
    public_key: string;
    counter: number;
    transports: Generated<string[]>;
    created_at: Instant;
    used_at: MaybeInstant;
  };
  recovery_code: { customer_id: number; user_id: number; code_hash: string; used_at: MaybeInstant };
  pending_sign_in: {
    customer_id: number;
    token_hash: string;
    user_id: number;
    tries: Generated<number>;
    expires_at: Instant;
  };
  passkey_challenge: { customer_id: number; holder: string; challenge: string; expires_at: Instant };
};
