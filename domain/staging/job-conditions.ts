import type { JobRow, PostState } from '#contract/rows/jobs.ts';
import type { MapKind, TargetRow } from '#contract/rows/rows.ts';
import { type FlagName, flag } from '../jobs/flags.ts';
import { mapKinds } from '../jobs/mapping-of.ts';
import { neededKinds } from '../posting/needed-kinds.ts';
import { takesJobs } from '../posting/takes-jobs.ts';
import type { Condition } from '../query/condition.ts';
import { submissionsOpen } from './submission-available.ts';

export const all = (...of: Condition[]): Condition => ({ kind: 'all', of });
export const any = (...of: Condition[]): Condition => ({ kind: 'any', of });
export const not = (of: Condition): Condition => ({ kind: 'not', of });
export const equals = (column: string, text: string): Condition => ({ kind: 'equals', column, text });
/** The documented number of a work type. */
const perDiem = 3;
/** Matches no row. */
const never: Condition = any();

const bits = (column: string, names: readonly FlagName[]): Condition => ({
  kind: 'bits',
  column,
  mask: names.reduce((mask, name) => mask | flag[name], 0),
});
export const flagged = (...names: FlagName[]): Condition => bits('chgMap', names);
export const unmappedOf = (kind: MapKind): Condition => ({ kind: 'empty', column: `${kind}Name` });

/** Columns that exist only to be asked: a job's posts to every target, and the flags that rules have set. */
export const postMarksKey = 'postMarks';
export const ruleFlagsKey = 'ruleFlags';
/** Column with what a person has to choose or has chosen for an order that came from two sources, by target; empty for other jobs. */
export const sameOrderStateKey = 'sameOrderState';
/** Waits for a choice; the other one was chosen; the other one is at the target; this one is there or was chosen. */
export type SameOrderState = 'choose' | 'left' | 'posted' | 'chosen';
/** The state of a job for one target, in the text of its column: `[1:choose][2:posted]`. */
export const sameOrderIn = (targetId: number, state: SameOrderState): string => `[${targetId}:${state}]`;
/** Jobs with a state for the target; for any target while it is unknown. */
export const inSameOrderState = (target: TargetRow | null, state: SameOrderState): Condition => ({
  kind: 'contains',
  column: sameOrderStateKey,
  text: target === null ? `:${state}]` : sameOrderIn(target.id, state),
});

/** Column with what the floor of rates says: `warn`, `block` or `accepted`; empty for jobs that are not below it. */
export const floorStateKey = 'floorState';
/** Column with the person who accepted a job's rates below the floor. */
export const rateAcceptedByKey = 'rateAcceptedBy';

/**
 * The posts of a job as one text: `[1:done+]`, with a plus where the job has an id in that target, and `[1~]` behind it where people changed
 * its job order there. Null without posts.
 */
export const postMarks = (posts: JobRow['posts']): string | null =>
  posts.length === 0
    ? null
    : posts.map((post) => `[${post.targetId}:${post.state}${post.externalId === null ? '-' : '+'}]${driftMark(post)}`).join('');

/** The mark of a post whose job order people changed in its target. */
const driftMark = ({ targetId, drift }: JobRow['posts'][number]): string => (drift === undefined ? '' : `[${targetId}~]`);

/** The flags that rules have set, as bits of `chgMap`. */
export const ruleFlags = (ruled: JobRow['ruled']): number =>
  ('onHold' in ruled ? flag.onHold : 0) | ('hidden' in ruled ? flag.hidden : 0);

/** Conditions on a job's post to the target; on the first of its posts while the target is unknown. */
function postsTo(target: TargetRow | null) {
  const marked = (text: string): Condition => ({ kind: 'contains', column: postMarksKey, text });
  if (target === null)
    return {
      inState: (state: PostState) => equals('postState', state),
      none: { kind: 'empty', column: 'postState' } as Condition,
      standing: equals('postState', 'done'),
      drifted: marked('~]'),
    };
  return {
    inState: (state: PostState) => marked(`[${target.id}:${state}`),
    none: not(marked(`[${target.id}:`)),
    standing: any(marked(`[${target.id}:done`), marked(`[${target.id}:failed+`)),
    drifted: marked(`[${target.id}~]`),
  };
}

/** Whether the target takes posts at all. */
const takesPosts = (target: TargetRow | null): target is TargetRow =>
  target !== null && !target.disabled && target.posting !== 'off' && takesJobs(target);

/** Whether the target takes jobs of this level: orders, or their shifts and positions. */
function ofLevel(target: TargetRow | null): Condition {
  const isPart = not({ kind: 'empty', column: 'parentJobId' });
  if (target?.hierarchyLevel === 'shifts') return isPart;
  return target?.hierarchyLevel === 'orders' ? not(isPart) : all();
}

/** Whether the target takes jobs of this work type: long-term orders, or per-diem shifts. */
function ofWorkType(target: TargetRow | null): Condition {
  const isPerDiem: Condition = { kind: 'between', column: 'workType', from: perDiem, to: perDiem };
  if (target?.takesOnly === 'shifts') return isPerDiem;
  return target?.takesOnly === 'longTerm' ? not(isPerDiem) : all();
}

/**
 * Job states as conditions on the columns of the grid, for many jobs at once. They must agree with the functions for single jobs; a
 * test compares them.
 */
export function jobConditions(target: TargetRow | null) {
  const posts = postsTo(target);
  const unmapped = any(...neededKinds(target).map(unmappedOf));
  const cancelled = any(flagged('manuallyCancelled'), equals('status', 'Cancelled'));
  const open = all(equals('status', 'Open'), not(flagged('hidden', 'manuallyCancelled')));
  const postFailed = any(posts.inState('failed'), posts.inState('human'));
  const ready = all(equals('status', 'Open'), not(flagged('hidden', 'onHold', 'manuallyCancelled')), not(unmapped));
  const otherSource = any(...(['choose', 'left', 'posted'] as const).map((state) => inSameOrderState(target, state)));
  const byHand = (name: FlagName): Condition => all(flagged(name), not(bits(ruleFlagsKey, [name])));
  return {
    unmapped,
    cancelled,
    open,
    postable: takesPosts(target)
      ? all(
          ready,
          ofLevel(target),
          ofWorkType(target),
          any(posts.none, posts.inState('failed'), posts.inState('dryRun')),
          not(otherSource),
          // A job that is in the ATS already is updated whatever its rates are.
          any(posts.standing, not(equals(floorStateKey, 'block'))),
        )
      : never,
    recreatable: takesPosts(target) ? all(ready, ofLevel(target), ofWorkType(target), posts.standing) : never,
    held: flagged('onHold'),
    hidden: flagged('hidden'),
    heldByHand: byHand('onHold'),
    hiddenByHand: byHand('hidden'),
    failed: any(postFailed, ...['failed', 'conflict', 'blocked'].map((mark) => equals('sync', mark))),
    postFailed,
    postRejected: posts.inState('failed'),
    postDoubtful: any(posts.inState('unknown'), posts.inState('human')),
    posted: posts.inState('done'),
    drifted: posts.drifted,
    underway: any(posts.inState('wanted'), posts.inState('sending'), posts.inState('unknown')),
    ownMapping: any(...mapKinds.map((kind) => equals(`${kind}How`, 'job'))),
    manuallyCancelled: flagged('manuallyCancelled'),
    ofTask: not({ kind: 'empty', column: 'taskId' }),
    withFacility: not({ kind: 'empty', column: 'facility' }),
    fromTwoSources: not({ kind: 'empty', column: 'alsoFrom' }),
    belowFloor: any(equals(floorStateKey, 'warn'), equals(floorStateKey, 'block')),
    rateAccepted: not({ kind: 'empty', column: rateAcceptedByKey }),
    assigned: not({ kind: 'empty', column: 'assigneeId' }),
    submitted: flagged('submission'),
    takesSubmissions: all(equals('status', 'Open'), not(flagged('manuallyCancelled')), {
      kind: 'between',
      column: 'submissionLimit',
      from: 1,
      to: submissionsOpen,
    }),
    all,
    not,
  };
}
export type JobConditions = ReturnType<typeof jobConditions>;
