import type { JobRow } from '#contract/rows/jobs.ts';
import type { Db } from '#server/kit/db/connection.ts';
import type { ReadJob } from '#server/parsing/collect-records.ts';
import { ruleJobsApart } from '#server/rules/apart/run-apart.ts';
import { knownReadings } from '#server/rules/readings/known-readings.ts';
import { collectedOf, type StagePlace } from './collected-of.ts';
import { heldJobs } from './held-jobs.ts';
import { withSoundParents } from './sound-parents.ts';
import { type Digested, groundsOf, stagedDigests, withDigests } from './stage-jobs.ts';

/** What staging would change in one job. `id` is null for a new one. */
type WouldChange = {
  readonly id: number | null;
  readonly providerJobId: string;
  readonly title: string | null;
  readonly changes: { readonly field: string; readonly before: JobValue; readonly after: JobValue }[];
};
type JobValue = string | number | boolean | null;

export type StagingPreview = {
  readonly added: number;
  readonly changed: number;
  readonly same: number;
  readonly notCompared: number;
  readonly jobs: WouldChange[];
};

/** Jobs that are compared one by one; jobs that are the same by their digest do not count. */
const mostCompared = 5000;
const mostShown = 50;
const portion = 500;

/** What `stageJobs` would do now with these jobs. Writes nothing. */
export async function previewStaging(
  db: Db,
  place: StagePlace,
  stated: readonly ReadJob[],
  now: () => Date,
): Promise<StagingPreview> {
  const { jobs } = await withSoundParents(db, place, stated);
  const grounds = await groundsOf(db, place, now());
  const all = withDigests(grounds, jobs);
  const differing = await differingOf(db, place, all);
  const compared = differing.slice(0, mostCompared);
  const found: WouldChange[] = [];
  for (let i = 0; i < compared.length; i += portion) {
    const part = compared.slice(i, i + portion);
    const known = await heldJobs(db, place, part);
    const descriptions = part.map(({ job }) => job.description);
    const readings = await knownReadings(db, place.customerId, grounds.reading, descriptions);
    const collected = part.map(({ job }) => collectedOf(job, known.get(job.providerJobId)?.row ?? null, place, [], readings));
    const { ruled } = await ruleJobsApart(
      db,
      grounds.rules,
      collected.map(({ task }) => task),
      now(),
    );
    for (const [n, outcome] of ruled.entries()) {
      const current = collected[n]?.current ?? null;
      if (outcome.written) found.push(changeOf(current, outcome.row));
    }
  }
  const added = found.filter(({ id }) => id === null).length;
  return {
    added,
    changed: found.length - added,
    same: all.length - differing.length + compared.length - found.length,
    notCompared: differing.length - compared.length,
    jobs: found.slice(0, mostShown),
  };
}

async function differingOf(db: Db, place: StagePlace, all: readonly Digested[]): Promise<Digested[]> {
  const differing: Digested[] = [];
  for (let i = 0; i < all.length; i += portion) {
    const part = all.slice(i, i + portion);
    const staged = await stagedDigests(db, place, part);
    differing.push(...part.filter(({ job, digest }) => staged.get(job.providerJobId) !== digest));
  }
  return differing;
}

function changeOf(before: JobRow | null, after: JobRow): WouldChange {
  const { id, providerJobId, title } = after;
  const own = (job: JobRow): Record<string, unknown> => job;
  const changes = Object.entries(own(after)).flatMap(([field, value]) => {
    const was = before === null ? null : (own(before)[field] ?? null);
    return isPlain(value) && isPlain(was) && was !== value && !bookkeeping.has(field)
      ? [{ field, before: was, after: value }]
      : [];
  });
  return { id: before === null ? null : id, providerJobId, title, changes: before === null ? [] : changes };
}

/** What every staging writes by itself. */
const bookkeeping = new Set(['id', 'changedAt', 'firstSeenAt', 'rateChangedAt', 'chgMap']);

const isPlain = (value: unknown): value is JobValue => value === null || ['string', 'number', 'boolean'].includes(typeof value);
