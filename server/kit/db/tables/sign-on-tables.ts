import type { Generated } from 'kysely';
import type { Instant, MaybeInstant } from './column-types.ts';

/** Sign-on at a customer's own provider. The SQL has the column comments. */
export type SignOnTables = {
  sign_on: {
    customer_id: number;
    issuer: string;
    client_id: string;
    local_passwords: Generated<boolean>;
    keepers: Generated<number[]>;
    updated_at: Instant;
  };
  sign_on_domain: {
    domain: string;
    customer_id: number;
    asked_at: Instant;
    confirmed_at: MaybeInstant;
    confirmed_by: number | null;
  };
  sign_on_attempt: {
    customer_id: number;
    token_hash: string;
    session_id: string | null;
    for_export: Generated<boolean>;
    started_at: Instant;
    expires_at: Instant;
  };
};
