import type { CommandArgs } from '#contract/commands/commands.ts';
import type { EditableField } from '#contract/commands/job.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import { periodFields } from '#domain/jobs/overrides.ts';
import { dayOfIso } from '#domain/parsing/calendar.ts';
import type { Change, Drift } from '../kit/command.ts';
import { keysOf, type RefusedStep } from '../kit/each-row.ts';
import { jobChange } from './job-change.ts';

/** Start date and duration are compared as one unit, because the end date depends on both [S5]. */
export const unitOf = (field: EditableField): readonly EditableField[] =>
  (periodFields as readonly EditableField[]).includes(field) ? periodFields : [field];

/** A locked field has a person's value, so a change is a conflict. A value from collection or a rule is overwritten. */
export function manualDrift(now: JobRow | undefined, field: string, wanted: unknown): Drift {
  if (!now?.locks[field]) return 'overwrite';
  return now[field as EditableField] === wanted ? 'overwrite' : 'conflict';
}

/** Why a field cannot have a value; null if it can. */
export function valueProblem(field: EditableField, value: string | number | null): RefusedStep | null {
  if (value === null) return null;
  if (field === 'startDate')
    return dayOfIso(String(value)) ? null : { refused: 'invalid', message: `There is no day ${value} in the calendar.` };
  if (field === 'durationDays' && !Number.isInteger(value))
    return { refused: 'invalid', message: 'Write the duration in whole days.' };
  return null;
}

/** The common part of changes of editable fields. */
export const editedJobs = {
  ...jobChange,
  needs: () => ['rates.edit'] as const,
  compared: {
    billRate: { jobField: 'billRate' },
    localRate: { jobField: 'localRate' },
    otRate: { jobField: 'otRate' },
    minBillRate: { jobField: 'minBillRate' },
    permFee: { jobField: 'permFee' },
    feePercentage: { jobField: 'feePercentage' },
    guaranteedHours: { jobField: 'guaranteedHours' },
    startDate: { jobField: 'startDate' },
    durationDays: { jobField: 'durationDays' },
  },
} as const;

/** The common part of setting and unlocking one field. */
export const editedField = {
  ...editedJobs,
  touches: ({ id }: { readonly id: number }) => keysOf('job', [id]),
  compares: ({ field }: { readonly field: EditableField }) => unitOf(field),
  writes: ({ field }: { readonly field: EditableField }) => field,
} as const;

/** The change that sets a field back to an earlier value. */
export const editOf = (id: number, field: EditableField, value: unknown): Change => ({
  name: 'job.edit.v1',
  args: { id, field, value } as CommandArgs<'job.edit.v1'>,
});
