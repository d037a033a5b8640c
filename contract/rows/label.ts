import * as z from 'zod';
import { Instant } from '../kit/ids.ts';

/** What a label says: `fieldKey` is the key of a job field or of another word that screens use, `plural` is for several of them. */
const said = {
  id: z.number(),
  fieldKey: z.string(),
  value: z.string(),
  plural: z.string(),
  by: z.string(),
  at: Instant,
};

/** A customer's own label of a job field, or of another word that screens use. */
export const LabelRow = z.object({
  ...said,
  /** Made of the key (`domain/fields/label-ref.ts`), so that all devices mean one row by it. */
  ref: z.uuid().nullable(),
  version: z.number().int(),
  /** Removed: a tombstone as soon as the service has the change. */
  purged: z.boolean(),
});
export type LabelRow = z.infer<typeof LabelRow>;

/** A label of all customers of an industry, or of all whose target is of a kind. The one that it is not for is null. */
export const GeneralLabelRow = z.object({
  ...said,
  /** The number of a kind of target. */
  targetId: z.number().nullable(),
  industryId: z.number().nullable(),
});
export type GeneralLabelRow = z.infer<typeof GeneralLabelRow>;
