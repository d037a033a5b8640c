import type { Peer } from './peer.ts';
import { nearTest } from './places.ts';
import type { BenchQuery } from './queries.ts';
import type { SampleJob } from './sample-jobs.ts';

/** Array.filter and Array.sort over row objects. Its results are the reference. */
export function plain(jobs: readonly SampleJob[]): Peer {
  const rows = [...jobs];
  let last: BenchQuery | null = null;
  let result: SampleJob[] = [];
  const run = (query: BenchQuery) => {
    last = query;
    const isNear = query.near && nearTest(query.near);
    result = rows.filter(
      (row) =>
        query.contains.every(([key, text]) => String(row[key]).toLowerCase().includes(text)) &&
        query.between.every(([key, from, to]) => Number(row[key]) >= from && Number(row[key]) <= to) &&
        (isNear?.(String(row['zip'])) ?? true),
    );
    if (query.sort.length > 0) result.sort((a, b) => compare(query, a, b));
  };
  return {
    name: 'plain arrays',
    prepare: () => undefined,
    run,
    change(job) {
      rows[job.id - 1] = job;
      if (last) run(last);
    },
    ids: () => result.map((row) => row.id),
  };
}

function compare(query: BenchQuery, a: SampleJob, b: SampleJob): number {
  for (const { key, descending } of query.sort) {
    const left = a[key] ?? '';
    const right = b[key] ?? '';
    if (left !== right) return left < right === descending ? 1 : -1;
  }
  return 0;
}
