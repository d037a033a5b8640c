import type { JobRow } from '#contract/rows/jobs.ts';
import { readRow, scan } from '#src/store/rows.ts';
import type { Store } from '#src/store/store.ts';

/** Finds a job on this device by our id or its vendor's id, as users type them; undefined when it is not on this device. */
export async function findJob(store: Store, written: string): Promise<JobRow | undefined> {
  const name = written.trim();
  const byId = /^\d{1,15}$/.test(name) ? await readRow(store, 'job', Number(name)) : undefined;
  return byId ?? (await scan(store, 'job')).find(({ providerJobId }) => providerJobId.toLowerCase() === name.toLowerCase());
}
