import { useEffect, useMemo, useState } from 'react';
import { jobQuerySchema } from '#domain/job-list/job-query.ts';
import { conditionAt } from '#domain/job-list/staging-views.ts';
import { dayNumber } from '#domain/query/day-number.ts';
import { useGridClient, useGridNews } from '#src/entities/job/use-job-grid.ts';
import { useTarget } from '#src/entities/mapping/use-target.ts';
import { useSinceYouLeft } from '#src/entities/session/last-visit.ts';
import { useSession } from '#src/entities/session/session.ts';
import { localToday } from '#src/ui/format/local-today.ts';
import { useFormat } from '#src/ui/format/use-format.tsx';
import { readAddress } from './staging-address.ts';
import { useSavedViews } from './use-saved-views.ts';

/** How many jobs a saved address of the staging grid shows now. Nothing until all rows are read. */
export function ViewCount({ to }: { to: string }) {
  const params = useMemo(() => new URL(to, 'http://local').searchParams, [to]);
  const { saved } = useSavedViews(params, false);
  const address = useMemo(() => readAddress(params, false, saved?.body), [params, saved]);
  const { ready, target } = useTarget(address.targetId);
  const { timeZone } = useFormat().preferences;
  const { sinceMs } = useSinceYouLeft();
  const { userId } = useSession().role;
  const today = localToday(timeZone);
  const where = useMemo(() => {
    const schema = jobQuerySchema(target, dayNumber(today) ?? 0, new Map(), { userId, sinceMs });
    return conditionAt(address, { target, schema, today, timeZone });
  }, [address, target, today, timeZone, userId, sinceMs]);
  const client = useGridClient();
  const news = useGridNews(client);
  const version = ready && news?.ready && news.complete ? news.version : null;
  const [count, setCount] = useState<number | null>(null);
  useEffect(() => {
    if (version === null) return;
    let stale = false;
    client.counts([where]).then(
      ([found]) => !stale && setCount(found ?? null),
      () => undefined, // ignore: the worker died; its next version counts again
    );
    return () => {
      stale = true;
    };
  }, [client, version, where]);
  return count === null ? null : <span className="nav-count is-quiet">{count.toLocaleString('en-US')}</span>;
}
