import type { FieldValue } from '#contract/rows/jobs.ts';
import { fieldKeyed, fieldOf } from '#domain/fields/catalogue.ts';
import type { Field } from '#domain/fields/field.ts';
import { fold, kindOf } from '#domain/fields/values.ts';
import { type Action, endFollows, movesEnd } from '#domain/rules/actions/actions.ts';
import { type Test, testOf } from '#domain/rules/actions/comparison-test.ts';
import { distinct } from '#domain/rules/actions/decision-table.ts';
import { keyOf } from '#domain/rules/actions/field-write.ts';
import type { TestsOf } from '#domain/rules/evaluate.ts';
import type { Comparison, Condition, FieldRef } from '#domain/rules/language/condition.ts';
import { operatorNamed } from '#domain/rules/language/operators.ts';
import { renewPatternUnits } from '#domain/rules/language/pattern-work.ts';
import type { PreparedRule, PreparedRules } from '#domain/rules/prepare-rules.ts';
import { fieldsRead } from '#domain/rules/problems/condition-problems.ts';
import { andInto, type Bitmap, orInto, positionsOf, setBit } from '../columns/bits/bitmap.ts';
import { allBits, andNot, both, either, isNone, noBits, type Rows, rowsOf, sameBits } from './bits.ts';
import { type ColumnState, codesAt, writeEach, writeOne } from './column-state.ts';
import { nameOfComparison, Predicate } from './predicate.ts';
import type { RuleColumns } from './rule-columns.ts';
import { tuplesOf } from './tuples.ts';

/** The result of one rule over all jobs. */
type RuleHits = {
  readonly rule: PreparedRule;
  readonly hits: Rows;
  /** Jobs whose action failed, by reason. */
  readonly problems: ReadonlyMap<string, Bitmap>;
};

/** The result of all rules over all jobs: the jobs that each rule matched, and the final value of every written field. */
export type EngineRun = { readonly rules: readonly RuleHits[]; readonly states: ReadonlyMap<string, ColumnState> };

type Done = {
  readonly states: readonly (readonly [key: string, state: ColumnState])[];
  readonly problems: ReadonlyMap<string, Bitmap>;
};

const statusRef: FieldRef = { fieldId: 4, variable: null };
const workTypeRef: FieldRef = { fieldId: 6, variable: null };
const noProblems: ReadonlyMap<string, Bitmap> = new Map();

/**
 * Runs rules over all jobs, column by column. A comparison is tested once for every distinct value, `and` and `or` are bitmap
 * operations, and a rule sees the results of the rules before it. Results are cached by their inputs, so that after an edit only
 * dependent results are computed again. The results equal those of `applyRules`; a property test checks this.
 */
export class RuleEngine {
  readonly #columns: RuleColumns;
  readonly #rows: number;
  readonly #tests: TestsOf;
  readonly #today: string;
  readonly #predicates = new Map<string, Predicate>();
  readonly #crossed = new Map<string, Bitmap>();
  readonly #names = new WeakMap<PreparedRule, string>();
  readonly #actionNames = new WeakMap<PreparedRule, string>();
  readonly #lastHits = new Map<number, Rows>();
  readonly #none: Rows;
  #hits = new Map<string, Rows>();
  #usedHits = new Map<string, Rows>();
  #done = new Map<string, Done>();
  #usedDone = new Map<string, Done>();
  #states = new Map<string, ColumnState>();

  constructor(columns: RuleColumns, tests: TestsOf) {
    this.#columns = columns;
    this.#today = columns.around.today;
    this.#rows = columns.table.rows;
    this.#tests = tests;
    this.#none = rowsOf(noBits(this.#rows));
  }

  run(rules: PreparedRules): EngineRun {
    const [run] = this.runEach([rules]);
    if (!run) throw new Error('no rules were run');
    return run;
  }

  /** Runs several lists that share most of their rules. Each list reuses the cached results of the others. */
  runEach(lists: readonly PreparedRules[]): EngineRun[] {
    this.#usedHits = new Map();
    this.#usedDone = new Map();
    const runs = lists.map((list) => this.#runOne(list));
    // Results that no list used belong to removed rules and are dropped.
    this.#hits = this.#usedHits;
    this.#done = this.#usedDone;
    return runs;
  }

  #runOne({ rules }: PreparedRules): EngineRun {
    this.#states = new Map();
    const found = rules.map((rule): RuleHits => {
      if (rule.idle !== null) return { rule, hits: this.#none, problems: noProblems };
      const hits = this.#hitsOf(rule);
      if (hits.count === 0 || !rule.action) return { rule, hits, problems: noProblems };
      const done = this.#doneBy(rule, rule.action, hits);
      for (const [key, state] of done.states) this.#states.set(key, state);
      return { rule, hits, problems: done.problems };
    });
    return { rules: found, states: this.#states };
  }

  /** The values of a field in some rows after a run. */
  valuesAt(run: EngineRun, key: string, rows: Uint32Array): FieldValue[] {
    const state =
      fieldKeyed(key)?.home === 'derived'
        ? this.#columns.derived(key, (from) => run.states.get(from) ?? this.#columns.before(from))
        : (run.states.get(key) ?? this.#columns.before(key));
    return Array.from(codesAt(state, rows), (code) => state.column.values[code] ?? null);
  }

  readonly #stateOf = (key: string): ColumnState => {
    if (fieldKeyed(key)?.home === 'derived') return this.#columns.derived(key, this.#stateOf);
    return this.#states.get(key) ?? this.#columns.before(key);
  };

  #hitsOf(prepared: PreparedRule): Rows {
    const { rule, tree } = prepared;
    const reads = [
      ...fieldsRead(tree),
      ...(rule.appliedToCancelledJobs ? [] : [statusRef]),
      ...(rule.workType === null ? [] : [workTypeRef]),
    ];
    const name = `${this.#nameOf(prepared)}/${this.#idsOf(reads)}`;
    const known = this.#usedHits.get(name) ?? this.#hits.get(name) ?? this.#same(prepared, this.#conditionOf(prepared));
    this.#usedHits.set(name, known);
    this.#lastHits.set(rule.id, known);
    return known;
  }

  readonly #idsOf = (reads: readonly FieldRef[]): string => reads.map((ref) => this.#stateOf(keyOf(ref)).id).join();

  #nameOf(prepared: PreparedRule): string {
    const known = this.#names.get(prepared);
    if (known !== undefined) return known;
    const { source, workType, sourceId, appliedToCancelledJobs } = prepared.rule;
    const name = JSON.stringify([source, workType, sourceId, appliedToCancelledJobs]);
    this.#names.set(prepared, name);
    return name;
  }

  /**
   * Returns last time's set object when this rule matches the same rows, so that cached results which depend on it stay valid.
   */
  #same({ rule }: PreparedRule, bits: Bitmap): Rows {
    const last = this.#lastHits.get(rule.id);
    return last && sameBits(last.bits, bits) ? last : rowsOf(bits);
  }

  #conditionOf({ rule, tree }: PreparedRule): Bitmap {
    const parts: Bitmap[] = [];
    if (rule.workType !== null) parts.push(this.#equal('workType', rule.workType));
    if (rule.sourceId !== null) parts.push(this.#equal('sourceId', rule.sourceId));
    if (tree) parts.push(this.#holds(tree));
    const bits = parts.length === 0 ? allBits(this.#rows) : parts.reduce(both);
    return rule.appliedToCancelledJobs ? bits : andNot(bits, this.#equal('status', 'Cancelled'));
  }

  #equal(key: string, value: FieldValue): Bitmap {
    const state = this.#stateOf(key);
    const name = `${key}=${String(value)}`;
    const known = this.#predicates.get(name) ?? new Predicate(state.column, (other) => (other === value ? 1 : 0));
    this.#predicates.set(name, known);
    return known.on(state);
  }

  #holds(node: Condition): Bitmap {
    if (node.kind === 'comparison') return this.#compared(node);
    if (node.kind === 'group') return this.#holds(node.of);
    const [first, ...more] = node.parts;
    if (!first) throw new Error('conditions joined of nothing');
    const [join, joinInto] = node.kind === 'and' ? [both, andInto] : [either, orInto];
    // The result of a part is shared with other rules. Only the combined result may be written to.
    let bits = this.#holds(first);
    let isOwn = false;
    for (const part of more) {
      if (node.kind === 'and' && isNone(bits)) return bits;
      if (isOwn) joinInto(bits, this.#holds(part));
      else bits = join(bits, this.#holds(part));
      isOwn = true;
    }
    return bits;
  }

  #compared(comparison: Comparison): Bitmap {
    const name = nameOfComparison(comparison);
    const state = this.#stateOf(keyOf(comparison.field));
    if (comparison.value.flat().some((operand) => operand.kind === 'field')) return this.#crossedOn(name, comparison);
    const known = this.#predicates.get(name) ?? predicateOf(comparison, state, this.#today);
    this.#predicates.set(name, known);
    return known.on(state);
  }

  /** A comparison between fields. It is tested once for every combination of their values. */
  #crossedOn(name: string, comparison: Comparison): Bitmap {
    const refs = distinct(fieldsRead(comparison));
    const touched = refs.flatMap((ref) => this.#stateOf(keyOf(ref)).touched ?? []);
    const before = this.#crossed.get(name) ?? this.#cross(comparison, refs, (key) => this.#columns.before(key), null);
    this.#crossed.set(name, before);
    const [first, ...more] = touched;
    if (!first) return before;
    const moved = more.reduce(either, first);
    return either(andNot(before, moved), this.#cross(comparison, refs, this.#stateOf, moved));
  }

  #cross(comparison: Comparison, refs: readonly FieldRef[], stateOf: (key: string) => ColumnState, only: Bitmap | null): Bitmap {
    const rows = positionsOf(only ?? allBits(this.#rows));
    const tuples = tuplesOf(refs, stateOf, rows);
    const test = this.#tests(comparison);
    const passes = Array.from({ length: tuples.groups }, (_, group) => {
      const read = tuples.readIn(group);
      return test(read(comparison.field), read) === 1;
    });
    const bits = noBits(this.#rows);
    for (let i = 0; i < rows.length; i++) if (passes[tuples.groupOf[i] ?? 0]) setBit(bits, rows[i] ?? 0, true);
    return bits;
  }

  #doneBy(prepared: PreparedRule, action: Action, hits: Rows): Done {
    const ends = movesEnd(action.targets);
    const reads = [...action.targets, ...(ends ? ['endDate', 'startDate', 'durationDays'] : []), ...action.reads.map(keyOf)];
    const ids = reads.map((key) => this.#stateOf(key).id).join();
    const name = `${this.#actionNameOf(prepared)}/${ids}/${hits.id}`;
    const known = this.#usedDone.get(name) ?? this.#done.get(name) ?? this.#act(action, hits, ends);
    this.#usedDone.set(name, known);
    return known;
  }

  #actionNameOf(prepared: PreparedRule): string {
    const known = this.#actionNames.get(prepared);
    if (known !== undefined) return known;
    const { id, actionType, fieldId, variable, operand, table } = prepared.rule;
    const name = JSON.stringify([id, actionType, fieldId, variable, operand, table]);
    this.#actionNames.set(prepared, name);
    return name;
  }

  #act(action: Action, hits: Rows, ends: boolean): Done {
    const states = new Map<string, ColumnState>();
    const stateOf = (key: string): ColumnState => states.get(key) ?? this.#stateOf(key);
    const problems = action.constant ? noProblems : this.#writeEach(action, hits.bits, stateOf, states);
    for (const { key, value } of action.constant ?? []) {
      const open = this.#open(key, hits.bits);
      const state = stateOf(key);
      if (!isNone(open)) states.set(key, writeOne(state, open, state.column.codeOf(value)));
    }
    if (ends) {
      const moved = ['startDate', 'durationDays'].map((key) => this.#movedBetween(this.#stateOf(key), stateOf(key), hits.bits));
      const rows = moved.reduce(either);
      if (!isNone(rows)) this.#writeEach(endFollows, rows, stateOf, states);
    }
    return { states: [...states], problems };
  }

  /** Rows where no user has locked the field. */
  #open(key: string, rows: Bitmap): Bitmap {
    const locked = this.#columns.table.lockedIn(key === 'skipRuleId' ? 'status' : key);
    return locked ? andNot(rows, locked) : rows;
  }

  #writeEach(
    action: Action,
    bits: Bitmap,
    stateOf: (key: string) => ColumnState,
    states: Map<string, ColumnState>,
  ): ReadonlyMap<string, Bitmap> {
    const rows = positionsOf(bits);
    const tuples = tuplesOf(action.reads, stateOf, rows);
    const results = Array.from({ length: tuples.groups }, (_, group) => {
      // As in a plain run, each job gives a rule its own units.
      renewPatternUnits();
      return action.run(tuples.readIn(group));
    });
    const problems = new Map<string, Bitmap>();
    for (const key of action.targets) {
      const state = stateOf(key);
      const given = results.map(({ writes }) => {
        const write = writes.findLast((one) => one.key === key);
        return write ? state.column.codeOf(write.value) : -1;
      });
      const open = this.#open(key, bits);
      const isWritten = (i: number) => (given[tuples.groupOf[i] ?? 0] ?? -1) >= 0 && inBits(open, rows[i] ?? 0);
      const chosen = Uint32Array.from(rows.keys()).filter(isWritten);
      if (chosen.length === 0) continue;
      const codes = chosen.map((i) => given[tuples.groupOf[i] ?? 0] ?? 0);
      states.set(
        key,
        writeEach(
          state,
          chosen.map((i) => rows[i] ?? 0),
          codes,
        ),
      );
    }
    for (const [i, row] of rows.entries()) {
      const problem = results[tuples.groupOf[i] ?? 0]?.problem;
      if (problem === undefined) continue;
      const marked = problems.get(problem) ?? noBits(this.#rows);
      setBit(marked, row, true);
      problems.set(problem, marked);
    }
    return problems;
  }

  #movedBetween(before: ColumnState, after: ColumnState, bits: Bitmap): Bitmap {
    const moved = noBits(this.#rows);
    if (before === after) return moved;
    const rows = positionsOf(bits);
    const [was, is] = [codesAt(before, rows), codesAt(after, rows)];
    for (let i = 0; i < rows.length; i++) if (was[i] !== is[i]) setBit(moved, rows[i] ?? 0, true);
    return moved;
  }
}

const inBits = (bits: Bitmap, row: number): boolean => (((bits[row >>> 5] ?? 0) >>> (row & 31)) & 1) === 1;

/** The predicate of a comparison with constants, with hints from the column's indexes. The test still decides. */
function predicateOf(comparison: Comparison, { column }: ColumnState, today: string): Predicate {
  const { field: ref, operator, value } = comparison;
  const field = fieldOf(ref.fieldId);
  const compares = operatorNamed(operator)?.compares;
  if (!field) throw new Error(`no field ${ref.fieldId}`);
  const kind = kindOf(field);
  const isText = compares === 'text' || (compares === 'same' && kind === 'text');
  if (isText) {
    const test = testOf(comparison, today, true);
    const texts = value.flat().map((part) => (part.kind === 'text' ? part.text : null));
    const isIndexed = operator === 'equal' && field.lookup !== 'workType' && !texts.includes(null);
    const likely = isIndexed ? [...new Set(texts.flatMap((text) => column.codesLike(text ?? '', field)))] : null;
    return new Predicate(column, test, { likely: likely ?? codesContaining(comparison, column, field), folded: field });
  }
  const test = testOf(comparison, today);
  const ordered = compares === 'order' && value.length === 1 && (kind === 'number' || kind === 'date') ? kind : null;
  return new Predicate(column, test, ordered ? codesInOrder(column, test, ordered) : {});
}

/**
 * Codes of values that contain the first part of a choice, all parts of which must be present. Null when a text search cannot
 * decide.
 */
function codesContaining({ operator, value }: Comparison, column: ColumnState['column'], field: Field): readonly number[] | null {
  if (operator !== 'contains' || field.lookup === 'workType') return null;
  const found = new Set<number>();
  for (const [part] of value) {
    const codes = part?.kind === 'text' ? column.codesContaining(fold(part.text), field) : null;
    if (!codes) return null;
    for (const code of codes) found.add(code);
  }
  return [...found];
}

/**
 * Codes of values that satisfy an order comparison. Found by binary search, since the lowest or the highest values satisfy it.
 * Values without an order are tested one by one.
 */
function codesInOrder(column: ColumnState['column'], test: Test, as: 'number' | 'date') {
  const { ordered, others } = column.inOrder(as);
  const passes = (code: number | undefined): boolean => code !== undefined && test(column.values[code] ?? null, () => null) === 1;
  const first = passes(ordered[0]);
  let [low, high] = [0, ordered.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (passes(ordered[middle]) === first) low = middle + 1;
    else high = middle;
  }
  return { certain: first ? ordered.slice(0, low) : ordered.slice(low), likely: others };
}
