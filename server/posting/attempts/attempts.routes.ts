import { type Selectable, sql } from 'kysely';
import { ok } from '#contract/kit/result.ts';
import { type FieldNote, listAttempts, mostAttempts, type PostAttempt } from '#contract/posting/attempts.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { row } from '#server/kit/http/loaders.ts';
import type { Db } from '../../kit/db/connection.ts';
import { readNewest } from '../../kit/db/paging.ts';
import type { Database } from '../../kit/db/schema.ts';

export const attemptRoutes: Handler[] = [
  handle(listAttempts, { load: { job: row('job', 'job') } }, async ({ cust, job }, { services: { db } }) =>
    ok({
      attempts: await attemptsOf(db, cust, job),
      ...(await timesOf(db, cust, job)),
      readsBack: await readsBack(db, cust, job),
    }),
  ),
];

/** The newest calls for a job, of all its targets. */
async function attemptsOf(db: Db, customerId: number, jobId: number): Promise<{ total: number; rows: PostAttempt[] }> {
  const query = db
    .selectFrom('post_attempt')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('job_id', '=', jobId)
    .orderBy('id', 'desc');
  const { total, rows } = await readNewest(query, mostAttempts);
  return { total, rows: rows.map(attemptOf) };
}

type Row = Selectable<Database['post_attempt']>;

const attemptOf = ({ target_id, external_id, customer_id: _c, job_id: _j, sent, stored, notes, ...rest }: Row): PostAttempt => ({
  ...rest,
  targetId: target_id,
  externalId: external_id,
  sent: sent as PostAttempt['sent'],
  stored: stored as PostAttempt['stored'],
  notes: notes as FieldNote[],
});

/** When a rule and a mapping last changed a job. */
async function timesOf(db: Db, customerId: number, jobId: number) {
  const lines = await db
    .selectFrom('job_history')
    .select((e) => ['how', e.fn.max('at').as('at')])
    .where('customer_id', '=', customerId)
    .where('job_id', '=', jobId)
    .where('how', 'in', ['rule', 'mapping'])
    .groupBy('how')
    .execute();
  const at = (how: string) => lines.find((line) => line.how === how)?.at ?? null;
  return { ruledAt: at('rule'), mappedAt: at('mapping') };
}

/** Whether a job order of a job is read within a minute, after the call that wrote it. */
async function readsBack(db: Db, customerId: number, jobId: number): Promise<boolean> {
  const due = await db
    .selectFrom('post')
    .select('job_id')
    .where('customer_id', '=', customerId)
    .where('job_id', '=', jobId)
    .where('reads_left', '>', 0)
    .where('state', 'in', ['done', 'failed'])
    .where('next_at', '<=', sql<string>`now() + interval '1 minute'`)
    .limit(1)
    .executeTakeFirst();
  return due !== undefined;
}
