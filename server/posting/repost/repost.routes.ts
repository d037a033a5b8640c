import { sql } from 'kysely';
import { messages } from '#contract/kit/messages.ts';
import { no, ok } from '#contract/kit/result.ts';
import type { PostingPlan } from '#contract/posting/posting-plan.ts';
import { checkRepost, listRepostSources, repostJobs } from '#contract/posting/repost.ts';
import { absent } from '#contract/rows/absent.ts';
import type { TargetRow } from '#contract/rows/rows.ts';
import { repostOf } from '#domain/posting/posting-plan.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { rowsOf } from '#server/kit/db/rows.ts';
import { done, onlyReads } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { row } from '#server/kit/http/loaders.ts';
import { findLongWork } from '#server/runs/long-work.ts';
import { startRun } from '#server/runs/run-rows.ts';
import { readPlan } from '../planned/read-plan.ts';
import { repostRuns } from './repost-run.ts';

const target = row('target', 'targetId');
const changed = 'The jobs have changed since you checked them. Look at the new figures, then start again.';

export const repostRoutes: Handler[] = [
  handle(listRepostSources, { load: { target: row('target', 'target') } }, async ({ cust }, { services: { db } }, loaded) => {
    const counts = await countsOf(db, cust, loaded.target.row.id);
    const sources = await rowsOf(db, cust, 'source');
    const lines = sources.map(({ id, name }) => {
      const { open = 0, posted = 0 } = counts.get(id) ?? {};
      return { sourceId: id, isChecked: false, name, openJobs: open, postedJobs: posted };
    });
    return ok(lines.sort((a, b) => a.name.localeCompare(b.name)));
  }),
  handle(checkRepost, { audit: onlyReads, load: { target } }, async ({ cust, sourceIds }, { services }, loaded) => {
    const unknown = await unknownSource(services.db, cust, sourceIds);
    return unknown === undefined
      ? ok(await planOf(services.db, cust, loaded.target.row, sourceIds))
      : no(absent('source', unknown));
  }),
  handle(
    repostJobs,
    { audit: 'jobs.repost', ownTransactions: true, load: { target } },
    async ({ cust, sourceIds, seen }, { services, actor, record }, { target: { row: to } }) => {
      const unknown = await unknownSource(services.db, cust, sourceIds);
      if (unknown !== undefined) return no(absent('source', unknown));
      const plan = await planOf(services.db, cust, to, sourceIds);
      if (seen !== undefined && seen !== plan.seen) return no({ kind: 'conflict' as const, current: { message: changed, plan } });
      const { total, upto } = await sizeOf(services.db, cust, sourceIds);
      return services.db.transaction().execute(async (tx) => {
        const runId = await startRun(tx, repostRuns, {
          customerId: cust,
          key: String(to.id),
          name: `Repost jobs to ${to.name}`,
          work: { targetId: to.id, target: to.name, sourceIds: [...new Set(sourceIds)], upto },
          total,
          askedBy: actor.userId,
          byName: actor.name,
          now: services.now(),
        });
        const run = runId === null ? undefined : await findLongWork(tx, cust, runId);
        if (!run)
          return no({ kind: 'conflict' as const, current: { message: `Jobs are being reposted to ${to.name} already.` } });
        const facts = { jobs: plan.updates + plan.posts, sources: sourceIds, run: run.id };
        const reply = { status: 'queued' as const, message: messages.validatingAndSending, data: run };
        return done(reply, await record(tx, { object: ['target', to.id], facts }));
      });
    },
  ),
];

const planOf = (db: Db, cust: number, to: TargetRow, sourceIds: readonly number[]): Promise<PostingPlan> =>
  readPlan(
    db,
    cust,
    { target: to, sourceIds: [...new Set(sourceIds)] },
    async () => (job, grounds) => repostOf(job, to, grounds),
  );

async function unknownSource(db: Db, cust: number, sourceIds: readonly number[]): Promise<number | undefined> {
  const known = new Set((await rowsOf(db, cust, 'source')).map(({ id }) => id));
  return sourceIds.find((id) => !known.has(id));
}

type Counts = { readonly open: number; readonly posted: number };

/** Open jobs of each source, and how many of them the target has (`standsThere`). */
async function countsOf(db: Db, cust: number, targetId: number): Promise<ReadonlyMap<number, Counts>> {
  const receipt = (state: object) => sql`row -> 'posts' @> ${JSON.stringify([{ targetId, ...state }])}::jsonb`;
  const { rows } = await sql<{ id: number } & Counts>`
    select source_id as id, count(*)::int as open, count(*) filter (where ${receipt({ state: 'done' })}
      or (${receipt({ state: 'failed' })} and not ${receipt({ state: 'failed', externalId: null })}))::int as posted
    from job where customer_id = ${cust} and not deleted and status = 'Open' group by source_id`.execute(db);
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

async function sizeOf(db: Db, cust: number, sourceIds: readonly number[]): Promise<{ total: number; upto: number }> {
  const { rows } = await sql<{ total: number; upto: number }>`
    select count(*)::int as total, coalesce(max(id), 0)::int as upto from job
    where customer_id = ${cust} and source_id = any(${[...sourceIds]}::integer[]) and not deleted and status = 'Open'`.execute(
    db,
  );
  return rows[0] ?? { total: 0, upto: 0 };
}
