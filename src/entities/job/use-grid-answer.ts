import { useEffect, useEffectEvent, useState } from 'react';
import type { GridClient } from '#src/workers/grid/grid-client.ts';
import { useGridClient, useGridNews } from './use-job-grid.ts';

/** The grid worker's last answer, and whether it answers the current question. */
export type GridAnswer<A> = {
  readonly answer: A | null;
  readonly current: boolean;
  /** All rows on this device have been read. */
  readonly ready: boolean;
  readonly failed: boolean;
};

/** Queries the grid's worker, and again after every change. The previous answer stays until the next one arrives. */
export function useGridAnswer<Q, A>(question: Q, ask: (client: GridClient, question: Q) => Promise<A>): GridAnswer<A> {
  const client = useGridClient();
  const news = useGridNews(client);
  const asked = JSON.stringify(question);
  const version = news?.version ?? -1;
  const [state, setState] = useState<{ asked: string; answer: A } | null>(null);
  const askNow = useEffectEvent(ask);
  useEffect(() => {
    if (version < 0) return;
    let stale = false;
    askNow(client, JSON.parse(asked) as Q).then(
      (answer) => !stale && setState({ asked, answer }),
      () => undefined, // the worker died; its next news triggers the query again
    );
    return () => {
      stale = true;
    };
  }, [client, asked, version]);
  return {
    answer: state?.answer ?? null,
    current: state?.asked === asked,
    ready: news?.ready ?? false,
    failed: news?.failed ?? false,
  };
}
