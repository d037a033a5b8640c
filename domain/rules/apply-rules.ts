import type { FieldValue, JobRow } from '#contract/rows/jobs.ts';
import type { RuleRow } from '#contract/rows/rule-rows.ts';
import { fields } from '../fields/catalogue.ts';
import { type Action, decided, endFollows, movesEnd } from './actions/actions.ts';
import type { Around } from './derived-values.ts';
import { type Explained, evaluate, explain } from './evaluate.ts';
import { type Blocked, JobRun, type MappedOf, type ValueChange, valueIn } from './job-run.ts';
import type { Idle, PreparedRules } from './prepare-rules.ts';
import { withoutRules } from './without-rules.ts';

/** Why a rule did not run for this job: its own settings, or the job is not of its kind. */
type Skipped = Idle | 'workType' | 'source' | 'cancelled';

/** What one rule did with a job. */
export type TraceEntry = {
  readonly rule: RuleRow;
  readonly fired: boolean;
  /** Null where its condition was asked. */
  readonly skipped: Skipped | null;
  /** Its condition with every value; null where it has none or was not asked. */
  readonly condition: Explained | null;
  readonly changes: readonly ValueChange[];
  readonly blocked: readonly Blocked[];
  /** Why it could not do what it says. */
  readonly problem: string | null;
  /** The line of its table that matched, from 1. */
  readonly line: number | null;
  readonly asksAi: boolean;
  /** Milliseconds by the clock of the context; 0 without one. */
  readonly ms: number;
};

/** A field that reads otherwise than before the rules ran; `ruleId` is null where a rule no longer writes it. */
type RuleChange = {
  readonly field: string;
  readonly before: FieldValue;
  readonly after: FieldValue;
  readonly ruleId: number | null;
  readonly version: number | null;
};

export type RuleOutcome = {
  readonly job: JobRow;
  /** Whether the row differs from the one that was given; false on a second run. */
  readonly written: boolean;
  /** For the job's history. */
  readonly changes: readonly RuleChange[];
  /** Ids of the rules whose condition held, in the order in which they ran. */
  readonly fired: readonly number[];
  /** Local variables as the last rule left them. */
  readonly variables: Readonly<Record<string, FieldValue>>;
  /** Rules whose AI must still be asked. */
  readonly asksAi: readonly number[];
  /** The rule that keeps this job from being posted; only on export. */
  readonly notPostedBy: number | null;
  /** One entry a rule, in order; empty unless asked for. */
  readonly trace: readonly TraceEntry[];
};

/** `clock` gives milliseconds for the trace. `mappedOf` gives the ATS values that a job is mapped to. */
export type RuleContext = { readonly trace?: boolean; readonly clock?: () => number; readonly mappedOf?: MappedOf | undefined };

/**
 * Runs rules over one job. On collection they start from what stood before any rule ran, so that running them again gives the same
 * row; what a person locked stays, and its lock remembers what the rules would give. On export they run on the job as it is staged;
 * the answer is a copy for the target. `changedAt` is left to the one who keeps the row.
 */
export function applyRules(job: JobRow, rules: PreparedRules, context: RuleContext = {}): RuleOutcome {
  const base = rules.moment === 'collection' ? withoutRules(job) : job;
  const run = new JobRun(base, rules, context.mappedOf);
  const fired: number[] = [];
  const asksAi: number[] = [];
  const trace: TraceEntry[] = [];
  for (const prepared of rules.rules) {
    const since = context.clock?.() ?? 0;
    const skipped = prepared.idle ?? misfit(prepared.rule, run);
    if (skipped !== null && !context.trace) continue;
    const condition = context.trace && skipped === null && prepared.tree ? explain(prepared.tree, run.read, rules.tests) : null;
    const holds = skipped === null && (condition?.holds ?? evaluate(prepared.tree, run.read, rules.tests));
    const done = holds && prepared.action ? act(prepared.rule, prepared.action, run) : nothing;
    if (holds) fired.push(prepared.rule.id);
    if (done.asksAi) asksAi.push(prepared.rule.id);
    if (!context.trace) continue;
    const problem = done.problem ?? prepared.problem;
    trace.push({ ...done, rule: prepared.rule, fired: holds, skipped, condition, problem, ms: (context.clock?.() ?? 0) - since });
  }
  const result = run.result();
  const changes = changesOf(job, result, rules);
  const after = settled(job, result, changes);
  const notPostedBy = Number(run.valueOf(decided.notPostedBy) ?? 0) || null;
  return { job: after, written: after !== job, changes, fired, variables: run.variables(), asksAi, notPostedBy, trace };
}

/** Why a rule that runs does not run for this job as it reads now. */
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

/** What rules can move in a job, in the order of the catalogue. */
const movable: readonly string[] = [
  ...fields.filter(({ writable, home }) => writable && home !== 'variable').map(({ key }) => key),
  'onHold',
  'hidden',
  decided.cancelledBy,
];

function changesOf(before: JobRow, after: JobRow, around: Around): RuleChange[] {
  return movable.flatMap((field) => {
    const [was, is] = [valueIn(before, field, around), valueIn(after, field, around)];
    if (was === is) return [];
    const ruled = field === decided.cancelledBy ? after.ruled['status'] : after.ruled[field];
    return [{ field, before: was, after: is, ruleId: ruled?.ruleId ?? null, version: ruled?.version ?? null }];
  });
}

/** The row that was given where nothing about it moved, so that no revision is spent. */
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
