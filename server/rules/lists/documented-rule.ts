import type * as z from 'zod';
import type { RuleDraft, RuleTable, StoredRule, TableColumn } from '#contract/rows/rule-rows.ts';
import type { DocumentedColumn, DocumentedLine, DocumentedRule, SentRule } from '#contract/rules/rule-schemas.ts';
import { fieldId } from '#domain/fields/field.ts';
import { exportActions } from '#domain/rules/problems/rule-problems.ts';
import { type LabelOf, ruleSentence, sentenceText } from '#domain/rules/rule-sentence.ts';

type Column = z.output<typeof DocumentedColumn>;
type Line = z.output<typeof DocumentedLine>;

/** A local date as MM/DD/YYYY, the format of the documents. */
const documentedDay = (day: string | null): string | null =>
  day === null ? null : `${day.slice(5, 7)}/${day.slice(8, 10)}/${day.slice(0, 4)}`;

const noDay = '0000-00-00';

/** Parses MM/DD/YYYY or yyyy-MM-dd, without a time. Any other text becomes `noDay`, an invalid date that validation rejects. */
function localDay(text: string | null): string | null {
  if (text === null || text.trim() === '') return null;
  const day = /^(\d{1,2})\/(\d{1,2})\/(\d{4})\b/.exec(text.trim());
  return day
    ? `${day[3]}-${day[1]?.padStart(2, '0')}-${day[2]?.padStart(2, '0')}`
    : /^\d{4}-\d{2}-\d{2}/.test(text.trim())
      ? text.trim().slice(0, 10)
      : noDay;
}

const documentedColumn = ({ fieldId, variable, width }: TableColumn): Column => ({
  fieldId,
  ...(variable !== null && { variable }),
  ...(width !== undefined && { width }),
});

/** The table of a rule in the documented format: columns, and lines of pairs. */
export function documentedTable(table: RuleTable | null): { sources: Column[]; targets: Column[]; lines: Line[] } {
  if (table === null) return { sources: [], targets: [], lines: [] };
  const { sources, targets } = table;
  const lines = table.lines.map((cells) => ({
    sources: sources.map(({ fieldId }, i) => ({ fieldId, value: cells[i] ?? '' })),
    targets: targets.map(({ fieldId }, i) => ({ fieldId, value: cells[sources.length + i] ?? '' })),
  }));
  return { sources: sources.map(documentedColumn), targets: targets.map(documentedColumn), lines };
}

/** A rule in the format of the documented calls. */
export function documentedRule(rule: StoredRule, customerId: number, labelOf: LabelOf): DocumentedRule {
  const { sources, targets, lines } = documentedTable(rule.table);
  return {
    id: rule.id,
    customerId,
    name: rule.name,
    source: rule.source,
    operand: rule.operand,
    sourceId: rule.sourceId,
    matchRuleId: null,
    fieldId: rule.fieldId,
    variable: rule.variable,
    actionType: rule.actionType,
    workType: rule.workType,
    ord: rule.ord,
    isGlobal: rule.global,
    isGlobalRule: rule.global,
    runOnExport: rule.runOnExport,
    appliedToCancelledJobs: rule.appliedToCancelledJobs,
    isTableRule: rule.table !== null,
    tableSources: sources,
    tableTargets: targets,
    tableLines: lines,
    active: rule.active,
    adminsOnly: rule.adminsOnly,
    hasDisableAfterDate: rule.disableAfterOn !== null,
    disableAfterDate: documentedDay(rule.disableAfterOn),
    isDeleted: rule.deleted,
    translatedText: sentenceText(ruleSentence(rule, labelOf)),
    version: rule.version,
    editedBy: rule.by,
    editedAt: rule.at,
  };
}

const columnOf = (column: Column): TableColumn => ({
  fieldId: column.fieldId,
  variable: column.fieldId === fieldId.variable ? (column.variable ?? null) : null,
  ...(column.width !== undefined && { width: Math.max(175, column.width) }),
});

function tableOf({ isTableRule, tableSources, tableTargets, tableLines }: SentRule): RuleTable | null {
  if (!isTableRule) return null;
  return {
    sources: tableSources.map(columnOf),
    targets: tableTargets.map(columnOf),
    lines: tableLines.map(({ sources, targets }) => [...sources, ...targets].map(({ value }) => value)),
  };
}

/** Converts a request to a draft. Actions that require export set `runOnExport`. */
export const draftOf = (sent: SentRule): RuleDraft => ({
  name: sent.name.trim(),
  source: sent.source,
  actionType: sent.actionType,
  fieldId: sent.fieldId,
  variable: sent.fieldId === fieldId.variable ? sent.variable : null,
  operand: sent.operand,
  table: tableOf(sent),
  workType: sent.workType,
  sourceId: sent.sourceId,
  ord: sent.ord,
  global: sent.isGlobal,
  runOnExport: sent.runOnExport || exportActions.has(sent.actionType),
  appliedToCancelledJobs: sent.appliedToCancelledJobs,
  active: sent.active,
  adminsOnly: sent.adminsOnly,
  disableAfterOn: sent.hasDisableAfterDate ? (localDay(sent.disableAfterDate) ?? noDay) : null,
});

/** Arguments whose name differs from the field of the row. */
const argumentOf: Readonly<Partial<Record<string, keyof SentRule>>> = {
  table: 'tableLines',
  disableAfterOn: 'disableAfterDate',
} satisfies Partial<Record<keyof RuleDraft, keyof SentRule>>;

/** Renames the fields of problems from the row's to the call's arguments. */
export const problemsByArgument = (fields: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([field, words]) => [argumentOf[field] ?? field, words]));

/** The editable part of a stored rule. */
export const draftIn = ({
  id: _id,
  ref: _ref,
  deleted: _deleted,
  purged: _purged,
  version: _version,
  by: _by,
  at: _at,
  offReason: _offReason,
  ...draft
}: StoredRule): RuleDraft => draft;
