import * as z from 'zod';
import { Instant, LocalDate } from '../kit/ids.ts';
import { FieldValue, JobRow, WorkType } from './jobs.ts';

const Text = z.string().nullable();

/**
 * What a rule does, by the documented ids: 1 set value, 2 set date, 3 replace text, 4 table rule or note, 5 cancel, 6 hold or
 * hide, 7 custom calculation, 8 supplemental data, 9 set export value, 10 clear value, 11 do not post, 12 AI prompt.
 */
export const ActionType = z.literal([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
export type ActionType = z.infer<typeof ActionType>;

/** A column of a table rule: a field of the catalogue, or a local variable (field 128) by its name. `width` in pixels. */
export const TableColumn = z.object({ fieldId: z.number().int(), variable: Text, width: z.number().min(175).optional() });
export type TableColumn = z.infer<typeof TableColumn>;

/** A decision table: the first line whose source cells all match writes its target cells. An empty source cell matches anything. */
export const RuleTable = z.object({
  sources: z.array(TableColumn),
  targets: z.array(TableColumn),
  /** One cell per source column, then one per target column. */
  lines: z.array(z.array(z.string())),
});
export type RuleTable = z.infer<typeof RuleTable>;

/**
 * One business rule. `source` is its condition in the rule language (`domain/rules`), empty for always; everything else about
 * the condition is derived from that text. `operand` is the action's value: several are separated by `|`, parts by `~`.
 */
export const RuleRow = z.object({
  id: z.number(),
  name: z.string(),
  source: z.string(),
  actionType: ActionType,
  /** The field that the action writes; 128 with `variable` is a local variable of the run. */
  fieldId: z.number().int().nullable(),
  variable: Text,
  operand: Text,
  table: RuleTable.nullable(),
  /** Only for jobs of this work type; null for all. */
  workType: WorkType.nullable(),
  /** Only for jobs of this source; null for all. */
  sourceId: z.number().nullable(),
  ord: z.number(),
  /** Kept by the provider for every customer, and run before the customer's own. */
  global: z.boolean(),
  runOnExport: z.boolean(),
  appliedToCancelledJobs: z.boolean(),
  active: z.boolean(),
  adminsOnly: z.boolean(),
  /** The last day that it runs, in the customer's zone. */
  disableAfterOn: LocalDate.nullable(),
  deleted: z.boolean(),
  /** Counts saves, from 1; what a job says of a rule's change names it. */
  version: z.number().int(),
  by: z.string(),
  at: Instant,
});
export type RuleRow = z.infer<typeof RuleRow>;

/** Rows that people create on their devices carry a UUID of their own; the service gives the id [edge case 29]. */
const created = {
  /** Given by the one who created the row; a row of the service's own making has none. */
  ref: z.uuid().nullable(),
  /** Removed for good: shown nowhere, and a tombstone as soon as the service knows. */
  purged: z.boolean(),
};

/** A rule as the service and every device keep it. */
export const StoredRule = RuleRow.extend(created);
export type StoredRule = z.infer<typeof StoredRule>;

/** What a person writes of a rule; the rest is bookkeeping of the service. */
export const RuleDraft = RuleRow.pick({
  name: true,
  source: true,
  actionType: true,
  fieldId: true,
  variable: true,
  operand: true,
  table: true,
  workType: true,
  sourceId: true,
  ord: true,
  global: true,
  runOnExport: true,
  appliedToCancelledJobs: true,
  active: true,
  adminsOnly: true,
  disableAfterOn: true,
});
export type RuleDraft = z.infer<typeof RuleDraft>;

/** What substitutions rewrite, by the documents' object types: 2 degree, 3 specialty. */
export const SubstitutionType = z.literal([2, 3]);
export type SubstitutionType = z.infer<typeof SubstitutionType>;

/** A name that vendors' texts are rewritten to before they are mapped. */
export const SubstitutionTargetRow = z.object({
  id: z.number(),
  objectType: SubstitutionType,
  name: z.string(),
  version: z.number().int(),
  by: z.string(),
  at: Instant,
  ...created,
});
export type SubstitutionTargetRow = z.infer<typeof SubstitutionTargetRow>;

/**
 * Rewrites a vendor's degree or specialty text that `rule` is found in to its target's name. `rule` is a regular expression of
 * RE2; `\b` at its start or end asks for the boundary of a word there.
 */
export const SubstitutionRuleRow = z.object({
  id: z.number(),
  objectType: SubstitutionType,
  rule: z.string(),
  targetId: z.number(),
  /** Documented; 6 for a new rule. */
  ruleType: z.number().int(),
  caseSensitive: z.boolean(),
  version: z.number().int(),
  by: z.string(),
  at: Instant,
  ...created,
});
export type SubstitutionRuleRow = z.infer<typeof SubstitutionRuleRow>;

/**
 * A pinned job: the job as it was when somebody said "this is right" (`job`, without its rules' writing), and what the rules
 * must make of it (`expected`, by field key). A change of rules that gives it another outcome is asked about.
 */
export const PinnedJobRow = z.object({
  id: z.number(),
  name: z.string(),
  jobId: z.number(),
  job: JobRow,
  expected: z.record(z.string(), FieldValue),
  version: z.number().int(),
  by: z.string(),
  at: Instant,
  ...created,
});
export type PinnedJobRow = z.infer<typeof PinnedJobRow>;
