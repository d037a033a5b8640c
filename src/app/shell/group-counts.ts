import { useEffect, useState } from 'react';
import { jobConditions } from '#src/entities/job/job-query.ts';
import { useGridClient, useGridNews } from '#src/entities/job/use-job-grid.ts';
import { useTarget } from '#src/entities/mapping/use-target.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useCollection } from '#src/sync/hooks/use-collection.ts';
import { useSyncState } from '#src/sync/hooks/use-sync-state.ts';
import type { WorkspaceId } from '#src/ui/screen/screen.ts';

type Count = { number: number; words: string };
type Counts = Partial<Record<WorkspaceId, Count>>;

const count = (number: number, one: string, several: string): Count => ({ number, words: number === 1 ? one : several });

/** At most one number per sidebar group: open work, with the same figures as the dashboard's first row. */
export function useGroupCounts(): Counts {
  const { may } = useSession();
  const { needsYou } = useSyncState();
  const { unmapped, failed } = useJobCounts();
  const tasks = useCollection('task').rows.filter((task) => task.alarm !== null && !task.ignored);
  return {
    home: count(needsYou, 'change needs attention', 'changes need attention'),
    ...(may('staging.read') && {
      jobs: count(failed, 'post failed', 'posts failed'),
      mapping: count(unmapped, 'open job is unmapped', 'open jobs are unmapped'),
    }),
    ...(may('tasks.read') && { collect: count(tasks.length, 'task needs attention', 'tasks need attention') }),
  };
}

/** Counts with the grid's worker, which all job screens share, again after every change. */
function useJobCounts(): { unmapped: number; failed: number } {
  const client = useGridClient();
  const news = useGridNews(client);
  const { ready, target } = useTarget();
  const [counts, setCounts] = useState({ unmapped: 0, failed: 0 });
  // Until the first copy is complete, the number would only grow.
  const version = news?.ready && news.complete ? news.version : null;
  // Other required mappings change the counts.
  const about = JSON.stringify(target);
  useEffect(() => {
    if (version === null || !ready) return;
    let stale = false;
    const { all, open, unmapped, postFailed } = jobConditions(JSON.parse(about) as typeof target);
    client.counts([all(open, unmapped), postFailed]).then(
      ([first = 0, second = 0]) => !stale && setCounts({ unmapped: first, failed: second }),
      () => undefined, // ignore: the worker died; its next version counts again
    );
    return () => {
      stale = true;
    };
  }, [client, version, ready, about]);
  return counts;
}
