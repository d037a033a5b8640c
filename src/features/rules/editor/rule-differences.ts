import type { RuleDraft } from '#contract/rows/rule-rows.ts';
import type { Labels } from '#domain/fields/labels.ts';
import { fieldNames } from '#domain/job-list/field-names.ts';
import { actionLabel } from '#src/entities/rule/action-types.ts';
import { counted } from '#src/ui/format/format.ts';
import { fieldLabel } from '../condition/operand-text.ts';

/** A part in which two rules differ, as text. */
export type DraftDifference = { readonly label: string; readonly one: string; readonly other: string };

const yesNo = (value: boolean): string => (value ? 'Yes' : 'No');

/** Every part of a rule as text, in the order of the form. */
const parts: readonly {
  readonly field?: string;
  readonly label: string;
  readonly words: (rule: RuleDraft, labels: Labels) => string;
}[] = [
  { label: 'Name', words: ({ name }) => name },
  { label: 'Condition', words: ({ source }) => source },
  { label: 'Action', words: ({ actionType }) => actionLabel(actionType) },
  {
    label: 'Field',
    words: ({ fieldId, variable }, labels) => (fieldId === null ? '' : fieldLabel({ fieldId, variable }, labels)),
  },
  { label: 'Value', words: ({ operand }) => operand ?? '' },
  { label: 'Table', words: ({ table }, labels) => (table ? tableText(table, labels) : '') },
  { label: 'Runs on', words: ({ runOnExport }) => (runOnExport ? 'Export' : 'Data collection') },
  { field: 'workType', label: '', words: ({ workType }, labels) => (workType ? fieldNames(labels).workType(workType) : 'All') },
  { field: 'source', label: '', words: ({ sourceId }) => (sourceId === null ? 'All' : String(sourceId)) },
  { label: 'Order', words: ({ ord }) => String(ord) },
  { label: 'Active', words: ({ active }) => yesNo(active) },
  { label: 'Include canceled jobs', words: ({ appliedToCancelledJobs }) => yesNo(appliedToCancelledJobs) },
  { label: 'Admins only', words: ({ adminsOnly }) => yesNo(adminsOnly) },
  { label: 'Disable after', words: ({ disableAfterOn }) => disableAfterOn ?? '' },
];

const tableText = ({ sources, targets, lines }: NonNullable<RuleDraft['table']>, labels: Labels): string => {
  const list = (columns: typeof sources) => columns.map((column) => fieldLabel(column, labels)).join(', ');
  return `${list(sources)} → ${list(targets)}, ${counted(lines.length, 'line')}`;
};

/** The differences between two states of a rule. */
export function differencesOf(one: RuleDraft, other: RuleDraft, labels: Labels): DraftDifference[] {
  const differing = parts
    .map(({ field, label, words }) => ({
      label: field ? fieldNames(labels).of(field) : label,
      one: words(one, labels),
      other: words(other, labels),
    }))
    .filter((part) => part.one !== part.other);
  const lines = JSON.stringify(one.table?.lines) !== JSON.stringify(other.table?.lines);
  if (!lines || differing.some(({ label }) => label === 'Table')) return differing;
  return [...differing, { label: 'Table', one: 'different cells', other: 'different cells' }];
}
