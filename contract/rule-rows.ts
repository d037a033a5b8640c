import * as z from 'zod';
import { Instant, LocalDate } from './ids.ts';
import { WorkType } from './jobs.ts';

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
