import * as z from 'zod';
import { RowId } from '../kit/ids.ts';
import { AcceptedRate, jobValues, Ruled, SameOrderChoice } from '../rows/jobs.ts';
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

const Amount = z.number().min(0).nullable();

/** Values of editable fields. */
const EditedValues = z
  .object({
    billRate: Amount,
    localRate: Amount,
    otRate: Amount,
    minBillRate: Amount,
    permFee: Amount,
    feePercentage: Amount,
    guaranteedHours: Amount,
    startDate: jobValues.startDate,
    durationDays: Amount,
  } satisfies Record<EditableField, z.ZodType>)
  .partial();

/** What a fill does with one job: values that it sets and locks, and, for undo, fields that it unlocks. */
const JobEdit = z.object({ set: EditedValues, unlock: z.array(EditableField).optional() });
export type JobEdit = z.output<typeof JobEdit>;

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
      value: Amount,
    }),
    z.object({ id: RowId, field: z.literal('startDate'), value: jobValues.startDate }),
  ]),
  /** Sets values of several jobs; `edits` is by job id, and entries of other jobs than `ids` have no effect. */
  'job.fill.v1': JobIds.extend({ edits: z.record(z.string().regex(/^\d+$/), JobEdit) }),
  /**
   * Who works on the jobs, with the name to show until the service has checked it; both null: no one. A person decides this, so that no
   * assignment rule changes it. `byRule` is for undo: the rule that had assigned the jobs, or null if no one had decided.
   */
  'job.assign.v1': JobIds.extend({
    userId: RowId.nullable(),
    name: z.string().min(1).max(200).nullable(),
    byRule: RowId.nullable().optional(),
  }),
  /** What people decide about jobs that look like one order from two sources, pair by pair; null: nothing. The other job gets the counterpart. */
  'job.sameOrder.v1': z.object({
    pairs: z
      .array(z.object({ id: RowId, otherId: RowId, decision: SameOrderChoice.shape.decision.nullable() }))
      .min(1)
      .max(100),
  }),
  /** Lets the jobs be posted below the floor of rates. `accepted` is for undo: what was accepted before, by job id. */
  'job.acceptRate.v1': JobIds.extend({ accepted: z.record(z.string().regex(/^\d+$/), AcceptedRate).optional() }),
  /** Applies the floor to the jobs again. */
  'job.requireFloor.v1': JobIds,
  'job.unlock.v1': z.object({ id: RowId, field: EditableField }),
  /** Maps one text for this job only; `mappedId: null` removes the override. */
  'job.map.v1': z.object({ id: RowId, kind: MapKind, mappedId: z.string().nullable() }),
} as const;
