import type { CommandName } from '#contract/commands/commands.ts';
import type { RightName } from '#contract/kit/rights.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import { type FlagName, has, withFlag } from '../jobs/flags.ts';
import { withManualCancel, withoutManualCancel } from '../jobs/overrides.ts';
import type { Command } from './command.ts';
import { eachRow, keysOf, type RefusedStep } from './each-row.ts';
import { flagField } from './seen-values.ts';

/** Commands over a list of jobs and nothing else. */
type JobListCommand = Extract<CommandName, `job.${'hold' | 'release' | 'hide' | 'show' | 'cancel' | 'reopen'}.v1`>;

/**
 * Sets or clears one bit: idempotent whoever else did the same, so nothing is compared [S5]. What a person sets is theirs: a rule's
 * own mark goes, so that it stays when the rule lets go. What they clear keeps the mark: the rule does not set it again.
 */
function bitCommand<N extends JobListCommand>(name: N, bit: FlagName, on: boolean): Command<N> {
  return {
    name,
    needs: () => ['jobs.hold'],
    touches: ({ ids }) => keysOf('job', ids),
    compares: () => [],
    apply: (rows, { ids }, { at }) =>
      eachRow(rows, 'job', ids, (job) =>
        has(job.chgMap, bit) === on && !(on && bit in job.ruled)
          ? job
          : { ...job, chgMap: withFlag(job.chgMap, bit, on), ...(on && { ruled: without(job.ruled, bit) }), changedAt: at },
      ),
  };
}

export const holdJobs = bitCommand('job.hold.v1', 'onHold', true);
export const releaseJobs = bitCommand('job.release.v1', 'onHold', false);
export const hideJobs = bitCommand('job.hide.v1', 'hidden', true);
export const showJobs = bitCommand('job.show.v1', 'hidden', false);

const without = (ruled: JobRow['ruled'], bit: FlagName): JobRow['ruled'] =>
  Object.fromEntries(Object.entries(ruled).filter(([key]) => key !== bit));

const cancelRight: readonly RightName[] = ['jobs.cancel'];

/** Cancelling against someone's reopening, or the other way round, is the one conflict among bits [S5]. */
function cancelDrift(now: JobRow | undefined, wanted: boolean): 'mine' | 'conflict' {
  return now && has(now.chgMap, 'manuallyCancelled') !== wanted ? 'conflict' : 'mine';
}

/** Cancels jobs by hand; the vendor's status stays known and returns on reopening. */
export const cancelJobs: Command<'job.cancel.v1'> = {
  name: 'job.cancel.v1',
  needs: () => cancelRight,
  touches: ({ ids }) => keysOf('job', ids),
  compares: () => [flagField('manuallyCancelled')],
  onDrift: (_, key, _field, now) => cancelDrift(now.get('job', key.id), true),
  apply: (rows, { ids }, hand) =>
    eachRow(rows, 'job', ids, (job): JobRow | RefusedStep => {
      if (has(job.chgMap, 'manuallyCancelled')) return job;
      if (job.status === 'Cancelled') return { refused: 'not_offered', message: 'The vendor has cancelled this job already.' };
      return { ...withManualCancel(job, hand), changedAt: hand.at };
    }),
};

/** Reopens jobs that were cancelled by hand. */
export const reopenJobs: Command<'job.reopen.v1'> = {
  name: 'job.reopen.v1',
  needs: () => cancelRight,
  touches: ({ ids }) => keysOf('job', ids),
  compares: () => [flagField('manuallyCancelled')],
  onDrift: (_, key, _field, now) => cancelDrift(now.get('job', key.id), false),
  apply: (rows, { ids }, { at }) =>
    eachRow(rows, 'job', ids, (job): JobRow | RefusedStep => {
      if (has(job.chgMap, 'manuallyCancelled')) return { ...withoutManualCancel(job), changedAt: at };
      // Open already, by an earlier run of this command or by someone else: what was asked for stands.
      if (job.status !== 'Cancelled') return job;
      return {
        refused: 'not_offered',
        message: 'The vendor cancelled this job: only a job that was cancelled by hand can be reopened.',
      };
    }),
};
