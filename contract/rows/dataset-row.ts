import * as z from 'zod';
import { Instant } from '../kit/ids.ts';

/** The kinds of a shift, in the words of the documents. */
export const ShiftModifier = z.enum([
  'night',
  'day',
  'eve',
  'rotating',
  'float',
  'floatpool',
  'weekends',
  'shiftday',
  'flex',
  'call',
]);

/** What a description says of the shift; `start` and `end` are `HH:mm`, `hours` is the length of one shift. */
const Shift = z.object({
  substring: z.string(),
  start: z.string().nullable(),
  end: z.string().nullable(),
  hours: z.number().nullable(),
  shiftsPerWeek: z.number().nullable(),
  modifiers: z.array(ShiftModifier).readonly(),
});

/** What a description says of the bill rate, in dollars an hour. */
const Rate = z.object({ substring: z.string(), rate: z.number(), minRate: z.number().nullable() });

/** What a description says of shift and bill rate (`domain/ai/reading.ts`). Null: it names none. */
export const DatasetReading = z.object({ shift: Shift.nullable(), rate: Rate.nullable() });
export type DatasetReading = z.infer<typeof DatasetReading>;

/** What one person says that a description says. `userId` is null for a label that came in a file. */
export const DatasetLabel = z.object({ userId: z.number().nullable(), by: z.string(), at: Instant, reading: DatasetReading });
export type DatasetLabel = z.infer<typeof DatasetLabel>;

/** What an engine reads in a description. `certainty` is that of its least certain value, 0 to 100; null if it does not say. */
export const DatasetProposal = z.object({ engine: z.string(), reading: DatasetReading, certainty: z.number().nullable() });
export type DatasetProposal = z.infer<typeof DatasetProposal>;

/**
 * One description of the dataset, once for all jobs that have it. `digest` is that of its text and decides about `split` and `second`:
 * whether it is a row to test with, and whether two people label it. `settled` is the decision between different labels.
 */
export const DatasetRow = z.object({
  id: z.number(),
  digest: z.string(),
  description: z.string(),
  split: z.enum(['dev', 'test']),
  second: z.boolean(),
  jobId: z.number().nullable(),
  providerJobId: z.string().nullable(),
  source: z.string().nullable(),
  workType: z.literal([1, 2, 3]).nullable(),
  proposals: z.array(DatasetProposal).readonly(),
  labels: z.array(DatasetLabel).readonly(),
  settled: DatasetLabel.nullable(),
});
export type DatasetRow = z.infer<typeof DatasetRow>;
