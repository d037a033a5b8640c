import { sql } from 'kysely';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { lookAtReprocess } from '#contract/rules/rule-runs.ts';
import { changesIn, imagesOf } from '#domain/jobs/job-image.ts';
import { among } from '#server/kit/db/among.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { rowsOf } from '#server/kit/db/rows.ts';
import type { JobTask } from '../apart/rule-work.ts';
import { ruleJobsApart, rulesOfRun } from '../apart/run-apart.ts';
import type { ReadingGrounds } from '../readings/known-readings.ts';
import { readAgain } from '../readings/read-again.ts';
import { rulingOf } from '../ruling/ruling.ts';
import { jobsOfRun } from './run-rows.ts';

type Look = ReplyOf<typeof lookAtReprocess>;

const mostCompared = 2000;
const portion = 500;
const mostShown = 50;

/**
 * What running the rules over these jobs again would change, with `reading` after their descriptions are read again. Writes nothing. Null if
 * one of the jobs is not the customer's.
 */
export async function lookAtRules(
  db: Db,
  customerId: number,
  ids: readonly number[],
  now: Date,
  reading: ReadingGrounds | null = null,
): Promise<Look | null> {
  const wanted = [...new Set(ids)].sort((a, b) => a - b);
  const compared = wanted.slice(0, mostCompared);
  const rules = rulesOfRun(await rulingOf(db, customerId, 'collection', now));
  const changed: Look['rows'] = [];
  for (let i = 0; i < compared.length; i += portion) {
    const part = compared.slice(i, i + portion);
    const jobs = await rowsOf(db, customerId, 'job', { where: sql`id ${among(part)}` });
    if (jobs.length !== part.length) return null;
    const tasks = reading
      ? (await readAgain(db, customerId, reading, jobs)).tasks
      : jobs.map((current): JobTask => ({ kind: 'standing', current }));
    const { ruled } = await ruleJobsApart(db, rules, tasks, now);
    changed.push(...ruled.flatMap(({ row }, n) => changeOf(jobs[n], row)));
  }
  return {
    jobs: wanted.length,
    changed: changed.length,
    notCompared: wanted.length - compared.length,
    fields: fieldsOf(changed),
    rows: changed.slice(0, mostShown),
  };
}

/** What reading the descriptions of all open jobs again would change. Writes nothing. */
export async function lookAtOpenJobs(db: Db, customerId: number, now: Date, reading: ReadingGrounds): Promise<Look | null> {
  const { rows } = await sql<{ id: number }>`
    select id from job where customer_id = ${customerId} and not deleted and ${jobsOfRun(openJobs)} order by id`.execute(db);
  const ids = rows.map(({ id }) => id);
  return lookAtRules(db, customerId, ids, now, reading);
}

const openJobs = { jobIds: null, taskId: null };

function changeOf(before: JobRow | undefined, after: JobRow): Look['rows'] {
  const images = before && imagesOf(before, after);
  const changes = images ? changesIn(after, images) : [];
  if (changes.length === 0) return [];
  const { id, providerJobId, title } = after;
  return [{ id, providerJobId, title, changes: [...changes] }];
}

/** Changed fields, those of most jobs first. */
function fieldsOf(rows: Look['rows']): Look['fields'] {
  const jobs = new Map<string, number>();
  for (const { changes } of rows) for (const { field } of changes) jobs.set(field, (jobs.get(field) ?? 0) + 1);
  return [...jobs].map(([field, count]) => ({ field, jobs: count })).sort((a, b) => b.jobs - a.jobs);
}
