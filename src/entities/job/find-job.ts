import type { JobRow } from '#contract/rows/jobs.ts';
import { ownIdIn } from '#domain/jobs/own-id.ts';
import { readRow, scan } from '#src/store/rows.ts';
import type { Store } from '#src/store/store.ts';

/** Finds a job on this device by our id or its vendor's id, as users type them; undefined when it is not on this device. */
export async function findJob(store: Store, written: string): Promise<JobRow | undefined> {
  const name = written.trim();
  const id = ownIdIn(name);
  const byId = id === null ? undefined : await readRow(store, 'job', id);
  return byId ?? (await scan(store, 'job')).find(({ providerJobId }) => providerJobId.toLowerCase() === name.toLowerCase());
}

/** All jobs on this device with an ID: ours, the vendor's, one in an ATS, or the reference of a post. Of one source, or of all (null). */
export async function findJobs(store: Store, written: string, sourceId: number | null): Promise<JobRow[]> {
  const name = written.trim().toLowerCase();
  const id = ownIdIn(name);
  const isNamed = ({ id: own, providerJobId, posts }: JobRow) =>
    own === id ||
    providerJobId.toLowerCase() === name ||
    posts.some(({ externalId, reference }) => externalId?.toLowerCase() === name || reference.toLowerCase() === name);
  const jobs = await scan(store, 'job');
  return jobs.filter((job) => (sourceId === null || job.sourceId === sourceId) && isNamed(job)).sort((a, b) => b.id - a.id);
}
