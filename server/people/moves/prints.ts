import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#server/kit/db/connection.ts';

/** A digest of each part of a source as it is at a customer. Two that differ mean that the part was changed. */
export type Prints = Readonly<Record<string, string>>;

/** What a task notes of its own runs. */
const runMarks = ['lastRunAt', 'lastSuccessAt', 'lastResult', 'alarm', 'staged', 'refused', 'checkState'];

/** Digests of a source by the words for its parts. Revisions, run marks of tasks and the times of posts do not count. */
export async function readPrints(tx: Tx, customerId: number, sourceId: number): Promise<Prints> {
  const ofCustomer = sql`t.customer_id = ${customerId}`;
  const ofSource = sql`${ofCustomer} and t.source_id = ${sourceId}`;
  const digest = (table: string, value: RawBuilder<unknown>, which: RawBuilder<unknown>) => sql`
    (select md5(coalesce(string_agg((${value})::text, ',' order by (${value})::text), '')) from ${sql.table(table)} t where ${which})`;
  const plain = sql`to_jsonb(t) - 'customer_id'`;
  const jobs = sql`(select j.id from job j where j.customer_id = ${customerId} and j.source_id = ${sourceId} and not j.deleted)`;
  const parts: Readonly<Record<string, RawBuilder<unknown>>> = {
    source: digest('source', sql`t.row`, sql`${ofCustomer} and t.id = ${sourceId} and not t.deleted`),
    tasks: digest(
      'task',
      sql`jsonb_build_array(t.row - ${runMarks}::text[], t.settings)`,
      sql`${ofCustomer} and (t.row ->> 'sourceId')::integer = ${sourceId} and not t.deleted`,
    ),
    jobs: digest('job', sql`t.row`, sql`${ofSource} and not t.deleted`),
    notes: digest('job_note', sql`t.row`, sql`${ofCustomer} and t.job_id in ${jobs} and not t.deleted`),
    mappings: digest('map_value', sql`t.row`, sql`${ofSource} and not t.deleted`),
    posts: digest(
      'post',
      sql`jsonb_build_array(t.target_id, t.job_id, t.generation, t.reference, t.state, t.external_id, t.sent, t.words)`,
      sql`${ofCustomer} and t.job_id in ${jobs}`,
    ),
    'fees, order types and columns of files': sql`concat(${sql.join(
      ['pay_fee', 'source_order_type', 'column_mapping'].map((table) => digest(table, plain, ofSource)),
    )})`,
  };
  const pairs = Object.entries(parts).flatMap(([name, part]) => [sql`${name}::text`, part]);
  const { rows } = await sql<{ prints: Prints }>`select jsonb_build_object(${sql.join(pairs)}) as prints`.execute(tx);
  const [found] = rows;
  if (!found) throw new Error('no digests were read');
  return found.prints;
}

/** The parts that differ. */
export const changedParts = (before: Prints, after: Prints): string[] =>
  Object.keys(after).filter((name) => before[name] !== after[name]);
