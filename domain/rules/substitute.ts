import type { SubstitutionRuleRow, SubstitutionTargetRow, SubstitutionType } from '#contract/rows/rule-rows.ts';
import { hasPattern, patternProblem } from './language/pattern.ts';
import { renewPatternUnits } from './language/pattern-work.ts';
import { emptyLabel } from './problems/rule-messages.ts';

/** A prepared substitution: whether it matches, and the new text. */
export type Substitution = {
  readonly id: number;
  readonly objectType: SubstitutionType;
  readonly matches: (text: string) => boolean;
  readonly name: string;
};

/** What is wrong with the text of a substitution rule, in one sentence. Undefined if it can be saved. */
export function substitutionProblem(rule: string): string | undefined {
  if (rule.trim() === '') return emptyLabel;
  const problem = patternProblem(rule, true) ?? patternProblem(rule);
  if (problem !== null) return problem;
  renewPatternUnits();
  return hasPattern('', rule) === true ? 'The rule matches every text. Enter the words that a text must contain.' : undefined;
}

/** The valid substitutions in order of their ids. The first one that matches a text rewrites it. */
export function substitutions(
  rules: readonly SubstitutionRuleRow[],
  targets: readonly SubstitutionTargetRow[],
): readonly Substitution[] {
  const names = new Map(targets.filter(({ purged }) => !purged).map((target) => [target.id, target.name]));
  return [...rules]
    .filter(({ purged }) => !purged)
    .sort((a, b) => a.id - b.id)
    .flatMap(({ id, objectType, rule, targetId, caseSensitive }) => {
      const name = names.get(targetId);
      if (name === undefined || patternProblem(rule, caseSensitive) !== null) return [];
      return [{ id, objectType, name, matches: (text: string) => matches(text, rule, caseSensitive) }];
    });
}

/** A text on which the pattern takes too much work is not rewritten. */
function matches(text: string, rule: string, caseSensitive: boolean): boolean {
  renewPatternUnits();
  return hasPattern(text, rule, caseSensitive) === true;
}

/** The substitution that rewrites a vendor's text. Undefined if none does. */
export const substitutionOf = (all: readonly Substitution[], objectType: SubstitutionType, text: string) =>
  all.find((one) => one.objectType === objectType && one.matches(text));
