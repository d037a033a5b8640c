import type { RuleRow } from '#contract/rows/rule-rows.ts';
import { testsOn } from '#domain/rules/evaluate.ts';
import {
  type Preparation,
  type PreparedRule,
  type PreparedRules,
  prepareRule,
  rulesInOrder,
} from '#domain/rules/prepare-rules.ts';

/**
 * A cache of prepared rules: an unchanged rule is not prepared again at the next keystroke, and the engines' caches for it stay
 * valid.
 */
export class KnownRules {
  readonly #preparation: Preparation;
  #known = new Map<string, PreparedRule>();
  /** A cache by row object, because the same row is in several lists of one question. */
  readonly #ofRow = new WeakMap<RuleRow, PreparedRule>();

  constructor(preparation: Preparation) {
    this.#preparation = preparation;
  }

  /** The rules in the order in which they run. */
  of(rules: readonly RuleRow[]): PreparedRules {
    return this.#listed(rulesInOrder(rules).map((rule) => this.#read(rule)));
  }

  /** The rules with a draft in its place among them. The draft is tried even if it is inactive. */
  with(others: readonly RuleRow[], trial: RuleRow): PreparedRules {
    const prepared = prepareRule({ ...trial, disableAfterOn: null }, { ...this.#preparation, evenInactive: true });
    return this.#listed(
      rulesInOrder([...others, trial]).map((rule) => (rule === trial ? { ...prepared, rule: trial } : this.#read(rule))),
    );
  }

  #listed(rules: readonly PreparedRule[]): PreparedRules {
    const { moment, today, pay = null } = this.#preparation;
    return { moment, today, pay, rules, tests: testsOn(today) };
  }

  #read(rule: RuleRow): PreparedRule {
    const same = this.#ofRow.get(rule);
    if (same) return same;
    const name = JSON.stringify(rule);
    const known = this.#known.get(name) ?? prepareRule(rule, this.#preparation);
    if (this.#known.size > mostKnown) this.#known = new Map();
    this.#known.set(name, known);
    this.#ofRow.set(rule, known);
    return known;
  }
}

/** How many prepared rules are kept: several thousand rules and a day's edits of them. */
const mostKnown = 20_000;
