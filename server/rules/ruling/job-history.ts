import { sql } from 'kysely';
import type { ChangeOrigin } from '#contract/staging/job-history.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import type { Ruled } from './rule-job.ts';

/** A job after rules, and what they ran for: a run, or the file or email that the job was read from. */
type Written = Pick<Ruled, 'row' | 'lines'> & { readonly origin?: ChangeOrigin };

/** Writes the history lines of jobs after rules ran on them. A line names the rule besides the job's own origin. */
export async function writeHistory(tx: Tx, customerId: number, written: readonly Written[], at: string): Promise<void> {
  const history = written.flatMap(({ row, lines, origin }) =>
    lines.map(({ origin: by, ...line }) => ({ job_id: row.id, ...line, origin: by || origin ? { ...origin, ...by } : null })),
  );
  if (history.length === 0) return;
  await sql`
    insert into job_history (customer_id, job_id, at, who, how, field, before, after, origin)
    select ${customerId}, h.job_id, ${at}::timestamptz, h.who, h.how, h.field, h.before, h.after, nullif(h.origin, 'null')
    from jsonb_to_recordset(${JSON.stringify(history)}::jsonb)
      as h(job_id bigint, who text, how text, field text, before jsonb, after jsonb, origin jsonb)`.execute(tx);
}
