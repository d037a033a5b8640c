import type { CommandName } from '#contract/commands/commands.ts';
import type { RightName } from '#contract/kit/rights.ts';
import type { Condition } from '#domain/query/condition.ts';
import { counted } from '#src/ui/format/format.ts';
import type { jobConditions } from './job-query.ts';

/** Actions for selected jobs, from the bulk bar or by single keys. */
export type JobActionKey = 'post' | 'hold' | 'release' | 'hide' | 'show' | 'unbind' | 'cancel' | 'reopen';

export type JobAction = {
  readonly key: JobActionKey;
  readonly label: string;
  /** Key on the grid. An uppercase letter means Shift. */
  readonly shortcut: string;
  readonly right: RightName;
  readonly command: CommandName;
  readonly look?: 'main' | 'danger';
  /** In the More menu of the bulk bar instead of on it. */
  readonly inMenu?: boolean;
  /** Whether to ask first, because the action reaches the vendor. */
  readonly confirm: boolean;
  /** Which jobs allow it. Must agree with `offeredActions` for a single job. */
  readonly allowed: (states: ReturnType<typeof jobConditions>) => Condition;
  /** Why other jobs are skipped, in a few words. */
  readonly blockedReason: string;
  /** What was done, starting with the object. */
  readonly done: (count: number) => string;
};

const jobs = (count: number) => counted(count, 'job');
const orders = (count: number) => counted(count, 'order');

/** In the order of the bulk bar. */
export const jobActions: readonly JobAction[] = [
  {
    key: 'post',
    label: 'Post',
    shortcut: 'p',
    right: 'jobs.post',
    command: 'job.post.v1',
    look: 'main',
    confirm: true,
    allowed: (states) => states.postable,
    blockedReason: 'need mapping or can’t be posted',
    done: (count) => `${jobs(count)} queued for posting`,
  },
  {
    key: 'hold',
    label: 'Hold',
    shortcut: 'h',
    right: 'jobs.hold',
    command: 'job.hold.v1',
    confirm: false,
    allowed: (states) => states.not(states.held),
    blockedReason: 'are already on hold',
    done: (count) => `${jobs(count)} held`,
  },
  {
    key: 'release',
    label: 'Release',
    shortcut: 'H',
    right: 'jobs.hold',
    command: 'job.release.v1',
    confirm: false,
    allowed: (states) => states.held,
    blockedReason: 'are not on hold',
    done: (count) => `${jobs(count)} released`,
  },
  {
    key: 'hide',
    label: 'Hide',
    shortcut: 'Backspace',
    right: 'jobs.hold',
    command: 'job.hide.v1',
    confirm: false,
    allowed: (states) => states.not(states.hidden),
    blockedReason: 'are already hidden',
    done: (count) => `${jobs(count)} hidden`,
  },
  {
    key: 'show',
    label: 'Unhide',
    shortcut: 'Backspace',
    right: 'jobs.hold',
    command: 'job.show.v1',
    confirm: false,
    allowed: (states) => states.hidden,
    blockedReason: 'are not hidden',
    done: (count) => `${jobs(count)} unhidden`,
  },
  {
    key: 'unbind',
    label: 'Clear overrides',
    shortcut: '',
    right: 'map.all',
    command: 'job.clearOverrides.v1',
    confirm: false,
    allowed: (states) => states.ownMapping,
    blockedReason: 'have no mapping overrides',
    done: (count) => `${jobs(count)} now use the shared mapping`,
  },
  {
    key: 'cancel',
    label: 'Cancel orders…',
    inMenu: true,
    shortcut: 'c',
    right: 'jobs.cancel',
    command: 'job.cancel.v1',
    look: 'danger',
    confirm: true,
    allowed: (states) => states.not(states.cancelled),
    blockedReason: 'are already canceled',
    done: (count) => `${orders(count)} canceled`,
  },
  {
    key: 'reopen',
    label: 'Reopen orders…',
    inMenu: true,
    shortcut: 'o',
    right: 'jobs.cancel',
    command: 'job.reopen.v1',
    confirm: true,
    allowed: (states) => states.manuallyCancelled,
    blockedReason: 'were not canceled manually',
    done: (count) => `${orders(count)} reopened`,
  },
];
