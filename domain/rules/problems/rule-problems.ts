import type { RuleDraft, RuleTable } from '#contract/rows/rule-rows.ts';
import { fieldOf } from '#domain/fields/catalogue.ts';
import { defined, type FieldDefinitions } from '#domain/fields/definitions.ts';
import { fieldId as ids } from '#domain/fields/field.ts';
import { addDays, dayOfIso } from '#domain/parsing/calendar.ts';
import { parseCondition } from '../language/parse-condition.ts';
import { conditionProblems, type Surroundings, timeProblem } from './condition-problems.ts';
import { ruleMessages } from './rule-messages.ts';

/** Why a rule cannot be saved: the field to look at, one sentence, and the place in a condition's text (0 and 0: none). */
export type RuleProblem = {
  readonly field: keyof RuleDraft;
  readonly message: string;
  readonly at?: number;
  readonly to?: number;
};

/**
 * The time of saving, and the date that the rule had before, which may be past. With `valuesOf`, values that a lookup no longer
 * has are problems; with `definitions`, forbidden uses of fields; with `actionProblem`, an action that cannot work. A device's
 * outbox has none of the three and leaves these checks to the form and the service.
 */
export type SavingContext = Pick<Surroundings, 'valuesOf' | 'definitions'> & {
  readonly at: string;
  readonly savedDate: string | null;
  readonly actionProblem?: (rule: RuleDraft, today: string, definitions?: FieldDefinitions) => string | null;
};

/** Action types that always run on export. */
export const exportActions: ReadonlySet<number> = new Set([9, 11]);
/** Action types that write one field and must name it. */
const fieldActions: ReadonlySet<number> = new Set([1, 2, 3, 7, 8, 9, 10, 12]);

/** Everything that prevents saving a rule, in the order to fix it. Screens and service use only this function. */
export function ruleProblems(rule: RuleDraft, context: SavingContext): readonly RuleProblem[] {
  const written = [...aboutAction(rule, context), ...aboutTable(rule, context)];
  return [
    ...aboutName(rule),
    ...aboutCondition(rule, context),
    ...(written.length > 0 ? written : aboutOperand(rule, context)),
    ...aboutDate(rule, context),
  ];
}

/** Reports an action whose fields are valid, but whose value, table or expression is not. */
function aboutOperand(rule: RuleDraft, { at, actionProblem, definitions }: SavingContext): RuleProblem[] {
  const message = actionProblem?.(rule, at.slice(0, 10), definitions) ?? null;
  return message === null ? [] : [{ field: rule.table ? 'table' : 'operand', message }];
}

function aboutName({ name, ord }: RuleDraft): RuleProblem[] {
  if (name.trim() === '') return [{ field: 'name', message: 'Give the rule a name.' }];
  return Number.isInteger(ord) ? [] : [{ field: 'ord', message: 'Write the order as a whole number.' }];
}

function aboutCondition({ source, runOnExport }: RuleDraft, { at, valuesOf, definitions }: SavingContext): RuleProblem[] {
  const parsed = parseCondition(source);
  if ('problem' in parsed) {
    const { at: from, to, words } = parsed.problem;
    return [{ field: 'source', message: words, at: from, to }];
  }
  const around = { runOnExport, today: at.slice(0, 10), valuesOf, definitions };
  return conditionProblems(parsed.tree, around).map(({ words, at: from, to }) => ({
    field: 'source',
    message: words,
    at: from,
    to,
  }));
}

function aboutAction(rule: RuleDraft, { definitions }: SavingContext): RuleProblem[] {
  const { actionType, fieldId, variable, runOnExport, table } = rule;
  const problems: RuleProblem[] = [];
  if (fieldActions.has(actionType) && fieldId === null)
    problems.push({ field: 'fieldId', message: 'Choose the field that the rule writes.' });
  if (actionType === 4 && table === null && fieldId === null)
    problems.push({ field: 'actionType', message: ruleMessages.ruleTable });
  problems.push(...aboutWritten('fieldId', { fieldId, variable }, runOnExport, definitions));
  if (exportActions.has(actionType) && !runOnExport)
    problems.push({ field: 'runOnExport', message: 'This action runs on export: mark the rule as On Export.' });
  return problems;
}

/** A written field must be one that rules may write at the time when the rule runs. */
function aboutWritten(
  field: 'fieldId' | 'table',
  { fieldId: id, variable }: Pick<RuleDraft, 'fieldId' | 'variable'>,
  runOnExport: boolean,
  definitions: FieldDefinitions | undefined,
): RuleProblem[] {
  if (id === null) return [];
  if (id === ids.variable) {
    const at = field === 'table' ? 'table' : 'variable';
    return variable?.trim() ? [] : [{ field: at, message: 'Give the local variable a name.' }];
  }
  const known = fieldOf(id);
  if (!known) return [{ field, message: `There is no field ${id}: choose another one.` }];
  if (!known.writable) return [{ field, message: `${known.label} cannot be written by a rule: choose another field.` }];
  const untimely = timeProblem(defined(known, definitions), runOnExport);
  return untimely ? [{ field, message: untimely.words }] : [];
}

function aboutTable({ table, runOnExport }: RuleDraft, { definitions }: SavingContext): RuleProblem[] {
  if (table === null) return [];
  const wrong = (message: string): RuleProblem[] => [{ field: 'table', message }];
  if (table.sources.length === 0 || table.targets.length === 0) return wrong(ruleMessages.ruleTable);
  const [problem] = aboutColumns(table, runOnExport, definitions);
  if (problem) return wrong(`${ruleMessages.ruleTable}: ${problem}`);
  const width = table.sources.length + table.targets.length;
  const uneven = table.lines.findIndex((line) => line.length !== width);
  return uneven < 0 ? [] : wrong(`${ruleMessages.ruleTable}: row ${uneven + 1} does not have ${width} cells.`);
}

function aboutColumns(
  { sources, targets }: RuleTable,
  runOnExport: boolean,
  definitions: FieldDefinitions | undefined,
): string[] {
  const read = sources.flatMap(({ fieldId, variable }) => {
    if (fieldId === ids.variable) return variable?.trim() ? [] : ['a column of a local variable needs its name.'];
    const known = fieldOf(fieldId);
    if (!known) return [`there is no field ${fieldId}.`];
    return timeProblem(defined(known, definitions), runOnExport)?.words ?? [];
  });
  const written = targets.flatMap((target) =>
    aboutWritten('table', target, runOnExport, definitions).map(({ message }) => message),
  );
  return [...read, ...written];
}

/** A day is past once it is past in every time zone. A date that the rule already had may stay. */
function aboutDate({ disableAfterOn }: RuleDraft, { at, savedDate }: SavingContext): RuleProblem[] {
  if (disableAfterOn === null || disableAfterOn === savedDate) return [];
  const isDay = dayOfIso(disableAfterOn) !== undefined;
  return isDay && disableAfterOn >= dayBefore(at) ? [] : [{ field: 'disableAfterOn', message: ruleMessages.disableAfterPast }];
}

/** The earliest local date anywhere at an instant: twelve hours behind UTC. */
function dayBefore(at: string): string {
  const day = at.slice(0, 10);
  return Number(at.slice(11, 13)) >= 12 ? day : (addDays(day, -1) ?? day);
}
