import type { CommandName } from '#contract/commands/commands.ts';
import type { Needs } from '#contract/kit/rights.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { TargetRow } from '#contract/rows/rows.ts';
import { canceledWords } from '../jobs/canceled-by.ts';
import { has } from '../jobs/flags.ts';
import { type MapValues, mapFields, mapKinds } from '../jobs/mapping-of.ts';
import type { FlexMapping } from '../posting/flex-mapping/flex-line.ts';
import { mayPost } from '../posting/may-post.ts';
import { belowFloor, type RateFloor } from '../posting/rate-floor.ts';
import { receiptFor, standsThere } from '../posting/receipts.ts';
import type { Condition } from '../query/condition.ts';
import type { OtherOrder } from '../same-order/other-orders.ts';
import { all, type JobConditions } from './job-conditions.ts';
import { whyNoSubmissions } from './takes-submissions.ts';

/** What decides on an action in addition to the job: the current target, the mapping rows and the floor of rates. */
type ActionTarget = {
  readonly target: TargetRow | null;
  readonly values: MapValues;
  readonly floor: RateFloor | null;
  /** The flex mapping of the target; absent where it is not known. */
  readonly flex?: FlexMapping | null;
  /** The same order at other sources; absent where they are not known. */
  readonly others?: readonly OtherOrder[];
};
/** The same with the caller's rights. */
export type ActionContext = ActionTarget & { readonly may: (needs: Exclude<Needs, 'public'>) => boolean };

/** One action of the staging grid. Panel, bulk bar, cards, keys, palette, outbox and service all read this table. */
export type JobAction = {
  /** The documented index; null for an action that is not documented. */
  readonly index: number | null;
  readonly needs: Exclude<Needs, 'public'>;
  /** The command of the outbox that it makes; null if the service does it in a call of its own, or the device only shows something. */
  readonly command: CommandName | null;
  /** Why one job does not offer it, as a sentence; null if it does. */
  readonly whyNot: (job: JobRow, context: ActionTarget) => string | null;
  /** The same for many jobs: those that offer it, as a condition on the columns of the grid. */
  readonly where: (jobs: JobConditions) => Condition;
  /** Why the other jobs are left out, in a few words that follow their number. */
  readonly blocked: string;
  /** What was done, in words that follow the number of jobs. */
  readonly done: string;
  readonly label: string;
  /** Key of the focused grid. An uppercase letter means Shift. */
  readonly shortcut: string;
  readonly noun?: 'order';
  readonly look?: 'main' | 'danger';
  /** `bar`: on the bulk bar; `menu`: in its More menu; `panel`: not on the bar. */
  readonly place: 'bar' | 'menu' | 'panel';
  /** Takes one job at a time, so the bulk bar has it only while one job is chosen. */
  readonly forOne?: true;
  /** Asks before it acts: a question, or a sheet that shows first what would happen. */
  readonly asks: 'question' | 'sheet' | 'nothing';
  /** Left out where none of the chosen jobs offers it, instead of shown as blocked. */
  readonly onlyWhereOffered?: true;
};

/** Whether a person set the bit, not only a rule. */
const isByHand = ({ chgMap, ruled }: JobRow, bit: 'onHold' | 'hidden'): boolean => has(chgMap, bit) && !(bit in ruled);

const everyJob = (): Condition => all();

const flags = { needs: 'jobs.hold', place: 'bar', asks: 'nothing' } as const;
const assigning = { index: null, needs: 'jobs.hold', command: 'job.assign.v1' } as const;
const floors = { index: null, needs: 'jobs.post', shortcut: '', place: 'menu', asks: 'nothing', onlyWhereOffered: true } as const;
const orders = { needs: 'jobs.cancel', place: 'menu', asks: 'question', noun: 'order' } as const;

/** Their sheets decide value by value. */
const filling = {
  index: null,
  needs: 'rates.edit',
  command: null,
  whyNot: () => null,
  where: everyJob,
  blocked: '',
  done: 'filled',
  asks: 'sheet',
} as const;

/** The fifteen documented actions and those of assigned jobs, in the order of the bulk bar. */
export const jobActions = {
  post: {
    index: 0,
    needs: 'jobs.post',
    command: 'job.post.v1',
    whyNot: (job, context) => whyNotPosted(job, context, false),
    where: (jobs) => jobs.postable,
    blocked: 'need mapping or can’t be posted',
    done: 'queued for posting',
    label: 'Post',
    shortcut: 'p',
    look: 'main',
    place: 'bar',
    asks: 'sheet',
  },
  hold: {
    ...flags,
    index: 2,
    command: 'job.hold.v1',
    whyNot: (job) => (isByHand(job, 'onHold') ? 'The job is on hold already.' : null),
    where: (jobs) => jobs.not(jobs.heldByHand),
    blocked: 'are already on hold',
    done: 'held',
    label: 'Hold',
    shortcut: 'h',
  },
  release: {
    ...flags,
    index: 3,
    command: 'job.release.v1',
    whyNot: (job) => (has(job.chgMap, 'onHold') ? null : 'The job is not on hold.'),
    where: (jobs) => jobs.held,
    blocked: 'are not on hold',
    done: 'released',
    label: 'Release',
    shortcut: 'H',
    onlyWhereOffered: true,
  },
  hide: {
    ...flags,
    index: 4,
    command: 'job.hide.v1',
    whyNot: (job) => (isByHand(job, 'hidden') ? 'The job is hidden already.' : null),
    where: (jobs) => jobs.not(jobs.hiddenByHand),
    blocked: 'are already hidden',
    done: 'hidden',
    label: 'Hide',
    shortcut: 'Backspace',
  },
  show: {
    ...flags,
    index: 5,
    command: 'job.show.v1',
    whyNot: (job) => (has(job.chgMap, 'hidden') ? null : 'The job is not hidden.'),
    where: (jobs) => jobs.hidden,
    blocked: 'are not hidden',
    done: 'unhidden',
    label: 'Unhide',
    shortcut: 'Backspace',
    onlyWhereOffered: true,
  },
  assign: {
    ...assigning,
    whyNot: () => null,
    where: everyJob,
    blocked: '',
    done: 'assigned',
    label: 'Assign…',
    shortcut: 'A',
    place: 'menu',
    asks: 'sheet',
  },
  assignToMe: {
    ...assigning,
    whyNot: () => null,
    where: everyJob,
    blocked: '',
    done: 'assigned to you',
    label: 'Assign to me',
    shortcut: 'i',
    place: 'menu',
    asks: 'nothing',
  },
  unassign: {
    ...assigning,
    whyNot: (job) => ((job.assigneeId ?? null) === null ? 'The job is assigned to no one.' : null),
    where: (jobs) => jobs.assigned,
    blocked: 'are assigned to no one',
    done: 'unassigned',
    label: 'Unassign',
    shortcut: 'I',
    place: 'menu',
    asks: 'nothing',
    onlyWhereOffered: true,
  },
  fill: {
    ...filling,
    label: 'Fill…',
    shortcut: 'd',
    place: 'bar',
  },
  paste: {
    ...filling,
    label: 'Paste values…',
    shortcut: '',
    place: 'menu',
  },
  acceptRate: {
    ...floors,
    command: 'job.acceptRate.v1',
    whyNot: whyNotAccepted,
    where: (jobs) => jobs.belowFloor,
    blocked: 'are not below the rate floor',
    done: 'may be posted below the floor',
    label: 'Accept rate below floor',
  },
  requireFloor: {
    ...floors,
    command: 'job.requireFloor.v1',
    whyNot: (job) => ((job.acceptedRate ?? null) === null ? 'No rate of the job was accepted below the floor.' : null),
    where: (jobs) => jobs.rateAccepted,
    blocked: 'have no accepted rate',
    done: 'back under the rate floor',
    label: 'Apply rate floor again',
  },
  unbind: {
    index: 1,
    needs: 'map.all',
    command: 'job.clearOverrides.v1',
    whyNot: (job) => (mapKinds.some((kind) => job[mapFields[kind].own] !== null) ? null : 'The job has no mapping of its own.'),
    where: (jobs) => jobs.ownMapping,
    blocked: 'have no mapping overrides',
    done: 'now use the shared mapping',
    label: 'Clear overrides',
    shortcut: '',
    place: 'bar',
    asks: 'nothing',
    onlyWhereOffered: true,
  },
  reapply: {
    index: 9,
    needs: 'rules.test',
    command: null,
    whyNot: () => null,
    where: everyJob,
    blocked: '',
    done: 'ruled again',
    label: 'Reapply rules…',
    shortcut: 'r',
    place: 'menu',
    asks: 'sheet',
  },
  refresh: {
    index: 10,
    needs: 'rules.test',
    command: null,
    whyNot: (job) => (job.taskId === null ? 'The job came from an uploaded file: upload the vendor’s new file.' : null),
    where: (jobs) => jobs.ofTask,
    blocked: 'came from an uploaded file',
    done: 'refreshed',
    label: 'Refresh from the vendor…',
    shortcut: '',
    place: 'menu',
    asks: 'sheet',
  },
  testRule: {
    index: 8,
    needs: 'rules.test',
    command: null,
    whyNot: () => null,
    where: everyJob,
    blocked: '',
    done: 'tested',
    label: 'Test rules',
    shortcut: 't',
    place: 'panel',
    forOne: true,
    asks: 'sheet',
  },
  cancel: {
    ...orders,
    index: 6,
    command: 'job.cancel.v1',
    whyNot: whyNotCanceled,
    where: (jobs) => jobs.not(jobs.cancelled),
    blocked: 'are already canceled',
    done: 'canceled',
    label: 'Cancel orders…',
    shortcut: 'c',
    look: 'danger',
  },
  reopen: {
    ...orders,
    index: 7,
    command: 'job.reopen.v1',
    whyNot: whyNotReopened,
    where: (jobs) => jobs.manuallyCancelled,
    blocked: 'were not canceled manually',
    done: 'reopened',
    label: 'Reopen orders…',
    shortcut: 'o',
    onlyWhereOffered: true,
  },
  doNotStaff: {
    index: 13,
    needs: 'jobs.cancel',
    command: null,
    whyNot: (job) => (job.facility ? null : 'The vendor states no facility of this job.'),
    where: (jobs) => jobs.withFacility,
    blocked: 'have no facility',
    done: 'of facilities that are not staffed',
    label: 'Do not staff facility…',
    shortcut: '',
    look: 'danger',
    place: 'menu',
    asks: 'sheet',
  },
  recreate: {
    index: 14,
    needs: 'admin',
    command: null,
    whyNot: whyNotRecreated,
    where: (jobs) => jobs.recreatable,
    blocked: 'are not in the ATS or can’t be posted',
    done: 'queued to be created again',
    label: 'Create again in the ATS…',
    shortcut: '',
    look: 'danger',
    onlyWhereOffered: true,
    place: 'menu',
    asks: 'sheet',
  },
  submit: {
    index: 11,
    needs: 'submissions.use',
    command: null,
    whyNot: whyNoSubmissions,
    where: (jobs) => jobs.takesSubmissions,
    blocked: 'take no submissions',
    done: 'submitted to',
    label: 'Submit caregiver…',
    shortcut: 's',
    place: 'bar',
    forOne: true,
    asks: 'nothing',
  },
  support: {
    index: 12,
    needs: 'session',
    command: null,
    whyNot: () => null,
    where: () => all(),
    blocked: '',
    done: 'reported to support',
    label: 'Request support…',
    shortcut: '',
    place: 'panel',
    forOne: true,
    asks: 'sheet',
  },
} as const satisfies Record<string, JobAction>;

export type JobActionKey = keyof typeof jobActions;

/** The action of a key of the table. */
export const jobAction = (key: JobActionKey): JobAction => jobActions[key];

/** Every action that people can choose, in the order of the bulk bar. */
export const shownActions = Object.keys(jobActions) as readonly JobActionKey[];

/** An action for one job. `why` is one sentence if it is not offered. */
export type OfferedAction = {
  readonly action: JobActionKey;
  readonly index: number | null;
  readonly offered: boolean;
  readonly why: string | null;
};

const noRight = 'You have no right to do this.';

/** Why one job does not offer an action to this person; null if it does. */
export const whyNotOffered = (key: JobActionKey, job: JobRow, context: ActionContext): string | null =>
  context.may(jobAction(key).needs) ? jobAction(key).whyNot(job, context) : noRight;

/** Every action that people can choose, whether it is offered for this job, and why not otherwise. */
export const offeredActions = (job: JobRow, context: ActionContext): readonly OfferedAction[] =>
  shownActions.map((action) => {
    const why = whyNotOffered(action, job, context);
    return { action, index: jobAction(action).index, offered: why === null, why };
  });

function whyNotCanceled(job: JobRow): string | null {
  return has(job.chgMap, 'manuallyCancelled') ? 'The job is canceled already.' : canceledWords(job);
}

function whyNotReopened(job: JobRow): string | null {
  if (has(job.chgMap, 'manuallyCancelled')) return null;
  return [canceledWords(job), 'Only a job that was canceled by hand can be reopened.'].filter(Boolean).join(' ');
}

function whyNotAccepted(job: JobRow, { floor }: Pick<ActionTarget, 'floor'>): string | null {
  const below = belowFloor(job, floor);
  if (below === null) return 'The job is not below the floor of rates.';
  return below.state === 'accepted' ? 'The rate of the job was accepted already.' : null;
}

function whyNotRecreated(job: JobRow, context: ActionTarget): string | null {
  const { target } = context;
  if (target && !standsThere(receiptFor(job, target.id))) return 'The job is not in the ATS yet: post it.';
  return whyNotPosted(job, context, true);
}

function whyNotPosted(job: JobRow, { target, values, ...context }: ActionTarget, recreate: boolean): string | null {
  if (!target) return 'Choose a target first.';
  const verdict = mayPost(job, target, values, { ...context, recreate });
  return verdict.ok ? null : verdict.reasons.map((reason) => reason.words).join(' ');
}
