import type { Generated, GeneratedAlways } from 'kysely';
import type { SubmissionState } from '#contract/rows/submission.ts';
import type { SubmissionListKind } from '#contract/rows/submission-lists.ts';
import type { MapSide } from '#contract/rows/submission-pair.ts';
import type { JrKind } from '#contract/submissions/words.ts';
import type { Instant, Json, JsonWithDefault, MaybeInstant, Replicated } from './column-types.ts';

/** An entry of a list as a system or a file gives it. Empty texts where it has none. */
export type ListedEntry = {
  readonly extId: string;
  readonly name: string;
  readonly groupName: string;
  readonly degreeExtId: string;
  readonly custom1: string;
  readonly custom2: string;
};

type Place = { customer_id: number; target_id: number; kind: SubmissionListKind; object_id: Generated<number> };

/** Lists of submission targets and of Jobdock, and the mappings between them. The SQL has the column comments. */
type SubmissionListTables = {
  submission_entry: Place & {
    id: GeneratedAlways<number>;
    ext_id: string;
    name: string;
    group_name: Generated<string>;
    degree_ext_id: Generated<string>;
    custom_1: Generated<string>;
    custom_2: Generated<string>;
    is_default: Generated<boolean>;
    removed: Generated<boolean>;
  };
  submission_list: Place & { read_at: Instant; by_file: Generated<boolean>; entries: number };
  submission_waiting_list: Place & { listed: Json<ListedEntry[]>; read_at: Instant };
  jr_entry: { id: GeneratedAlways<number>; kind: JrKind; name: string; removed: Generated<boolean> };
  /** A replicated table; its other columns are made of `row`, and null once it is deleted. */
  submission_pair_link: Replicated & {
    ref: GeneratedAlways<string | null>;
    target_id: GeneratedAlways<number | null>;
    side: GeneratedAlways<MapSide | null>;
    degree_id: GeneratedAlways<number | null>;
    specialty_id: GeneratedAlways<number | null>;
    jr_degree_id: GeneratedAlways<number | null>;
    jr_specialty_id: GeneratedAlways<number | null>;
  };
  /** The same for a customer's own steps of documents. */
  submission_document_link: Replicated & {
    ref: GeneratedAlways<string | null>;
    target_id: GeneratedAlways<number | null>;
    side: GeneratedAlways<MapSide | null>;
    document_id: GeneratedAlways<number | null>;
    jr_document_id: GeneratedAlways<number | null>;
  };
  jr_document_link: { system_id: number; jr_document_id: number; ext_id: string };
  /** The same for mappings between dictionaries. The target is the destination. */
  submission_dictionary_link: Replicated & {
    ref: GeneratedAlways<string | null>;
    target_id: GeneratedAlways<number | null>;
    from_id: GeneratedAlways<number | null>;
    to_id: GeneratedAlways<number | null>;
  };
};

/** Targets, packages, logins and submissions. The SQL has the column comments. */
export type SubmissionTables = SubmissionListTables & {
  submission_target: {
    customer_id: number;
    id: GeneratedAlways<number>;
    system_id: number;
    name: string;
    org_key: Generated<string>;
    site: Generated<string>;
    active: Generated<boolean>;
    shares_documents: Generated<boolean>;
    settings: JsonWithDefault<Record<string, string>>;
    hook_key: Generated<string>;
    checked_at: MaybeInstant;
    check_words: Generated<string>;
  };
  /** A replicated table; its other columns are made of `row`. */
  submission_package: Replicated & { ref: GeneratedAlways<string | null>; target_id: GeneratedAlways<number | null> };
  submission_login: {
    customer_id: number;
    id: GeneratedAlways<number>;
    user_id: number;
    target_id: number;
    username: string;
    is_default: Generated<boolean>;
    checked_at: MaybeInstant;
    check_words: Generated<string>;
  };
  /** Copies of what devices hold of `submission` and `submission_target`. Triggers write them. */
  replicated_submission: Replicated & { ref: GeneratedAlways<string | null> };
  replicated_submission_target: Replicated;
  /** Copies of `submission_entry` and, for all customers, of `jr_entry`. Triggers write them. */
  replicated_submission_entry: Replicated;
  replicated_jr_entry: Replicated;
  submission: {
    customer_id: number;
    id: Generated<number>;
    ref: Generated<string | null>;
    from_id: number;
    to_id: number;
    job_id: Generated<number>;
    provider_job_id: Generated<string>;
    caregiver_id: string;
    caregiver_email: Generated<string>;
    reference: string;
    state: Generated<SubmissionState>;
    user_id: number | null;
    event_id: Generated<string>;
    created_at: Instant;
    ext_id: Generated<string>;
    ext_caregiver_id: Generated<string>;
    status: Generated<string>;
    status_at: MaybeInstant;
    error_text: Generated<string>;
    warnings_text: Generated<string>;
    used: JsonWithDefault<Record<string, unknown>>;
    tries: Generated<number>;
    lookups: Generated<number>;
    next_at: MaybeInstant;
    lease_until: MaybeInstant;
    fence: Generated<number>;
    ended_at: MaybeInstant;
    appears_until: MaybeInstant;
    counted: Generated<boolean>;
    login_id: Generated<number>;
    chosen: JsonWithDefault<Record<string, number>>;
  };
  submission_expiry: {
    customer_id: number;
    id: GeneratedAlways<number>;
    target_id: number;
    caregiver_id: string;
    document: string;
    /** A date column: `yyyy-MM-dd`. */
    expires_on: string;
    found_at: Instant;
    noticed: Generated<boolean>;
  };
  submission_attempt: {
    customer_id: number;
    id: GeneratedAlways<number>;
    submission_id: number;
    target_id: number;
    at: Instant;
    kind: 'read' | 'lookUp' | 'makeCaregiver' | 'submit' | 'status' | 'writeBack';
    fields: JsonWithDefault<Record<string, unknown>>;
    documents: JsonWithDefault<{ name: string; size: number; digest: string }[]>;
    answer: 'done' | 'refused' | 'unknown';
    words: Generated<string>;
    milliseconds: Generated<number>;
  };
  submission_status: {
    customer_id: number;
    id: GeneratedAlways<number>;
    submission_id: number;
    status: string;
    at: Instant;
    learned_at: Instant;
    how: 'webhook' | 'schedule' | 'person' | 'event';
    noticed: Generated<boolean>;
  };
  submission_event: {
    customer_id: number;
    id: GeneratedAlways<number>;
    target_id: number;
    received_at: Instant;
    digest: string;
    ext_id: string;
    state: Generated<'waiting' | 'done' | 'ignored'>;
    words: Generated<string>;
  };
  submission_subscription: {
    customer_id: number;
    target_id: number;
    name: string;
    ext_id: Generated<string>;
    made_at: Instant;
    cursor: Generated<string>;
    read_at: MaybeInstant;
    problem: Generated<string>;
  };
};
