import { useEffect, useState } from 'react';
import type { TargetRow } from '#contract/rows/rows.ts';
import { dayNumber } from '#domain/query/day-number.ts';
import { useGridClient, useGridNews } from '#src/entities/job/use-job-grid.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { useCollection } from '#src/sync/hooks/use-collection.ts';
import { localToday } from '#src/ui/format/local-today.ts';
import { useFormat } from '#src/ui/format/use-format.tsx';
import { type Place, placesOf } from './map/places.ts';
import { countedWork, openJobs } from './work-figures.ts';

/** Counts of this device's rows, including unsent changes; `ready` once all rows are read. */
export type Work = {
  ready: boolean;
  /** The device's first copy is complete. */
  complete: boolean;
  counts: ReadonlyMap<string, number>;
  /** Open jobs by place. */
  places: readonly Place[];
  /** All jobs by status, most first. */
  statuses: readonly { status: string; jobs: number }[];
  target: TargetRow | null;
  /** How many vendor texts people have decided for the target. */
  decided: number;
};

const statusesAtMost = 20;

/** Figures of the dashboard, counted by the grid's worker again after every change. */
export function useTodo(): Work {
  const { labels } = useFieldNames();
  const today = localToday(useFormat().preferences.timeZone);
  const client = useGridClient();
  const news = useGridNews(client);
  const targets = useCollection('target');
  const target = targets.rows.find((row) => !row.disabled) ?? null;
  const [work, setWork] = useState<Pick<Work, 'counts' | 'places' | 'statuses' | 'decided'> | null>(null);
  const version = news?.ready ? news.version : null;
  const targetId = target?.id ?? null;
  useEffect(() => {
    if (version === null || !targets.ready) return;
    let stale = false;
    const asked = countedWork(target, labels, dayNumber(today) ?? 0);
    const run = async () => {
      const [counts, tallies, facets] = await Promise.all([
        client.counts(asked.map(({ where }) => where)),
        client.tally(openJobs, 'state', 'positions'),
        client.facets('status', '', statusesAtMost),
      ]);
      const decided = target ? await client.decidedTexts(target.id) : 0;
      if (stale) return;
      setWork({
        decided,
        counts: new Map(asked.map(({ key }, index) => [key, counts[index] ?? 0])),
        places: placesOf(tallies),
        statuses: facets.flatMap(({ value, count }) => (typeof value === 'string' ? [{ status: value, jobs: count }] : [])),
      });
    };
    // A worker that died restarts and reports a new version, which counts again.
    run().catch(() => undefined);
    return () => {
      stale = true;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the target is compared by its id
  }, [client, version, targetId, targets.ready, labels, today]);
  return {
    ready: work !== null,
    complete: news?.complete ?? false,
    counts: work?.counts ?? new Map(),
    places: work?.places ?? [],
    statuses: work?.statuses ?? [],
    decided: work?.decided ?? 0,
    target,
  };
}
