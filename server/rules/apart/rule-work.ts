import type { FieldValue, JobRow } from '#contract/rows/jobs.ts';
import type { PinnedJobRow } from '#contract/rows/rule-rows.ts';
import { type GivenPlace, type GivenValues, withdraw } from '#domain/jobs/ingest.ts';
import { applyRules, type RuleOutcome } from '#domain/rules/apply-rules.ts';
import { type PinnedMove, pinnedMoves } from '#domain/rules/pinned-jobs.ts';
import { type Exported, exportJob } from '../ruling/export-job.ts';
import type { Questions } from '../ruling/known-answers.ts';
import { type PreparedRuling, prepareRuling } from '../ruling/prepared-ruling.ts';
import { type Ruled, ruleAgain, ruleGiven, ruleStanding } from '../ruling/rule-job.ts';
import type { Ruling } from '../ruling/ruling.ts';

/** What rules do with one job: new values of its vendor, its withdrawal, or another run over its current values. */
export type JobTask =
  | {
      readonly kind: 'given';
      readonly current: JobRow | null;
      readonly given: GivenValues;
      readonly place: GivenPlace;
      readonly source: string;
    }
  | { readonly kind: 'withdrawn'; readonly current: JobRow; readonly source: string }
  | { readonly kind: 'standing'; readonly current: JobRow; readonly readAgain?: GivenValues };

/** The values that export rules read of a job's mappings, by field key. */
export type MappedValues = Readonly<Record<string, FieldValue>>;

/** Work for a worker thread, as plain data. */
export type RuleWork =
  | { readonly kind: 'jobs'; readonly ruling: Ruling; readonly tasks: readonly JobTask[]; readonly at: string }
  | {
      readonly kind: 'exports';
      readonly ruling: Ruling;
      readonly jobs: readonly { readonly job: JobRow; readonly mapped: MappedValues }[];
    }
  | { readonly kind: 'trace'; readonly ruling: Ruling; readonly job: JobRow; readonly mapped: MappedValues }
  | { readonly kind: 'pinned'; readonly pinned: readonly PinnedJobRow[]; readonly before: Ruling; readonly after: Ruling };

/** A rule that takes too much work, and the job that shows it. `jobId` is 0 where it is not known. */
export type SlowRule = { readonly ruleId: number; readonly jobId: number };

/** The results of each kind of work. Rules in `slow` did nothing in them. */
export type RuleResults = {
  readonly jobs: { readonly ruled: readonly Ruled[]; readonly questions: Questions; readonly slow: readonly SlowRule[] };
  readonly exports: { readonly exported: readonly Exported[]; readonly questions: Questions; readonly slow: readonly SlowRule[] };
  /** `waiting`: why an AI has not answered a rule yet, by rule. */
  readonly trace: { readonly outcome: RuleOutcome; readonly waiting: ReadonlyMap<number, string> };
  readonly pinned: readonly PinnedMove[];
};

/** Called before each rule with its id, and with 0 before each job. */
export type OnRule = (ruleId: number) => void;

/**
 * Runs rules on jobs. A rule that takes too much work on one job is left out for all of them, as if it were off. `off`: rules
 * that are left out from the start.
 */
export function doRuleWork(work: RuleWork, off: ReadonlySet<number>, onRule: OnRule): RuleResults[RuleWork['kind']] {
  if (work.kind === 'jobs') {
    const { results, ...rest } = withoutSlow(work.ruling, work.tasks, { off, onRule }, (task, ruling) => [
      ruled(task, ruling, work.at),
      task.kind === 'given' ? task.place.id : task.current.id,
    ]);
    return { ruled: results, ...rest };
  }
  if (work.kind === 'exports') {
    const { results, ...rest } = withoutSlow(work.ruling, work.jobs, { off, onRule }, ({ job, mapped }, ruling) => [
      exportJob(job, (_, key) => mapped[key] ?? null, ruling),
      job.id,
    ]);
    return { exported: results, ...rest };
  }
  if (work.kind === 'pinned')
    return pinnedMoves(work.pinned, prepareRuling(work.before, off).prepared, prepareRuling(work.after, off).prepared, onRule);
  const ruling = prepareRuling(work.ruling, off);
  const context = { trace: true, clock: () => performance.now(), onRule } as const;
  const outcome = applyRules(work.job, ruling.prepared, { ...context, mappedOf: (_, key) => work.mapped[key] ?? null });
  const waiting = outcome.asksAi.map((id) => [id, ruling.answers?.standing(id).words ?? ''] as const);
  return { outcome, waiting: new Map(waiting) };
}

function ruled(task: JobTask, ruling: PreparedRuling, at: string): Ruled {
  if (task.kind === 'given') return ruleGiven(task.current, task.given, task.place, ruling, at, task.source);
  if (task.kind === 'standing') return ruleStanding(task.current, ruling, at, task.readAgain);
  return ruleAgain(task.current, (base) => withdraw(base, at), ruling, at, task.source);
}

/** Runs rules on all jobs, and again from the first job without a rule that turns out to be slow. */
function withoutSlow<T, R extends { readonly slow: readonly number[] }>(
  plain: Ruling,
  tasks: readonly T[],
  { off, onRule }: { readonly off: ReadonlySet<number>; readonly onRule: OnRule },
  run: (task: T, ruling: PreparedRuling) => readonly [R, jobId: number],
): { readonly results: readonly R[]; readonly questions: Questions; readonly slow: readonly SlowRule[] } {
  const slow: SlowRule[] = [];
  for (;;) {
    const ruling = { ...prepareRuling(plain, new Set([...off, ...slow.map(({ ruleId }) => ruleId)])), onRule };
    const results: R[] = [];
    let isClean = true;
    for (const task of tasks) {
      onRule(0);
      const [result, jobId] = run(task, ruling);
      results.push(result);
      if (result.slow.length === 0) continue;
      slow.push(...result.slow.map((ruleId) => ({ ruleId, jobId })));
      isClean = false;
      break;
    }
    if (isClean) return { results, questions: ruling.answers?.take() ?? new Map(), slow };
  }
}
