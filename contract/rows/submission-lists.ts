import * as z from 'zod';
import { Instant } from '../kit/ids.ts';
import { created } from './rule-rows.ts';

/** Lists that a submission target has. A dictionary is any other list that a destination asks for. */
export const SubmissionListKind = z.enum(['degree', 'specialty', 'document', 'dictionary']);
export type SubmissionListKind = z.output<typeof SubmissionListKind>;

/**
 * An entry of a list of a submission target. `objectId` is the number of its dictionary, 0 for the other kinds. `degreeExtId` is the id in
 * the system of the degree that a specialty belongs to, blank for any. `removed`: its system no longer lists it; mappings and packages may
 * still name it. Entries of a dictionary alone have own texts, and a default.
 */
export const SubmissionEntryRow = z.object({
  id: z.number(),
  targetId: z.number(),
  kind: SubmissionListKind,
  objectId: z.number(),
  extId: z.string(),
  name: z.string(),
  groupName: z.string(),
  degreeExtId: z.string(),
  removed: z.boolean(),
  custom1: z.string().optional(),
  custom2: z.string().optional(),
  isDefault: z.boolean().optional(),
});
export type SubmissionEntryRow = z.infer<typeof SubmissionEntryRow>;

/** An entry of Jobdock's own lists (JR), the same for every customer. */
export const JrEntryRow = z.object({
  id: z.number(),
  kind: SubmissionListKind.exclude(['dictionary']),
  name: z.string(),
  removed: z.boolean(),
});
export type JrEntryRow = z.infer<typeof JrEntryRow>;

/**
 * Which documents of a submission target go along for a degree and specialty, in their order. Degree or specialty 0: any. `isDefault` is
 * what people last chose for it and `defaultAt` when; the default of a target is the package with the latest choice
 * (`domain/submissions/packages.ts`), so that two devices cannot make two of them.
 */
export const SubmissionPackageRow = z.object({
  id: z.number(),
  targetId: z.number(),
  degreeId: z.number(),
  specialtyId: z.number(),
  documents: z.array(z.number()),
  note: z.string(),
  isDefault: z.boolean(),
  /** Null: no one has chosen yet, so it is not the default. */
  defaultAt: Instant.nullable(),
  version: z.number().int(),
  by: z.string(),
  at: Instant,
  ...created,
});
export type SubmissionPackageRow = z.infer<typeof SubmissionPackageRow>;
