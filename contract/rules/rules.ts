import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { Count, CustomerNumber, CustomerRef, Id, IdOrAll } from '../kit/ids.ts';
import { wire } from '../kit/wire-names.ts';
import { DocumentedColumn, DocumentedLine, DocumentedRule, ruleExample, SentRule } from './rule-schemas.ts';

const saveFails = ['invalid', 'conflict', 'forbidden', 'not_found', 'key_reused'] as const;

export const listRules = endpoint('GET /api/customerprocessing/:cust/:filter', {
  about:
    'One page of rules. The filter is base64 of `key=value` pairs joined by semicolons: f, a, nm, dt, page, pageSize, id, active, adminsOnly, isTableRule, isOnExport, isGlobalRule, isShowDeletedRule, searchText.',
  args: z.object({ cust: CustomerRef, filter: z.string().max(4000) }),
  reply: z.array(DocumentedRule.extend({ totalPages: wire('TotalPages', z.number()), total: wire('recCount', z.number()) })),
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'rules.read',
  offline: 'replicated',
  example: [{ ...ruleExample, totalPages: 1, total: 1 }],
});

/** One rule in a trace: the documented fields, and the rule's version. */
export const TraceEntry = z.object({
  ruleId: wire('RuleId', z.number()),
  version: wire('Version', z.number()),
  ruleName: wire('RuleName', z.string()),
  isTriggered: wire('IsTriggered', z.boolean()),
  actionType: wire('ActionType', z.number()),
  message: wire('Message', z.string()),
  humanReadableRule: wire('HumanReadableRule', z.string()),
  ruleTranslationTrace: wire('RuleTranslationTrace', z.string()),
  /** Fields that the rule changed, by key. */
  changes: wire(
    'Changes',
    z.array(
      z.object({ field: wire('Field', z.string()), before: wire('Before', z.unknown()), after: wire('After', z.unknown()) }),
    ),
  ),
  microseconds: wire('Microseconds', z.number()),
});
export type TraceEntry = z.infer<typeof TraceEntry>;

/** Result of running rules over one job: changed fields, a trace by rule, fields that users locked, and local variables. */
export const RuleTest = z.object({
  diff: z.array(
    z.object({ field: z.string(), label: z.string(), before: z.unknown(), after: z.unknown(), ruleId: z.number().nullable() }),
  ),
  trace: z.array(TraceEntry),
  /** Fields that a user set by hand; no rule writes them. */
  manual: z.array(z.object({ field: z.string(), by: z.string(), at: z.string(), value: z.unknown() })),
  localVariables: z.record(z.string(), z.unknown()),
});
export type RuleTest = z.infer<typeof RuleTest>;

const testExample: RuleTest = {
  diff: [{ field: 'billRate', label: 'Bill Rate', before: 92.5, after: 100, ruleId: 12 }],
  trace: [
    {
      ruleId: 12,
      version: 3,
      ruleName: 'Bill rate of ICU',
      isTriggered: true,
      actionType: 1,
      message: 'Bill Rate: 92.5 → 100',
      humanReadableRule: 'When Specialty equals “ICU”, set Bill Rate to “100”.',
      ruleTranslationTrace: 'Specialty equals “ICU”: it is “ICU”',
      changes: [{ field: 'billRate', before: 92.5, after: 100 }],
      microseconds: 12,
    },
  ],
  manual: [],
  localVariables: {},
};

export const testRule = endpoint('GET /api/CustomerProcessing/test/:cust/:ruleId/:jobId/:flag/:excludeDisabled', {
  about:
    'Runs rules over one job without changing it: all rules (-1) or one; flag 1 adds rules on export; excludeDisabled 0 also runs inactive rules.',
  args: z.object({
    cust: CustomerRef,
    ruleId: IdOrAll,
    /** The service’s id of the job, or the vendor’s. */
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
    'Creates and returns a rule. With TraceJob it saves nothing and returns what the rule would do to that job. A rule that changes the results of pinned jobs is refused with a conflict that names them, unless AcceptPinned contains their ids.',
  args: SentRule.extend({
    customerId: wire('objCustID', CustomerRef.default('me')),
    traceJob: wire('TraceJob', z.union([z.string(), z.number()]).optional()),
  }),
  reply: z.union([DocumentedRule, RuleTest]),
  fails: saveFails,
  needs: 'rules.write',
  offline: 'queued',
  example: ruleExample,
});

export const updateRule = endpoint('PUT /api/CustomerProcessing', {
  about:
    'Replaces a rule. With Version it is refused if someone has saved a newer version since. Pinned jobs work as in the POST.',
  args: SentRule.extend({
    id: wire('ID', Id),
    customerId: wire('objCustID', CustomerRef.default('me')),
    version: wire('Version', Count.positive().optional()),
  }),
  reply: DocumentedRule,
  fails: [...saveFails, 'gone'],
  conflict: DocumentedRule,
  needs: 'rules.write',
  offline: 'queued',
  example: ruleExample,
});

export const deleteRule = endpoint('DELETE /api/CustomerProcessing/:id', {
  about: 'Deletes a rule. A rule that is already deleted is permanently removed.',
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
  example: { ...ruleExample, id: 13, name: 'Cancel float pool jobs (copy)', active: false },
});

export const restoreRule = endpoint('POST /api/CustomerProcessing/restore/:id', {
  about: 'Restores a deleted rule as inactive.',
  args: z.object({ id: Id }),
  reply: DocumentedRule,
  fails: saveFails,
  needs: 'rules.write',
  offline: 'queued',
  example: { ...ruleExample, active: false },
});

const RuleIds = z.array(Id).min(1, 'Choose at least one rule').max(500);

export const copyRulesTo = endpoint('POST /api/CustomerProcessing/copyto/:customer', {
  about:
    'Copies rules of the caller’s customer to a linked one as inactive, and returns their new ids. Refused if any rule belongs to another customer.',
  args: z.object({ customer: CustomerNumber, ids: RuleIds }),
  wholeBody: 'ids',
  reply: z.array(z.number()),
  fails: saveFails,
  needs: 'rules.copy',
  offline: 'online',
  example: [21, 22],
});

export const copyAllRules = endpoint('POST /api/admin/copyrules/:customer', {
  about: 'Copies every rule of one customer (parent) to another (child) as inactive. Skips rules whose name exists there.',
  args: z.object({ customer: Id, parent: Id, child: Id }),
  reply: z.object({ copied: z.number(), skipped: z.number() }),
  fails: saveFails,
  needs: 'admin',
  offline: 'online',
  example: { copied: 12, skipped: 1 },
});

export const readTableRule = endpoint('GET /api/customerprocessing/tablerules/:cust/:ruleId', {
  about: 'The table of a table rule: source columns, target columns and lines.',
  args: z.object({ cust: CustomerRef, ruleId: Id }),
  reply: z.object({
    sources: wire('Fields', z.array(DocumentedColumn)),
    targets: wire('Targets', z.array(DocumentedColumn)),
    lines: wire('Lines', z.array(DocumentedLine)),
  }),
  fails: ['forbidden', 'not_found'],
  needs: 'rules.read',
  offline: 'replicated',
  example: {
    sources: [{ fieldId: 8 }],
    targets: [{ fieldId: 5 }],
    lines: [{ sources: [{ fieldId: 8, value: 'RN' }], targets: [{ fieldId: 5, value: '95' }] }],
  },
});

export const importTableRule = endpoint('POST /api/customerprocessing/import/tablerule/:cust', {
  about: 'Reads the lines of a table rule from a CSV or TXT file with one column per field; nothing is saved.',
  args: z.object({
    cust: CustomerRef,
    file: z.instanceof(Uint8Array, { error: 'Choose a file' }),
    fileName: z.string().max(400),
    /** Ids of source and of target columns, joined by commas; 128 means the variable `labelVariable`. */
    fields: z.string().max(400),
    targets: z.string().max(400),
    labelVariable: z.string().max(100).default(''),
  }),
  upload: 'file',
  reply: z.object({
    sources: wire('Fields', z.array(DocumentedColumn)),
    targets: wire('Targets', z.array(DocumentedColumn)),
    lines: wire('Lines', z.array(DocumentedLine)),
    /** Numbers of the refused lines, from 1, with the reasons. */
    refused: z.array(z.object({ line: z.number(), words: z.string() })),
  }),
  fails: ['invalid', 'forbidden', 'not_found', 'too_large'],
  needs: 'rules.write',
  offline: 'online',
  example: {
    sources: [{ fieldId: 8 }],
    targets: [{ fieldId: 5 }],
    lines: [],
    refused: [{ line: 3, words: 'The row has 1 cell, not 2.' }],
  },
});

export const reportRules = endpoint('GET /api/reports/rules/:cust', {
  about: 'The rule report: every rule of a customer with its action, order, state, last edit and description.',
  args: z.object({ cust: CustomerRef }),
  reply: z.array(
    z.object({
      id: wire('ID', z.number()),
      name: wire('RuleName', z.string()),
      action: wire('ActionType', z.string()),
      ord: wire('Ord', z.number()),
      active: wire('Active', z.boolean()),
      isTableRule: wire('TableRule', z.boolean()),
      onExport: wire('OnExport', z.boolean()),
      editedAt: wire('LastEdited', z.string()),
      description: wire('Description', z.string()),
    }),
  ),
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'rules.read',
  offline: 'replicated',
  example: [
    {
      id: 12,
      name: 'Cancel float pool jobs',
      action: 'Cancel',
      ord: 10,
      active: true,
      isTableRule: false,
      onExport: false,
      editedAt: '2026-11-21T12:00:00.000Z',
      description: 'When Unit contains “float”, cancel the job, for Travel jobs.',
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
