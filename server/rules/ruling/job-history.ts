import type { Tx } from '#server/kit/db/connection.ts';
import type { Ruled } from './rule-job.ts';

/** Writes the history lines of jobs after rules ran on them. */
export async function writeHistory(tx: Tx, customerId: number, written: readonly Ruled[], at: string): Promise<void> {
  const history = written.flatMap(({ row, lines }) =>
    lines.map(({ who, how, field, before, after }) => ({
      customer_id: customerId,
      job_id: row.id,
      at,
      who,
      how,
      field,
      before: JSON.stringify(before),
      after: JSON.stringify(after),
    })),
  );
  // PostgreSQL allows 65,535 parameters per statement, and new jobs have long histories.
  for (let i = 0; i < history.length; i += 5000)
    await tx
      .insertInto('job_history')
      .values(history.slice(i, i + 5000))
      .execute();
}
