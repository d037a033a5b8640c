import * as z from 'zod';
import { Instant, Integer, RowId } from '../kit/ids.ts';
import { messages } from '../kit/messages.ts';
import { everyFeedbackReason, mostFeedbackLength } from '../rows/feedback.ts';
import { MapValueRow } from '../rows/rows.ts';
import { RowIds } from './row-ids.ts';

/**
 * A text's mapping before a change, for undo; absent fields did not change. `by` is null if no user had decided the mapping;
 * `at` is then the earlier time. With `by: 'sender'` the restored mapping counts as the sender's decision.
 */
const EarlierMapping = z
  .object({
    mappedId: z.string().nullable(),
    how: MapValueRow.shape.how,
    certainty: z.number().min(0).max(100).nullable(),
    ignored: z.boolean(),
    by: z.literal('sender').nullable(),
    at: Instant.nullable(),
  })
  .partial();

/** Arguments of the changes of vendor texts (`MapValueRow` ids), by wire name. */
export const valueCommandArgs = {
  /** Maps distinct texts for every job that has them. `mappedId: null` unmaps. */
  'value.map.v1': z.object({
    ids: RowIds,
    mappedId: z.string().nullable(),
    certainty: z.number().min(0).max(100).nullable(),
    /**
     * For targets whose specialties depend on degrees: the related texts that the sender saw (the degree of a specialty, or the
     * specialties of a degree). Compared for conflicts, never changed [S5].
     */
    unit: RowIds.optional(),
  }),
  /** Accepts the matcher's suggestion for each text. */
  'value.accept.v1': z.object({ ids: RowIds }),
  'value.ignore.v1': z.object({ ids: RowIds, ignored: z.boolean() }),
  /** Marks the mapping as unique: no other ATS value is meant, even if its name is similar. */
  'value.unique.v1': z.object({ ids: RowIds, unique: z.boolean() }),
  /** Restores the earlier mapping of texts, including one that no user had decided. */
  'value.restore.v1': z.object({ ids: RowIds, mapping: EarlierMapping }),
  /**
   * A person's answer about an AI suggestion for a text, seen at `jobId`. `mask` sums `mappingReasons`; `optOut` stops further questions
   * to this person. Changes no row.
   */
  'value.feedback.v1': z
    .object({
      id: RowId,
      jobId: RowId.nullable(),
      success: z.boolean().nullable(),
      mask: Integer.min(0).max(everyFeedbackReason),
      message: z.string().trim().max(mostFeedbackLength),
      optOut: z.boolean(),
    })
    .refine(({ success, optOut }) => success !== null || optOut, { path: ['success'], error: messages.feedbackAnswer }),
} as const;
