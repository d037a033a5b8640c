import { sql } from 'kysely';
import type { MadeFile } from '#contract/reports/made-file.ts';

/** A request for a file with how its work ended, as the database has it. Instants are texts. */
export type MadeRow = {
  readonly id: number;
  readonly run_id: number | null;
  readonly name: string;
  readonly size: number | null;
  readonly asked_at: string;
  readonly made_at: string | null;
  readonly kept_until: string | null;
  readonly run_state: string | null;
  readonly run_message: string | null;
};

/** SQL: how the work of a request ended, as `run_state` and `run_message`. */
export const workOf = (table: 'report_file' | 'data_export') => {
  const ofRun = (column: 'state' | 'message') =>
    sql<
      string | null
    >`(select ${sql.ref(column)} from run r where r.customer_id = ${sql.ref(`${table}.customer_id`)} and r.id = ${sql.ref(`${table}.run_id`)})`;
  return [ofRun('state').as('run_state'), ofRun('message').as('run_message')] as const;
};

/** What a person sees of a file at this moment. */
export const madeFile = (row: MadeRow, now: Date): MadeFile => ({
  id: row.id,
  runId: row.run_id,
  state: stateOf(row, now),
  words: row.run_message ?? '',
  name: row.name,
  size: row.size,
  askedAt: row.asked_at,
  madeAt: row.made_at,
  keptUntil: row.kept_until,
});

function stateOf({ kept_until: keptUntil, run_state: run }: MadeRow, now: Date): MadeFile['state'] {
  if (keptUntil !== null) return new Date(keptUntil) > now ? 'ready' : 'expired';
  if (run === 'queued' || run === 'running') return 'working';
  return run === 'cancelled' ? 'stopped' : 'failed';
}
