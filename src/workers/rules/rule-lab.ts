import type { FieldValue, JobRow } from '#contract/rows/jobs.ts';
import type { PinnedJobRow, RuleDraft, RuleRow } from '#contract/rows/rule-rows.ts';
import { fieldKeyed } from '#domain/fields/catalogue.ts';
import { fieldId } from '#domain/fields/field.ts';
import { textOf } from '#domain/fields/values.ts';
import { applyRules, type TraceEntry } from '#domain/rules/apply-rules.ts';
import { preparationOn, type RuleGrounds } from '#domain/rules/grounds.ts';
import { valueIn } from '#domain/rules/job-run.ts';
import type { Moment, PreparedRules } from '#domain/rules/prepare-rules.ts';
import { actionProblem } from '#domain/rules/problems/action-problem.ts';
import { type Bitmap, countBits, orInto, positionsOf } from '../columns/bits/bitmap.ts';
import { andNot, both, noBits } from './bits.ts';
import { movedRows } from './column-state.ts';
import { KnownRules } from './known-rules.ts';
import { RuleColumns } from './rule-columns.ts';
import { type EngineRun, RuleEngine } from './rule-engine.ts';
import type { Mappings, StoredJobs } from './stored-jobs.ts';

/** A draft among the current rules. `ruleId` is the rule that it would replace; null for a new rule. */
export type LabQuestion = {
  readonly draft: RuleDraft;
  readonly ruleId: number | null;
  readonly rules: readonly RuleRow[];
  readonly pinned: readonly PinnedJobRow[];
  /** The settings that rules depend on, as far as the device knows them. */
  readonly grounds: RuleGrounds;
};

type LabChange = { readonly key: string; readonly label: string; readonly before: string; readonly after: string };
export type LabExample = Pick<JobRow, 'id' | 'providerJobId' | 'title' | 'facility'> & { readonly changes: readonly LabChange[] };

/** The effect of a draft on the jobs on this device. */
export type LabAnswer = {
  readonly jobs: number;
  readonly matched: number;
  /** Jobs whose values differ between running with the draft and running without this rule. */
  readonly changed: number;
  readonly fields: readonly { readonly key: string; readonly label: string; readonly jobs: number }[];
  readonly examples: readonly LabExample[];
  /** Jobs that match but do not change: the field is locked, or already has the value. */
  readonly unchanged: readonly LabExample[];
  /** Why the action failed, and for how many jobs. */
  readonly problems: readonly { readonly words: string; readonly jobs: number }[];
  /** Other rules that then run for different jobs than without this rule. */
  readonly others: readonly { readonly id: number; readonly name: string; readonly jobs: number }[];
  /** What saving would change, compared with the saved rule. */
  readonly impact: {
    readonly changed: number;
    readonly posted: number;
    readonly pinned: readonly string[];
    /** Fields that lose their value. */
    readonly emptied: readonly { readonly label: string; readonly jobs: number }[];
  };
  /** The action is incomplete, so that only the condition was tested. */
  readonly isConditionOnly: boolean;
  readonly ms: number;
};

/** Temporary id of a new rule: it runs after all others of its order. */
const draftId = Number.MAX_SAFE_INTEGER;
const shownExamples = 50;
const shownUnchanged = 10;

/** The jobs at one moment, with the engine that runs over them. */
type Bench = {
  readonly known: KnownRules;
  readonly columns: RuleColumns;
  readonly engine: RuleEngine;
};

/** Runs a draft over all jobs of this device while the user types. */
export class RuleLab {
  readonly #jobs: StoredJobs;
  readonly #clock: () => number;
  readonly #benches = new Map<Moment, Bench>();
  #grounds = '';

  constructor(jobs: StoredJobs, clock: () => number) {
    this.#jobs = jobs;
    this.#clock = clock;
  }

  /** A job's mappings affect export rules. Results with other mappings are discarded. */
  map(mappings: Mappings): void {
    if (this.#jobs.map(mappings)) this.#benches.delete('export');
  }

  answer(question: LabQuestion): LabAnswer {
    const { draft: typed, ruleId, rules, pinned, grounds } = question;
    const isConditionOnly = actionProblem(typed, grounds.today) !== null;
    const draft = isConditionOnly ? { ...typed, ...actsOnNothing } : typed;
    const since = this.#clock();
    const bench = this.#benchOf(momentOf(draft), grounds);
    const others = rules.filter((rule) => rule.id !== ruleId);
    const trial = rowOf(draft, rules.find((rule) => rule.id === ruleId) ?? null);
    const drafted = bench.known.with(others, trial);
    const lists = [bench.known.of(others), bench.known.of(rules), drafted];
    const [without, saved, after] = bench.engine.runEach(lists) as [EngineRun, EngineRun, EngineRun];
    const hit = after.rules.find(({ rule }) => rule.rule === trial);
    const hits = hit?.hits.bits ?? noBits(this.#jobs.rows);
    const moved = this.#movedBetween(bench.columns, without, after);
    const impact = this.#movedBetween(bench.columns, saved, after);
    return {
      jobs: this.#jobs.rows,
      matched: countBits(hits),
      changed: countBits(moved.any),
      fields: countedFields(moved),
      examples: this.#examples(bench, without, after, moved, positionsOf(moved.any).subarray(0, shownExamples)),
      unchanged: this.#examples(bench, without, after, moved, positionsOf(andNot(hits, moved.any)).subarray(0, shownUnchanged)),
      problems: [...(hit?.problems ?? [])].map(([words, bits]) => ({ words, jobs: countBits(bits) })),
      others: otherwise(without, after),
      impact: {
        changed: countBits(impact.any),
        posted: this.#countPosted(impact.any),
        pinned: pinned.filter((pinned) => !comesOutAs(pinned, drafted)).map(({ name }) => name),
        emptied: emptied(bench, after, impact),
      },
      isConditionOnly,
      ms: this.#clock() - since,
    };
  }

  /** What every rule, including the draft, does with one job. Null when the job is not on this device. */
  trace(question: LabQuestion, jobId: number): readonly TraceEntry[] | null {
    const { draft, ruleId, rules, grounds } = question;
    const job = this.#jobs.withId(jobId);
    if (!job) return null;
    const { known } = this.#benchOf(momentOf(draft), grounds);
    const trial = rowOf(draft, rules.find((rule) => rule.id === ruleId) ?? null);
    const prepared = known.with(
      rules.filter((rule) => rule.id !== ruleId),
      trial,
    );
    return applyRules(job, prepared, { trace: true, clock: this.#clock, mappedOf: this.#jobs.mappedOf }).trace;
  }

  #countPosted(bits: Bitmap): number {
    const postsOf = this.#jobs.cells('posts') as (row: number) => JobRow['posts'];
    return positionsOf(bits).filter((row) => postsOf(row).some(({ state }) => state === 'done')).length;
  }

  /** Cached results for other settings, another day, or another pay setup are discarded. */
  #benchOf(moment: Moment, grounds: RuleGrounds): Bench {
    const name = JSON.stringify(grounds);
    if (name !== this.#grounds) this.#benches.clear();
    this.#grounds = name;
    const held = this.#benches.get(moment);
    if (held) return held;
    const known = new KnownRules(preparationOn(grounds, moment));
    const none = known.of([]);
    const columns = new RuleColumns(this.#jobs.before(moment), none);
    const bench = { known, columns, engine: new RuleEngine(columns, none.tests) };
    this.#benches.set(moment, bench);
    return bench;
  }

  /** Rows whose values differ between two runs, in total and by field. */
  #movedBetween(columns: RuleColumns, one: EngineRun, other: EngineRun): Moved {
    const any = noBits(this.#jobs.rows);
    const byKey = new Map<string, Bitmap>();
    for (const key of new Set([...one.states.keys(), ...other.states.keys()])) {
      if (!isShown(key)) continue;
      const bits = movedRows(one.states.get(key) ?? columns.before(key), other.states.get(key) ?? columns.before(key));
      if (countBits(bits) === 0) continue;
      orInto(any, bits);
      byKey.set(key, bits);
    }
    return { any, byKey };
  }

  #examples(bench: Bench, one: EngineRun, other: EngineRun, { byKey }: Moved, rows: Uint32Array): LabExample[] {
    const examples = Array.from(rows, (row): LabExample & { changes: LabChange[] } => {
      const { id, providerJobId, title, facility } = this.#jobs.at(row);
      return { id, providerJobId, title, facility, changes: [] };
    });
    for (const key of byKey.keys()) {
      const before = bench.engine.valuesAt(one, key, rows);
      const after = bench.engine.valuesAt(other, key, rows);
      for (const [i, example] of examples.entries()) {
        if (before[i] === after[i]) continue;
        const words = (value: FieldValue | undefined) => textOf(value ?? null, fieldKeyed(key));
        example.changes.push({ key, label: labelOf(key), before: words(before[i]), after: words(after[i]) });
      }
    }
    return examples;
  }
}

type Moved = { readonly any: Bitmap; readonly byKey: ReadonlyMap<string, Bitmap> };

/** The fields with the most changed rows first. */
const countedFields = ({ byKey }: Moved): LabAnswer['fields'] =>
  [...byKey]
    .map(([key, bits]) => ({ key, label: labelOf(key), jobs: countBits(bits) }))
    .sort((a, b) => b.jobs - a.jobs || (a.label < b.label ? -1 : 1));

/** Fields that lose their value on the moved rows, and on how many. */
function emptied({ engine }: Bench, after: EngineRun, { byKey }: Moved): LabAnswer['impact']['emptied'] {
  return [...byKey].flatMap(([key, bits]) => {
    const values = engine.valuesAt(after, key, positionsOf(bits));
    const jobs = values.filter((value) => value === null || value === undefined || value === '').length;
    return jobs > 0 && fieldKeyed(key) !== undefined ? [{ label: labelOf(key), jobs }] : [];
  });
}

/** The action of a draft whose own is incomplete: it sets a local variable, which ends with the run. */
const actsOnNothing = { actionType: 1, fieldId: fieldId.variable, variable: 'draft', operand: '1', table: null } as const;

/** Local variables end with the run. For values set only by rules, the user sees their effect. */
const isShown = (key: string): boolean => fieldKeyed(key) !== undefined || decidedLabels[key] !== undefined;
const decidedLabels: Readonly<Record<string, string>> = { skipRuleId: 'Canceled by rule', notPostedBy: 'Not posted, by rule' };
const labelOf = (key: string): string => fieldKeyed(key)?.label ?? decidedLabels[key] ?? key;

/** The moment at which a draft would run. */
const momentOf = ({ runOnExport }: Pick<RuleDraft, 'runOnExport'>): Moment => (runOnExport ? 'export' : 'collection');

function rowOf(draft: RuleDraft, saved: RuleRow | null): RuleRow {
  const kept = saved ?? { id: draftId, deleted: false, version: 0, by: '', at: '' };
  return { ...kept, ...draft, deleted: false };
}

/** Rules other than the draft that match different jobs than without it. */
function otherwise(without: EngineRun, after: EngineRun): LabAnswer['others'] {
  const before = new Map(without.rules.map((one) => [one.rule.rule.id, one.hits]));
  return after.rules.flatMap(({ rule: { rule }, hits }) => {
    const was = before.get(rule.id);
    if (!was || was.id === hits.id) return [];
    const same = countBits(both(was.bits, hits.bits));
    const jobs = was.count + hits.count - 2 * same;
    return jobs === 0 ? [] : [{ id: rule.id, name: rule.name, jobs }];
  });
}

function comesOutAs({ job, expected }: PinnedJobRow, rules: PreparedRules): boolean {
  const { job: after } = applyRules(job, rules);
  return Object.entries(expected).every(([key, value]) => valueIn(after, key, rules) === value);
}
