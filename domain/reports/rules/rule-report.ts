import type { StoredRule } from '#contract/rows/rule-rows.ts';
import { type LabelOf, ruleSentence, sentenceText } from '#domain/rules/rule-sentence.ts';
import type { Report } from '../kit/report.ts';
import { reportIds } from '../kit/report-ids.ts';

/** The columns of the documented report. `editedAt` is an instant. */
export type RuleReportLine = {
  readonly id: number;
  readonly name: string;
  readonly action: string;
  readonly ord: number;
  readonly active: boolean;
  readonly table: boolean;
  readonly onExport: boolean;
  readonly editedAt: string;
  readonly description: string;
};

/** The rules that are not deleted. `actionLabel` names an action type, `labelOf` a field; without it, the catalog does. */
export const ruleReportLines = (
  rules: readonly StoredRule[],
  actionLabel: (type: StoredRule['actionType']) => string,
  labelOf?: LabelOf,
): RuleReportLine[] =>
  rules.flatMap((rule) =>
    rule.deleted
      ? []
      : [
          {
            id: rule.id,
            name: rule.name,
            action: actionLabel(rule.actionType),
            ord: rule.ord,
            active: rule.active,
            table: rule.table !== null,
            onExport: rule.runOnExport,
            editedAt: rule.at,
            description: sentenceText(ruleSentence(rule, labelOf)),
          },
        ],
  );

/** `/report_rules`: every rule of the customer with what it does, in words. */
export const ruleReport: Report<RuleReportLine> = {
  id: reportIds.rules,
  title: 'Rule report',
  about: 'Every rule with what it does, in the order in which the rules run.',
  group: 'Rules',
  audience: 'rules.read',
  path: '/report_rules',
  answeredBy: 'device',
  noun: 'rule',
  columns: [
    { key: 'name', label: 'Rule', type: 'text', to: ({ id }) => `/custrules/${id}` },
    { key: 'id', label: 'ID', type: 'number' },
    { key: 'action', label: 'Action', type: 'text' },
    { key: 'ord', label: 'Order', type: 'number' },
    { key: 'active', label: 'Active', type: 'yes-no' },
    { key: 'table', label: 'Table rule', type: 'yes-no' },
    { key: 'onExport', label: 'On export', type: 'yes-no' },
    { key: 'editedAt', label: 'Last edited', type: 'instant' },
    { key: 'description', label: 'Description', type: 'text' },
  ],
  filters: [
    {
      kind: 'choice',
      name: 'active',
      label: 'Status',
      choices: [
        { value: 'yes', label: 'Active' },
        { value: 'no', label: 'Inactive' },
      ],
      keeps: ({ active }, value) => active === (value === 'yes'),
    },
    { kind: 'value', name: 'action', label: 'Action', key: 'action' },
    { kind: 'days', name: 'edited', label: 'Last edited', key: 'editedAt' },
  ],
  sort: { key: 'ord', descending: false },
};
