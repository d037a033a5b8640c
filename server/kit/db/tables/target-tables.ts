import type { Generated } from 'kysely';
import type { AtsValueRow, MapKind } from '#contract/rows/rows.ts';
import type { Instant, Json, MaybeInstant } from './column-types.ts';

type ListedValue = Omit<AtsValueRow, 'id' | 'targetId' | 'active'>;

/** What the processes share of the connections to targets. The SQL has the column comments. */
export type TargetTables = {
  waiting_list: { customer_id: number; target_id: number; kind: MapKind; listed: Json<ListedValue[]>; read_at: Instant };
  target_list: {
    customer_id: number;
    target_id: number;
    kind: MapKind;
    whole_at: MaybeInstant;
    changes_at: MaybeInstant;
    cleared_at: MaybeInstant;
  };
  target_pace: {
    customer_id: number;
    target_id: number;
    next_at: Instant;
    reads_next_at: Instant;
    posts_until: Instant;
    paused_until: Instant;
    minute_at: Instant;
    minute_calls: Generated<number>;
    month: Generated<string>;
    month_calls: Generated<number>;
    alarmed_month: string | null;
    day_used: number | null;
    day_allowed: number | null;
    day_at: MaybeInstant;
    called_at: MaybeInstant;
  };
};
