import type { RuleDraft, RuleTable } from '#contract/rule-rows.ts';
import { addDays, dayOfIso } from '../parsing/calendar.ts';
import { ruleWords } from './rule-words.ts';

/** Why a rule cannot be saved: the field to look at and one whole sentence. */
export type RuleProblem = { readonly field: keyof RuleDraft; readonly message: string };

/** When the rule is saved, and the date that it carried before, which may have passed. */
export type SavingContext = { readonly at: string; readonly savedDate: string | null };

/** Local variables of a run are written and read under this field id. */
export const variableField = 128;

/** Action types that run on export whatever the rule says. */
export const exportActions: ReadonlySet<number> = new Set([9, 11]);
/** Action types that write one field and so must name it. */
const fieldActions: ReadonlySet<number> = new Set([1, 2, 3, 7, 8, 9, 10, 12]);

/** Everything that keeps a rule from being saved, the first to be mended first. Screens and service ask this alone. */
export function ruleProblems(rule: RuleDraft, context: SavingContext): readonly RuleProblem[] {
  return [...aboutName(rule), ...aboutAction(rule), ...aboutTable(rule), ...aboutDate(rule, context)];
}

function aboutName({ name, ord }: RuleDraft): RuleProblem[] {
  if (name.trim() === '') return [{ field: 'name', message: 'Give the rule a name.' }];
  return Number.isInteger(ord) ? [] : [{ field: 'ord', message: 'Write the order as a whole number.' }];
}

function aboutAction({ actionType, fieldId, variable, runOnExport, table }: RuleDraft): RuleProblem[] {
  const problems: RuleProblem[] = [];
  if (fieldActions.has(actionType) && fieldId === null)
    problems.push({ field: 'fieldId', message: 'Choose the field that the rule writes.' });
  if (actionType === 4 && table === null && fieldId === null)
    problems.push({ field: 'actionType', message: ruleWords.ruleTable });
  if (fieldId === variableField && !variable?.trim())
    problems.push({ field: 'variable', message: 'Give the local variable a name.' });
  if (exportActions.has(actionType) && !runOnExport)
    problems.push({ field: 'runOnExport', message: 'This action runs on export: mark the rule as On Export.' });
  return problems;
}

function aboutTable({ table }: RuleDraft): RuleProblem[] {
  if (table === null) return [];
  const wrong = (message: string): RuleProblem[] => [{ field: 'table', message }];
  if (table.sources.length === 0 || table.targets.length === 0) return wrong(ruleWords.ruleTable);
  if (!columnsAreNamed(table)) return wrong(`${ruleWords.ruleTable}: a column of a local variable needs its name.`);
  const width = table.sources.length + table.targets.length;
  const uneven = table.lines.findIndex((line) => line.length !== width);
  return uneven < 0 ? [] : wrong(`${ruleWords.ruleTable}: line ${uneven + 1} has not ${width} cells.`);
}

const columnsAreNamed = ({ sources, targets }: RuleTable): boolean =>
  [...sources, ...targets].every(({ fieldId, variable }) => fieldId !== variableField || !!variable?.trim());

/** A day counts as past once it is past everywhere; a date that the rule had already may stay. */
function aboutDate({ disableAfterOn }: RuleDraft, { at, savedDate }: SavingContext): RuleProblem[] {
  if (disableAfterOn === null || disableAfterOn === savedDate) return [];
  const isDay = dayOfIso(disableAfterOn) !== undefined;
  return isDay && disableAfterOn >= dayBefore(at) ? [] : [{ field: 'disableAfterOn', message: ruleWords.disableAfterPast }];
}

/** The earliest day that it still is anywhere on earth at an instant: twelve hours behind UTC. */
function dayBefore(at: string): string {
  const day = at.slice(0, 10);
  return Number(at.slice(11, 13)) >= 12 ? day : (addDays(day, -1) ?? day);
}
