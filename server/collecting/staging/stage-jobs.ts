import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { Matcher } from '#domain/mapping/matcher.ts';
import { holdSource } from '#server/feed/hold-source.ts';
import { nextIds } from '#server/feed/publish.ts';
import { among } from '#server/kit/db/among.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { distinctValues, noValues, type ValueHome } from '#server/mapping/values/distinct-values.ts';
import { matchAhead } from '#server/mapping/values/match-ahead.ts';
import { matcherFor } from '#server/mapping/values/matchers.ts';
import { valueHomeOf } from '#server/mapping/values/value-home.ts';
import type { ReadJob, RefusedRow } from '#server/parsing/collect-records.ts';
import type { JobTask } from '#server/rules/apart/rule-work.ts';
import { type RulesOfRun, ruleJobsApart, rulesOfRun } from '#server/rules/apart/run-apart.ts';
import {
  knownReadings,
  type ReadingGrounds,
  type ReadingQuestion,
  readingGrounds,
  readingKey,
  saveReadingQuestions,
} from '#server/rules/readings/known-readings.ts';
import { saveQuestions } from '#server/rules/ruling/ai-answers.ts';
import type { Questions } from '#server/rules/ruling/known-answers.ts';
import type { Ruled } from '#server/rules/ruling/rule-job.ts';
import { type Ruling, rulingOf } from '#server/rules/ruling/ruling.ts';
import { queueRun } from '#server/rules/runs/run-rows.ts';
import { withTextIds } from '#server/rules/runs/run-texts.ts';
import { type Guard, unguarded } from '#server/runs/lease.ts';
import type { WrittenJob } from '#server/runs/run-jobs.ts';
import { noteLinks } from '../attachments/linked-files.ts';
import { noteStatusTexts } from '../status-texts/vendor-statuses.ts';
import { collectedOf, type StagePlace } from './collected-of.ts';
import { type Held, heldJobs, jobsWithId } from './held-jobs.ts';
import { withSoundParents } from './sound-parents.ts';
import { type Outcome, writeOutcomes } from './write-outcomes.ts';

export type StageCounts = { added: number; changed: number; same: number; cancelled: number };

/**
 * Called for each chunk, in its transaction, with the number of jobs in it, the number that were written, and the known ones among them
 * before and after.
 */
type ChunkDone = (tx: Tx, jobs: number, written: number, known: readonly WrittenJob[]) => Promise<void>;

/** Rows per transaction, so that an import never blocks the customer's feed for long (sync.md, edge case 31). */
const chunk = 500;

/** The kept file, or the received email, that jobs were read from. */
type Origin = { readonly fileId?: number | null; readonly mailId?: number | null };

/** How jobs are staged. */
export type StageOptions = Origin & {
  readonly now: () => Date;
  readonly guard?: Guard;
  readonly onChunk?: ChunkDone;
  /** Called with the jobs that are staged without the parent order that they state, before the first of them is. */
  readonly onWarned?: (rows: readonly RefusedRow[]) => void;
};

/** Everything that decides what staging makes of a collected job, besides the job itself. */
type Grounds = {
  readonly place: StagePlace;
  readonly home: ValueHome | null;
  readonly rules: RulesOfRun;
  readonly match: Matcher | null;
  readonly reading: ReadingGrounds;
  /** Differs as soon as staging may give another result for the same collected values. */
  readonly key: string;
  /** Where the jobs were read from, as their columns say it. */
  readonly origin: { readonly kept_file_id: number | null; readonly received_mail_id: number | null };
};

/** Reads what a staging of these jobs needs besides the jobs. */
export async function groundsOf(db: Db, place: StagePlace, now: Date, { fileId, mailId }: Origin = {}): Promise<Grounds> {
  const home = await homeOf(db, place);
  const ruling = await rulingOf(db, place.customerId, 'collection', now);
  const match = home ? await matcherFor(db, place.customerId, home.targetId) : null;
  const origin = { kept_file_id: fileId ?? null, received_mail_id: mailId ?? null };
  const reading = await readingGrounds(db, place.customerId);
  return { place, home, match, origin, reading, rules: rulesOfRun(ruling), key: keyOf(place, home, ruling, reading) };
}

/** Identifies rules, lists and place of a staging: with the same key, the same collected values give the same jobs. */
export async function stagingKey(db: Db, place: StagePlace, now: Date): Promise<string> {
  const ruling = await rulingOf(db, place.customerId, 'collection', now);
  return keyOf(place, await homeOf(db, place), ruling, await readingGrounds(db, place.customerId));
}

/** The target whose mappings the jobs use, for the texts of their source. */
async function homeOf(db: Db, { customerId, sourceId }: StagePlace): Promise<ValueHome | null> {
  const home = await valueHomeOf(db, customerId);
  return home && { ...home, sourceId };
}

function keyOf(place: StagePlace, home: ValueHome | null, ruling: Ruling, reading: ReadingGrounds): string {
  const { rules, kept, known, grounds } = ruling;
  const isRuled = rules.length > 0 || kept.rules.length > 0;
  const answers = known === null ? null : [known.isSet, ...known.known];
  // Rules may read the date; without rules a new day changes nothing.
  // Texts that are there already get their twins apart from staging.
  const first = home && { ...home, apart: undefined };
  return digest([place, first, isRuled ? [rules, kept, answers, grounds] : null, readingKey(reading)]);
}

const digest = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22);

/**
 * Stages collected jobs: adds new ones and updates known ones, except for locked fields. Each chunk commits separately. A job that was
 * staged from the same values before, and that nothing has written since, is only counted.
 */
export async function stageJobs(
  db: Db,
  place: StagePlace,
  stated: readonly ReadJob[],
  { now, guard = unguarded, onChunk = async () => undefined, onWarned, ...from }: StageOptions,
): Promise<StageCounts> {
  const counts: StageCounts = { added: 0, changed: 0, same: 0, cancelled: 0 };
  const { jobs, warned } = await withSoundParents(db, place, stated);
  onWarned?.(warned);
  const grounds = await groundsOf(db, place, now(), from);
  const ruledBy = new Map<number, readonly number[]>();
  const statusTexts = new Set<string>();
  const met = new Set<string>();
  const waiting = Array.from({ length: Math.ceil(jobs.length / chunk) }, (_, i) =>
    withDigests(grounds, jobs.slice(i * chunk, (i + 1) * chunk)),
  );
  const nextChunk = (): Promise<Prepared> | null => {
    const part = waiting.shift();
    const prepared = part ? prepareChunk(db, grounds, part, { at: now(), met }) : null;
    // A chunk that is prepared too early is dropped when the one before it fails.
    prepared?.catch(() => undefined);
    return prepared;
  };
  for (let chunk = nextChunk(); chunk; ) {
    const prepared = await chunk;
    // The next chunk is read, ruled and matched while this one is written.
    chunk = nextChunk();
    const again = await writeChunk(db, grounds, prepared, { now, guard, onChunk, counts, ruledBy, statusTexts });
    if (again.length > 0) waiting.unshift(again);
    chunk ??= nextChunk();
  }
  await undoSlow(db, place, grounds.rules, ruledBy, now);
  return counts;
}

/** A job with what identifies its staging. */
export type Digested = { readonly job: ReadJob; readonly digest: string };
type ChunkRun = Required<Pick<StageOptions, 'now' | 'guard' | 'onChunk'>> & {
  readonly counts: StageCounts;
  readonly ruledBy: Map<number, readonly number[]>;
  /** Status texts that were noted already. */
  readonly statusTexts: Set<string>;
};

/** The place of a job in its file says nothing about the job. */
const digestOfJob = (key: string, job: ReadJob): string => digest([key, { ...job, record: undefined }]);

export const withDigests = ({ key }: Pick<Grounds, 'key'>, jobs: readonly ReadJob[]): Digested[] =>
  jobs.map((job) => ({ job, digest: digestOfJob(key, job) }));

/** What jobs of the place were staged from, by the vendor's id. */
export async function stagedDigests(db: Db, place: StagePlace, part: readonly Digested[]): Promise<Map<string, string>> {
  const ids = part.map(({ job }) => job.providerJobId);
  const { rows } = await sql<{ id: string; digest: string }>`
    select provider_job_id as id, staged_digest as digest from job
    where customer_id = ${place.customerId} and source_id = ${place.sourceId} and provider_job_id = any(${ids}::text[])
      and not deleted and staged_digest is not null`.execute(db);
  return new Map(rows.map(({ id, digest }) => [id, digest]));
}

/** Jobs that were read and ruled, and how many of their chunk are staged already. */
type Prepared = {
  readonly part: readonly Digested[];
  readonly staged: number;
  readonly known: ReadonlyMap<string, Held>;
  readonly done: readonly RuledJob[];
  readonly questions: Questions;
  /** Descriptions that a model is to read. */
  readonly asked: readonly ReadingQuestion[];
  /** Knows the candidates of the chunk's new texts. */
  readonly match: Matcher | null;
};
type RuledJob = ReturnType<typeof collectedOf> & { readonly outcome: Ruled; readonly origin: Record<string, unknown> };

/**
 * Reads the jobs of a chunk, runs the rules on those that are not staged yet, and matches their new texts. Both may take long, so this
 * is no transaction. `met`: the texts of the chunks before.
 */
async function prepareChunk(
  db: Db,
  { place, rules, origin, home, match, reading }: Grounds,
  whole: readonly Digested[],
  { at, met }: { readonly at: Date; readonly met: Set<string> },
): Promise<Prepared> {
  const digests = await stagedDigests(db, place, whole);
  const part = whole.filter(({ job, digest }) => digests.get(job.providerJobId) !== digest);
  const staged = whole.length - part.length;
  if (part.length === 0) return { part, staged, known: new Map(), done: [], questions: new Map(), asked: [], match };
  const known = await heldJobs(db, place, part);
  const fresh = part.filter(({ job }) => !known.has(job.providerJobId)).length;
  const ids = fresh === 0 ? [] : await db.transaction().execute((tx) => nextIds(tx, 'job', fresh));
  const isKept = origin.kept_file_id !== null || origin.received_mail_id !== null;
  const readings = await knownReadings(
    db,
    place.customerId,
    reading,
    part.map(({ job }) => job.description),
  );
  const collected = part.map(({ job, digest }) => ({
    ...collectedOf(job, known.get(job.providerJobId)?.row ?? null, place, ids, readings),
    origin: { ...origin, kept_record: isKept ? job.record : null, staged_digest: digest },
  }));
  const tasks = collected.map(({ task }) => task);
  const { ruled, questions } = await ruleJobsApart(db, rules, tasks, at);
  const done = collected.flatMap((one, i) => {
    const outcome = ruled[i];
    return outcome ? [{ ...one, outcome }] : [];
  });
  const rows = done.map(({ outcome }) => outcome.row);
  const asked = collected.flatMap((one) => one.asked ?? []);
  return { part, staged, known, done, questions, asked, match: home && match && (await matchAhead(db, home, rows, match, met)) };
}

/** Writes one chunk. Returns the jobs that somebody changed meanwhile, which come again. */
async function writeChunk(
  db: Db,
  { place, home, reading }: Grounds,
  { part, staged, known, done, questions, asked, match }: Prepared,
  { now, guard, onChunk, counts, ruledBy, statusTexts }: ChunkRun,
): Promise<Digested[]> {
  const again = await db.transaction().execute(async (tx) => {
    await guard(tx);
    if (part.length === 0) {
      await onChunk(tx, staged, 0, []);
      return [];
    }
    const at = now().toISOString();
    await holdSource(tx, place.customerId, place.sourceId);
    const held = await heldJobs(tx, place, part, 'lock');
    const isSame = (id: string) => held.get(id)?.version === known.get(id)?.version;
    const same = done.filter(({ job }) => isSame(job.providerJobId));
    const rows = same.map(({ outcome }) => outcome.row);
    // Rules can write the texts that are mapped, so look up the distinct values after the rules.
    const values = home && match ? await distinctValues(tx, home, rows, match, at) : { idsOf: () => noValues, publications: [] };
    const files = await noteLinks(
      tx,
      place,
      same.map(({ job, outcome }) => ({ row: outcome.row, extra: job.extra })),
      now(),
    );
    const outcomes = same.map(({ outcome, given, origin }) => ({
      ...withFiles(withTextIds(outcome, values.idsOf(outcome.row), place.source), files),
      extra: { collected: given, ...origin },
    }));
    for (const [i, { written, row }] of outcomes.entries()) {
      counts[same[i]?.current === null ? 'added' : written ? 'changed' : 'same']++;
      ruledBy.set(row.id, rulesOn(row));
    }
    const unchanged = outcomes.filter(({ written }) => !written);
    await saveQuestions(tx, place.customerId, questions, at);
    await saveReadingQuestions(tx, place.customerId, reading, asked, at);
    const jobs = part.map(({ job }) => job);
    const statuses = await noteStatusTexts(tx, place, jobs, statusTexts, at);
    await noteStaged(tx, place, unchanged);
    await writeOutcomes(tx, place, outcomes, [...values.publications, ...statuses], at);
    await onChunk(tx, staged + same.length, same.length - unchanged.length, knownOf(same, outcomes));
    return part.filter(({ job }) => !isSame(job.providerJobId));
  });
  counts.same += staged;
  return again;
}

/** A job with the number of its files, where it is another one now. */
function withFiles(outcome: Ruled, files: ReadonlyMap<number, number>): Ruled {
  const attachments = files.get(outcome.row.id);
  return attachments === undefined ? outcome : { ...outcome, row: { ...outcome.row, attachments }, written: true };
}

/** The jobs of a chunk that were known before. `outcomes` are those of `same`. */
const knownOf = (same: readonly RuledJob[], outcomes: readonly Outcome[]): WrittenJob[] =>
  same.flatMap(({ current }, i) => {
    const after = outcomes[i]?.row;
    return current && after ? [{ before: current, after }] : [];
  });

/** Notes what unchanged jobs were staged from. No device needs to know it, so it takes no revision. */
async function noteStaged(tx: Tx, { customerId }: StagePlace, outcomes: readonly Outcome[]): Promise<void> {
  if (outcomes.length === 0) return;
  const lines = outcomes.map(({ row, extra }) => ({ id: row.id, ...extra }));
  await sql`
    update job j set staged_digest = g.staged_digest, kept_file_id = g.kept_file_id, received_mail_id = g.received_mail_id,
      kept_record = g.kept_record
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
      as g(id bigint, staged_digest text, kept_file_id bigint, received_mail_id bigint, kept_record integer)
    where j.customer_id = ${customerId} and j.id = g.id and j.id ${among(outcomes.map(({ row }) => row.id))}`.execute(tx);
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
  const wish = { name: 'Remove results of rules that were switched off', jobIds, taskId: null };
  await db.transaction().execute((tx) => queueRun(tx, customerId, wish, { userId: null, name: 'Jobdock' }, now()));
}

/** Cancels the task's jobs that its feed no longer lists. A status set by a person stays. Returns how many are missing. */
export async function withdrawMissing(
  db: Db,
  place: StagePlace,
  listed: ReadonlySet<string>,
  options: Omit<StageOptions, keyof Origin>,
): Promise<number> {
  const open = await openJobs(db, place);
  const missing = open.filter((job) => !listed.has(job.providerJobId)).map((job) => job.id);
  await withdrawJobs(db, place, missing, options);
  return missing.length;
}

/** Cancels jobs that the vendor no longer lists. A status set by a person stays. */
export async function withdrawJobs(
  db: Db,
  place: StagePlace,
  missing: readonly number[],
  { now, guard = unguarded, onChunk = async () => undefined }: Omit<StageOptions, keyof Origin>,
): Promise<void> {
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
      const withdrawn = ruled.flatMap(({ row: after }, i) => (isSame(i) && known[i] ? [{ before: known[i].row, after }] : []));
      await onChunk(tx, same.length, same.filter(({ written }) => written).length, withdrawn);
      return known.flatMap(({ row }, i) => (isSame(i) ? [] : [row.id]));
    });
    if (changed.length > 0) waiting.unshift(changed);
  }
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
