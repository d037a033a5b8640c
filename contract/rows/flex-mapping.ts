import * as z from 'zod';
import { Instant } from '../kit/ids.ts';
import { FieldMappingType, fieldMappingLine } from './field-mapping.ts';

/** The most that a flex mapping holds. */
export const flexLimits = { jobFields: 4, atsFields: 6, lines: 500 } as const;

const value = z.string().trim().max(500);

/** What a flex mapping says: its columns, and lines from a combination of values to values. Command and row use the same limits. */
export const flexMappingContent = {
  /** Keys of fields of the job. None: there is no flex mapping. */
  jobFields: z.array(z.string().max(100)).max(flexLimits.jobFields),
  atsFields: z
    .array(
      z.object({
        name: fieldMappingLine.atsField,
        fieldType: FieldMappingType,
        /** Each line needs a value for it, and a job without a line is not posted. */
        required: z.boolean(),
      }),
    )
    .max(flexLimits.atsFields),
  lines: z
    .array(
      z.object({
        /** A value for each job field: `*` for any, blank for none. */
        when: z.array(value).max(flexLimits.jobFields),
        /** A value for each ATS field: blank leaves it to the lines of the field mapping. */
        give: z.array(value).max(flexLimits.atsFields),
      }),
    )
    .max(flexLimits.lines),
};

/** The flex mapping of a target, one row at most; its id is the target's. The first line that fits a job gives its values. */
export const FlexMappingRow = z.object({
  id: z.number(),
  ...flexMappingContent,
  version: z.number().int(),
  by: z.string(),
  at: Instant,
  /** Always null: the row has the same id on each device. */
  ref: z.uuid().nullable(),
  /** Removed: a tombstone as soon as the service has the change. */
  purged: z.boolean(),
});
export type FlexMappingRow = z.infer<typeof FlexMappingRow>;
