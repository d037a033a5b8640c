import { RE2JS } from 're2js';
import type { SubstitutionRuleRow, SubstitutionTargetRow, SubstitutionType } from '#contract/rows/rule-rows.ts';
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
  const compiled = compile(rule, true);
  if (compiled === undefined) return 'The rule is not a pattern that can be read: check its brackets and backslashes.';
  return compiled.matcher('').find() ? 'The rule matches every text: write what must stand in it.' : undefined;
}

function compile(rule: string, caseSensitive: boolean): RE2JS | undefined {
  try {
    return RE2JS.compile(rule, caseSensitive ? 0 : RE2JS.CASE_INSENSITIVE);
  } catch {
    // The engine reports an invalid pattern only by refusing it.
    return undefined;
  }
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
      const pattern = compile(rule, caseSensitive);
      if (name === undefined || pattern === undefined) return [];
      return [{ id, objectType, name, matches: (text: string) => pattern.matcher(text).find() }];
    });
}

/** The substitution that rewrites a vendor's text. Undefined if none does. */
export const substitutionOf = (all: readonly Substitution[], objectType: SubstitutionType, text: string) =>
  all.find((one) => one.objectType === objectType && one.matches(text));
