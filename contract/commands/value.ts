import * as z from 'zod';
import { Instant } from '../kit/ids.ts';
import { MapValueRow } from '../rows/rows.ts';
import { RowIds } from './row-ids.ts';

/**
 * What a text was mapped to before a change, for its undo; what is absent did not change. `by` is null where no person had
 * decided, and then `at` is when that was; otherwise the text becomes a decision of the sender's.
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
  /** Maps distinct texts: every job that carries them follows. `mappedId: null` unmaps. */
  'value.map.v1': z.object({
    ids: RowIds,
    mappedId: z.string().nullable(),
    certainty: z.number().min(0).max(100).nullable(),
    /**
     * Where specialties depend on degrees: the texts that the sender saw as one with these, the degree of a specialty or the
     * specialties of a degree. Compared, never changed [S5].
     */
    unit: RowIds.optional(),
  }),
  /** Accepts what the matcher suggested for each text. */
  'value.accept.v1': z.object({ ids: RowIds }),
  'value.ignore.v1': z.object({ ids: RowIds, ignored: z.boolean() }),
  /** Says that no other value of the ATS could be meant, however alike it reads. */
  'value.unique.v1': z.object({ ids: RowIds, unique: z.boolean() }),
  /** Gives texts the mapping back that they had, also one that no person had decided. */
  'value.restore.v1': z.object({ ids: RowIds, mapping: EarlierMapping }),
} as const;
