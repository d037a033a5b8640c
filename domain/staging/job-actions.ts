import type { Needs } from '#contract/kit/rights.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { TargetRow } from '#contract/rows/rows.ts';
import { has } from '../jobs/flags.ts';
import { type MapValues, mapFields, mapKinds } from '../jobs/mapping-of.ts';
import { mayPost } from '../posting/may-post.ts';
import { receiptFor, standsThere } from '../posting/receipts.ts';

/** Job actions by their documented index. */
const jobAction = {
  post: 0,
  unbind: 1,
  hold: 2,
  release: 3,
  hide: 4,
  show: 5,
  cancel: 6,
  reopen: 7,
  recreate: 14,
} as const;
type JobAction = keyof typeof jobAction;

/** An action of a menu with its documented index. `why` is one sentence if it is not offered. */
export type OfferedAction = {
  readonly action: JobAction;
  readonly index: number;
  readonly offered: boolean;
  readonly why: string | null;
};

/** What decides in addition to the job: the current target, the mapping rows, and the caller's rights. */
export type ActionContext = {
  readonly target: TargetRow | null;
  readonly values: MapValues;
  readonly may: (needs: Needs) => boolean;
};

const rightOf: Readonly<Record<JobAction, Needs>> = {
  post: 'jobs.post',
  unbind: 'map.all',
  hold: 'jobs.hold',
  release: 'jobs.hold',
  hide: 'jobs.hold',
  show: 'jobs.hold',
  cancel: 'jobs.cancel',
  reopen: 'jobs.cancel',
  recreate: 'admin',
};

/** Every action, whether it is offered for this job, and why not otherwise. */
export function offeredActions(job: JobRow, context: ActionContext): readonly OfferedAction[] {
  return (Object.keys(jobAction) as JobAction[]).map((action) => {
    const why = context.may(rightOf[action]) ? whyNot(action, job, context) : 'You have no right to do this.';
    return { action, index: jobAction[action], offered: why === null, why };
  });
}

/** Whether a person set the bit, not only a rule. */
const isByHand = ({ chgMap, ruled }: JobRow, bit: 'onHold' | 'hidden'): boolean => has(chgMap, bit) && !(bit in ruled);

function whyNot(action: JobAction, job: JobRow, context: ActionContext): string | null {
  switch (action) {
    case 'post':
      return whyNotPosted(job, context, false);
    case 'recreate':
      if (context.target && !standsThere(receiptFor(job, context.target.id))) return 'The job is not in the ATS yet: post it.';
      return whyNotPosted(job, context, true);
    case 'unbind':
      return mapKinds.some((kind) => job[mapFields[kind].own] !== null) ? null : 'The job has no mapping of its own.';
    case 'hold':
      return isByHand(job, 'onHold') ? 'The job is on hold already.' : null;
    case 'release':
      return has(job.chgMap, 'onHold') ? null : 'The job is not on hold.';
    case 'hide':
      return isByHand(job, 'hidden') ? 'The job is hidden already.' : null;
    case 'show':
      return has(job.chgMap, 'hidden') ? null : 'The job is not hidden.';
    case 'cancel':
      return job.status === 'Cancelled' || has(job.chgMap, 'manuallyCancelled') ? 'The job is canceled already.' : null;
    case 'reopen':
      return has(job.chgMap, 'manuallyCancelled') ? null : 'Only a job that was canceled by hand can be reopened.';
  }
}

function whyNotPosted(job: JobRow, { target, values }: ActionContext, recreate: boolean): string | null {
  if (!target) return 'Choose a target first.';
  const verdict = mayPost(job, target, values, { recreate });
  return verdict.ok ? null : verdict.reasons.map((reason) => reason.words).join(' ');
}
