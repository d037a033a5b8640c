import { createContext, lazy, type ReactNode, Suspense, useContext, useEffect, useMemo, useState } from 'react';
import type { MapKind } from '#contract/rows/rows.ts';
import { neededKinds } from '#domain/posting/needed-kinds.ts';
import { jobConditions } from '#domain/staging/job-conditions.ts';
import { useTasks } from '#src/entities/collect/use-tasks.ts';
import { useGridClient, useGridNews } from '#src/entities/job/use-job-grid.ts';
import { useTarget } from '#src/entities/mapping/use-target.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useSyncState } from '#src/sync/hooks/use-sync-state.ts';
import type { RowId } from '#src/ui/screen/screen.ts';

/** Open work, and what it is: "3 posts failed". */
export type Count = { readonly number: number; readonly words: string };
type NavCounts = {
  /** At most one number per row of the sidebar. It equals the rows of the screen behind it. */
  readonly rows: Partial<Record<RowId, Count>>;
  /** Numbers on the tabs of a row, by id of the screen. */
  readonly tabs: Readonly<Record<string, Count>>;
};

const none: NavCounts = { rows: {}, tabs: {} };
const NavCountsContext = createContext<NavCounts>(none);

/** Numbers of the sidebar and its tabs. */
export const useNavCounts = (): NavCounts => useContext(NavCountsContext);

const count = (number: number, one: string, several: string): Count => ({ number, words: number === 1 ? one : several });

/** Loaded after the frame of the app, which shows its links without it. */
const TicketCount = lazy(() =>
  import('#src/features/support/tickets/ticket-count.tsx').then((m) => ({ default: m.TicketCount })),
);

/** Counts once for the sidebar and the tabs, again after every change. */
export function NavCountsProvider({ children }: { children: ReactNode }) {
  const { may } = useSession();
  const { needsYou } = useSyncState();
  const { review, failed } = useJobCounts();
  const alarms = useTasks().rows.filter((task) => task.alarm !== null && !task.ignored).length;
  const [tickets, setTickets] = useState<Count>();
  const [reads, seesTasks] = [may('staging.read'), may('tasks.read')];
  const counts = useMemo((): NavCounts => {
    const toReview = (of: number) => count(of, 'text to review', 'texts to review');
    const { facility, degree, specialty, shift } = review;
    return {
      rows: {
        outbox: count(needsYou, 'change needs attention', 'changes need attention'),
        ...(reads && {
          staging: count(failed, 'post failed', 'posts failed'),
          mapping: toReview(facility + degree + specialty + shift),
        }),
        ...(tickets && { support: tickets }),
        ...(seesTasks && { collect: count(alarms, 'task needs attention', 'tasks need attention') }),
      },
      tabs: { mapFacilities: toReview(facility), mapDegrees: toReview(degree + specialty), mapShifts: toReview(shift) },
    };
  }, [needsYou, review, failed, alarms, tickets, reads, seesTasks]);
  return (
    <NavCountsContext value={counts}>
      {children}
      <Suspense fallback={null}>
        <TicketCount onCount={setTickets} />
      </Suspense>
    </NavCountsContext>
  );
}

type JobCounts = { readonly review: Record<MapKind, number>; readonly failed: number };
const nothing: JobCounts = { review: { facility: 0, degree: 0, specialty: 0, shift: 0 }, failed: 0 };

/** Counts with the grid's worker, which all job screens share. */
function useJobCounts(): JobCounts {
  const client = useGridClient();
  const news = useGridNews(client);
  const { ready, target } = useTarget();
  const [counts, setCounts] = useState(nothing);
  // Until the first copy is complete, the number would only grow.
  const version = news?.ready && news.complete ? news.version : null;
  // Other required mappings change the counts.
  const about = JSON.stringify(target);
  useEffect(() => {
    if (version === null || !ready) return;
    let stale = false;
    const asked = JSON.parse(about) as typeof target;
    const needed = neededKinds(asked);
    const review = asked ? client.reviewSizes(asked.id) : Promise.resolve(nothing.review);
    Promise.all([review, client.counts([jobConditions(asked).postFailed])]).then(
      ([sizes, [failed = 0]]) => {
        const of = (kind: MapKind) => (needed.includes(kind) ? sizes[kind] : 0);
        const needs = { facility: of('facility'), degree: of('degree'), specialty: of('specialty'), shift: of('shift') };
        if (!stale) setCounts({ review: needs, failed });
      },
      () => undefined, // ignore: the worker died; its next version counts again
    );
    return () => {
      stale = true;
    };
  }, [client, version, ready, about]);
  return counts;
}

/** A number of open work beside its label. Nothing while there is none. */
export function NavCount({ of }: { of: Count | undefined }) {
  if (!of || of.number === 0) return null;
  return (
    <span className="nav-count" data-tip={`${of.number.toLocaleString('en-US')} ${of.words}`}>
      {of.number > 9999 ? '9999+' : of.number.toLocaleString('en-US')}
      <span className="visually-hidden"> {of.words}</span>
    </span>
  );
}
