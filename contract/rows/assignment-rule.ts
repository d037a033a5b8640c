import * as z from 'zod';
import { Instant } from '../kit/ids.ts';
import { created } from './rule-rows.ts';

const Text = z.string().nullable();

/**
 * A person who gets the jobs of a source, of a facility, or of a facility at one source. The facility is named by its ATS id
 * (`facilityId`, with the name it had when it was chosen) or by the vendor's text, never by both. The first rule by `position` that fits
 * a job assigns it (`domain/assignments`). `person` is the name that the person had when the rule was saved.
 */
export const AssignmentRuleRow = z.object({
  id: z.number(),
  /** Ascending order of the rules, a fraction where one was moved between two others. Equal positions go by id. */
  position: z.number(),
  userId: z.number(),
  person: z.string(),
  sourceId: z.number().nullable(),
  facilityId: Text,
  facilityName: Text,
  facilityText: Text,
  enabled: z.boolean(),
  version: z.number().int(),
  by: z.string(),
  at: Instant,
  ...created,
});
export type AssignmentRuleRow = z.infer<typeof AssignmentRuleRow>;
