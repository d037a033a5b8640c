import { sql } from 'kysely';
import { messages } from '#contract/kit/messages.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import { againAfterRace } from '#server/commands/failures.ts';
import { writeRows } from '#server/feed/publish.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import type { JobHandler } from '#server/kit/queue/job-handler.ts';
import { inPortions, type RunContext, runHandler } from '#server/runs/carry-out.ts';
import { keepRunJobs, type RunJob, runJobOf, undoRunJobs } from '#server/runs/run-jobs.ts';
import type { ClaimedRun, DoRun } from '#server/runs/run-kind.ts';
import type { JobTask } from '../apart/rule-work.ts';
import { type RulesOfRun, ruleJobsApart, rulesOfRun } from '../apart/run-apart.ts';
import { type ReadingGrounds, readingGrounds, saveReadingQuestions } from '../readings/known-readings.ts';
import { readAgain } from '../readings/read-again.ts';
import { saveQuestions } from '../ruling/ai-answers.ts';
import { writeHistory } from '../ruling/job-history.ts';
import type { Questions } from '../ruling/known-answers.ts';
import type { Ruled } from '../ruling/rule-job.ts';
import { rulingOf } from '../ruling/ruling.ts';
import { jobsOfRun, type RuleWork, ruleRuns } from './run-rows.ts';
import { withTexts } from './run-texts.ts';

/**
 * Jobs per transaction, so that a run never blocks the customer's feed for long (sync.md, edge case 31). Jobs with long texts come
 * in smaller portions, because reading and writing them takes this thread.
 */
const portions = { first: 50, most: 500, characters: 1_000_000 } as const;

/** The job handlers for runs of rules over jobs. */
export const ruleJobs = (context: RunContext): JobHandler[] => [runHandler(context, ruleRuns, doRuleRun(context))];

const doRuleRun =
  ({ now }: RunContext): DoRun<RuleWork> =>
  async (run) => {
    if (run.undoing) return undoRunJobs(run.db, run, now);
    const rules = rulesOfRun(await rulingOf(run.db, run.customerId, 'collection', now()));
    let size: number = portions.first;
    const how = await inPortions(run.lease, async () => {
      const done = await onePortion(run, now, rules, size);
      size = done.size;
      return done.end;
    });
    if (how === 'gave way') return how;
    const outcome = how === 'end' ? `${messages.complete}.` : 'Stopped.';
    return {
      state: how === 'end' ? 'done' : 'cancelled',
      message: ({ seen, changed }) => `${outcome} ${changed} of ${seen} jobs changed.`,
    };
  };

const notRead: ReadingGrounds = { isOn: false, askedAs: null };
const standing = (jobs: readonly JobRow[]) => ({
  tasks: jobs.map((current): JobTask => ({ kind: 'standing', current })),
  asked: [],
});

type Found = { readonly row: JobRow; readonly version: string };
type Portion = { readonly end: 'more' | 'end' | 'stopped'; readonly size: number };

/**
 * Runs the rules on the next jobs, in a worker thread and outside of any transaction, since rules may take long. Then one
 * transaction writes the jobs that no one changed meanwhile, and the run's progress. The portion ends before the first changed job.
 */
async function onePortion(run: ClaimedRun<RuleWork>, now: () => Date, rules: RulesOfRun, size: number): Promise<Portion> {
  const { db, customerId, work, lease } = run;
  const { cursor: after, stopping } = await lease.read();
  if (stopping) return { end: 'stopped', size };
  // `xmin` changes with every write of a row, whatever column it changes.
  const { rows } = await sql<Found>`
    select row, xmin::text as version from job
    where customer_id = ${customerId} and not deleted and id > ${after} and ${jobsOfRun(work)} order by id limit ${size}`.execute(
    db,
  );
  const known = rules.slow.length;
  const reading = work.readings ? await readingGrounds(db, customerId) : notRead;
  const jobs = rows.map(({ row }) => row);
  const { tasks, asked } = work.readings ? await readAgain(db, customerId, reading, jobs) : standing(jobs);
  const { ruled, questions } = await ruleJobsApart(db, rules, tasks, now());
  // A rule that was switched off must leave no result of this run, so the run begins again without it.
  const startOver = rules.slow.length > known && after > 0;
  const end = await againAfterRace(() =>
    db.transaction().execute(async (tx) => {
      const progress = await lease.hold(tx);
      if (progress.stopping) return 'stopped';
      if (startOver) {
        await lease.advance(tx, { cursor: 0, seen: -progress.seen, changed: -progress.changed });
        return 'more';
      }
      const unchanged = await lockUnchanged(tx, customerId, rows);
      await writePortion(tx, run, rows, ruled.slice(0, unchanged), questions, now().toISOString());
      await saveReadingQuestions(tx, customerId, reading, asked, now().toISOString());
      return unchanged === rows.length && rows.length < size ? 'end' : 'more';
    }),
  );
  return { end, size: sizeAfter(rows, size) };
}

/** Locks the jobs and returns how many of them, from the first, are as they were read. Only deleted ones may be missing. */
async function lockUnchanged(tx: Tx, customerId: number, found: readonly Found[]): Promise<number> {
  const ids = found.map(({ row }) => row.id);
  const { rows } = await sql<{ id: number; version: string }>`
    select id, xmin::text as version from job where customer_id = ${customerId} and id = any(${ids}::bigint[]) order by id for update`.execute(
    tx,
  );
  const versions = new Map(rows.map(({ id, version }) => [id, version]));
  const changed = found.findIndex(({ row, version }) => versions.get(row.id) !== version);
  return changed < 0 ? found.length : changed;
}

async function writePortion(
  tx: Tx,
  run: ClaimedRun<RuleWork>,
  found: readonly Found[],
  done: readonly Ruled[],
  questions: Questions,
  at: string,
): Promise<void> {
  const { customerId, lease, askedBy } = run;
  const { ruled, values } = await withTexts(tx, customerId, done, at);
  const written = ruled.filter((one) => one.written).map((one) => ({ ...one, origin: { run: run.runId } }));
  await writeHistory(tx, customerId, written, at);
  await saveQuestions(tx, customerId, questions, at);
  // What the service does by itself is not undone by people.
  if (askedBy !== null) await keepRunJobs(tx, run, changedOf(found, ruled));
  const last = done.at(-1)?.row.id;
  if (last !== undefined) await lease.advance(tx, { cursor: last, seen: done.length, changed: written.length });
  const jobs = written.map(({ row }) => ({ collection: 'job', row }) as const);
  if (jobs.length + values.length > 0) await writeRows(tx, customerId, [...values, ...jobs]);
}

/** The next portion's size, by the length of the texts of the last one. */
function sizeAfter(rows: readonly Found[], size: number): number {
  if (rows.length === 0) return size;
  const lengths = rows.map(({ row: { description, note } }) => 1500 + (description?.length ?? 0) + (note?.length ?? 0));
  const usual = lengths.reduce((sum, length) => sum + length, 0) / rows.length;
  return Math.min(portions.most, Math.max(10, Math.floor(portions.characters / usual)));
}

/** The jobs of a portion that came out different. `ruled` begins like `found`. */
const changedOf = (found: readonly Found[], ruled: readonly Ruled[]): RunJob[] =>
  ruled.flatMap(({ row, written }, i) => {
    const before = found[i]?.row;
    const line = written && before ? runJobOf({ before, after: row }) : null;
    return line?.outcome === 'changed' ? [line] : [];
  });
