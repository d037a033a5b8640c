import type { Generated, GeneratedAlways } from 'kysely';
import type { ConfigurationBody } from '#contract/rows/report-rows.ts';
import type { Instant, Json, JsonWithDefault, MaybeInstant } from './column-types.ts';

/** Figures that reports keep. The SQL has the column comments. */
export type ReportTables = {
  daily_figure: {
    customer_id: number;
    day: string;
    from_at: Instant;
    until_at: Instant;
    new_jobs: number;
    closed_jobs: number;
    posted_jobs: number;
    counted_at: Instant;
  };
  report_schedule: {
    customer_id: number;
    id: GeneratedAlways<number>;
    configuration_id: number;
    owner_id: number;
    frequency: 'daily' | 'weekly' | 'monthly';
    days: number[];
    day: number;
    on_time: string;
    file: 'xlsx' | 'csv';
    dont_send_me: boolean;
    addresses: string[];
    threshold: number;
    zone: string;
    next_at: MaybeInstant;
    paused_because: Generated<string>;
  };
  report_run: {
    customer_id: number;
    id: GeneratedAlways<number>;
    schedule_id: number;
    due_at: Instant;
    by_hand: boolean;
    state: Generated<'waiting' | 'sent' | 'below' | 'failed' | 'paused'>;
    tries: Generated<number>;
    row_count: number | null;
    mails: Generated<number>;
    outside_mails: Generated<number>;
    message: Generated<string>;
    ended_at: MaybeInstant;
  };
  report_file: {
    customer_id: number;
    id: GeneratedAlways<number>;
    run_id: number | null;
    asked_by: number;
    asked_at: Instant;
    report_id: number;
    report: string;
    kind: 'csv' | 'xlsx';
    body: Json<ConfigurationBody>;
    name: Generated<string>;
    size: number | null;
    row_count: number | null;
    found_count: number | null;
    made_with: Generated<string[]>;
    made_at: MaybeInstant;
    kept_until: MaybeInstant;
    content: Uint8Array | null;
  };
  data_export: {
    customer_id: number;
    id: GeneratedAlways<number>;
    run_id: number | null;
    asked_by: number;
    asked_at: Instant;
    lists: string[];
    kind: 'xlsx' | 'zip';
    name: Generated<string>;
    size: number | null;
    sheets: JsonWithDefault<{ name: string; rows: number }[]>;
    made_with: Generated<string[]>;
    made_at: MaybeInstant;
    kept_until: MaybeInstant;
  };
  data_export_part: { customer_id: number; export_id: number; place: number; content: Uint8Array };
  report_recipient: {
    customer_id: number;
    id: GeneratedAlways<number>;
    address: string;
    old_key_hash: Generated<string | null>;
    agreed: boolean | null;
    asked_at: Instant;
    answered_at: MaybeInstant;
  };
};
