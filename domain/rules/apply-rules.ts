import type { FieldValue, JobRow } from '#contract/rows/jobs.ts';
import type { RuleRow } from '#contract/rows/rule-rows.ts';
import { fieldKeyed, fields } from '../fields/catalogue.ts';
import { type Action, decided, endFollows, movesEnd } from './actions/actions.ts';
import type { Around } from './derived-values.ts';
import { type Explained, evaluate, explain } from './evaluate.ts';
import { type Blocked, JobRun, type MappedOf, type ValueChange, valueIn } from './job-run.ts';
import { patternUnitsUsedUp, renewPatternUnits } from './language/pattern-work.ts';
import type { Idle, PreparedRules } from './prepare-rules.ts';
import { withoutRules } from './without-rules.ts';

/** Why a rule did not run for this job: its own settings, or the job does not match them. */
type Skipped = Idle | 'workType' | 'source' | 'cancelled';

/** What one rule did with a job. */
export type TraceEntry = {
  readonly rule: RuleRow;
  readonly fired: boolean;
  /** Null if its condition was evaluated. */
  readonly skipped: Skipped | null;
  /** Its condition with every value. Null if it has none or was not evaluated. */
  readonly condition: Explained | null;
  readonly changes: readonly ValueChange[];
  readonly blocked: readonly Blocked[];
  /** Why its action failed. */
  readonly problem: string | null;
  /** The matching line of its table, from 1. */
  readonly line: number | null;
  readonly asksAi: boolean;
  /** Milliseconds by the clock of the context; 0 without a clock. */
  readonly ms: number;
};

/** A field whose value differs from before the rules ran. `ruleId` is null if a rule no longer writes it. */
type RuleChange = {
  readonly field: string;
  readonly before: FieldValue;
  readonly after: FieldValue;
  readonly ruleId: number | null;
  readonly version: number | null;
};

export type RuleOutcome = {
  readonly job: JobRow;
  /** Whether the row differs from the input. False on a second run. */
  readonly written: boolean;
  /** For the job's history. */
  readonly changes: readonly RuleChange[];
  /** Ids of the rules whose condition was true, in the order in which they ran. */
  readonly fired: readonly number[];
  /** Local variables after the last rule. */
  readonly variables: Readonly<Record<string, FieldValue>>;
  /** Rules that still need an AI answer. */
  readonly asksAi: readonly number[];
  /** Rules whose patterns took too much work on this job and were stopped. They wrote nothing. */
  readonly slow: readonly number[];
  /** The rule that keeps this job from being posted. Only on export. */
  readonly notPostedBy: number | null;
  /** One entry per rule, in order. Empty unless requested. */
  readonly trace: readonly TraceEntry[];
};

/**
 * `clock` returns milliseconds for the trace. `mappedOf` returns the ATS values that a job is mapped to. `onRule` is called with
 * the id of each rule before it runs.
 */
export type RuleContext = {
  readonly trace?: boolean;
  readonly clock?: () => number;
  readonly mappedOf?: MappedOf | undefined;
  readonly onRule?: ((ruleId: number) => void) | undefined;
};

/**
 * Runs rules on one job. On collection they start from the values before any rule, so that a second run gives the same row.
 * Locked fields keep their value, and the lock remembers what the rules would write. On export they run on the staged job, and
 * the result is a copy for the target. The caller sets `changedAt`.
 */
export function applyRules(job: JobRow, rules: PreparedRules, context: RuleContext = {}): RuleOutcome {
  const base = rules.moment === 'collection' ? withoutRules(job) : job;
  const run = new JobRun(base, rules, context.mappedOf);
  const fired: number[] = [];
  const asksAi: number[] = [];
  const slow: number[] = [];
  const trace: TraceEntry[] = [];
  for (const prepared of rules.rules) {
    const since = context.clock?.() ?? 0;
    context.onRule?.(prepared.rule.id);
    renewPatternUnits();
    const skipped = prepared.idle ?? misfit(prepared.rule, run);
    if (skipped !== null && !context.trace) continue;
    const condition = context.trace && skipped === null && prepared.tree ? explain(prepared.tree, run.read, rules.tests) : null;
    const holds = skipped === null && (condition?.holds ?? evaluate(prepared.tree, run.read, rules.tests));
    const done = holds && prepared.action ? act(prepared.rule, prepared.action, run) : nothing;
    if (holds) fired.push(prepared.rule.id);
    if (patternUnitsUsedUp()) slow.push(prepared.rule.id);
    if (done.asksAi) asksAi.push(prepared.rule.id);
    if (!context.trace) continue;
    const problem = done.problem ?? prepared.problem;
    trace.push({ ...done, rule: prepared.rule, fired: holds, skipped, condition, problem, ms: (context.clock?.() ?? 0) - since });
  }
  const result = run.result();
  const changes = changesOf(job, result, rules);
  const after = settled(job, result, changes);
  const notPostedBy = Number(run.valueOf(decided.notPostedBy) ?? 0) || null;
  return { job: after, written: after !== job, changes, fired, variables: run.variables(), asksAi, slow, notPostedBy, trace };
}

/** Why an active rule does not run for this job in its current state. */
function misfit({ workType, sourceId, appliedToCancelledJobs }: RuleRow, run: JobRun): Skipped | null {
  if (workType !== null && run.valueOf('workType') !== workType) return 'workType';
  if (sourceId !== null && run.sourceId !== sourceId) return 'source';
  return run.isCancelled() && !appliedToCancelledJobs ? 'cancelled' : null;
}

type Done = Pick<TraceEntry, 'changes' | 'blocked' | 'problem' | 'line' | 'asksAi'>;
const nothing: Done = { changes: [], blocked: [], problem: null, line: null, asksAi: false };

function act(rule: RuleRow, action: Action, run: JobRun): Done {
  const result = action.run(run.read);
  const changes: ValueChange[] = [];
  const blocked: Blocked[] = [];
  const put = (writes: typeof result.writes) => {
    for (const write of writes) {
      const done = run.write(write, rule);
      if (done.change) changes.push(done.change);
      if (done.blocked) blocked.push(done.blocked);
    }
  };
  put(result.writes);
  if (movesEnd(changes.map((change) => change.key))) put(endFollows.run(run.read).writes);
  return { changes, blocked, problem: result.problem ?? null, line: result.line ?? null, asksAi: result.asksAi ?? false };
}

/** The fields that rules can change, in the order of the catalog. `isPlain`: a value of the row itself. */
const movable = [
  ...fields.filter(({ writable, home }) => writable && home !== 'variable').map(({ key }) => key),
  'onHold',
  'hidden',
  decided.cancelledBy,
].map((field) => ({ field, isPlain: fieldKeyed(field)?.home === 'job' }));

function changesOf(before: JobRow, after: JobRow, around: Around): RuleChange[] {
  const changes: RuleChange[] = [];
  for (const { field, isPlain } of movable) {
    // Most values of most jobs are the same, so they are compared first where that is cheap.
    if (isPlain && before[field as 'title'] === after[field as 'title']) continue;
    const [was, is] = [valueIn(before, field, around), valueIn(after, field, around)];
    if (was === is) continue;
    const ruled = field === decided.cancelledBy ? after.ruled['status'] : after.ruled[field];
    changes.push({ field, before: was, after: is, ruleId: ruled?.ruleId ?? null, version: ruled?.version ?? null });
  }
  return changes;
}

/** Returns the input row if nothing changed, so that no revision is used. */
function settled(before: JobRow, after: JobRow, changes: readonly RuleChange[]): JobRow {
  const same = changes.length === 0 && before.chgMap === after.chgMap && sameMarks(before, after) && sameLocks(before, after);
  return same ? before : after;
}

function sameMarks({ ruled: a }: JobRow, { ruled: b }: JobRow): boolean {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) => {
    const [x, y] = [a[key], b[key]];
    return x?.ruleId === y?.ruleId && x?.version === y?.version && x?.was === y?.was;
  });
}

const sameLocks = ({ locks: a }: JobRow, { locks: b }: JobRow): boolean =>
  Object.keys(a).every((key) => a[key]?.was === b[key]?.was);
