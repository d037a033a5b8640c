import { type RawBuilder, sql } from 'kysely';
import type { SourceRow, TargetRow } from '#contract/rows/rows.ts';
import { againAfterRace } from '#server/commands/failures.ts';
import { isAtWork } from '#server/kit/db/at-work.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { scopeTo } from '#server/kit/db/customer-scope.ts';
import { rowsOf } from '#server/kit/db/rows.ts';
import type { Services } from '#server/kit/http/handle.ts';
import { handleJobs, type JobHandler } from '#server/kit/queue/job-handler.ts';
import { defineQueue, sendJob } from '#server/kit/queue/queue.ts';
import { queuePlanned } from '../planned/queue-planned.ts';
import { conditionsOf, groundsOf, openJobsAfter, portionJobs } from '../planned/read-plan.ts';
import { autoPostTargets, judgeAutoPost } from './read-auto-post.ts';

type Parts = Pick<Services, 'db' | 'now'>;

const autoPostQueue = defineQueue<{ customerId: number }>('auto-post', { tries: 3, keepHours: 1 });

/** Posts the jobs of sources that have it on by themselves, in the background. */
export const autoPostJobs = ({ db, now }: Parts): JobHandler[] => [
  handleJobs(autoPostQueue, {
    atOnce: 2,
    carryOut: ({ customerId }, stopping) => followAutoPost({ db: scopeTo(db, [customerId]), now }, customerId, stopping),
    sendDue,
  }),
];

/** Sends a job for each customer at work that has the setting on for a source, and whose feed went on. */
async function sendDue(db: Db): Promise<void> {
  const { rows } = await sql<{ customerId: number }>`
    select f.customer_id as "customerId" from customer_feed f left join auto_post_follow a on a.customer_id = f.customer_id
    where f.rev > coalesce(a.rev, 0) and ${isAtWork('f.customer_id')} and exists (
      select from source s where s.customer_id = f.customer_id and not s.deleted and (s.row ->> 'autoPost')::boolean
        and jsonb_array_length(coalesce(s.row -> 'autoPostTo', '[]')) > 0)`.execute(db);
  for (const { customerId } of rows) await sendJob(db, autoPostQueue, { customerId });
}

/** What changed since the last time. `whole`: sources, targets, the floor of rates or a flex mapping, so that any open job may be posted now. */
type Stretch = { readonly since: number; readonly upto: number; readonly whole: boolean };
/** A target with the sources whose jobs it gets by themselves. */
type Way = { readonly target: TargetRow; readonly sources: readonly SourceRow[] };

/**
 * Posts what may be posted of the sources that have it on: jobs whose row or mapping changed since the last time, or that the change of
 * another source's order set free; all open jobs after a change of the setting. It reads the customer's feed from its last position, so
 * that no other code has to post jobs, and a restart misses no change. Returns how many jobs were queued.
 */
async function followAutoPost({ db, now }: Parts, customerId: number, stopping: AbortSignal): Promise<number> {
  const stretch = await db.transaction().execute((tx) => nextStretch(tx, customerId));
  if (stretch === null) return 0;
  let queued = 0;
  for (const way of await waysOf(db, customerId)) {
    for (let after: number | null = 0; after !== null; ) {
      if (stopping.aborted) return queued;
      const from: number = after;
      const done = await againAfterRace(() =>
        db.transaction().execute((tx) => onePortion(tx, { customerId, stretch, way, from, at: now() })),
      );
      queued += done.queued;
      after = done.last;
    }
  }
  await sql`update auto_post_follow set rev = greatest(rev, ${stretch.upto}) where customer_id = ${customerId}`.execute(db);
  return queued;
}

async function nextStretch(tx: Tx, customerId: number): Promise<Stretch | null> {
  await sql`insert into auto_post_follow (customer_id) values (${customerId}) on conflict do nothing`.execute(tx);
  const changed = (table: string) =>
    sql`exists (select from ${sql.table(table)} c where c.customer_id = a.customer_id and c.rev > a.rev)`;
  const { rows } = await sql<Stretch>`
    select a.rev as since, f.rev as upto, ${changed('source')} or ${changed('target')} or ${changed('rate_floor')}
        or ${changed('flex_mapping')} as whole
    from auto_post_follow a join customer_feed f on f.customer_id = a.customer_id where a.customer_id = ${customerId}`.execute(
    tx,
  );
  const [found] = rows;
  return found && found.upto > found.since ? found : null;
}

/** A target that was deleted has no way; one that takes no jobs now refuses each of them (`mayPost`). */
async function waysOf(db: Db, customerId: number): Promise<Way[]> {
  const sources = await rowsOf(db, customerId, 'source');
  const targets = await rowsOf(db, customerId, 'target');
  return targets
    .map((target) => ({ target, sources: sources.filter((source) => autoPostTargets(source).includes(target.id)) }))
    .filter((way) => way.sources.length > 0);
}

type Portion = {
  readonly customerId: number;
  readonly stretch: Stretch;
  readonly way: Way;
  readonly from: number;
  readonly at: Date;
};

async function onePortion(tx: Tx, { customerId, stretch, way, from, at }: Portion) {
  const { target } = way;
  // Another process that follows the same customer waits here, and then finds its jobs asked for.
  await sql`select from auto_post_follow where customer_id = ${customerId} for update`.execute(tx);
  // The setting is read under the lock: once it is off, nothing more is posted.
  const sources = await rowsOf(tx, customerId, 'source', { where: sql`id = any(${way.sources.map(({ id }) => id)}::bigint[])` });
  const on = sources.filter((source) => autoPostTargets(source).includes(target.id));
  const which = sql`${mayHaveChanged(customerId, stretch)} and not exists (
    select from post p where p.customer_id = job.customer_id and p.job_id = job.id and p.target_id = ${target.id})`;
  const jobs = await openJobsAfter(tx, customerId, { sourceIds: on.map(({ id }) => id), after: from, which });
  const last = jobs.length < portionJobs ? null : (jobs.at(-1)?.id ?? null);
  const groundsFor = await groundsOf(tx, customerId, jobs, await conditionsOf(tx, customerId, target.id));
  const early = await judgeAutoPost(tx, customerId, target, jobs);
  const ids = jobs.filter((job) => early(job, groundsFor(job)).kind === 'post').map(({ id }) => id);
  // Only jobs that are posted are locked, and judged again: a person may have decided about one since it was read.
  const locked =
    ids.length === 0 ? [] : await rowsOf(tx, customerId, 'job', { where: sql`id = any(${ids}::bigint[])`, lock: true });
  const judge = await judgeAutoPost(tx, customerId, target, locked);
  const posted = locked.filter((job) => judge(job, groundsFor(job)).kind === 'post');
  const by = { customerId, askedBy: null, name: 'Automatic posting', now: at };
  return { queued: (await queuePlanned(tx, by, target.id, posted, { target: target.id })).length, last };
}

/** The jobs of a stretch: changed themselves, in a mapping, or at a facility where a job changed that may be the same order. */
function mayHaveChanged(customerId: number, { since, whole }: Stretch): RawBuilder<unknown> {
  if (whole) return sql`true`;
  const texts = sql`array[facility_value_id, (row ->> 'degreeValueId')::bigint, (row ->> 'specialtyValueId')::bigint, (row ->> 'shiftValueId')::bigint]`;
  return sql`(rev > ${since}
    or ${texts} && (select coalesce(array_agg(id::bigint), '{}') from map_value where customer_id = ${customerId} and rev > ${since})
    or ${texts} && (select coalesce(array_agg(h.id::bigint), '{}') from map_value h, jsonb_each_text(h.row -> 'twins') t, map_value c
      where h.customer_id = ${customerId} and h.row ? 'twins' and c.customer_id = ${customerId} and c.id = t.value::bigint and c.rev > ${since})
    or ${facilityOf('job')} in (select ${facilityOf('o')} from job o where o.customer_id = ${customerId} and o.rev > ${since}))`;
}

/** The facility of a job as orders are compared by it: the one that it is mapped to, else the vendor's text. */
const facilityOf = (job: string): RawBuilder<unknown> => sql`coalesce(${sql.ref(`${job}.row`)} ->> 'facilityMap', (
  select v.mapped_id from map_value v where v.customer_id = ${sql.ref(`${job}.customer_id`)}
    and v.id = ${sql.ref(`${job}.facility_value_id`)} and not v.deleted), lower(btrim(${sql.ref(`${job}.row`)} ->> 'facility')))`;
