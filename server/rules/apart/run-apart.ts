import type { JobRow } from '#contract/rows/jobs.ts';
import type { PinnedJobRow } from '#contract/rows/rule-rows.ts';
import { fields } from '#domain/fields/catalogue.ts';
import type { MappedOf } from '#domain/rules/job-run.ts';
import type { PinnedMove } from '#domain/rules/pinned-jobs.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { type Exported, free } from '../ruling/export-job.ts';
import type { Questions } from '../ruling/known-answers.ts';
import { anyRuns, type Ruling } from '../ruling/ruling.ts';
import { RulePool } from './rule-pool.ts';
import type { JobTask, MappedValues, RuleResults, SlowRule } from './rule-work.ts';
import { switchOff } from './switch-off.ts';

// No rule of a user runs in this thread: each of these functions hands the rules and jobs to a worker thread once.

const pool = new RulePool();

/** Rules of a run. Those that took too much work are switched off and left out of everything that follows. */
export type RulesOfRun = { ruling: Ruling; readonly slow: SlowRule[] };
export const rulesOfRun = (ruling: Ruling): RulesOfRun => ({ ruling, slow: [] });

/** Switches off slow rules outside of any open transaction of the caller, so that a failing batch does not undo it. */
async function leaveOut(db: Db, run: RulesOfRun, slow: readonly SlowRule[], now: Date): Promise<void> {
  if (slow.length === 0) return;
  await switchOff(db, run.ruling.customerId, slow, now);
  const off = new Set(slow.map(({ ruleId }) => ruleId));
  run.ruling = { ...run.ruling, rules: run.ruling.rules.filter(({ id }) => !off.has(id)) };
  run.slow.push(...slow);
}

/** Runs rules on jobs. The results are in the order of `tasks`. */
export async function ruleJobsApart(
  db: Db,
  run: RulesOfRun,
  tasks: readonly JobTask[],
  now: Date,
): Promise<Pick<RuleResults['jobs'], 'ruled' | 'questions'>> {
  if (tasks.length === 0) return { ruled: [], questions: new Map() };
  const { result, stuck } = await pool.run({ kind: 'jobs', ruling: run.ruling, tasks, at: now.toISOString() });
  await leaveOut(db, run, [...stuck, ...result.slow], now);
  return result;
}

/** Runs export rules on copies of jobs. `mappedOf` returns the ATS values of each job. */
export async function exportApart(
  db: Db,
  run: RulesOfRun,
  jobs: readonly { readonly job: JobRow; readonly mappedOf: MappedOf }[],
  now: Date,
): Promise<{ readonly exported: readonly Exported[]; readonly questions: Questions }> {
  if (!anyRuns(run.ruling)) return { exported: jobs.map(({ job }) => ({ job, ...free })), questions: new Map() };
  const plain = jobs.map(({ job, mappedOf }) => ({ job, mapped: mappedValues(job, mappedOf) }));
  const { result, stuck } = await pool.run({ kind: 'exports', ruling: run.ruling, jobs: plain });
  await leaveOut(db, run, [...stuck, ...result.slow], now);
  return result;
}

/** Runs rules on one job for a person who tests them. A slow rule says so in the trace and stays as it is. */
export const traceApart = async (ruling: Ruling, job: JobRow, mappedOf: MappedOf = () => null): Promise<RuleResults['trace']> =>
  (await pool.run({ kind: 'trace', ruling, job, mapped: mappedValues(job, mappedOf) })).result;

/** The pinned jobs whose result a change of rules would move. */
export const pinnedMovesApart = async (
  pinned: readonly PinnedJobRow[],
  before: Ruling,
  after: Ruling,
): Promise<readonly PinnedMove[]> =>
  pinned.length === 0 ? [] : (await pool.run({ kind: 'pinned', pinned, before, after })).result;

const mappedKeys = fields.flatMap(({ key, home }) => (home === 'mapped' ? [key] : []));
const mappedValues = (job: JobRow, mappedOf: MappedOf): MappedValues =>
  Object.fromEntries(mappedKeys.map((key) => [key, mappedOf(job, key)]));
