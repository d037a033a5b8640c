import * as z from 'zod';
import { messages } from '#contract/kit/messages.ts';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id } from '../kit/ids.ts';
import { ActionType } from '../rows/rule-rows.ts';

const Text = z.string().nullable();
/** A documented yes or no: true and false, or 1 and 0. */
const Flag = z.union([
  z.boolean(),
  z.literal([0, 1]).transform((bit) => bit === 1),
  z.literal(['true', 'false']).transform((word) => word === 'true'),
]);
/** Documented dates read MM/DD/YYYY; a local date of ours is taken as well. Anything else is judged with the rule. */
const Day = z.string().max(40);

/** One cell of a table rule: the field of its column (128 with `Name` is a local variable), and its text in this line. */
const TablePair = z.object({ Field: z.number().int(), Name: Text.optional(), Width: z.number().optional() });
/** A column of a table rule as documented; `Name` names a local variable, `Width` is in pixels. */
export const DocumentedColumn = TablePair;

/** A line of a table rule: pairs of field id and value, for its source columns and for its target columns. */
export const DocumentedLine = z.object({
  Field: z.array(z.object({ ID: z.number().int(), Value: z.string() })),
  TargetNew: z.array(z.object({ ID: z.number().int(), Value: z.string() })),
});

/** A business rule with the documents' names. `Source` is its condition, `Target` the field that it writes. */
export const DocumentedRule = z.object({
  ID: z.number(),
  objCustID: z.number(),
  RuleName: z.string(),
  Source: z.string(),
  Operand: Text,
  /** The source (VMS) that it is for; null for all. */
  Parser_ID: z.number().nullable(),
  MatchRule_ID: z.number().nullable(),
  Target: z.number().nullable(),
  /** Name of the local variable that it writes, with Target 128. */
  Variable: Text,
  ActionType_ID: z.number(),
  WorkType: z.number().nullable(),
  Ord: z.number(),
  GlobalRule_Fl: z.boolean(),
  IsGlobalRule: z.boolean(),
  RunOnExport_Fl: z.boolean(),
  AppliedToCancelledJobs: z.boolean(),
  TableRule_Fl: z.boolean(),
  TableFields: z.array(DocumentedColumn),
  TableTargets: z.array(DocumentedColumn),
  TableLines: z.array(DocumentedLine),
  Active: z.boolean(),
  AdminsOnly: z.boolean(),
  DisableAfter_Fl: z.boolean(),
  /** MM/DD/YYYY. */
  DisableAfterDate: Text,
  Del_Fl: z.boolean(),
  /** The whole rule as a sentence. */
  TranslatedText: z.string(),
  Version: z.number(),
  EditedBy: z.string(),
  EditedAt: z.string(),
});
export type DocumentedRule = z.infer<typeof DocumentedRule>;

const ruleExample: DocumentedRule = {
  ID: 12,
  objCustID: 2,
  RuleName: 'Cancel float pool jobs',
  Source: '[Unit] contains float',
  Operand: null,
  Parser_ID: null,
  MatchRule_ID: null,
  Target: null,
  Variable: null,
  ActionType_ID: 5,
  WorkType: 1,
  Ord: 10,
  GlobalRule_Fl: false,
  IsGlobalRule: false,
  RunOnExport_Fl: false,
  AppliedToCancelledJobs: false,
  TableRule_Fl: false,
  TableFields: [],
  TableTargets: [],
  TableLines: [],
  Active: true,
  AdminsOnly: false,
  DisableAfter_Fl: false,
  DisableAfterDate: null,
  Del_Fl: false,
  TranslatedText: 'When Unit contains “float”, cancel the job, for Travel jobs.',
  Version: 3,
  EditedBy: 'Ann Reyes',
  EditedAt: '2026-11-21T12:00:00.000Z',
};

/** A rule as a caller sends it; what is left out is empty. */
const SentRule = z.object({
  RuleName: z.string().max(200),
  Source: z.string().max(20_000).default(''),
  Operand: z.string().max(100_000).nullable().default(null),
  Parser_ID: z.number().int().nullable().default(null),
  MatchRule_ID: z.number().int().nullable().default(null),
  Target: z.number().int().nullable().default(null),
  Variable: z.string().max(100).nullable().default(null),
  ActionType_ID: z.literal(ActionType.def.values, messages.actionRequired),
  /** 0 and empty mean all. */
  WorkType: z
    .union([z.literal([1, 2, 3]), z.literal(0).transform(() => null)])
    .nullable()
    .default(null),
  Ord: z.number().int().default(0),
  GlobalRule_Fl: Flag.default(false),
  RunOnExport_Fl: Flag.default(false),
  AppliedToCancelledJobs: Flag.default(false),
  TableRule_Fl: Flag.default(false),
  TableFields: z.array(DocumentedColumn).max(50).default([]),
  TableTargets: z.array(DocumentedColumn).max(50).default([]),
  TableLines: z.array(DocumentedLine).max(20_000).default([]),
  Active: Flag.default(true),
  AdminsOnly: Flag.default(false),
  DisableAfter_Fl: Flag.default(false),
  DisableAfterDate: Day.nullable().default(null),
  /** Why it is saved, kept with its version. */
  Words: z.string().max(500).default(''),
  /** Ids of pinned jobs that may come out otherwise, as a refusal named them. */
  AcceptPinned: z.array(z.number().int()).max(500).default([]),
});
export type SentRule = z.output<typeof SentRule>;

const saveFails = ['invalid', 'conflict', 'forbidden', 'not_found', 'key_reused'] as const;

export const listRules = endpoint('GET /api/customerprocessing/:cust/:filter', {
  about:
    'One page of rules. The filter is base64 of `key=value` pairs joined by semicolons: f, a, nm, dt, page, pageSize, id, active, adminsOnly, isTableRule, isOnExport, isGlobalRule, isShowDeletedRule, searchText.',
  args: z.object({ cust: CustomerRef, filter: z.string().max(4000) }),
  reply: z.array(DocumentedRule.extend({ TotalPages: z.number(), recCount: z.number() })),
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'rules.read',
  offline: 'replicated',
  example: [{ ...ruleExample, TotalPages: 1, recCount: 1 }],
});

/** One rule's part in a trace: the documented fields, and which rule in which version it was. */
export const TraceEntry = z.object({
  RuleId: z.number(),
  Version: z.number(),
  RuleName: z.string(),
  IsTriggered: z.boolean(),
  ActionType: z.number(),
  Message: z.string(),
  HumanReadableRule: z.string(),
  RuleTranslationTrace: z.string(),
  /** Fields that it changed, by key. */
  Changes: z.array(z.object({ Field: z.string(), Before: z.unknown(), After: z.unknown() })),
  Microseconds: z.number(),
});
export type TraceEntry = z.infer<typeof TraceEntry>;

/** What rules make of one job: each field that they change, rule by rule why, what people locked, and the run's variables. */
export const RuleTest = z.object({
  diff: z.array(
    z.object({ field: z.string(), label: z.string(), before: z.unknown(), after: z.unknown(), ruleId: z.number().nullable() }),
  ),
  trace: z.array(TraceEntry),
  /** Fields that a person set by hand: no rule writes them. */
  manual: z.array(z.object({ field: z.string(), by: z.string(), at: z.string(), value: z.unknown() })),
  localVariables: z.record(z.string(), z.unknown()),
});
export type RuleTest = z.infer<typeof RuleTest>;

const testExample: RuleTest = {
  diff: [{ field: 'billRate', label: 'Bill Rate', before: 92.5, after: 100, ruleId: 12 }],
  trace: [
    {
      RuleId: 12,
      Version: 3,
      RuleName: 'Bill rate of ICU',
      IsTriggered: true,
      ActionType: 1,
      Message: 'Bill Rate: 92.5 → 100',
      HumanReadableRule: 'When Specialty equals “ICU”, set Bill Rate to “100”.',
      RuleTranslationTrace: 'Specialty equals “ICU”: it is “ICU”',
      Changes: [{ Field: 'billRate', Before: 92.5, After: 100 }],
      Microseconds: 12,
    },
  ],
  manual: [],
  localVariables: {},
};

export const testRule = endpoint('GET /api/CustomerProcessing/test/:cust/:ruleId/:jobId/:flag/:excludeDisabled', {
  about:
    'Runs rules over one job without changing it: all of them (-1) or one alone; flag 1 adds those on export; excludeDisabled 0 also runs inactive ones.',
  args: z.object({
    cust: CustomerRef,
    ruleId: z.coerce.number().int().min(-1),
    /** Our id of the job, or the vendor’s. */
    jobId: z.string().trim().min(1, 'Write the id of a job').max(200),
    flag: z.coerce.number().int().min(0).max(1),
    excludeDisabled: z.coerce.number().int().min(0).max(1),
  }),
  reply: RuleTest,
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'rules.test',
  offline: 'online',
  example: testExample,
});

export const createRule = endpoint('POST /api/CustomerProcessing', {
  about:
    'Creates a rule and answers it. With TraceJob it saves nothing and answers what the rule would do to that job. A rule that moves pinned jobs is refused as a conflict that names them, unless AcceptPinned has their ids.',
  args: SentRule.extend({
    objCustID: CustomerRef.default('me'),
    TraceJob: z.union([z.string(), z.number()]).optional(),
  }),
  reply: z.union([DocumentedRule, RuleTest]),
  fails: saveFails,
  needs: 'rules.write',
  offline: 'queued',
  example: ruleExample,
});

export const updateRule = endpoint('PUT /api/CustomerProcessing', {
  about:
    'Replaces a rule as a whole. With Version it is refused where somebody saved another one meanwhile; pinned jobs as when it is created.',
  args: SentRule.extend({
    ID: Id,
    objCustID: CustomerRef.default('me'),
    Version: z.number().int().positive().optional(),
  }),
  reply: DocumentedRule,
  fails: [...saveFails, 'gone'],
  needs: 'rules.write',
  offline: 'queued',
  example: ruleExample,
});

export const deleteRule = endpoint('DELETE /api/CustomerProcessing/:id', {
  about: 'Deletes a rule; one that is deleted already is removed for good.',
  args: z.object({ id: Id }),
  reply: z.object({ removed: z.boolean() }),
  fails: saveFails,
  needs: 'rules.write',
  offline: 'queued',
  example: { removed: false },
});

export const copyRule = endpoint('POST /api/CustomerProcessing/copy/:id', {
  about: 'Copies a rule; the copy is inactive until a person enables it.',
  args: z.object({ id: Id }),
  reply: DocumentedRule,
  fails: saveFails,
  needs: 'rules.write',
  offline: 'queued',
  example: { ...ruleExample, ID: 13, RuleName: 'Copy of Cancel float pool jobs', Active: false },
});

export const restoreRule = endpoint('POST /api/CustomerProcessing/restore/:id', {
  about: 'Restores a deleted rule, inactive.',
  args: z.object({ id: Id }),
  reply: DocumentedRule,
  fails: saveFails,
  needs: 'rules.write',
  offline: 'queued',
  example: { ...ruleExample, Active: false },
});

const RuleIds = z.array(z.coerce.number().int().positive()).min(1, 'Choose at least one rule').max(500);

export const copyRulesTo = endpoint('POST /api/CustomerProcessing/copyto/:customer', {
  about:
    'Copies rules of the caller’s customer to a linked one, inactive, and answers their new ids. One foreign id refuses all.',
  args: z.object({ customer: z.coerce.number().int(), ids: RuleIds }),
  wholeBody: 'ids',
  reply: z.array(z.number()),
  fails: saveFails,
  needs: 'rules.copy',
  offline: 'online',
  example: [21, 22],
});

export const copyAllRules = endpoint('POST /api/admin/copyrules/:customer', {
  about: 'Copies every rule of one customer (parent) to another (child), inactive; rules of the same name there are left alone.',
  args: z.object({ customer: Id, parent: Id, child: Id }),
  reply: z.object({ copied: z.number(), skipped: z.number() }),
  fails: saveFails,
  needs: 'admin',
  offline: 'online',
  example: { copied: 12, skipped: 1 },
});

export const readTableRule = endpoint('GET /api/customerprocessing/tablerules/:cust/:ruleId', {
  about: 'The table of a table rule: its source columns, its target columns and its lines.',
  args: z.object({ cust: CustomerRef, ruleId: Id }),
  reply: z.object({ Fields: z.array(DocumentedColumn), Targets: z.array(DocumentedColumn), Lines: z.array(DocumentedLine) }),
  fails: ['forbidden', 'not_found'],
  needs: 'rules.read',
  offline: 'replicated',
  example: {
    Fields: [{ Field: 8 }],
    Targets: [{ Field: 5 }],
    Lines: [{ Field: [{ ID: 8, Value: 'RN' }], TargetNew: [{ ID: 5, Value: '95' }] }],
  },
});

export const importTableRule = endpoint('POST /api/customerprocessing/import/tablerule/:cust', {
  about: 'Reads the lines of a table rule from a csv or txt file with one column per field; nothing is saved.',
  args: z.object({
    cust: CustomerRef,
    file: z.instanceof(Uint8Array, { error: 'Choose a file' }),
    fileName: z.string().max(400),
    /** Ids of the source and of the target columns, joined by commas; 128 stands for `labelVariable`. */
    fields: z.string().max(400),
    targets: z.string().max(400),
    labelVariable: z.string().max(100).default(''),
  }),
  upload: 'file',
  reply: z.object({
    Fields: z.array(DocumentedColumn),
    Targets: z.array(DocumentedColumn),
    Lines: z.array(DocumentedLine),
    /** Lines that could not be taken, counted from 1, and why. */
    refused: z.array(z.object({ line: z.number(), words: z.string() })),
  }),
  fails: ['invalid', 'forbidden', 'not_found', 'too_large'],
  needs: 'rules.write',
  offline: 'online',
  example: {
    Fields: [{ Field: 8 }],
    Targets: [{ Field: 5 }],
    Lines: [],
    refused: [{ line: 3, words: 'The line has 1 cell, not 2.' }],
  },
});

export const reportRules = endpoint('GET /api/reports/rules/:cust', {
  about: 'The rule report: every rule of a customer with its action, order, state, last edit and description.',
  args: z.object({ cust: CustomerRef }),
  reply: z.array(
    z.object({
      ID: z.number(),
      RuleName: z.string(),
      ActionType: z.string(),
      Ord: z.number(),
      Active: z.boolean(),
      TableRule: z.boolean(),
      OnExport: z.boolean(),
      LastEdited: z.string(),
      Description: z.string(),
    }),
  ),
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'rules.read',
  offline: 'replicated',
  example: [
    {
      ID: 12,
      RuleName: 'Cancel float pool jobs',
      ActionType: 'Cancel',
      Ord: 10,
      Active: true,
      TableRule: false,
      OnExport: false,
      LastEdited: '2026-11-21T12:00:00.000Z',
      Description: 'When Unit contains “float”, cancel the job, for Travel jobs.',
    },
  ],
});

export const ruleEndpoints = [
  listRules,
  testRule,
  createRule,
  updateRule,
  deleteRule,
  copyRule,
  restoreRule,
  copyRulesTo,
  copyAllRules,
  readTableRule,
  importTableRule,
  reportRules,
];
