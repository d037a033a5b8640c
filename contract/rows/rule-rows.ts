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

/** A column of a table rule: a catalogue field, or with field 128 a local variable by name. `width` is in pixels. */
export const TableColumn = z.object({ fieldId: z.number().int(), variable: Text, width: z.number().min(175).optional() });
export type TableColumn = z.infer<typeof TableColumn>;

/** A decision table: the first line whose source cells all match writes its target cells. Empty source cells match anything. */
export const RuleTable = z.object({
  sources: z.array(TableColumn),
  targets: z.array(TableColumn),
  /** Each line: one cell per source column, then one per target column. */
  lines: z.array(z.array(z.string())),
});
export type RuleTable = z.infer<typeof RuleTable>;

/**
 * One business rule. `source` is its condition in the rule language (`domain/rules`); an empty one is always true. `operand` is
 * the action's value: `|` separates several values, `~` the parts of a value.
 */
export const RuleRow = z.object({
  id: z.number(),
  name: z.string(),
  source: z.string(),
  actionType: ActionType,
  /** The field that the action writes; 128 means the run's local variable that `variable` names. */
  fieldId: z.number().int().nullable(),
  variable: Text,
  operand: Text,
  table: RuleTable.nullable(),
  /** Only for jobs of this work type; null for all. */
  workType: WorkType.nullable(),
  /** Only for jobs of this source; null for all. */
  sourceId: z.number().nullable(),
  ord: z.number(),
  /** Maintained by the provider for every customer; runs before the customer's own rules. */
  global: z.boolean(),
  runOnExport: z.boolean(),
  appliedToCancelledJobs: z.boolean(),
  active: z.boolean(),
  adminsOnly: z.boolean(),
  /** Why the service switched the rule off. Absent unless it did; removed when the rule is activated again. */
  offReason: z.string().optional(),
  /** The last day on which the rule runs, in the customer's time zone. */
  disableAfterOn: LocalDate.nullable(),
  deleted: z.boolean(),
  /** Number of saves, from 1. Job values that the rule wrote store this version. */
  version: z.number().int(),
  by: z.string(),
  at: Instant,
});
export type RuleRow = z.infer<typeof RuleRow>;

/** Rows created on a device have a UUID, because only the service assigns ids [edge case 29]. */
export const created = {
  /** UUID from the device that created the row; null for rows created in the service. */
  ref: z.uuid().nullable(),
  /** Permanently removed: not shown, and a tombstone as soon as the service has the change. */
  purged: z.boolean(),
};

/** A rule as the service and every device store it. */
export const StoredRule = RuleRow.extend(created);
export type StoredRule = z.infer<typeof StoredRule>;

/** The fields of a rule that users edit; the service sets the others. */
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

/** What substitutions rewrite, by documented object type: 2 degree, 3 specialty. */
export const SubstitutionType = z.literal([2, 3]);
export type SubstitutionType = z.infer<typeof SubstitutionType>;

/** A name that substitution rules write in place of vendors' texts, before mapping. */
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

/** Another name that vendors' files and rule texts use for a field of a job. `fieldId` is the field's documented id (`BSSJob_ID`). */
export const FieldAliasRow = z.object({
  id: z.number(),
  fieldId: z.number().int(),
  alias: z.string(),
  version: z.number().int(),
  by: z.string(),
  at: Instant,
  ...created,
});
export type FieldAliasRow = z.infer<typeof FieldAliasRow>;

/**
 * Replaces a vendor's degree or specialty text that contains a match of `rule` with the target's name. `rule` is an RE2 regular
 * expression; `\b` at its start or end requires a word boundary there.
 */
export const SubstitutionRuleRow = z.object({
  id: z.number(),
  objectType: SubstitutionType,
  rule: z.string(),
  targetId: z.number(),
  /** Documented rule type; 6 for a new rule. */
  ruleType: z.number().int(),
  caseSensitive: z.boolean(),
  version: z.number().int(),
  by: z.string(),
  at: Instant,
  ...created,
});
export type SubstitutionRuleRow = z.infer<typeof SubstitutionRuleRow>;

/**
 * A pinned job, which is a test case: the job when pinned, without rule changes (`job`), and the values that rules must
 * produce (`expected`, by field key). The user must confirm a rule change that produces other values.
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
