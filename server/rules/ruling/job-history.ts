import { sql } from 'kysely';
import type { Tx } from '#server/kit/db/connection.ts';
import type { Ruled } from './rule-job.ts';

/** Writes the history lines of jobs after rules ran on them. */
export async function writeHistory(tx: Tx, customerId: number, written: readonly Ruled[], at: string): Promise<void> {
  const history = written.flatMap(({ row, lines }) =>
    lines.map(({ who, how, field, before, after }) => ({ job_id: row.id, who, how, field, before, after })),
  );
  if (history.length === 0) return;
  await sql`
    insert into job_history (customer_id, job_id, at, who, how, field, before, after)
    select ${customerId}, h.job_id, ${at}::timestamptz, h.who, h.how, h.field, h.before, h.after
    from jsonb_to_recordset(${JSON.stringify(history)}::jsonb)
      as h(job_id bigint, who text, how text, field text, before jsonb, after jsonb)`.execute(tx);
}
