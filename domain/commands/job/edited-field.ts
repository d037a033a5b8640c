import type { CommandArgs } from '#contract/commands/commands.ts';
import type { EditableField } from '#contract/commands/job.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import { periodFields } from '#domain/jobs/overrides.ts';
import type { Change, Drift } from '../kit/command.ts';
import { keysOf } from '../kit/each-row.ts';
import { jobChange } from './job-change.ts';

/** Start date and duration are one unit, since the end date follows both [S5]. */
const unitOf = (field: EditableField): readonly EditableField[] =>
  (periodFields as readonly EditableField[]).includes(field) ? periodFields : [field];

/** A field is a person's while it is locked; what collection or a rule gave is overwritten without asking. */
export function manualDrift(now: JobRow | undefined, field: string, wanted: unknown): Drift {
  if (!now?.locks[field]) return 'overwrite';
  return now[field as EditableField] === wanted ? 'overwrite' : 'conflict';
}

/** What setting and unlocking one field have in common. */
export const editedField = {
  ...jobChange,
  needs: () => ['rates.edit'] as const,
  touches: ({ id }: { readonly id: number }) => keysOf('job', [id]),
  compares: ({ field }: { readonly field: EditableField }) => unitOf(field),
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

/** The change that sets a field to a value that it had. */
export const editOf = (id: number, field: EditableField, value: unknown): Change => ({
  name: 'job.edit.v1',
  args: { id, field, value } as CommandArgs<'job.edit.v1'>,
});
