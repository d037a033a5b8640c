import type { FieldValue } from '#contract/rows/jobs.ts';
import type { RuleRow } from '#contract/rows/rule-rows.ts';
import { fieldOf } from '#domain/fields/catalogue.ts';
import { fieldId } from '#domain/fields/field.ts';
import { fold, textOf } from '#domain/fields/values.ts';
import { endDateOf } from '#domain/jobs/end-date.ts';
import type { FieldRef } from '../language/condition.ts';
import { roundTo } from '../language/formula-functions.ts';
import { constantPatterns, fieldsOf, parseFormula } from '../language/parse-formula.ts';
import { patternProblem, replaceLiteral, replacePattern } from '../language/pattern.ts';
import { calculate } from './calculate.ts';
import type { Read } from './comparison-test.ts';
import { distinct, prepareTable } from './decision-table.ts';
import { keyOf, type Unwritable, type Write, writeOf } from './field-write.ts';
import { parseTemplate, plain, splitOperand } from './operand.ts';
import { prepareSetter } from './setter.ts';
import { parseSupplement, type SupplementsOf, supplementColumns } from './supplement.ts';

/** The result of an action for one job. `line` is the table line that matched. `asksAi`: an AI answer is missing. */
type ActionResult = {
  readonly writes: readonly Write[];
  readonly problem?: string;
  readonly line?: number | null;
  readonly asksAi?: true;
};

/** A prepared action: the fields it reads, the keys it may write, and its writes if they are the same for every job. */
export type Action = {
  readonly reads: readonly FieldRef[];
  readonly targets: readonly string[];
  readonly constant: readonly Write[] | null;
  readonly run: (read: Read) => ActionResult;
};

/** What actions need from outside. `answerOf` returns an AI's answer to a rule's prompt, undefined if there is none yet. */
export type ActionPorts = {
  readonly today: string;
  readonly supplementsOf?: SupplementsOf;
  readonly answerOf?: (rule: RuleRow, prompt: string) => FieldValue | undefined;
};

/** Keys for decisions of rules that are not fields: on hold, hidden, cancelled by which rule, kept from posting by which rule. */
export const decided = { onHold: 'onHold', hidden: 'hidden', cancelledBy: 'skipRuleId', notPostedBy: 'notPostedBy' } as const;

/** Prepares the action of a rule once for many jobs. An invalid action is refused with one sentence. */
export function prepareAction(rule: RuleRow, ports: ActionPorts): Action | Unwritable {
  const operand = rule.operand ?? '';
  switch (rule.actionType) {
    case 1:
    case 2:
    case 9:
      return withTarget(rule, (ref) => setAction(ref, operand, ports.today));
    case 3:
      return withTarget(rule, (ref) => replaceAction(ref, operand));
    case 4:
      return rule.table ? tableAction(rule.table, ports.today) : noteAction(rule, operand, ports.today);
    case 5:
      return constantAction([
        { key: 'status', value: 'Cancelled' },
        { key: decided.cancelledBy, value: rule.id },
      ]);
    case 6:
      return holdAction(operand);
    case 7:
      return withTarget(rule, (ref) => calculationAction(ref, operand, ports.today));
    case 8:
      return withTarget(rule, (ref) => supplementAction(ref, operand, ports));
    case 10:
      return withTarget(rule, (ref) => clearAction(ref));
    case 11:
      return constantAction([{ key: decided.notPostedBy, value: rule.id }]);
    case 12:
      return withTarget(rule, (ref) => promptAction(rule, ref, ports));
    default:
      return rule.actionType satisfies never;
  }
}

function withTarget(rule: RuleRow, prepare: (ref: FieldRef) => Action | Unwritable): Action | Unwritable {
  const field = rule.fieldId === null ? undefined : fieldOf(rule.fieldId);
  if (!field)
    return { problem: rule.fieldId === null ? 'The rule names no field to write.' : `There is no field ${rule.fieldId}.` };
  if (!field.writable) return { problem: `${field.label} cannot be written by a rule.` };
  if (field.id === fieldId.variable && !rule.variable?.trim()) return { problem: 'The local variable needs a name.' };
  return prepare({ fieldId: field.id, variable: field.id === fieldId.variable ? rule.variable : null });
}

const constantAction = (writes: readonly Write[]): Action => ({
  reads: [],
  targets: writes.map((write) => write.key),
  constant: writes,
  run: () => ({ writes }),
});

const resultOf = (written: Write | Unwritable): ActionResult =>
  'problem' in written ? { writes: [], problem: written.problem } : { writes: [written] };

function setAction(ref: FieldRef, operand: string, today: string): Action | Unwritable {
  const setter = prepareSetter(ref, operand, today);
  if ('problem' in setter) return setter;
  if (setter.constant) return constantAction([setter.constant]);
  return { reads: setter.reads, targets: [keyOf(ref)], constant: null, run: (read) => resultOf(setter.give(read)) };
}

function clearAction(ref: FieldRef): Action | Unwritable {
  const cleared = writeOf(ref, null);
  return 'problem' in cleared ? cleared : constantAction([cleared]);
}

function holdAction(operand: string): Action | Unwritable {
  const wish = fold(operand);
  if (wish !== 'hold' && wish !== 'hide') return { problem: `Write hold or hide, not “${operand}”.` };
  return constantAction([{ key: wish === 'hold' ? decided.onHold : decided.hidden, value: true }]);
}

/** `from~to|from~to`. A `from` between slashes is a regular expression, and `to` may use its groups (`$1`). */
function replaceAction(ref: FieldRef, operand: string): Action | Unwritable {
  const steps: ((text: string) => { readonly text: string } | Unwritable)[] = [];
  for (const pair of splitOperand(operand, '|')) {
    const [from = '', to = ''] = splitOperand(pair, '~');
    const pattern = /^\s*\/([\s\S]+)\/\s*$/.exec(from)?.[1];
    if (from.trim() === '') return { problem: 'Write what is to be replaced: from~to.' };
    const problem = pattern === undefined ? null : patternProblem(pattern.replaceAll(/\\([|~])/g, '$1'));
    if (problem) return { problem };
    const by = plain(to);
    steps.push((text) =>
      pattern === undefined
        ? replaceLiteral(text, plain(from), by)
        : replacePattern(text, pattern.replaceAll(/\\([|~])/g, '$1'), by),
    );
  }
  const run = (read: Read): ActionResult => {
    let text = textOf(read(ref), fieldOf(ref.fieldId));
    for (const step of steps) {
      const replaced = step(text);
      if ('problem' in replaced) return { writes: [], problem: replaced.problem };
      text = replaced.text;
    }
    return resultOf(writeOf(ref, text));
  };
  return { reads: [ref], targets: [keyOf(ref)], constant: null, run };
}

/** Adds a line to the note, or to the field that the rule names, unless it is already there. */
function noteAction(rule: RuleRow, operand: string, today: string): Action | Unwritable {
  const ref = { fieldId: rule.fieldId ?? fieldId.note, variable: rule.variable };
  const template = parseTemplate(operand);
  if ('problem' in template) return template;
  if (operand.trim() === '') return { problem: 'Write the note that is to be added.' };
  const run = (read: Read): ActionResult => {
    const [note, line] = [textOf(read(ref)), textOf(template.give(read, today))];
    if (note.includes(line)) return { writes: [] };
    return resultOf(writeOf(ref, note.trim() === '' ? line : `${note}\n${line}`));
  };
  return { reads: distinct([ref, ...template.reads]), targets: [keyOf(ref)], constant: null, run };
}

function tableAction(table: NonNullable<RuleRow['table']>, today: string): Action | Unwritable {
  const prepared = prepareTable(table, today);
  if ('problem' in prepared) return prepared;
  const run = (read: Read): ActionResult => {
    const answer = prepared.answer(read);
    if (!answer) return { writes: [], line: null };
    const [problem] = answer.problems;
    return { writes: answer.writes, line: answer.line, ...(problem !== undefined && { problem }) };
  };
  return { reads: prepared.reads, targets: prepared.targets, constant: null, run };
}

function calculationAction(ref: FieldRef, operand: string, today: string): Action | Unwritable {
  const parsed = parseFormula(operand);
  if ('problem' in parsed) return { problem: parsed.problem.words };
  const problem = constantPatterns(parsed.formula)
    .map((pattern) => patternProblem(pattern))
    .find((found) => found !== null);
  if (problem) return { problem };
  const isMoney = fieldOf(ref.fieldId)?.type === 'money';
  const run = (read: Read): ActionResult => {
    const result = calculate(parsed.formula, read, today);
    if ('problem' in result) return { writes: [], problem: result.problem };
    const { value } = result;
    return resultOf(writeOf(ref, isMoney && typeof value === 'number' ? roundTo(value, 2) : value));
  };
  return { reads: distinct(fieldsOf(parsed.formula)), targets: [keyOf(ref)], constant: null, run };
}

function supplementAction(ref: FieldRef, operand: string, { supplementsOf }: ActionPorts): Action | Unwritable {
  const question = parseSupplement(operand);
  if ('problem' in question) return question;
  const { list, key, column } = question;
  const supplement = supplementsOf?.(list);
  if (!supplement)
    return { problem: `There is no list “${list}” of supplemental data: choose ${Object.keys(supplementColumns).join(', ')}.` };
  if (!supplement.columns.some((name) => fold(name) === fold(column)))
    return { problem: `“${list}” has no column “${column}”: it has ${supplement.columns.join(', ')}.` };
  const run = (read: Read): ActionResult => {
    const found = supplement.find(textOf(read(key), fieldOf(key.fieldId)), column);
    return found === undefined ? { writes: [] } : resultOf(writeOf(ref, found));
  };
  return { reads: [key], targets: [keyOf(ref)], constant: null, run };
}

function promptAction(rule: RuleRow, ref: FieldRef, { answerOf, today }: ActionPorts): Action | Unwritable {
  const operand = rule.operand ?? '';
  if (operand.trim() === '') return { problem: 'Write the prompt that the AI is to answer.' };
  const template = parseTemplate(operand);
  if ('problem' in template) return template;
  const run = (read: Read): ActionResult => {
    const answer = answerOf?.(rule, textOf(template.give(read, today)));
    return answer === undefined ? { writes: [], asksAi: true } : resultOf(writeOf(ref, answer));
  };
  return { reads: template.reads, targets: [keyOf(ref)], constant: null, run };
}

const start = { fieldId: 27, variable: null };
const duration = { fieldId: 29, variable: null };

/** Updates the end date after a rule has written start or duration. */
export const endFollows: Action = {
  reads: [start, duration],
  targets: ['endDate'],
  constant: null,
  run(read) {
    const [from, days] = [read(start), read(duration)];
    const end = endDateOf(typeof from === 'string' ? from : null, typeof days === 'number' ? days : null);
    return { writes: end === null ? [] : [{ key: 'endDate', value: end }] };
  },
};

/** Whether writing these keys changes the end date. */
export const movesEnd = (keys: readonly string[]): boolean => keys.includes('startDate') || keys.includes('durationDays');
