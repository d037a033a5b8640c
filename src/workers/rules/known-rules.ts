import type { RuleRow } from '#contract/rows/rule-rows.ts';
import { testsOn } from '#domain/rules/evaluate.ts';
import {
  type Preparation,
  type PreparedRule,
  type PreparedRules,
  prepareRule,
  rulesInOrder,
} from '#domain/rules/prepare-rules.ts';

/** Rules that were read before: the same rule is not read again at the next key, and what engines know of it still holds. */
export class KnownRules {
  readonly #preparation: Preparation;
  #known = new Map<string, PreparedRule>();
  /** The same by the very row, which comes in several lists of one question. */
  readonly #ofRow = new WeakMap<RuleRow, PreparedRule>();

  constructor(preparation: Preparation) {
    this.#preparation = preparation;
  }

  /** Rules in the order in which they run. */
  of(rules: readonly RuleRow[]): PreparedRules {
    return this.#listed(rulesInOrder(rules).map((rule) => this.#read(rule)));
  }

  /** Rules and a draft in its place among them; the draft is tried also where it is not active yet. */
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

/** Versions of rules that are kept; some thousand rules and their edits of a day. */
const mostKnown = 20_000;
