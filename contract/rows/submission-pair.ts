import * as z from 'zod';
import { Instant } from '../kit/ids.ts';
import { created } from './rule-rows.ts';

/** Direction of a step of a mapping: from a source to JR, or from JR to a destination. */
export const MapSide = z.enum(['from', 'to'], 'Choose “from” (source to JR) or “to” (JR to destination)');
export type MapSide = z.output<typeof MapSide>;

/**
 * One step of the mapping of degrees and specialties. `from`: the entries of the source mean the pair of Jobdock's own lists (JR). `to`:
 * the JR pair becomes the entries of the destination. Specialty 0: the degree without one.
 */
export const SubmissionPairRow = z.object({
  id: z.number(),
  targetId: z.number(),
  side: MapSide,
  degreeId: z.number(),
  specialtyId: z.number(),
  jrDegreeId: z.number(),
  jrSpecialtyId: z.number(),
  version: z.number().int(),
  by: z.string(),
  at: Instant,
  ...created,
});
export type SubmissionPairRow = z.infer<typeof SubmissionPairRow>;

/**
 * One step of the mapping of documents of a target whose mapping is the customer's own. `from`: the document of the source means the one
 * of JR. `to`: the one of JR becomes the document of the destination.
 */
export const SubmissionDocumentStepRow = z.object({
  id: z.number(),
  targetId: z.number(),
  side: MapSide,
  documentId: z.number(),
  jrDocumentId: z.number(),
  version: z.number().int(),
  by: z.string(),
  at: Instant,
  ...created,
});
export type SubmissionDocumentStepRow = z.infer<typeof SubmissionDocumentStepRow>;

/**
 * One mapping between dictionaries: an entry of a source becomes an entry of the same dictionary of the destination `targetId`. An entry has
 * one mapping to each destination.
 */
export const SubmissionDictionaryStepRow = z.object({
  id: z.number(),
  targetId: z.number(),
  fromId: z.number(),
  toId: z.number(),
  version: z.number().int(),
  by: z.string(),
  at: Instant,
  ...created,
});
export type SubmissionDictionaryStepRow = z.infer<typeof SubmissionDictionaryStepRow>;
