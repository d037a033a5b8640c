import * as z from 'zod';
import { Integer } from '../kit/ids.ts';
import { messages } from '../kit/messages.ts';
import { wire } from '../kit/wire-names.ts';
import { ActionType } from '../rows/rule-rows.ts';

const Text = z.string().nullable();
/** A documented flag: a boolean, 1 or 0, or the text of a boolean. */
const Flag = z.union([
  z.boolean(),
  z.literal([0, 1]).transform((bit) => bit === 1),
  z.literal(['true', 'false']).transform((word) => word === 'true'),
]);
/** A date as MM/DD/YYYY (documented) or yyyy-MM-dd. Saving the rule checks it. */
const Day = z.string().max(40);

const TablePair = z.object({
  fieldId: wire('Field', Integer),
  variable: wire('Name', Text.optional()),
  width: wire('Width', z.number().optional()),
});
/** A column of a table rule; `variable` names a local variable (field 128), `width` is in pixels. */
export const DocumentedColumn = TablePair;

/** A line of a table rule: pairs of field id and value, for source columns and for target columns. */
export const DocumentedLine = z.object({
  sources: wire('Field', z.array(z.object({ fieldId: wire('ID', Integer), value: wire('Value', z.string()) }))),
  targets: wire('TargetNew', z.array(z.object({ fieldId: wire('ID', Integer), value: wire('Value', z.string()) }))),
});

/** A business rule as the documented calls return it. `source` is its condition, `fieldId` the field that it writes. */
export const DocumentedRule = z.object({
  id: wire('ID', z.number()),
  customerId: wire('objCustID', z.number()),
  name: wire('RuleName', z.string()),
  source: wire('Source', z.string()),
  operand: wire('Operand', Text),
  /** The source (VMS) whose jobs the rule applies to; null for all. */
  sourceId: wire('Parser_ID', z.number().nullable()),
  matchRuleId: wire('MatchRule_ID', z.number().nullable()),
  fieldId: wire('Target', z.number().nullable()),
  /** Name of the local variable that the rule writes, if `fieldId` is 128. */
  variable: wire('Variable', Text),
  actionType: wire('ActionType_ID', z.number()),
  workType: wire('WorkType', z.number().nullable()),
  ord: wire('Ord', z.number()),
  isGlobal: wire('GlobalRule_Fl', z.boolean()),
  isGlobalRule: wire('IsGlobalRule', z.boolean()),
  runOnExport: wire('RunOnExport_Fl', z.boolean()),
  appliedToCancelledJobs: wire('AppliedToCancelledJobs', z.boolean()),
  isTableRule: wire('TableRule_Fl', z.boolean()),
  tableSources: wire('TableFields', z.array(DocumentedColumn)),
  tableTargets: wire('TableTargets', z.array(DocumentedColumn)),
  tableLines: wire('TableLines', z.array(DocumentedLine)),
  active: wire('Active', z.boolean()),
  adminsOnly: wire('AdminsOnly', z.boolean()),
  hasDisableAfterDate: wire('DisableAfter_Fl', z.boolean()),
  /** MM/DD/YYYY. */
  disableAfterDate: wire('DisableAfterDate', Text),
  isDeleted: wire('Del_Fl', z.boolean()),
  /** The whole rule as a sentence. */
  translatedText: wire('TranslatedText', z.string()),
  version: wire('Version', z.number()),
  editedBy: wire('EditedBy', z.string()),
  editedAt: wire('EditedAt', z.string()),
});
export type DocumentedRule = z.infer<typeof DocumentedRule>;

export const ruleExample: DocumentedRule = {
  id: 12,
  customerId: 2,
  name: 'Cancel float pool jobs',
  source: '[Unit] contains float',
  operand: null,
  sourceId: null,
  matchRuleId: null,
  fieldId: null,
  variable: null,
  actionType: 5,
  workType: 1,
  ord: 10,
  isGlobal: false,
  isGlobalRule: false,
  runOnExport: false,
  appliedToCancelledJobs: false,
  isTableRule: false,
  tableSources: [],
  tableTargets: [],
  tableLines: [],
  active: true,
  adminsOnly: false,
  hasDisableAfterDate: false,
  disableAfterDate: null,
  isDeleted: false,
  translatedText: 'When Unit contains “float”, cancel the job, for Travel jobs.',
  version: 3,
  editedBy: 'Ann Reyes',
  editedAt: '2026-11-21T12:00:00.000Z',
};

/** A rule as a caller sends it. */
export const SentRule = z.object({
  name: wire('RuleName', z.string().max(200)),
  source: wire('Source', z.string().max(20_000).default('')),
  operand: wire('Operand', z.string().max(100_000).nullable().default(null)),
  sourceId: wire('Parser_ID', Integer.nullable().default(null)),
  matchRuleId: wire('MatchRule_ID', Integer.nullable().default(null)),
  fieldId: wire('Target', Integer.nullable().default(null)),
  variable: wire('Variable', z.string().max(100).nullable().default(null)),
  actionType: wire('ActionType_ID', z.literal(ActionType.def.values, messages.actionRequired)),
  /** 0 and null mean all. */
  workType: wire(
    'WorkType',
    z
      .union([z.literal([1, 2, 3]), z.literal(0).transform(() => null)])
      .nullable()
      .default(null),
  ),
  ord: wire('Ord', Integer.default(0)),
  isGlobal: wire('GlobalRule_Fl', Flag.default(false)),
  runOnExport: wire('RunOnExport_Fl', Flag.default(false)),
  appliedToCancelledJobs: wire('AppliedToCancelledJobs', Flag.default(false)),
  isTableRule: wire('TableRule_Fl', Flag.default(false)),
  tableSources: wire('TableFields', z.array(DocumentedColumn).max(50).default([])),
  tableTargets: wire('TableTargets', z.array(DocumentedColumn).max(50).default([])),
  tableLines: wire('TableLines', z.array(DocumentedLine).max(20_000).default([])),
  active: wire('Active', Flag.default(true)),
  adminsOnly: wire('AdminsOnly', Flag.default(false)),
  hasDisableAfterDate: wire('DisableAfter_Fl', Flag.default(false)),
  disableAfterDate: wire('DisableAfterDate', Day.nullable().default(null)),
  /** The reason for saving, stored with the version. */
  words: wire('Words', z.string().max(500).default('')),
  /** Ids of pinned jobs whose result may change; the caller takes them from an earlier refusal. */
  acceptPinned: wire('AcceptPinned', z.array(Integer).max(500).default([])),
});
export type SentRule = z.output<typeof SentRule>;
