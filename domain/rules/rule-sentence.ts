import type { RuleRow } from '#contract/rows/rule-rows.ts';
import { fieldOf } from '../fields/catalogue.ts';
import { fieldId } from '../fields/field.ts';
import { workTypeNames } from '../fields/values.ts';
import type { Comparison, Condition, FieldRef, Operand } from './language/condition.ts';
import { operatorNamed } from './language/operators.ts';
import { parseCondition } from './language/parse-condition.ts';
import { listed } from './language/problem.ts';

/** The control of the rule's form that a part of the sentence shows. Null for the words between. */
export type SentencePart = {
  readonly text: string;
  readonly of: 'condition' | 'moment' | 'action' | 'field' | 'value' | 'workType' | 'until' | null;
};

/** The fields of a rule that the sentence needs, also of a draft. */
export type SaidRule = Pick<
  RuleRow,
  | 'source'
  | 'actionType'
  | 'fieldId'
  | 'variable'
  | 'operand'
  | 'table'
  | 'workType'
  | 'runOnExport'
  | 'appliedToCancelledJobs'
  | 'disableAfterOn'
>;

/** The label of a field: a customer may have its own labels. */
export type LabelOf = { (fieldId: number): string; readonly workType?: (number: 1 | 2 | 3) => string | undefined };
const catalogueLabel: LabelOf = (id) => fieldOf(id)?.label ?? `field ${id}`;

const words = (text: string): SentencePart => ({ text, of: null });

/**
 * A rule as a sentence: "When Degree is RN and (State is CA or NY), on data collection, set OT Rule to daily 8 h, for Travel
 * jobs, until 2026-12-31." If the condition is unreadable, the sentence says so.
 */
export function ruleSentence(rule: SaidRule, labelOf: LabelOf = catalogueLabel): readonly SentencePart[] {
  const parsed = parseCondition(rule.source);
  const condition: SentencePart[] =
    'problem' in parsed
      ? [words('When '), { text: 'its condition can be read', of: 'condition' }]
      : parsed.tree
        ? [words('When '), ...conditionParts(parsed.tree, labelOf)]
        : [{ text: 'Always', of: 'condition' }];
  return [
    ...condition,
    words(', on '),
    { text: rule.runOnExport ? 'export' : 'data collection', of: 'moment' },
    words(', '),
    ...actionParts(rule, labelOf),
    ...(rule.workType === null
      ? []
      : [
          words(', for '),
          { text: labelOf.workType?.(rule.workType) ?? workTypeNames[rule.workType], of: 'workType' } as const,
          words(' jobs'),
        ]),
    ...(rule.appliedToCancelledJobs ? [words(', canceled jobs too')] : []),
    ...(rule.disableAfterOn === null ? [] : [words(', until '), { text: rule.disableAfterOn, of: 'until' } as const]),
    words('.'),
  ];
}

/** The sentence as one text. */
export const sentenceText = (parts: readonly SentencePart[]): string => parts.map((part) => part.text).join('');

function conditionParts(node: Condition, labelOf: LabelOf): SentencePart[] {
  if (node.kind === 'comparison') return [{ text: comparisonText(node, labelOf), of: 'condition' }];
  if (node.kind === 'group') return [words('('), ...conditionParts(node.of, labelOf), words(')')];
  return node.parts.flatMap((part, i) => [...(i > 0 ? [words(` ${node.kind} `)] : []), ...conditionParts(part, labelOf)]);
}

/** `Degree is RN or LPN`. */
export function comparisonText({ field, operator, value }: Comparison, labelOf: LabelOf = catalogueLabel): string {
  const entry = operatorNamed(operator);
  const range = entry?.compares === 'same' ? ' to ' : ' and ';
  const choices = value.map((parts) => parts.map((part) => operandText(part, labelOf)).join(range));
  return `${fieldText(field, labelOf)} ${entry?.says ?? operator} ${listed(choices)}`;
}

const fieldText = ({ fieldId: id, variable }: FieldRef, labelOf: LabelOf): string =>
  id === fieldId.variable && variable !== null ? variable : labelOf(id);

function operandText(operand: Operand, labelOf: LabelOf): string {
  if (operand.kind === 'text') return operand.text === '' ? 'empty' : operand.text;
  const name = operand.kind === 'today' ? 'today' : fieldText(operand.field, labelOf);
  if (operand.offset === 0) return name;
  return `${name} ${operand.offset > 0 ? 'plus' : 'minus'} ${Math.abs(operand.offset)}`;
}

function actionParts(rule: SaidRule, labelOf: LabelOf): SentencePart[] {
  const target: SentencePart = {
    text: rule.fieldId === null ? '…' : fieldText({ fieldId: rule.fieldId, variable: rule.variable }, labelOf),
    of: 'field',
  };
  const value: SentencePart = { text: rule.operand === null || rule.operand === '' ? '…' : rule.operand, of: 'value' };
  const verb = (text: string): SentencePart => ({ text, of: 'action' });
  switch (rule.actionType) {
    case 1:
    case 2:
    case 9:
      return [verb('set'), words(' '), target, words(' to '), value];
    case 3:
      return [verb('replace'), words(' in '), target, words(' '), ...replacementParts(rule.operand)];
    case 4:
      return rule.table
        ? [verb('look up'), words(' '), { text: `${rule.table.lines.length} rows of its table`, of: 'value' }]
        : [verb('add'), words(' to '), target, words(' the note '), value];
    case 5:
      return [verb('cancel the job')];
    case 6:
      return [verb(rule.operand?.trim().toLowerCase() === 'hide' ? 'hide the job' : 'put the job on hold')];
    case 7:
      return [verb('calculate'), words(' '), target, words(' as '), value];
    case 8:
      return [verb('fill'), words(' '), target, words(' from '), value];
    case 10:
      return [verb('clear'), words(' '), target];
    case 11:
      return [verb('do not post the job')];
    case 12:
      return [verb('ask the AI'), words(' for '), target, words(': '), value];
    default:
      return rule.actionType satisfies never;
  }
}

const replacementParts = (operand: string | null): SentencePart[] =>
  (operand ?? '').split('|').flatMap((pair, i) => {
    const [from = '…', to = ''] = pair.split('~');
    return [words(i > 0 ? ', ' : ''), { text: `${from} by ${to === '' ? 'nothing' : to}`, of: 'value' } as const];
  });
