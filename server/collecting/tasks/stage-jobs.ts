import { sql } from 'kysely';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { CollectedJob } from '#domain/jobs/collected-job.ts';
import { type GivenPlace, withdraw } from '#domain/jobs/ingest.ts';
import { nextIds, writeRows } from '#server/feed/publish.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import type { Publication } from '#server/kit/db/publication.ts';
import { distinctValues, noValues, type ValueHome, type ValueIds } from '#server/mapping/values/distinct-values.ts';
import { matcherFor } from '#server/mapping/values/matchers.ts';
import { readPremapOf } from '#server/mapping/values/premap-lines.ts';
import { saveQuestions } from '#server/rules/ruling/ai-answers.ts';
import { writeHistory } from '#server/rules/ruling/job-history.ts';
import { type Ruled, ruleAgain, ruleGiven } from '#server/rules/ruling/rule-job.ts';
import { rulingOf } from '#server/rules/ruling/ruling.ts';
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
  const ruling = await rulingOf(db, place.customerId, 'collection', now());
  for (let i = 0; i < jobs.length; i += chunk) {
    const part = jobs.slice(i, i + chunk);
    await db.transaction().execute(async (tx) => {
      await guard(tx);
      const at = now().toISOString();
      // Locked: two runs of one source (a task and an upload) would both create the same distinct value.
      await sql`select pg_advisory_xact_lock(${place.customerId}, ${place.sourceId})`.execute(tx);
      const held = await heldJobs(tx, place, part);
      const ids = await nextIds(tx, 'job', part.filter((job) => !held.has(job.providerJobId)).length);
      const ruled = part.map((job) => {
        const current = held.get(job.providerJobId) ?? null;
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
        const collected = { ...given, idDerived, extra };
        return { current, collected, ...ruleGiven(current, given, where, ruling, at, place.source) };
      });
      // Rules can write the texts that are mapped, so look up the distinct values after the rules.
      const values =
        home && match
          ? await distinctValues(
              tx,
              home,
              ruled.map(({ row }) => row),
              match,
              at,
            )
          : { idsOf: () => noValues, publications: [] };
      const outcomes = ruled.map(({ current, ...one }) => {
        const outcome = { ...one, ...withTextIds(one, values.idsOf(one.row), place.source) };
        counts[current === null ? 'added' : outcome.written ? 'changed' : 'same']++;
        return outcome;
      });
      await saveQuestions(tx, place.customerId, ruling.answers, at);
      await writeOutcomes(tx, place, outcomes, values.publications, at);
      await onChunk(tx, part.length, outcomes.filter(({ written }) => written).length);
    });
  }
  return counts;
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
  const ruling = await rulingOf(db, place.customerId, 'collection', now());
  for (let i = 0; i < missing.length; i += chunk) {
    const ids = missing.slice(i, i + chunk);
    await db.transaction().execute(async (tx) => {
      await guard(tx);
      const at = now().toISOString();
      const rows = await tx
        .selectFrom('job')
        .select('row')
        .where('customer_id', '=', place.customerId)
        .where('id', 'in', ids)
        .orderBy('id')
        .forUpdate()
        .execute();
      await writeOutcomes(
        tx,
        place,
        rows.map(({ row }) => ruleAgain(row as JobRow, (base) => withdraw(base, at), ruling, at, place.source)),
        [],
        at,
      );
    });
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

async function heldJobs(tx: Tx, place: StagePlace, jobs: readonly CollectedJob[]): Promise<Map<string, JobRow>> {
  const rows = await tx
    .selectFrom('job')
    .select('row')
    .where('customer_id', '=', place.customerId)
    .where('source_id', '=', place.sourceId)
    .where(
      'provider_job_id',
      'in',
      jobs.map((job) => job.providerJobId),
    )
    .where('deleted', '=', false)
    .orderBy('id')
    .forUpdate()
    .execute();
  return new Map(rows.map(({ row }) => [(row as JobRow).providerJobId, row as JobRow]));
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
