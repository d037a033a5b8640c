import { sql } from 'kysely';
import * as z from 'zod';
import { messages } from '#contract/kit/messages.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import { type Planned, repostOf } from '#domain/posting/posting-plan.ts';
import { may } from '#domain/rights/may.ts';
import { againAfterRace } from '#server/commands/failures.ts';
import { listsOfSent } from '#server/feed/lists-of-sent.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { storedRow } from '#server/kit/db/rows.ts';
import { holderOf } from '#server/kit/http/actors.ts';
import type { JobHandler } from '#server/kit/queue/job-handler.ts';
import { inPortions, type RunContext, runHandler } from '#server/runs/carry-out.ts';
import type { Progress } from '#server/runs/lease.ts';
import { type ClaimedRun, type DoRun, defineRunKind } from '#server/runs/run-kind.ts';
import { queuePlanned } from '../planned/queue-planned.ts';
import { conditionsOf, groundsOf, openJobsAfter } from '../planned/read-plan.ts';

/** Jobs of sources that a target gets again. `upto` is the highest job id when it was asked for: jobs that come later are left. */
export const repostRuns = defineRunKind({
  name: 'repost',
  work: z.object({ targetId: z.number(), target: z.string(), sourceIds: z.array(z.number()), upto: z.number() }),
  limits: { atOnce: 2, perCustomer: 1, perHost: 1 },
  tries: 3,
});
type RepostRun = ClaimedRun<z.infer<typeof repostRuns.work>>;

export const repostHandlers = (context: RunContext): JobHandler[] => [runHandler(context, repostRuns, doRepost(context))];

const doRepost =
  (context: RunContext): DoRun<z.infer<typeof repostRuns.work>> =>
  async (run) => {
    // Who asked may belong to another customer.
    const holder = run.askedBy === null ? undefined : await holderOf(context.db, run.askedBy, run.customerId);
    if (!holder || !may(holder, 'admin')) return { state: 'failed', message: messages.insufficientRights };
    const how = await inPortions(run.lease, () => againAfterRace(() => portion(run, context.now)));
    if (how === 'gave way') return how;
    return {
      state: how === 'end' ? 'done' : 'cancelled',
      message: (progress) => `${how === 'end' ? '' : 'Stopped. '}${resultOf(run.work.target, progress)}`,
    };
  };

const counted = (jobs: number): string => `${jobs.toLocaleString('en-US')} ${jobs === 1 ? 'job' : 'jobs'}`;

function resultOf(target: string, { result }: Progress): string {
  const of = (name: string) => Number(result[name] ?? 0);
  return `${counted(of('updates'))} queued to update in ${target}, ${of('posts').toLocaleString('en-US')} to post, ${of('left').toLocaleString('en-US')} left out`;
}

/**
 * Takes the next jobs. The cursor moves in the transaction that queues them, so that each job is taken once, also where the process ends
 * in the middle.
 */
async function portion(run: RepostRun, now: () => Date): Promise<'more' | 'end' | 'stopped'> {
  const { db, customerId, work, lease, askedBy, byName: name, runId } = run;
  return db.transaction().execute(async (tx) => {
    const { cursor, stopping, result } = await lease.hold(tx);
    if (stopping) return 'stopped';
    const target = (await storedRow(tx, customerId, 'target', work.targetId))?.row;
    const next = { sourceIds: work.sourceIds, after: cursor, which: sql`id <= ${work.upto}` };
    const jobs = target ? await openJobsAfter(tx, customerId, next, { lock: true }) : [];
    const last = jobs.at(-1)?.id;
    if (!target || last === undefined) return 'end';
    const groundsFor = await groundsOf(tx, customerId, jobs, await conditionsOf(tx, customerId, target.id));
    const kinds = new Map(jobs.map((job) => [job.id, repostOf(job, target, groundsFor(job)).kind]));
    const of = (kind: Planned['kind']) => jobs.filter(({ id }) => kinds.get(id) === kind);
    const [updates, posts] = [of('update'), of('post')];
    await sendAllAgain(tx, customerId, target.id, updates);
    const sum = (field: string, more: readonly JobRow[]) => ({ [field]: Number(result[field] ?? 0) + more.length });
    const counts = { ...sum('updates', updates), ...sum('posts', posts), ...sum('left', of('left')) };
    await lease.advance(tx, { cursor: last, seen: jobs.length, changed: updates.length + posts.length, result: counts });
    await queuePlanned(tx, { customerId, askedBy, name, now: now() }, target.id, posts, { run: runId, target: target.id });
    return 'more';
  });
}

/**
 * Forgets what these job orders were sent, so that the queue sends all their fields. The fence keeps an update that is under way from
 * remembering its values; its lease stays, so that it lands before the next one.
 */
async function sendAllAgain(tx: Tx, customerId: number, targetId: number, jobs: readonly JobRow[]): Promise<void> {
  if (jobs.length === 0) return;
  await sql`
    update post p set follow = coalesce(follow, 0), sent = ${listsOfSent}, fence = fence + 1
    where customer_id = ${customerId} and target_id = ${targetId} and job_id = any(${jobs.map(({ id }) => id)}::bigint[])
      and external_id is not null and not exists (
        select from post n where n.customer_id = p.customer_id and n.target_id = p.target_id and n.job_id = p.job_id
          and n.generation > p.generation)`.execute(tx);
}
