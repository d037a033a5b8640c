import { useEffect, useState } from 'react';
import { useGridClient, useGridNews } from '#src/entities/job/use-job-grid.ts';
import type { MapQueue, MapQueueQuestion } from '#src/workers/map-queue.ts';

/** The queue of distinct texts, asked again after every change; null until it is known. */
export function useMapQueue(question: MapQueueQuestion): {
  readonly queue: MapQueue | null;
  readonly ready: boolean;
  readonly failed: boolean;
} {
  const client = useGridClient();
  const news = useGridNews(client);
  const asked = JSON.stringify(question);
  const version = news?.version ?? -1;
  const [state, setState] = useState<{ asked: string; queue: MapQueue } | null>(null);
  useEffect(() => {
    if (version < 0) return;
    let stale = false;
    client.mapQueue(JSON.parse(asked) as MapQueueQuestion).then(
      (queue) => !stale && setState({ asked, queue }),
      () => undefined, // the worker died; its next news ask again
    );
    return () => {
      stale = true;
    };
  }, [client, asked, version]);
  return { queue: state?.asked === asked ? state.queue : null, ready: news?.ready ?? false, failed: news?.failed ?? false };
}
