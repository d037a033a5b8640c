import type { Generated } from 'kysely';
import type { Instant, JsonWithDefault, MaybeInstant } from './column-types.ts';

/** How far a client, an invoice or an entry is on its way to the accounts outside. */
export type LinkState = 'waiting' | 'creating' | 'doubt' | 'made' | 'open' | 'removing' | 'removed' | 'failed';

/** FreshBooks beside the built-in ledger. The SQL has the column comments. */
export type FreshBooksTables = {
  freshbooks_access: {
    customer_id: number;
    client_id: string | null;
    mark: string;
    api_url: Generated<string>;
    auth_url: Generated<string>;
    state: Generated<'none' | 'ready' | 'ended'>;
    account: string | null;
    businesses: JsonWithDefault<readonly { readonly account: string; readonly name: string }[]>;
    expires_at: MaybeInstant;
    renew_at: MaybeInstant;
    renewing_until: MaybeInstant;
    in_doubt: Generated<number>;
    asked_hash: string | null;
    asked_by: number | null;
    asked_until: MaybeInstant;
    checked_at: MaybeInstant;
    clients_at: MaybeInstant;
    problem: string | null;
    next_at: MaybeInstant;
    failures: Generated<number>;
    polled_at: MaybeInstant;
  };
  freshbooks_client: { customer_id: number; account: string; id: number; name: string; email: string };
  accounting_link: {
    customer_id: number;
    account: string;
    kind: 'client' | 'invoice' | 'entry';
    own_id: number;
    state: Generated<LinkState>;
    ext_id: number | null;
    page: string | null;
    next_at: MaybeInstant;
    lease_until: MaybeInstant;
    tries: Generated<number>;
    in_doubt: Generated<number>;
    problem: string | null;
    made_at: Instant;
  };
  accounting_difference: {
    customer_id: number;
    account: string;
    payment_id: number;
    invoice_id: number;
    words: string;
    at: Instant;
  };
};
