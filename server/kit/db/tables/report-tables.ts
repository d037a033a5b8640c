import type { Instant } from './column-types.ts';

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
};
