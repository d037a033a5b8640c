import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import * as z from 'zod';
import { Instant } from '#contract/kit/ids.ts';
import { type LongWorkList, listLongWork } from '#contract/system/long-work.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useCall, useDownload } from '#src/entities/session/use-call.ts';
import { localSetting } from '#src/ui/local-setting.ts';
import type { WorkHandle } from '#src/ui/long-work/long-work.ts';
import { longWorkNews } from './long-work-news.ts';
import { isOver, showWork, workKey } from './work-line.ts';

/** Time between requests: while something runs, while nothing runs, and after this page started something. */
const runningMs = 1_000;
const idleMs = 30_000;
const beginningMs = 300;

/**
 * Per customer: the service's time from which it reports ended work, and what was already reported since then. So the next page
 * reports what ended while no page was open, and nothing twice.
 */
const Reported = z.object({ since: Instant, ended: z.array(z.string()) });
const reportedWork = localSetting('long-work-reported', z.record(z.string(), Reported), {});

/** Shows all work that the service does for this user in the tray, and reports its end on any screen. Pauses on a hidden page. */
export function useWatchedLongWork(): void {
  const call = useCall();
  const download = useDownload();
  const cust = useSession().customer.id;
  const [handles] = useState(() => new Map<string, WorkHandle>());
  const { data, refetch } = useQuery({
    queryKey: ['long-work', cust],
    queryFn: async () => {
      const reply = await call(listLongWork, { cust, since: reportedWork.read()[cust]?.since });
      if (!reply.ok) throw new Error(errorMessage(reply.error));
      return reply.value;
    },
    refetchInterval: ({ state }) => (state.data?.works.some((work) => !isOver(work)) ? runningMs : idleMs),
    refetchOnWindowFocus: true,
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stopWatching = longWorkNews.watch(() => {
      clearTimeout(timer);
      timer = setTimeout(() => void refetch(), beginningMs);
    });
    return () => {
      clearTimeout(timer);
      stopWatching();
    };
  }, [refetch]);
  useEffect(() => {
    if (!data) return;
    const all = reportedWork.read();
    const ended = new Set(all[cust]?.ended);
    for (const work of data.works.toReversed()) if (!ended.has(workKey(work))) showWork({ call, download }, cust, work, handles);
    reportedWork.write({ ...all, [cust]: reportedAfter(data) });
  }, [data, call, download, cust, handles]);
}

/** The service's clock alone decides: work still under way is reported from its start on, whatever time this device shows. */
function reportedAfter({ asOf, works }: LongWorkList): z.infer<typeof Reported> {
  const underWay = works.filter((work) => !isOver(work)).map(({ queuedAt }) => queuedAt);
  return {
    since: [asOf, ...underWay].toSorted()[0] ?? asOf,
    ended: works.filter(isOver).map(workKey),
  };
}
