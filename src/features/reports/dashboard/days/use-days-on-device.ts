import { useEffect, useState } from 'react';
import { dayNumber } from '#domain/query/day-number.ts';
import { useGridClient, useGridNews } from '#src/entities/job/use-job-grid.ts';
import { useFormat } from '#src/ui/format/use-format.tsx';

/**
 * How many of this device's jobs were first seen on each of these days, in the person's zone, as the staging grid counts them. A kept
 * figure links to its jobs only if it is the same: it does not know jobs that were removed since, and its days are the customer's.
 */
export function useDaysOnDevice(days: readonly string[]): ReadonlyMap<string, number> {
  const client = useGridClient();
  const news = useGridNews(client);
  const { timeZone } = useFormat().preferences;
  const version = news?.ready ? news.version : null;
  const [counts, setCounts] = useState<ReadonlyMap<string, number>>(new Map());
  const asked = days.join();
  useEffect(() => {
    if (version === null || asked === '') return;
    let stale = false;
    const list = asked.split(',');
    const conditions = list.map((day) => {
      const on = dayNumber(day) ?? 0;
      return { kind: 'days', column: 'firstSeenAt', from: on, to: on, zone: timeZone } as const;
    });
    client
      .counts(conditions)
      .then((found) => {
        if (!stale) setCounts(new Map(list.map((day, i) => [day, found[i] ?? 0])));
        return undefined;
      })
      // A worker that died restarts and reports a new version, which counts again.
      .catch(() => undefined);
    return () => {
      stale = true;
    };
  }, [client, version, asked, timeZone]);
  return counts;
}
