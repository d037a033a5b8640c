import type { Generated } from 'kysely';
import type { Instant, MaybeInstant } from './column-types.ts';

/** Feeds that job boards read. The SQL has the column comments. */
export type FeedTables = {
  feed_address: { key: string; customer_id: number; target_id: number; ended_at: MaybeInstant };
  feed_listing: { customer_id: number; target_id: number; job_id: number; reference: string; listed_at: Instant };
  feed_reader: {
    customer_id: number;
    target_id: number;
    address: string;
    agent: string;
    read_at: Instant;
    times: Generated<number>;
    jobs: number;
  };
};
