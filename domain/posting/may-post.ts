import type { JobRow, PostState } from '#contract/rows/jobs.ts';
import type { MapKind, TargetRow } from '#contract/rows/rows.ts';
import { canceledWords } from '../jobs/canceled-by.ts';
import { has } from '../jobs/flags.ts';
import { type MapValues, mapFields, mappingOf, valuesAt } from '../jobs/mapping-of.ts';
import { holdsBack, type OtherOrder } from '../same-order/other-orders.ts';
import { type FlexMapping, missingLine } from './flex-mapping/flex-line.ts';
import { neededKinds } from './needed-kinds.ts';
import { belowFloor, type RateFloor } from './rate-floor.ts';
import { receiptFor, standsThere } from './receipts.ts';
import { takesJobs } from './takes-jobs.ts';

const perDiem = 3;

/** Why a job is not posted: a code to group by and one sentence. */
export type PostReason = { readonly code: PostReasonCode; readonly words: string };
type PostReasonCode =
  | 'target_disabled'
  | 'posting_off'
  | 'target_cannot_post'
  | 'target_takes_orders'
  | 'target_takes_shifts'
  | 'target_takes_long_term'
  | 'target_takes_per_diem'
  | 'hidden'
  | 'on_hold'
  | 'cancelled'
  | 'not_open'
  | `unmapped_${MapKind}`
  | 'no_flex_line'
  | 'underway'
  | 'already_posted'
  | 'fate_unknown'
  | 'needs_decision'
  | 'choose_source'
  | 'other_chosen'
  | 'other_posted'
  | 'below_floor';

/**
 * `recreate` creates the job order again although it is in the ATS. `floor`: the customer's lowest rates. `flex`: the target's flex mapping. `others` are the same order at
 * other sources. `queued`: the post was asked for already, so what is only asked for at another source does not count: of two such posts
 * the first one is sent.
 */
export type PostContext = {
  readonly recreate: boolean;
  readonly floor: RateFloor | null;
  readonly flex?: FlexMapping | null;
  readonly others?: readonly OtherOrder[];
  readonly queued?: boolean;
};

export type PostVerdict = { readonly ok: true } | { readonly ok: false; readonly reasons: readonly PostReason[] };

/**
 * Whether this job may be posted to this target. Poster, pre-flight and "why not posted?" all use this check. Every reason is
 * listed, in the order in which to fix them. `values` has the texts that the job names, and their twins for the target.
 */
export function mayPost(job: JobRow, target: TargetRow, values: MapValues, context: PostContext): PostVerdict {
  const reasons = [
    ...aboutTarget(target),
    ...aboutLevel(job, target),
    ...aboutWorkType(job, target),
    ...aboutJob(job),
    ...aboutMapping(job, target, values),
    ...aboutFlex(job, target, context.flex ?? null),
    ...aboutReceipt(job, target, context),
    ...heldByOther(job, target.id, context),
    ...heldByFloor(job, target, context),
  ];
  return reasons.length === 0 ? { ok: true } : { ok: false, reasons };
}

function aboutTarget(target: TargetRow): PostReason[] {
  if (!takesJobs(target)) return [{ code: 'target_cannot_post', words: `${target.name} takes no postings.` }];
  if (target.disabled)
    return [{ code: 'target_disabled', words: `${target.name} is switched off: switch it on in its settings.` }];
  return target.posting === 'off' ? [{ code: 'posting_off', words: `Posting to ${target.name} is off.` }] : [];
}

function aboutLevel(job: JobRow, { name, hierarchyLevel }: TargetRow): PostReason[] {
  if (hierarchyLevel === 'orders' && job.parentJobId !== null)
    return [{ code: 'target_takes_orders', words: `${name} takes orders, not shifts: post the parent order.` }];
  if (hierarchyLevel === 'shifts' && job.parentJobId === null)
    return [{ code: 'target_takes_shifts', words: `${name} takes shifts, not orders: post the shifts of the order.` }];
  return [];
}

function aboutWorkType(job: JobRow, { name, takesOnly }: TargetRow): PostReason[] {
  if (takesOnly === 'longTerm' && job.workType === perDiem)
    return [{ code: 'target_takes_long_term', words: `${name} is set to take long-term orders only; this job is per diem.` }];
  if (takesOnly === 'shifts' && job.workType !== perDiem)
    return [{ code: 'target_takes_per_diem', words: `${name} is set to take per-diem shifts only; this job is not per diem.` }];
  return [];
}

function aboutJob(job: JobRow): PostReason[] {
  const reasons: PostReason[] = [];
  const canceled = canceledWords(job);
  if (canceled !== null) reasons.push({ code: 'cancelled', words: canceled });
  else if (job.status !== 'Open')
    reasons.push({ code: 'not_open', words: `The vendor lists the job as ${job.status}; only open jobs are posted.` });
  if (has(job.chgMap, 'onHold')) reasons.push({ code: 'on_hold', words: 'The job is on hold: release it first.' });
  if (has(job.chgMap, 'hidden')) reasons.push({ code: 'hidden', words: 'The job is hidden: show it first.' });
  return reasons;
}

function aboutMapping(job: JobRow, target: TargetRow, values: MapValues): PostReason[] {
  const own = valuesAt(target, values);
  return neededKinds(target).flatMap((kind): PostReason[] => {
    if (mappingOf(job, kind, own) !== null) return [];
    const text = job[kind];
    const isStated = text !== null && job[mapFields[kind].value] !== null;
    const words = isStated ? `The ${kind} “${text}” is not mapped to ${target.name}.` : unstated(kind, target);
    return [{ code: `unmapped_${kind}`, words }];
  });
}

/** A job's own mapping belongs to the first target, so a target that maps for itself needs the vendor's text. */
const unstated = (kind: MapKind, { name, mapsItself }: TargetRow): string =>
  mapsItself === true
    ? `The vendor states no ${kind}, and ${name} maps by the vendor’s texts: write the ${kind} into the job.`
    : `The vendor states no ${kind}: map one for this job alone.`;

function aboutFlex(job: JobRow, { name }: TargetRow, flex: FlexMapping | null): PostReason[] {
  const values = missingLine(job, flex);
  if (values === null) return [];
  const words = `The flex mapping of ${name} has no line for ${values.map((value) => value || 'blank').join(', ')}.`;
  return [{ code: 'no_flex_line', words }];
}

function aboutReceipt(job: JobRow, target: TargetRow, { recreate }: PostContext): PostReason[] {
  const receipt = receiptFor(job, target.id);
  switch (receipt?.state) {
    case undefined:
    case 'failed':
    case 'dryRun':
      return [];
    case 'wanted':
    case 'sending':
      return [{ code: 'underway', words: `The job is on its way to ${target.name}.` }];
    case 'done':
      return recreate
        ? []
        : [{ code: 'already_posted', words: `The job is in ${target.name} as ${receipt.externalId ?? 'a job of its own'}.` }];
    case 'unknown':
      return [{ code: 'fate_unknown', words: `${target.name} gave no clear answer; the job is being looked up there.` }];
    case 'human':
      return [
        {
          code: 'needs_decision',
          words: `${target.name} gave no clear answer and the job was not found there: decide whether to send it again.`,
        },
      ];
  }
}

/** Why another source keeps a job from being posted: of one order, one job is. A job that is in the ATS already stays and is updated. */
export function heldByOther(
  job: JobRow,
  targetId: number,
  { others = [], queued = false }: Pick<PostContext, 'others' | 'queued'>,
): PostReason[] {
  if (standsThere(receiptFor(job, targetId))) return [];
  return others.filter(holdsBack).flatMap((other): PostReason[] => {
    const { source, providerJobId, posts } = other.job;
    const receipt = posts.find((post) => post.targetId === targetId);
    const isSent = receipt !== undefined && (standsThere(receipt) || sent.has(receipt.state));
    if (isSent || (receipt?.state === 'wanted' && !queued))
      return [{ code: 'other_posted', words: `This order is posted from the other source: ${source} ${providerJobId}.` }];
    if (other.decision === 'leave')
      return [{ code: 'other_chosen', words: `The other source was chosen for this order: ${source} ${providerJobId}.` }];
    if (other.decision === 'post' || queued) return [];
    return [
      { code: 'choose_source', words: `This order also came from ${source} as ${providerJobId}. Choose which one to post.` },
    ];
  });
}

/** The same order at other sources that is at this target too, or on its way there: one sentence each. */
export const postedFromOthers = (targetId: number, others: readonly OtherOrder[]): string[] =>
  others.filter(holdsBack).flatMap(({ job: { source, providerJobId, posts } }) => {
    const receipt = posts.find((post) => post.targetId === targetId);
    const isThere = receipt !== undefined && (standsThere(receipt) || !notThere.has(receipt.state));
    return isThere ? [`This order is also posted from the other source: ${source} ${providerJobId}.`] : [];
  });

/** A job that is in the ATS already stays, is updated and may be created again, whatever its rates are now. */
function heldByFloor(job: JobRow, target: TargetRow, { recreate, floor }: PostContext): PostReason[] {
  if (recreate || standsThere(receiptFor(job, target.id))) return [];
  const below = belowFloor(job, floor);
  if (below?.state !== 'block') return [];
  return [{ code: 'below_floor', words: `${below.words.join(' ')} Accept the rate to post the job.` }];
}

/** States in which the target was sent nothing, or refused it. */
const notThere: ReadonlySet<PostState> = new Set(['failed', 'dryRun']);

/** States in which the target has, or may have, the job order. */
const sent: ReadonlySet<PostState> = new Set(['sending', 'unknown', 'human']);
