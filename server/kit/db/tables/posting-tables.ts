import type { Generated } from 'kysely';
import type { DriftField, DriftKind } from '#domain/posting/drift/drift.ts';
import type { Instant, JsonWithDefault, MaybeInstant } from './column-types.ts';

/** How posts follow their jobs, and what people changed in a target. The SQL has the column comments. */
export type PostingTables = {
  post_follow: { customer_id: number; rev: number };
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
