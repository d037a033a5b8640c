import type { JobRow } from '#contract/rows/jobs.ts';
import type { TargetRow } from '#contract/rows/rows.ts';
import type { MapValues } from '../jobs/mapping-of.ts';
import { isPublished } from '../targets/target-kinds.ts';
import { mayPost, type PostContext } from './may-post.ts';
import { receiptFor, standsThere } from './receipts.ts';

/** Why a job is left out: a code to group by and one sentence about this job. */
type Reason = { readonly code: string; readonly words: string };

/** What is planned for one job: its job order is created, all its fields are sent again, or it is left out. */
export type Planned = { readonly kind: 'post' | 'update' } | { readonly kind: 'left'; readonly reason: Reason };

/** What decides about jobs besides their rows and their target (`mayPost`). */
export type PlanGrounds = { readonly values: MapValues } & Pick<PostContext, 'floor' | 'flex' | 'others'>;

const left = (code: string, words: string): Planned => ({ kind: 'left', reason: { code, words } });

/** A job that may be posted now, or the first reason against it. */
function postOf(job: JobRow, target: TargetRow, { values, ...context }: PlanGrounds): Planned {
  const verdict = mayPost(job, target, values, { ...context, recreate: false });
  const [reason] = verdict.ok ? [] : verdict.reasons;
  return reason ? { kind: 'left', reason } : { kind: 'post' };
}

/**
 * What posting by itself does with a job of a source that has it on. A job that was ever asked for is left to people: a refused post is
 * theirs to retry, and a posted one is updated by the queue. `wasAsked`: the queue has a post of the job, whatever its receipt says.
 */
export function autoPostOf(job: JobRow, target: TargetRow, grounds: PlanGrounds, wasAsked: boolean): Planned {
  const receipt = receiptFor(job, target.id);
  if (standsThere(receipt)) return left('already_posted', `The job is in ${target.name} already.`);
  if (receipt?.state === 'failed')
    return left('refused_before', `${target.name} did not take the job before; a person decides whether to try again.`);
  if (wasAsked || receipt) return left('underway', `The job was sent to the queue of ${target.name} before.`);
  return postOf(job, target, grounds);
}

/**
 * What a repost does with an open job: one that is in the target gets all its fields again, one that is missing is posted. A job on its way
 * or without a clear answer is left to the queue, so that none is doubled.
 */
export function repostOf(job: JobRow, target: TargetRow, grounds: PlanGrounds): Planned {
  const receipt = receiptFor(job, target.id);
  if (!standsThere(receipt)) return postOf(job, target, grounds);
  if (isPublished(target.typeId)) return left('feed', `${target.name} is a feed: it shows the newest values by itself.`);
  if (receipt?.externalId == null) return left('no_id', `The job has no ID in ${target.name}, so it cannot be updated there.`);
  // What keeps a job from being posted keeps its update back as well. Rates and other sources count for new job orders only.
  const others = job.posts.filter(({ targetId }) => targetId !== target.id);
  const planned = postOf({ ...job, posts: others }, target, { ...grounds, floor: null, others: [] });
  return planned.kind === 'post' ? { kind: 'update' } : planned;
}

/** The line of a plan: a job by its names, and what becomes of it. */
export type PlanLine = Pick<JobRow, 'id' | 'providerJobId' | 'title' | 'facility'> & { readonly planned: Planned };

type Example = Pick<JobRow, 'id' | 'providerJobId' | 'title' | 'facility'>;

/** A plan as people see it before they start it. */
export type PostingPlan = {
  readonly posts: number;
  readonly updates: number;
  /** The first jobs of each kind. */
  readonly examples: readonly (Example & { readonly what: 'post' | 'update' })[];
  /** Jobs that are left out, by reason, the most frequent first. `words` is the sentence of the first such job. */
  readonly leftOut: readonly { code: string; label: string; jobs: number; providerJobId: string; words: string }[];
};

const mostExamples = 3;

/** Sums up what is planned for jobs. */
export function sumUp(lines: readonly PlanLine[]): PostingPlan {
  const of = (kind: 'post' | 'update') => lines.filter(({ planned }) => planned.kind === kind);
  const examples = (['post', 'update'] as const).flatMap((what) =>
    of(what)
      .slice(0, mostExamples)
      .map(({ id, providerJobId, title, facility }) => ({ id, providerJobId, title, facility, what })),
  );
  return { posts: of('post').length, updates: of('update').length, examples, leftOut: leftOutOf(lines) };
}

function leftOutOf(lines: readonly PlanLine[]): PostingPlan['leftOut'] {
  const groups = new Map<string, PostingPlan['leftOut'][number]>();
  for (const { planned, providerJobId } of lines) {
    if (planned.kind !== 'left') continue;
    const { code, words } = planned.reason;
    const group = groups.get(code) ?? { code, label: labels[code] ?? words, jobs: 0, providerJobId, words };
    groups.set(code, { ...group, jobs: group.jobs + 1 });
  }
  return [...groups.values()].sort((a, b) => b.jobs - a.jobs || a.code.localeCompare(b.code));
}

/** What the jobs of a reason have in common. A reason that says the same of all jobs needs none. */
const labels: Readonly<Record<string, string>> = {
  hidden: 'Hidden',
  on_hold: 'On hold',
  cancelled: 'Canceled',
  not_open: 'Not open',
  unmapped_facility: 'Facility not mapped',
  unmapped_degree: 'Degree not mapped',
  unmapped_specialty: 'Specialty not mapped',
  unmapped_shift: 'Shift not mapped',
  underway: 'On the way already',
  already_posted: 'Posted already',
  refused_before: 'Refused before',
  fate_unknown: 'Being looked up in the target',
  needs_decision: 'Needs a decision about its post',
  choose_source: 'The same order from two sources',
  other_chosen: 'Another source was chosen',
  other_posted: 'Posted from another source',
  below_floor: 'Below the rate floor',
  no_id: 'Without an ID in the target',
};
