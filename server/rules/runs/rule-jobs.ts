import { sql } from 'kysely';
import { messages } from '#contract/kit/messages.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import { againAfterRace } from '#server/commands/failures.ts';
import { writeRows } from '#server/feed/publish.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import type { JobHandler } from '#server/kit/queue/job-handler.ts';
import { inPortions, type RunContext, runHandler } from '#server/runs/carry-out.ts';
import type { ClaimedRun, DoRun } from '#server/runs/run-kind.ts';
import { saveQuestions } from '../ruling/ai-answers.ts';
import { writeHistory } from '../ruling/job-history.ts';
import { type Ruled, ruleGiven, ruleStanding } from '../ruling/rule-job.ts';
import { type Ruling, rulingOf } from '../ruling/ruling.ts';
import { jobsOfRun, type RuleWork, ruleRuns } from './run-rows.ts';
import { withTexts } from './run-texts.ts';

/** Jobs per transaction, so that a run never blocks the customer's feed for long (sync.md, edge case 31). */
const portion = 500;

/** The job handlers for runs of rules over jobs. */
export const ruleJobs = (context: RunContext): JobHandler[] => [runHandler(context, ruleRuns, doRuleRun(context))];

const doRuleRun =
  ({ db, now }: RunContext): DoRun<RuleWork> =>
  async (run) => {
    const ruling = await rulingOf(db, run.customerId, 'collection', now());
    const how = await inPortions(run.lease, () =>
      againAfterRace(() => db.transaction().execute((tx) => onePortion(tx, run, ruling, now().toISOString()))),
    );
    if (how === 'gave way') return how;
    const outcome = how === 'end' ? `${messages.complete}.` : 'Stopped.';
    return {
      state: how === 'end' ? 'done' : 'cancelled',
      message: ({ seen, changed }) => `${outcome} ${changed} of ${seen} jobs changed.`,
    };
  };

/** Runs the rules on the next jobs. The same transaction writes the jobs and the run's progress. */
async function onePortion(
  tx: Tx,
  { customerId, work, lease }: ClaimedRun<RuleWork>,
  ruling: Ruling,
  at: string,
): Promise<'more' | 'end' | 'stopped'> {
  const { cursor: after, stopping } = await lease.hold(tx);
  if (stopping) return 'stopped';
  const { rows } = await sql<{ row: JobRow; collected: Record<string, unknown> }>`
    select row, collected from job where customer_id = ${customerId} and not deleted and id > ${after} and ${jobsOfRun(work)}
    order by id limit ${portion} for update`.execute(tx);
  const done = rows.map(({ row, collected }) => ruleOne(row, work.recollect ? collected : null, ruling, at));
  const { ruled, values } = await withTexts(tx, customerId, done, at);
  const written = ruled.filter((one) => one.written);
  await writeHistory(tx, customerId, written, at);
  await saveQuestions(tx, customerId, ruling.answers, at);
  await lease.advance(tx, { cursor: rows.at(-1)?.row.id ?? after, seen: rows.length, changed: written.length });
  const jobs = written.map(({ row }) => ({ collection: 'job', row }) as const);
  if (jobs.length + values.length > 0) await writeRows(tx, customerId, [...values, ...jobs]);
  return rows.length < portion ? 'end' : 'more';
}

/** Runs rules on one job again: on the values of its last collection if requested and stored, else on its current values. */
function ruleOne(job: JobRow, collected: Record<string, unknown> | null, ruling: Ruling, at: string): Ruled {
  if (collected === null || Object.keys(collected).length === 0) return ruleStanding(job, ruling, at);
  const { idDerived: _derived, extra: _extra, ...given } = collected;
  const { id, taskId, sourceId, source, providerJobId } = job;
  const { facilityValueId, degreeValueId, specialtyValueId, shiftValueId } = job;
  const place = { id, taskId, sourceId, source, providerJobId, facilityValueId, degreeValueId, specialtyValueId, shiftValueId };
  return ruleGiven(job, given, place, ruling, at, job.source);
}
