import { readRows } from '#src/store/rows.ts';
import { useWatched } from '#src/sync/hooks/use-watched.ts';
import type { RowNames } from './change-words.ts';

/** How the rows that some changes touch are called, from the device. */
export function useRowNames(entries: readonly { readonly rows: readonly string[] }[]): RowNames {
  const wanted = [...new Set(entries.flatMap((entry) => entry.rows.slice(0, 1)))].sort();
  const watched = useWatched(
    wanted.join(' '),
    async (store) => {
      const idsOf = (collection: string) =>
        wanted.filter((row) => row.startsWith(`${collection}/`)).map((row) => Number(row.slice(collection.length + 1)));
      const [jobs, values] = await Promise.all([
        readRows(store, 'job', idsOf('job')),
        readRows(store, 'mapValue', idsOf('mapValue')),
      ]);
      return {
        jobs: new Map(jobs.flatMap((job) => (job ? [[job.id, job.providerJobId] as const] : []))),
        values: new Map(values.flatMap((value) => (value ? [[value.id, value.text] as const] : []))),
      };
    },
    () => false,
  );
  return {
    job: (id) => (watched.ready ? (watched.value.jobs.get(id) ?? null) : null),
    value: (id) => (watched.ready ? (watched.value.values.get(id) ?? null) : null),
  };
}
