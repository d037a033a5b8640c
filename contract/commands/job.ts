import * as z from 'zod';
import { RowId } from '../kit/ids.ts';
import { jobValues, Ruled, SameOrderChoice } from '../rows/jobs.ts';
import { MapKind } from '../rows/rows.ts';
import { RowIds } from './row-ids.ts';

/** Fields that a user may edit by hand. Each field has its own lock. */
export const EditableField = z.enum([
  'billRate',
  'localRate',
  'otRate',
  'minBillRate',
  'permFee',
  'feePercentage',
  'guaranteedHours',
  'startDate',
  'durationDays',
]);
export type EditableField = z.infer<typeof EditableField>;

const JobIds = z.object({ ids: RowIds });

/**
 * Jobs whose bit is set or cleared. `marks` is for undo: the rule marks that jobs have afterwards, by job id; a job not in it
 * keeps its mark. Without `marks`, setting the bit removes a rule's mark, because the user's decision replaces the rule's.
 */
const JobBits = JobIds.extend({ marks: z.record(z.string().regex(/^\d+$/), Ruled).optional() });

/** Arguments of the changes of jobs, by wire name. */
export const jobCommandArgs = {
  'job.hold.v1': JobBits,
  'job.release.v1': JobBits,
  'job.hide.v1': JobBits,
  'job.show.v1': JobBits,
  'job.cancel.v1': JobIds,
  'job.reopen.v1': JobIds,
  /** Removes the jobs' own mapping overrides, so that they use the shared mapping of their texts again. */
  'job.clearOverrides.v1': JobIds,
  'job.post.v1': z.object({ ids: RowIds, targetId: RowId }),
  'job.edit.v1': z.discriminatedUnion('field', [
    z.object({
      id: RowId,
      field: EditableField.exclude(['startDate']),
      value: z.number().min(0).nullable(),
    }),
    z.object({ id: RowId, field: z.literal('startDate'), value: jobValues.startDate }),
  ]),
  /** Who works on the jobs, with the name to show until the service has checked it; both null: no one. */
  'job.assign.v1': JobIds.extend({ userId: RowId.nullable(), name: z.string().min(1).max(200).nullable() }),
  /** What people say of jobs that look like one order from two sources, pair by pair; null: nothing. The other job gets the counterpart. */
  'job.sameOrder.v1': z.object({
    pairs: z
      .array(z.object({ id: RowId, otherId: RowId, decision: SameOrderChoice.shape.decision.nullable() }))
      .min(1)
      .max(100),
  }),
  'job.unlock.v1': z.object({ id: RowId, field: EditableField }),
  /** Maps one text for this job only; `mappedId: null` removes the override. */
  'job.map.v1': z.object({ id: RowId, kind: MapKind, mappedId: z.string().nullable() }),
} as const;
