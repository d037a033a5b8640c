import * as z from 'zod';
import { Instant } from '../kit/ids.ts';

/** A customer's own label of a job field, or of another word that screens use. `fieldKey` is its key; `plural` is for several of them. */
export const LabelRow = z.object({
  id: z.number(),
  fieldKey: z.string(),
  value: z.string(),
  plural: z.string(),
  by: z.string(),
  at: Instant,
});
export type LabelRow = z.infer<typeof LabelRow>;

/** A label of all customers of an industry, or of all whose target is of a kind. The one that it is not for is null. */
export const GeneralLabelRow = z.object({
  ...LabelRow.shape,
  /** The number of a kind of target. */
  targetId: z.number().nullable(),
  industryId: z.number().nullable(),
});
export type GeneralLabelRow = z.infer<typeof GeneralLabelRow>;
