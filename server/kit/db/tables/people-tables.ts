import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Instant, JsonWithDefault, MaybeInstant } from './column-types.ts';

/** A date column: read and written as `yyyy-MM-dd`. */
type MaybeDay = ColumnType<string | null, string | null | undefined, string | null>;

/** Customers, people, roles and links. The SQL has the column comments. */
export type PeopleTables = {
  customer: {
    id: GeneratedAlways<number>;
    name: string;
    parent_id: number | null;
    industry: Generated<number>;
    provider: Generated<boolean>;
    time_zone: Generated<string>;
    settings: JsonWithDefault<Record<string, unknown>>;
    email: string | null;
    notify: string | null;
    status: Generated<'active' | 'trial' | 'suspended' | 'inactive'>;
    since_on: MaybeDay;
    implemented_on: MaybeDay;
    disable_on: MaybeDay;
    keep_active_till: MaybeDay;
    announced_disable_on: MaybeDay;
    cleanup_degree_spec: Generated<number>;
    gsa_method: Generated<number>;
    /** Shift and bill rate that no feed gives are read from descriptions. */
    reads_descriptions: Generated<boolean>;
    account_manager: string | null;
    plan_id: number | null;
    agents_included: Generated<number>;
    user_licenses_limit: Generated<number>;
    ext_id: string | null;
    past_due: Generated<boolean>;
    past_due_notice: string | null;
    deleted_at: MaybeInstant;
    deleted_by: number | null;
    created_at: Instant;
  };
  plan: {
    id: number;
    name: string;
    agents_included: number;
    user_licenses_limit: number;
    /** List prices for a month, in cents: the plan, a further connection, a further user. */
    month_cents: Generated<number>;
    connection_cents: Generated<number>;
    user_cents: Generated<number>;
  };
  role: {
    id: Generated<number>;
    name: string;
    authorises_everything: Generated<boolean>;
    administrator: Generated<boolean>;
    rights: number[];
    version: Generated<number>;
  };
  given_right: { right_id: number; given_at: Instant };
  sign_in: {
    email: string;
    customer_id: number;
    user_id: number;
    /** Null for a person who was invited and has no password yet. */
    password_hash: string | null;
    expired: Generated<boolean>;
  };
  app_user: {
    customer_id: number;
    id: GeneratedAlways<number>;
    email: string;
    name: string;
    phone: string | null;
    role_id: number;
    rights: Generated<number[]>;
    prefs: JsonWithDefault<Record<string, unknown>>;
    alerts: JsonWithDefault<Record<string, boolean>>;
    disclaimer_by: string | null;
    invited_at: MaybeInstant;
    disabled_at: MaybeInstant;
    deleted_at: MaybeInstant;
    created_at: Instant;
  };
  user_link: {
    customer_id: number;
    user_id: number;
    linked_customer_id: number;
    asked_at: Instant;
    agreed_at: MaybeInstant;
    rejected_at: MaybeInstant;
    decided_by: number | null;
    reason: string | null;
    /** The person's rights at the linked customer. Null: their own. */
    rights: number[] | null;
  };
  work_as: {
    customer_id: number;
    id: GeneratedAlways<number>;
    user_id: number;
    actor_customer_id: number;
    actor_id: number;
    session_id: string;
    reason: Generated<string>;
    from_at: Instant;
    until_at: Instant;
    ended_at: MaybeInstant;
  };
  /** Items of the provider are for all customers. */
  service_item: {
    customer_id: number;
    id: GeneratedAlways<number>;
    code: string;
    value: number;
    set_by: number;
    set_at: Instant;
  };
  reset_token: {
    customer_id: number;
    token_hash: string;
    user_id: number;
    kind: Generated<'reset' | 'invitation'>;
    expires_at: Instant;
    used_at: MaybeInstant;
  };
};
