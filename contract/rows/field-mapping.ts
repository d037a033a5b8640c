import * as z from 'zod';
import { Instant } from '../kit/ids.ts';
import { created } from './rule-rows.ts';

/** How a line gets the value of its ATS field, by its documented number (`domain/posting/field-mapping/options.ts`). */
export const FieldMappingOption = z.literal([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
export type FieldMappingOption = z.infer<typeof FieldMappingOption>;

/** The type of the ATS field: a date is sent as the ATS wants it, yes or no as a boolean. */
export const FieldMappingType = z.enum(['text', 'number', 'date', 'yesNo']);
export type FieldMappingType = z.infer<typeof FieldMappingType>;

/** What a line says, without its place in the order. Commands and documented calls use the same limits. */
export const fieldMappingLine = {
  /** The name of the field in the ATS; dots lead into it, as in `address.city`. */
  atsField: z
    .string()
    .trim()
    .regex(/^\w+(?:\.\w+)*$/, 'Write the name of the ATS field, such as title or address.city')
    .max(200),
  /** The key of a field of the job, null if the value is made of nothing else than `value`. */
  jobField: z.string().max(100).nullable(),
  option: FieldMappingOption,
  /** A condition as rules have it; empty text: always. */
  condition: z.string().max(20_000),
  /** The text to send, with fields in square brackets, or a calculation after an equals sign. */
  value: z.string().max(5_000),
  /** 1 text, 2 number. */
  valueType: z.literal([1, 2]),
  fieldType: FieldMappingType,
  /** The jobs that it counts for: 0 all, 1 travel and permanent, 3 per diem. */
  workType: z.literal([0, 1, 3]),
  /** Most characters of a text; a longer one is cut. Null: no limit. */
  maxLength: z.number().int().positive().max(1_000_000).nullable(),
  /** Whether later changes of the job are sent, too. */
  onUpdate: z.boolean(),
  /** Whether it is sent once the job is over. */
  onCancel: z.boolean(),
};

/**
 * A line of a target's field mapping: what one field of the ATS's job order gets. Several lines may be about one field: the first
 * by `position` that has a value gives it.
 */
export const FieldMappingRow = z.object({
  id: z.number(),
  targetId: z.number(),
  /** Ascending order of the lines of a target, a fraction where one was moved between two others. */
  position: z.number(),
  ...fieldMappingLine,
  version: z.number().int(),
  by: z.string(),
  at: Instant,
  ...created,
});
export type FieldMappingRow = z.infer<typeof FieldMappingRow>;
