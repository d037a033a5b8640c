import { useEffect, useState } from 'react';
import type { JobRow } from '#contract/rows/jobs.ts';
import { fillFields } from '#domain/staging/fill/fill-fields.ts';
import { type FillJob, fillJobOf } from '#domain/staging/fill/plan-edits.ts';
import { useGridNews } from '#src/entities/job/use-job-grid.ts';
import type { GridClient } from '#src/workers/grid/grid-client.ts';

/** A job of a fill as people name it, and the currency of its rates. */
export type NamedJob = {
  readonly job: FillJob;
  readonly number: string;
  readonly facility: string | null;
  readonly currency: string;
};

const keys = [
  ...fillFields,
  'id',
  'endDate',
  'locks',
  'status',
  'postState',
  'externalJobId',
  'providerJobId',
  'facility',
  'currency',
] as const satisfies readonly (keyof JobRow)[];

/** Reads jobs for a fill. A job that was removed is left out. */
export async function readFillJobs(client: GridClient, ids: readonly number[]): Promise<readonly NamedJob[]> {
  const cells = await client.cellsOf(ids, keys);
  return ids.flatMap((_, i): NamedJob[] => {
    const row = Object.fromEntries(keys.map((key) => [key, cells[key]?.[i] ?? null])) as unknown as JobRow;
    if (row.id === null) return [];
    const { providerJobId: number, facility, currency } = row;
    return [{ job: fillJobOf({ ...row, locks: row.locks ?? {} }), number, facility, currency: currency ?? 'USD' }];
  });
}

/** What `read` finds; null until then. Reads again when a job changes. `read` must keep its identity. */
export function useFresh<T>(client: GridClient, read: () => Promise<T>): T | null {
  const version = useGridNews(client)?.version;
  const [found, setFound] = useState<{ readonly of: typeof read; readonly value: T } | null>(null);
  useEffect(() => {
    let stale = version === undefined;
    read().then(
      (value) => !stale && setFound({ of: read, value }),
      () => undefined, // ignore: the worker died; its next version reads again
    );
    return () => {
      stale = true;
    };
  }, [read, version]);
  return found?.of === read ? found.value : null;
}
