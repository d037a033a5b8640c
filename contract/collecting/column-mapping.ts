import * as z from 'zod';
import { type JobField, jobValues } from '../rows/jobs.ts';

/**
 * Fields that a file column may fill beside those of the job: its id, and texts for several fields. `place` is city, state and zip,
 * `degreeAndSpecialty` is "RN/ Cath Lab", `held` is the vendor's hold flag.
 */
const compositeFields = [
  'providerJobId',
  'place',
  'degreeAndSpecialty',
  'dateRange',
  'durationWeeks',
  'durationUnit',
  'held',
  'country',
] as const;

export const FeedField = z.enum([...(Object.keys(jobValues) as JobField[]), ...compositeFields], {
  error: 'Choose a field of the job, or null for a column that is not read',
});
export type FeedField = z.infer<typeof FeedField>;

const mostColumns = 2000;

/** Which field each column of a file fills, by the column's header. `null`: the column is not read. */
export const ColumnMapping = z
  .record(z.string().max(200), FeedField.nullable())
  .refine((mapping) => Object.keys(mapping).length <= mostColumns, `At most ${mostColumns} columns`);
export type ColumnMapping = Readonly<z.infer<typeof ColumnMapping>>;

/** How one column of a file is read, and why. */
export const ColumnReport = z.object({
  column: z.string(),
  /** The field that it fills; null if it is not read. */
  field: FeedField.nullable(),
  /** The field that it would best fill, if it is not read. */
  suggested: FeedField.nullable(),
  /** How certain `field` is, or else `suggested`: 0 to 100. */
  certainty: z.number(),
  why: z.enum(['chosen', 'learned', 'name', 'alias', 'similar', 'values', 'none']),
  /** What its values seem to be, such as "weekly gross: $/hr × Hrs/Wk". */
  seems: z.string(),
  samples: z.array(z.string()).readonly(),
  /** Rows with a value in this column. */
  filled: z.number(),
});
export type ColumnReport = z.infer<typeof ColumnReport>;

/** A column of a file: the field that it fills, if any, and the share of records (0 to 1) in which it says something. */
export const ColumnShape = z.object({ column: z.string(), field: z.string().nullable(), filled: z.number() });
export type ColumnShape = Readonly<z.infer<typeof ColumnShape>>;

/** Values that a person should look at before jobs are staged. */
export const FileFlag = z.object({
  kind: z.enum(['past_start', 'rate_range']),
  field: FeedField,
  count: z.number(),
  /** The plausible range of the field, or the earliest start that is not flagged. */
  expected: z.string(),
  rows: z.array(z.object({ row: z.number(), providerJobId: z.string(), value: z.union([z.string(), z.number()]) })).readonly(),
});
export type FileFlag = z.infer<typeof FileFlag>;
