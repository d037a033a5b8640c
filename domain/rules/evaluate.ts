import { type Read, type Test, testOf, type Verdict, verdict } from './actions/comparison-test.ts';
import type { Comparison, Condition, ConditionTree, Group, Joined } from './language/condition.ts';

/** Returns the tests of a condition's comparisons, each built once. */
export type TestsOf = (comparison: Comparison) => Test;

/** Caches the test of every comparison; `today` is the customer's local day, `yyyy-MM-dd`. */
export function testsOn(today: string): TestsOf {
  const made = new WeakMap<Comparison, Test>();
  return (comparison) => {
    const test = made.get(comparison) ?? testOf(comparison, today);
    made.set(comparison, test);
    return test;
  };
}

/** Whether a condition is true for the values that `read` returns. An empty condition is always true. */
export function evaluate(tree: ConditionTree, read: Read, tests: TestsOf): boolean {
  if (tree === null) return true;
  if (tree.kind === 'comparison') return tests(tree)(read(tree.field), read) === verdict.yes;
  if (tree.kind === 'group') return evaluate(tree.of, read, tests);
  if (tree.kind === 'and') return tree.parts.every((part) => evaluate(part, read, tests));
  return tree.parts.some((part) => evaluate(part, read, tests));
}

/** A condition with the result of each of its parts, also of parts after the one that decided. */
export type Explained =
  | {
      readonly kind: 'comparison';
      readonly comparison: Comparison;
      readonly value: ReturnType<Read>;
      readonly verdict: Verdict;
      readonly holds: boolean;
    }
  | { readonly kind: (Joined | Group)['kind']; readonly holds: boolean; readonly parts: readonly Explained[] };

/** The same result as `evaluate`, with the value and verdict of every comparison. */
export function explain(tree: Condition, read: Read, tests: TestsOf): Explained {
  if (tree.kind === 'comparison') {
    const value = read(tree.field);
    const answer = tests(tree)(value, read);
    return { kind: 'comparison', comparison: tree, value, verdict: answer, holds: answer === verdict.yes };
  }
  const parts = (tree.kind === 'group' ? [tree.of] : tree.parts).map((part) => explain(part, read, tests));
  const holds = tree.kind === 'or' ? parts.some((part) => part.holds) : parts.every((part) => part.holds);
  return { kind: tree.kind, holds, parts };
}
