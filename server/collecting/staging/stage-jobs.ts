import { sql } from 'kysely';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { CollectedJob } from '#domain/jobs/collected-job.ts';
import type { GivenPlace } from '#domain/jobs/ingest.ts';
import { holdSource } from '#server/feed/hold-source.ts';
import { nextIds, writeRows } from '#server/feed/publish.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import type { Publication } from '#server/kit/db/publication.ts';
import { distinctValues, noValues, type ValueHome, type ValueIds } from '#server/mapping/values/distinct-values.ts';
import { matcherFor } from '#server/mapping/values/matchers.ts';
import { readPremapOf } from '#server/mapping/values/premap-lines.ts';
import type { JobTask } from '#server/rules/apart/rule-work.ts';
import { type RulesOfRun, ruleJobsApart, rulesOfRun } from '#server/rules/apart/run-apart.ts';
import { saveQuestions } from '#server/rules/ruling/ai-answers.ts';
import { writeHistory } from '#server/rules/ruling/job-history.ts';
import type { Ruled } from '#server/rules/ruling/rule-job.ts';
import { rulingOf } from '#server/rules/ruling/ruling.ts';
import { queueRun } from '#server/rules/runs/run-rows.ts';
import { withTextIds } from '#server/rules/runs/run-texts.ts';
import { type Guard, unguarded } from '#server/runs/lease.ts';
import { targetsOf } from '#server/targets/target-rows.ts';

/** The owner of collected jobs. `taskId` is null for an uploaded file. */
export type StagePlace = {
  readonly customerId: number;
  readonly taskId: number | null;
  readonly sourceId: number;
  readonly source: string;
};
export type StageCounts = { added: number; changed: number; same: number; cancelled: number };

/** Called for each chunk, in its transaction, with the number of jobs in it and the number that were written. */
export type ChunkDone = (tx: Tx, jobs: number, written: number) => Promise<void>;

/** Rows per transaction, so that an import never blocks the customer's feed for long (sync.md, edge case 31). */
const chunk = 500;

/** Stages collected jobs: adds new ones and updates known ones, except for locked fields. Each chunk commits separately. */
export async function stageJobs(
  db: Db,
  place: StagePlace,
  jobs: readonly CollectedJob[],
  now: () => Date,
  guard: Guard = unguarded,
  onChunk: ChunkDone = async () => undefined,
): Promise<StageCounts> {
  const counts: StageCounts = { added: 0, changed: 0, same: 0, cancelled: 0 };
  const home = await mappingHome(db, place);
  const match = home ? await matcherFor(db, place.customerId, home.targetId) : null;
  const rules = rulesOfRun(await rulingOf(db, place.customerId, 'collection', now()));
  const ruledBy = new Map<number, readonly number[]>();
  const waiting = Array.from({ length: Math.ceil(jobs.length / chunk) }, (_, i) => jobs.slice(i * chunk, (i + 1) * chunk));
  for (let part = waiting.shift(); part; part = waiting.shift()) {
    // Rules may take long, so they run before the transaction. Jobs that somebody changes meanwhile come again.
    const known = await heldJobs(db, place, part);
    const fresh = part.filter((job) => !known.has(job.providerJobId)).length;
    const ids = fresh === 0 ? [] : await db.transaction().execute((tx) => nextIds(tx, 'job', fresh));
    const collected = part.map((job) => collectedOf(job, known.get(job.providerJobId)?.row ?? null, place, ids));
    const { ruled, questions } = await ruleJobsApart(
      db,
      rules,
      collected.map(({ task }) => task),
      now(),
    );
    const done = collected.flatMap((one, i) => {
      const outcome = ruled[i];
      return outcome ? [{ ...one, outcome }] : [];
    });
    const changed = await db.transaction().execute(async (tx) => {
      await guard(tx);
      const at = now().toISOString();
      await holdSource(tx, place.customerId, place.sourceId);
      const held = await heldJobs(tx, place, part, 'lock');
      const isSame = (id: string) => held.get(id)?.version === known.get(id)?.version;
      const same = done.filter(({ job }) => isSame(job.providerJobId));
      const rows = same.map(({ outcome }) => outcome.row);
      // Rules can write the texts that are mapped, so look up the distinct values after the rules.
      const values =
        home && match ? await distinctValues(tx, home, rows, match, at) : { idsOf: () => noValues, publications: [] };
      const outcomes = same.map(({ outcome, given }) => ({
        ...withTextIds(outcome, values.idsOf(outcome.row), place.source),
        collected: given,
      }));
      for (const [i, { written, row }] of outcomes.entries()) {
        counts[same[i]?.current === null ? 'added' : written ? 'changed' : 'same']++;
        ruledBy.set(row.id, rulesOn(row));
      }
      await saveQuestions(tx, place.customerId, questions, at);
      await writeOutcomes(tx, place, outcomes, values.publications, at);
      await onChunk(tx, same.length, outcomes.filter(({ written }) => written).length);
      return part.filter((job) => !isSame(job.providerJobId));
    });
    if (changed.length > 0) waiting.unshift(changed);
  }
  await undoSlow(db, place, rules, ruledBy, now);
  return counts;
}

/** What collection gives for one job, and the work that it means for the rules. */
function collectedOf(job: CollectedJob, current: JobRow | null, place: StagePlace, ids: number[]) {
  const { providerJobId, idDerived, extra, ...given } = job;
  const where: GivenPlace = {
    ...textsOf(current),
    id: current?.id ?? ids.pop() ?? 0,
    // An uploaded file updates a task's job without taking it from the task.
    taskId: place.taskId ?? current?.taskId ?? null,
    sourceId: place.sourceId,
    source: place.source,
    providerJobId,
  };
  const task: JobTask = { kind: 'given', current, given, place: where, source: place.source };
  return { job, current, given: { ...given, idDerived, extra }, task };
}

/** The rules whose results a job has. */
const rulesOn = ({ ruled, skipRuleId }: JobRow): readonly number[] => [
  ...Object.values(ruled).map(({ ruleId }) => ruleId),
  ...(skipRuleId === null ? [] : [skipRuleId]),
];

/** Runs rules again on jobs of this collection that have results of a rule that was switched off later in it. */
async function undoSlow(
  db: Db,
  { customerId }: StagePlace,
  { slow }: RulesOfRun,
  ruledBy: ReadonlyMap<number, readonly number[]>,
  now: () => Date,
): Promise<void> {
  const off = new Set(slow.map(({ ruleId }) => ruleId));
  const jobIds = [...ruledBy].flatMap(([id, rules]) => (rules.some((rule) => off.has(rule)) ? [id] : []));
  if (jobIds.length === 0) return;
  const wish = { name: 'Remove results of rules that were switched off', jobIds, taskId: null, recollect: false };
  await db.transaction().execute((tx) => queueRun(tx, customerId, wish, { userId: null, name: 'Jobdock' }, now()));
}

/** Cancels the task's jobs that its feed no longer lists. A status set by a person stays. Returns how many are missing. */
export async function withdrawMissing(
  db: Db,
  place: StagePlace,
  listed: ReadonlySet<string>,
  now: () => Date,
  guard: Guard = unguarded,
): Promise<number> {
  const open = await openJobs(db, place);
  const missing = open.filter((job) => !listed.has(job.providerJobId)).map((job) => job.id);
  const rules = rulesOfRun(await rulingOf(db, place.customerId, 'collection', now()));
  const waiting = Array.from({ length: Math.ceil(missing.length / chunk) }, (_, i) => missing.slice(i * chunk, (i + 1) * chunk));
  for (let ids = waiting.shift(); ids; ids = waiting.shift()) {
    const known = await jobsWithId(db, place, ids);
    const tasks = known.map(({ row }): JobTask => ({ kind: 'withdrawn', current: row, source: place.source }));
    const { ruled } = await ruleJobsApart(db, rules, tasks, now());
    const changed = await db.transaction().execute(async (tx) => {
      await guard(tx);
      const held = new Map((await jobsWithId(tx, place, ids, 'lock')).map(({ row, version }) => [row.id, version]));
      const isSame = (i: number) => held.get(known[i]?.row.id ?? 0) === known[i]?.version;
      const same = ruled.filter((_, i) => isSame(i));
      await writeOutcomes(tx, place, same, [], now().toISOString());
      return known.flatMap(({ row }, i) => (isSame(i) ? [] : [row.id]));
    });
    if (changed.length > 0) waiting.unshift(changed);
  }
  return missing.length;
}

/** Open jobs of a task, which its feed is expected to list. */
export async function openJobs(db: Db, place: StagePlace): Promise<{ id: number; providerJobId: string }[]> {
  const rows = await db
    .selectFrom('job')
    .select(['id', 'provider_job_id as providerJobId'])
    .where('customer_id', '=', place.customerId)
    .where('task_id', '=', place.taskId)
    .where('deleted', '=', false)
    .where('status', 'not in', ['Cancelled', 'Closed'])
    .execute();
  return rows;
}

/** The target whose mappings the jobs use: the customer's first target with mapping. */
async function mappingHome(db: Db, place: StagePlace): Promise<ValueHome | null> {
  const target = (await targetsOf(db, place.customerId)).find(({ row }) => row.maps.length > 0);
  if (!target) return null;
  return {
    customerId: place.customerId,
    targetId: target.row.id,
    sourceId: place.sourceId,
    autoMap: target.settings['autoMap'] === true,
    premap: await readPremapOf(db, place.customerId, target.row.id),
  };
}

/** A job as it was read. `version` changes with every write of its row. */
type Held = { readonly row: JobRow; readonly version: string };

async function heldJobs(
  db: Db | Tx,
  place: StagePlace,
  jobs: readonly CollectedJob[],
  how: 'read' | 'lock' = 'read',
): Promise<Map<string, Held>> {
  const ids = jobs.map((job) => job.providerJobId);
  const { rows } = await sql<Held>`
    select row, xmin::text as version from job
    where customer_id = ${place.customerId} and source_id = ${place.sourceId} and provider_job_id = any(${ids}::text[]) and not deleted
    order by id ${how === 'lock' ? sql`for update` : sql``}`.execute(db);
  return new Map(rows.map((held) => [held.row.providerJobId, held]));
}

async function jobsWithId(
  db: Db | Tx,
  place: StagePlace,
  ids: readonly number[],
  how: 'read' | 'lock' = 'read',
): Promise<Held[]> {
  const { rows } = await sql<Held>`
    select row, xmin::text as version from job where customer_id = ${place.customerId} and id = any(${[...ids]}::bigint[])
    order by id ${how === 'lock' ? sql`for update` : sql``}`.execute(db);
  return rows;
}

/** The distinct texts that a job has so far. */
function textsOf(job: JobRow | null): ValueIds {
  if (!job) return noValues;
  const { facilityValueId, degreeValueId, specialtyValueId, shiftValueId } = job;
  return { facilityValueId, degreeValueId, specialtyValueId, shiftValueId };
}

/** `collected` holds the values of the feed, unchanged. */
type Outcome = Ruled & { readonly collected?: Record<string, unknown> };

async function writeOutcomes(
  tx: Tx,
  place: StagePlace,
  outcomes: readonly Outcome[],
  values: readonly Publication[],
  at: string,
): Promise<void> {
  const written = outcomes.filter((outcome) => outcome.written);
  await writeHistory(tx, place.customerId, written, at);
  const jobs = written.map(
    ({ row, collected }): Publication => ({
      collection: 'job',
      row,
      ...(collected && { extra: { collected } }),
    }),
  );
  if (jobs.length + values.length > 0) await writeRows(tx, place.customerId, [...values, ...jobs]);
}
