import { CloseButton } from '@mantine/core';
import { useEffect, useState } from 'react';
import { newsConditions } from '#domain/staging/job-predicates.ts';
import { useSinceYouLeft } from '#src/entities/session/last-visit.ts';
import { counted } from '#src/ui/format/format.ts';
import { useGridClient, useGridNews } from './use-job-grid.ts';
import './since-you-left.css';

type News = Record<'new' | 'rate' | 'canceled', number>;

/** "Since you left: 12 new, 4 rate changes, 3 canceled". Each count shows its jobs by their query. */
export function SinceYouLeft({ show }: { show: (query: string) => void }) {
  const { sinceMs, forget } = useSinceYouLeft();
  const news = useNews(sinceMs);
  if (!news || news.new + news.rate + news.canceled === 0) return null;
  const parts = [
    { count: news.new, query: 'is:newsince', words: `${news.new.toLocaleString('en-US')} new` },
    { count: news.rate, query: 'is:ratesince', words: counted(news.rate, 'rate change') },
    { count: news.canceled, query: 'is:canceledsince', words: `${news.canceled.toLocaleString('en-US')} canceled` },
  ].filter(({ count }) => count > 0);
  return (
    <p className="since-left">
      <span>Since you left:</span>
      {parts.map(({ query, words }) => (
        <button key={query} type="button" onClick={() => show(query)}>
          {words}
        </button>
      ))}
      <CloseButton size="sm" aria-label="Dismiss what happened since you left" onClick={forget} />
    </p>
  );
}

/** Counts of all jobs, not of the view, so that each equals the rows behind it; null until all rows are read. */
function useNews(sinceMs: number | null): News | null {
  const client = useGridClient();
  const grid = useGridNews(client);
  const version = grid?.ready && grid.complete ? grid.version : null;
  const [counts, setCounts] = useState<{ of: number; news: News } | null>(null);
  useEffect(() => {
    if (sinceMs === null || version === null) return;
    let stale = false;
    const asked = newsConditions(sinceMs);
    client.counts([asked.new, asked.rate, asked.canceled]).then(
      ([added = 0, rate = 0, canceled = 0]) => !stale && setCounts({ of: sinceMs, news: { new: added, rate, canceled } }),
      () => undefined, // ignore: the worker died; its next version counts again
    );
    return () => {
      stale = true;
    };
  }, [client, version, sinceMs]);
  return counts !== null && counts.of === sinceMs ? counts.news : null;
}
