import type { GeneratedAlways } from 'kysely';
import type { Instant, MaybeInstant } from './column-types.ts';

/** Billing with the built-in ledger. Days are `yyyy-MM-dd`, amounts integer cents. The SQL has the column comments. */
export type BillingTables = {
  billing_account: {
    customer_id: number;
    start_on: string;
    suspended_from: 'active' | 'trial' | null;
    added_licenses: number;
  };
  subscription_terms: {
    customer_id: number;
    id: GeneratedAlways<number>;
    from_on: string;
    plan_id: number | null;
    plan_name: string;
    month_cents: number;
    connections: number;
    connection_cents: number;
    users: number;
    user_cents: number;
    made_at: Instant;
  };
  license_order: {
    customer_id: number;
    key: string;
    licenses: number;
    month_cents: number;
    by_id: number;
    made_at: Instant;
  };
  invoice: {
    customer_id: number;
    id: GeneratedAlways<number>;
    from_on: string;
    until_on: string;
    state: 'draft' | 'sent' | 'discarded';
    number: string | null;
    total_cents: number;
    made_at: Instant;
    sent_at: MaybeInstant;
    created_on: string | null;
    due_on: string | null;
  };
  invoice_line: {
    customer_id: number;
    invoice_id: number;
    place: number;
    text: string;
    from_on: string;
    until_on: string;
    quantity: number;
    unit_cents: number;
    amount_cents: number;
  };
  ledger_entry: {
    customer_id: number;
    id: GeneratedAlways<number>;
    invoice_id: number;
    kind: 'payment' | 'credit' | 'void';
    amount_cents: number;
    voids: number | null;
    key: string;
    reference: string;
    on_day: string;
    by_name: string;
    made_at: Instant;
  };
  billing_contact: {
    customer_id: number;
    id: GeneratedAlways<number>;
    is_primary: boolean;
    first_name: string;
    last_name: string;
    company: string;
    address: string;
    city: string;
    state: string;
    zip: string;
    phone: string;
    email: string;
  };
};
