import type { StoredRule, SubstitutionRuleRow, TableColumn } from '#contract/rows/rule-rows.ts';
import { labelOfField } from '../../fields/label-words.ts';
import { workTypeNames } from '../../fields/values.ts';
import { defaultNames, type FieldNames } from '../../job-list/field-names.ts';
import { actionLabels } from '../../rules/action-labels.ts';
import { ruleSentence, sentenceText } from '../../rules/rule-sentence.ts';
import { column, type ExportSheet, type NameOf } from './export-sheet.ts';

/** A line of a table rule. */
export type RuleLine = { readonly rule: StoredRule; readonly place: number };
/** A substitution with the name that it writes. */
export type ExportedSubstitution = { readonly rule: SubstitutionRuleRow; readonly name: string | null };

const labelIn =
  (names: FieldNames) =>
  ({ fieldId, variable }: Pick<StoredRule, 'fieldId' | 'variable'> | TableColumn): string | null =>
    variable ?? (fieldId === null ? null : labelOfField(names.labels)(fieldId));

/** The rules that are not deleted. */
export const ruleSheet = (sourceName: NameOf, names: FieldNames = defaultNames): ExportSheet<StoredRule> => ({
  name: 'Rules',
  columns: [
    column('ID', ({ id }) => id, 'number'),
    column('Rule', ({ name }) => name),
    column('Order', ({ ord }) => ord, 'number'),
    column('Active', ({ active }) => active, 'yes-no'),
    column('Condition', ({ source }) => source),
    column('Action', ({ actionType }) => actionLabels[actionType]),
    column('Field', labelIn(names)),
    column('Value', ({ operand }) => operand),
    column('Table rule', ({ table }) => table !== null, 'yes-no'),
    column('Work type', ({ workType }) =>
      workType === null ? null : (labelOfField(names.labels).workType(workType) ?? workTypeNames[workType]),
    ),
    column('Source', ({ sourceId }) => (sourceId === null ? null : sourceName(sourceId))),
    column('On export', ({ runOnExport }) => runOnExport, 'yes-no'),
    column('Canceled jobs too', ({ appliedToCancelledJobs }) => appliedToCancelledJobs, 'yes-no'),
    column('Last day', ({ disableAfterOn }) => disableAfterOn, 'date'),
    column('Administrators only', ({ adminsOnly }) => adminsOnly, 'yes-no'),
    column('Global', ({ global }) => global, 'yes-no'),
    column('Description', (rule) => sentenceText(ruleSentence(rule, labelOfField(names.labels)))),
    column('Saved by', ({ by }) => by),
    column('Saved at', ({ at }) => at, 'instant'),
  ],
});

const cellsIn = (names: FieldNames, columns: readonly TableColumn[], cells: readonly string[]): string =>
  columns.map((one, i) => `${labelIn(names)(one) ?? ''}: ${cells[i] ?? ''}`).join('; ');

/** The lines of table rules, in the order in which they are tried. */
export const ruleLineSheet = (names: FieldNames = defaultNames): ExportSheet<RuleLine> => ({
  name: 'Lines of table rules',
  columns: [
    column('Rule ID', ({ rule }) => rule.id, 'number'),
    column('Rule', ({ rule }) => rule.name),
    column('Line', ({ place }) => place + 1, 'number'),
    column('When', ({ rule: { table }, place }) => (table ? cellsIn(names, table.sources, table.lines[place] ?? []) : null)),
    column('Writes', ({ rule: { table }, place }) =>
      table ? cellsIn(names, table.targets, (table.lines[place] ?? []).slice(table.sources.length)) : null,
    ),
  ],
});

/** The rules that rewrite degrees and specialties before mapping. */
export const substitutionSheet: ExportSheet<ExportedSubstitution> = {
  name: 'Substitutions',
  columns: [
    column('ID', ({ rule }) => rule.id, 'number'),
    column('List', ({ rule }) => (rule.objectType === 2 ? 'Degrees' : 'Specialties')),
    column('Text', ({ rule }) => rule.rule),
    column('Becomes', ({ name }) => name),
    column('Case matters', ({ rule }) => rule.caseSensitive, 'yes-no'),
    column('Saved by', ({ rule }) => rule.by),
    column('Saved at', ({ rule }) => rule.at, 'instant'),
  ],
};
