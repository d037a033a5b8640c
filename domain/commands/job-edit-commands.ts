import type { CommandArgs, EditableField } from '#contract/commands/commands.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import { periodFields, withEdit, withoutEdit } from '../jobs/overrides.ts';
import { dayOfIso } from '../parsing/calendar.ts';
import type { Command } from './command.ts';
import { eachRow, keysOf, type RefusedStep } from './each-row.ts';

/** Start date and duration are one unit, since the end date follows both [S5]. */
const unitOf = (field: EditableField): readonly EditableField[] =>
  (periodFields as readonly EditableField[]).includes(field) ? periodFields : [field];

/** A field is a person's while it is locked; what collection or a rule gave is overwritten without asking. */
function manualDrift(now: JobRow | undefined, field: string, wanted: unknown): 'mine' | 'conflict' {
  if (!now?.locks[field]) return 'mine';
  return now[field as EditableField] === wanted ? 'mine' : 'conflict';
}

function problemOf(args: CommandArgs<'job.edit.v1'>): RefusedStep | null {
  if (args.value === null) return null;
  if (args.field === 'startDate')
    return dayOfIso(args.value) ? null : { refused: 'invalid', message: `There is no day ${args.value} in the calendar.` };
  if (args.field === 'durationDays' && !Number.isInteger(args.value))
    return { refused: 'invalid', message: 'Write the duration in whole days.' };
  return null;
}

/** Sets a field by hand and locks it; the end date follows start and duration. */
export const editJob: Command<'job.edit.v1'> = {
  name: 'job.edit.v1',
  needs: () => ['rates.edit'],
  touches: ({ id }) => keysOf('job', [id]),
  compares: ({ field }) => unitOf(field),
  onDrift: (args, key, field, now) => manualDrift(now.get('job', key.id), field, field === args.field ? args.value : undefined),
  apply: (rows, args, hand) =>
    eachRow(rows, 'job', [args.id], (job): JobRow | RefusedStep => {
      const problem = problemOf(args);
      if (problem) return problem;
      if (job.locks[args.field] && job[args.field] === args.value) return job;
      return { ...withEdit(job, args.field, args.value, hand), changedAt: hand.at };
    }),
};

/** Removes a manual lock: the field reads again what collection and rules give. */
export const unlockJob: Command<'job.unlock.v1'> = {
  name: 'job.unlock.v1',
  needs: () => ['rates.edit'],
  touches: ({ id }) => keysOf('job', [id]),
  compares: ({ field }) => unitOf(field),
  onDrift: (_, key, field, now) => manualDrift(now.get('job', key.id), field, undefined),
  apply: (rows, { id, field }, hand) =>
    eachRow(rows, 'job', [id], (job) => (job.locks[field] ? { ...withoutEdit(job, field, hand), changedAt: hand.at } : job)),
};
