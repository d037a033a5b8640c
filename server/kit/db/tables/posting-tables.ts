import type { ColumnType, Generated } from 'kysely';
import type { AttemptKind } from '#contract/posting/attempts.ts';
import type { DriftField, DriftKind } from '#domain/posting/drift/drift.ts';
import type { Instant, JsonWithDefault, MaybeInstant } from './column-types.ts';

/** Posts of jobs to targets and their calls. The SQL has the column comments. */
export type PostingTables = {
  post: {
    customer_id: number;
    target_id: number;
    job_id: number;
    generation: Generated<number>;
    reference: string;
    state: 'wanted' | 'sending' | 'unknown' | 'human' | 'done' | 'failed' | 'dryRun';
    external_id: string | null;
    words: string | null;
    tries: Generated<number>;
    lookups: Generated<number>;
    fence: Generated<number>;
    lease_until: MaybeInstant;
    next_at: Instant;
    asked_by: number | null;
    sent: ColumnType<unknown, string | null, string | null>;
    value_ids: Generated<number[]>;
    follow: number | null;
    shown_rev: number | null;
    kept: ColumnType<unknown, string | null | undefined, string | null>;
    looked_at: MaybeInstant;
    reads_left: Generated<number>;
    created_at: Instant;
    updated_at: Instant;
  };
  post_attempt: {
    customer_id: number;
    id: Generated<number>;
    target_id: number;
    job_id: number;
    generation: number;
    at: Instant;
    kind: AttemptKind;
    sent: ColumnType<unknown, string | null, string | null>;
    answer: string | null;
    words: string | null;
    external_id: string | null;
    status: number | null;
    body: string | null;
    stored: ColumnType<unknown, string | null, string | null>;
    notes: ColumnType<unknown, string | undefined, string>;
    milliseconds: number | null;
  };
  post_follow: { customer_id: number; rev: number };
  auto_post_follow: { customer_id: number; rev: Generated<number> };
  post_drift: {
    customer_id: number;
    target_id: number;
    job_id: number;
    generation: number;
    kind: DriftKind;
    fields: JsonWithDefault<readonly DriftField[]>;
    found_at: Instant;
    changed_at: MaybeInstant;
    changed_by: string | null;
    accepted: Generated<boolean>;
  };
  drift_watch: {
    customer_id: number;
    target_id: number;
    events: string | null;
    looked_at: MaybeInstant;
    lease_until: MaybeInstant;
  };
};
