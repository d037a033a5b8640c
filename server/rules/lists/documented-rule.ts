import type * as z from 'zod';
import type { RuleDraft, RuleTable, StoredRule, TableColumn } from '#contract/rows/rule-rows.ts';
import type { DocumentedColumn, DocumentedLine, DocumentedRule, SentRule } from '#contract/rules/rules.ts';
import { fieldId } from '#domain/fields/field.ts';
import { exportActions } from '#domain/rules/problems/rule-problems.ts';
import { type LabelOf, ruleSentence, sentenceText } from '#domain/rules/rule-sentence.ts';

type Column = z.output<typeof DocumentedColumn>;
type Line = z.output<typeof DocumentedLine>;

/** MM/DD/YYYY of a local date, as the documents write dates. */
const documentedDay = (day: string | null): string | null =>
  day === null ? null : `${day.slice(5, 7)}/${day.slice(8, 10)}/${day.slice(0, 4)}`;

const noDay = '0000-00-00';

/** A local date of what was sent as MM/DD/YYYY or yyyy-MM-dd (a time behind it is left out); other texts become a day that is none, to be refused as such. */
function localDay(text: string | null): string | null {
  if (text === null || text.trim() === '') return null;
  const day = /^(\d{1,2})\/(\d{1,2})\/(\d{4})\b/.exec(text.trim());
  return day
    ? `${day[3]}-${day[1]?.padStart(2, '0')}-${day[2]?.padStart(2, '0')}`
    : /^\d{4}-\d{2}-\d{2}/.test(text.trim())
      ? text.trim().slice(0, 10)
      : noDay;
}

const documentedColumn = ({ fieldId: Field, variable, width }: TableColumn): Column => ({
  Field,
  ...(variable !== null && { Name: variable }),
  ...(width !== undefined && { Width: width }),
});

/** The table of a rule as the documents send it: columns, and lines of pairs. */
export function documentedTable(table: RuleTable | null): { Fields: Column[]; Targets: Column[]; Lines: Line[] } {
  if (table === null) return { Fields: [], Targets: [], Lines: [] };
  const { sources, targets } = table;
  const Lines = table.lines.map((cells) => ({
    Field: sources.map(({ fieldId: ID }, i) => ({ ID, Value: cells[i] ?? '' })),
    TargetNew: targets.map(({ fieldId: ID }, i) => ({ ID, Value: cells[sources.length + i] ?? '' })),
  }));
  return { Fields: sources.map(documentedColumn), Targets: targets.map(documentedColumn), Lines };
}

/** A rule with the documents' names. */
export function documentedRule(rule: StoredRule, customerId: number, labelOf: LabelOf): DocumentedRule {
  const { Fields, Targets, Lines } = documentedTable(rule.table);
  return {
    ID: rule.id,
    objCustID: customerId,
    RuleName: rule.name,
    Source: rule.source,
    Operand: rule.operand,
    Parser_ID: rule.sourceId,
    MatchRule_ID: null,
    Target: rule.fieldId,
    Variable: rule.variable,
    ActionType_ID: rule.actionType,
    WorkType: rule.workType,
    Ord: rule.ord,
    GlobalRule_Fl: rule.global,
    IsGlobalRule: rule.global,
    RunOnExport_Fl: rule.runOnExport,
    AppliedToCancelledJobs: rule.appliedToCancelledJobs,
    TableRule_Fl: rule.table !== null,
    TableFields: Fields,
    TableTargets: Targets,
    TableLines: Lines,
    Active: rule.active,
    AdminsOnly: rule.adminsOnly,
    DisableAfter_Fl: rule.disableAfterOn !== null,
    DisableAfterDate: documentedDay(rule.disableAfterOn),
    Del_Fl: rule.deleted,
    TranslatedText: sentenceText(ruleSentence(rule, labelOf)),
    Version: rule.version,
    EditedBy: rule.by,
    EditedAt: rule.at,
  };
}

const columnOf = ({ Field, Name, Width }: Column): TableColumn => ({
  fieldId: Field,
  variable: Field === fieldId.variable ? (Name ?? null) : null,
  ...(Width !== undefined && { width: Math.max(175, Width) }),
});

function tableOf({ TableRule_Fl, TableFields, TableTargets, TableLines }: SentRule): RuleTable | null {
  if (!TableRule_Fl) return null;
  return {
    sources: TableFields.map(columnOf),
    targets: TableTargets.map(columnOf),
    lines: TableLines.map(({ Field, TargetNew }) => [...Field, ...TargetNew].map(({ Value }) => Value)),
  };
}

/** What a caller sent with the documents' names as a draft; actions that force export do so. */
export const draftOf = (sent: SentRule): RuleDraft => ({
  name: sent.RuleName.trim(),
  source: sent.Source,
  actionType: sent.ActionType_ID,
  fieldId: sent.Target,
  variable: sent.Target === fieldId.variable ? sent.Variable : null,
  operand: sent.Operand,
  table: tableOf(sent),
  workType: sent.WorkType,
  sourceId: sent.Parser_ID,
  ord: sent.Ord,
  global: sent.GlobalRule_Fl,
  runOnExport: sent.RunOnExport_Fl || exportActions.has(sent.ActionType_ID),
  appliedToCancelledJobs: sent.AppliedToCancelledJobs,
  active: sent.Active,
  adminsOnly: sent.AdminsOnly,
  disableAfterOn: sent.DisableAfter_Fl ? (localDay(sent.DisableAfterDate) ?? noDay) : null,
});

/** How the documents call what people write of a rule, where a refusal names it. */
const documentedNames: Readonly<Partial<Record<string, keyof SentRule>>> = {
  name: 'RuleName',
  source: 'Source',
  actionType: 'ActionType_ID',
  fieldId: 'Target',
  variable: 'Variable',
  operand: 'Operand',
  table: 'TableLines',
  ord: 'Ord',
  runOnExport: 'RunOnExport_Fl',
  disableAfterOn: 'DisableAfterDate',
} satisfies Partial<Record<keyof RuleDraft, keyof SentRule>>;

/** Sentences by field, the fields called as the documents call them. */
export const documentedFields = (fields: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([field, words]) => [documentedNames[field] ?? field, words]));

/** What people write of a rule that is kept. */
export const draftIn = ({
  id: _id,
  ref: _ref,
  deleted: _deleted,
  purged: _purged,
  version: _version,
  by: _by,
  at: _at,
  ...draft
}: StoredRule): RuleDraft => draft;
