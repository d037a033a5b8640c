import { everyJob, hasDays, isInScope } from '#domain/crawlers/job-scope.ts';
import { canonicalJson } from '#domain/json/canonical-json.ts';
import type { Db } from '#server/kit/db/connection.ts';
import type { ReadJob } from '#server/parsing/collect-records.ts';
import { dayIn } from '#server/people/customers/disable-date.ts';
import type { StagePlace } from '../staging/collected-of.ts';
import { openJobs } from '../staging/stage-jobs.ts';
import { scopeOf } from '../task-rows/task-scope.ts';
import type { StoredTask } from './task-state.ts';

type Scoped = Pick<StoredTask, 'settings' | 'zone'>;

function limitedScope({ settings }: Scoped) {
  const scope = scopeOf(settings);
  return canonicalJson(scope) === canonicalJson(everyJob) ? null : scope;
}

/** What a file is read for: a text that differs as soon as the task’s scope lets other jobs through. Empty for every job. */
export function scopeKey(task: Scoped, now: Date): string[] {
  const scope = limitedScope(task);
  return scope ? [canonicalJson([scope, hasDays(scope) ? dayIn(task.zone, now) : ''])] : [];
}

/**
 * The jobs of a file that a task collects: those in its scope, and its open jobs, which stay up to date although they are out of it by
 * now. Jobs that are left out are still listed by the vendor, so they must not count as missing.
 */
export async function scopedJobs(
  db: Db,
  { place, task, now }: { readonly place: StagePlace; readonly task: Scoped; readonly now: Date },
  jobs: readonly ReadJob[],
): Promise<readonly ReadJob[]> {
  const scope = limitedScope(task);
  if (!scope) return jobs;
  const today = dayIn(task.zone, now);
  const open = new Set((await openJobs(db, place)).map(({ providerJobId }) => providerJobId));
  return jobs.filter((job) => open.has(job.providerJobId) || isInScope(job, scope, today));
}
