import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { ColumnMapping } from '#contract/collecting/column-mapping.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { ChangeOrigin } from '#contract/staging/job-history.ts';
import type { AiTables, MeasurementTables } from './tables/ai-tables.ts';
import type { AlertTables } from './tables/alert-tables.ts';
import type { AttachmentTables } from './tables/attachment-tables.ts';
import type { BillingTables } from './tables/billing-tables.ts';
import type { Instant, Json, JsonWithDefault, MaybeInstant, Replicated } from './tables/column-types.ts';
import type { CrawlerTables } from './tables/crawler-tables.ts';
import type { FactorTables } from './tables/factor-tables.ts';
import type { FeedTables } from './tables/feed-tables.ts';
import type { FreshBooksTables } from './tables/freshbooks-tables.ts';
import type { JiraTables } from './tables/jira-tables.ts';
import type { JobAlertTables } from './tables/job-alert-tables.ts';
import type { LabelTables } from './tables/label-tables.ts';
import type { ListTables } from './tables/list-tables.ts';
import type { MailTables } from './tables/mail-tables.ts';
import type { NoticeTables } from './tables/notice-tables.ts';
import type { ParserTables } from './tables/parser-tables.ts';
import type { PeopleTables } from './tables/people-tables.ts';
import type { PostingTables } from './tables/posting-tables.ts';
import type { ReportTables } from './tables/report-tables.ts';
import type { RuleTables } from './tables/rule-tables.ts';
import type { SignOnTables } from './tables/sign-on-tables.ts';
import type { SmsTables } from './tables/sms-tables.ts';
import type { SubmissionTables } from './tables/submission-tables.ts';
import type { TargetTables } from './tables/target-tables.ts';
import type { TicketTables } from './tables/ticket-tables.ts';

/** Tables that have files of their own. */
type OtherTables = AiTables &
  AlertTables &
  JobAlertTables &
  SmsTables &
  AttachmentTables &
  BillingTables &
  CrawlerTables &
  RuleTables &
  MeasurementTables &
  FactorTables &
  FeedTables &
  FreshBooksTables &
  JiraTables &
  LabelTables &
  ListTables &
  MailTables &
  NoticeTables &
  ParserTables &
  PeopleTables &
  PostingTables &
  ReportTables &
  SignOnTables &
  SubmissionTables &
  TargetTables &
  TicketTables;

/** Rows that people create. The UUID column is generated from the row. */
type Created = Replicated & { ref: GeneratedAlways<string | null> };

/** Every table of the service, as created by the migrations. The SQL has the column comments. */
export type Database = OtherTables & {
  feed_epoch: {
    one: Generated<boolean>;
    epoch: Generated<string>;
    started_at: Instant;
    clean: Generated<boolean>;
    recoveries: JsonWithDefault<{ preHead: Record<string, number>; newBase: Record<string, number>; at?: string }[]>;
  };
  sign_in_attempt: { key: string; failures: number; reserved: Generated<number>; window_started_at: Instant };
  used_challenge: { nonce: string; expires_at: Instant };
  session: {
    customer_id: number;
    id: Generated<string>;
    user_id: number;
    refresh_hash: string;
    previous_hash: string | null;
    successor_sealed: string | null;
    rotated_at: Instant;
    created_at: Instant;
    seen_at: Instant;
    device: Generated<string>;
    acting_customer_id: number | null;
    acting_user_id: number | null;
    acting_until: MaybeInstant;
    ended_at: MaybeInstant;
    confirmed_at: MaybeInstant;
    factor_at_provider: Generated<boolean>;
  };
  root_key: { id: number; master_id: string; sealed: string; created_at: Instant };
  data_key: { customer_id: number; id: number; sealed: string };
  secret: { customer_id: number; owner: string; field: string; sealed: string; updated_at: Instant };
  notification: {
    customer_id: number;
    id: GeneratedAlways<number>;
    user_id: number | null;
    kind: string;
    text: string;
    link: string | null;
    cause: string | null;
    created_at: Instant;
  };
  notification_reader: {
    customer_id: number;
    notification_id: number;
    user_id: number;
    read_at: MaybeInstant;
    deleted_at: MaybeInstant;
  };
  audit: {
    customer_id: number;
    id: GeneratedAlways<number>;
    at: Instant;
    actor_id: number | null;
    subject_id: number | null;
    client_id: string | null;
    seq: number | null;
    command: string;
    object_kind: string | null;
    object_id: string | null;
    detail: JsonWithDefault<Record<string, unknown>>;
    rev: number | null;
    /** The address that a call came from. */
    ip: string | null;
  };
  customer_feed: { customer_id: number; rev: Generated<number>; min_rev: Generated<number>; durable_rev: number | null };
  feed_mark: { customer_id: number; rev: number; at: string | Date };
  client: {
    customer_id: number;
    client_id: string;
    user_id: number;
    last_seq: Generated<number>;
    protocol: number;
    device_label: Generated<string>;
    app_version: Generated<string>;
    unsent: Generated<number>;
    oldest_unsent_at: MaybeInstant;
    persisted: Generated<boolean>;
    created_at: Instant;
    seen_at: Instant;
    killed_at: MaybeInstant;
    told_at: MaybeInstant;
    wiped_at: MaybeInstant;
    wiped_unsent: Generated<number>;
    lost_at: MaybeInstant;
    lost_unsent: Generated<number>;
  };
  mutation_result: {
    customer_id: number;
    client_id: string;
    user_id: number;
    seq: number;
    fingerprint: string;
    outcome: Json<unknown>;
    at: Instant;
    carried: Generated<boolean>;
  };
  api_key_result: {
    customer_id: number;
    user_id: number;
    key: string;
    fingerprint: string;
    status: number;
    body: Json<unknown>;
    at: Instant;
  };
  target: Replicated & { settings: JsonWithDefault<Record<string, unknown>> };
  source: Replicated;
  task: Replicated & {
    settings: JsonWithDefault<Record<string, unknown>>;
    next_run_at: MaybeInstant;
    marks: JsonWithDefault<Record<string, unknown>>;
  };
  run: {
    customer_id: number;
    id: GeneratedAlways<number>;
    kind: string;
    key: string | null;
    host: string | null;
    name: string;
    work: Json<unknown>;
    state: 'queued' | 'running' | 'done' | 'cancelled' | 'failed' | 'undoing' | 'undone';
    total: Generated<number>;
    seen: Generated<number>;
    changed: Generated<number>;
    cursor_id: Generated<number>;
    asked_by: number | null;
    by_name: string;
    queued_at: Instant;
    started_at: MaybeInstant;
    ended_at: MaybeInstant;
    message: Generated<string>;
    result: JsonWithDefault<Record<string, unknown>>;
    fault: string | null;
    stopping: Generated<boolean>;
    tries: Generated<number>;
    due_at: Generated<string>;
    fence: Generated<number>;
    lease_until: MaybeInstant;
  };
  map_run_change: {
    customer_id: number;
    run_id: number;
    value_id: number;
    before: Json<unknown>;
    after: Json<unknown>;
    undone: Generated<boolean>;
  };
  run_job: {
    customer_id: number;
    run_id: number;
    job_id: number;
    outcome: 'changed' | 'same' | 'gone' | 'failed' | 'not_asked';
    words: string | null;
    before: Json<unknown> | null;
    after: Json<unknown> | null;
    undone: Generated<boolean>;
  };
  map_value: Replicated & {
    target_id: GeneratedAlways<number>;
    kind: GeneratedAlways<string>;
    source_id: GeneratedAlways<number>;
    mapped_id: GeneratedAlways<string | null>;
    key: string;
  };
  job: Replicated & {
    collected: JsonWithDefault<Record<string, unknown>>;
    kept_file_id: number | null;
    kept_record: number | null;
    received_mail_id: number | null;
    staged_digest: string | null;
    source_id: GeneratedAlways<number>;
    task_id: GeneratedAlways<number | null>;
    provider_job_id: GeneratedAlways<string>;
    status: GeneratedAlways<string>;
    facility_value_id: GeneratedAlways<number | null>;
  };
  crawler: Replicated;
  ticket: Created;
  ticket_comment: Created & { ticket_id: GeneratedAlways<number | null> };
  ticket_question: Replicated;
  rule: Created;
  substitution_target: Created;
  substitution_rule: Created;
  golden_job: Created;
  field_alias: Created;
  report_configuration: Created;
  customer_status: Created;
  rate_floor: Created;
  assignment_rule: Created;
  field_mapping: Created;
  flex_mapping: Created;
  customer_notice: Replicated & { notice_id: GeneratedAlways<number | null> };
  job_note: Created & { job_id: GeneratedAlways<number | null> };
  system_log: {
    id: GeneratedAlways<number>;
    at: Instant;
    level: number;
    process: string;
    area: string;
    customer: number | null;
    words: string;
    error_id: string | null;
  };
  job_history: {
    customer_id: number;
    job_id: number;
    id: GeneratedAlways<number>;
    at: Instant;
    who: string;
    how: 'collected' | 'rule' | 'manual' | 'mapping' | 'posting';
    field: string;
    before: ColumnType<unknown, string | null, string | null>;
    after: ColumnType<unknown, string | null, string | null>;
    origin: ColumnType<ChangeOrigin | null, string | null | undefined, string | null>;
  };
  collection_run: {
    customer_id: number;
    id: GeneratedAlways<number>;
    task_id: number | null;
    started_at: Instant;
    ended_at: MaybeInstant;
    how: 'schedule' | 'manual' | 'upload' | 'replay' | 'webhook';
    file_name: string | null;
    file_id: number | null;
    error: string | null;
    outcome: string | null;
    counts: JsonWithDefault<Record<string, number>>;
    refused: JsonWithDefault<unknown[]>;
    warned: JsonWithDefault<unknown[]>;
    run_id: number | null;
  };
  kept_file: {
    customer_id: number;
    id: GeneratedAlways<number>;
    source_id: number;
    task_id: number | null;
    name: string | null;
    fetched_at: Instant;
    digest: string;
    complete: boolean;
    body: Uint8Array;
  };
  webhook_delivery: {
    customer_id: number;
    id: GeneratedAlways<number>;
    task_id: number;
    file_id: number;
    digest: string;
    received_at: Instant;
    taken_at: MaybeInstant;
  };
  vendor_status: {
    customer_id: number;
    source_id: number;
    key: string;
    text: string;
    read_as: JobRow['status'] | null;
    status: JobRow['status'] | null;
    status_id: number | null;
    first_seen_at: Instant;
  };
  vendor_host: { customer_id: number; host: string; failures: number; open_until: MaybeInstant; error: string };
  column_mapping: {
    customer_id: number;
    source_id: number;
    signature: string;
    mapping: Json<ColumnMapping>;
    saved_by: number;
    saved_at: Instant;
  };
  upload: {
    customer_id: number;
    id: Generated<string>;
    user_id: number;
    file_name: string;
    bytes: Buffer;
    created_at: Instant;
  };
  assignment_follow: { customer_id: number; rev: Generated<number>; people: Generated<string> };
};

/** The table of each replicated collection. */
export const tableOf = {
  crawler: 'crawler',
  target: 'target',
  source: 'source',
  task: 'task',
  atsValue: 'ats_value',
  mapValue: 'map_value',
  rule: 'rule',
  substitutionTarget: 'substitution_target',
  substitutionRule: 'substitution_rule',
  goldenJob: 'golden_job',
  fieldAlias: 'field_alias',
  reportConfiguration: 'report_configuration',
  customerStatus: 'customer_status',
  rateFloor: 'rate_floor',
  assignmentRule: 'assignment_rule',
  fieldMapping: 'field_mapping',
  flexMapping: 'flex_mapping',
  customerNotice: 'customer_notice',
  datasetRow: 'dataset_row',
  jobNote: 'job_note',
  ticket: 'ticket',
  ticketComment: 'ticket_comment',
  ticketQuestion: 'ticket_question',
  label: 'label',
  generalLabel: 'general_label',
  submissionTarget: 'replicated_submission_target',
  submission: 'replicated_submission',
  submissionEntry: 'replicated_submission_entry',
  submissionPackage: 'submission_package',
  submissionPair: 'submission_pair_link',
  submissionDocumentStep: 'submission_document_link',
  submissionDictionaryStep: 'submission_dictionary_link',
  jrEntry: 'replicated_jr_entry',
  job: 'job',
} as const;
