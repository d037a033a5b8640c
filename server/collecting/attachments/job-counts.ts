import { sql } from 'kysely';
import type { JobRow } from '#contract/rows/jobs.ts';
import { writeRows } from '#server/feed/publish.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { countsOf } from './stored-files.ts';

/** How many files a job says that it has. Rows of earlier versions say nothing. */
export const filesOn = ({ attachments = 0 }: Partial<Pick<JobRow, 'attachments'>>): number => attachments;

/** Writes into jobs how many files they have now. Call it as the last statement of the transaction, like `writeRows`. */
export async function writeCounts(tx: Tx, customerId: number, jobIds: readonly number[]): Promise<void> {
  const { rows } = await sql<{ row: JobRow }>`
    select row from job where customer_id = ${customerId} and id = any(${jobIds}::bigint[]) and not deleted order by id for update`.execute(
    tx,
  );
  const counts = await countsOf(tx, customerId, jobIds);
  const changed = rows.flatMap(({ row }) => {
    const files = counts.get(row.id) ?? 0;
    return files === filesOn(row) ? [] : [{ collection: 'job' as const, row: { ...row, attachments: files } }];
  });
  if (changed.length > 0) await writeRows(tx, customerId, changed);
}
