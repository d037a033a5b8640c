import { useEffect, useState, useSyncExternalStore } from 'react';
import { counted } from '#src/ui/format/format.ts';
import { StatusBar } from '#src/ui/grid/status-bar.tsx';
import { Pager } from '#src/ui/list/pager.tsx';
import type { FirstRow } from './first-row.ts';
import type { Staging } from './use-staging.ts';

type StagingStatusProps = { readonly staging: Staging; readonly selected: number; readonly firstRow: FirstRow };

/** The grid's numbers: total, matching, selected, positions. */
export function StagingStatus({ staging, selected, firstRow }: StagingStatusProps) {
  const { news, source, pages } = staging;
  const first = useSyncExternalStore(firstRow.watch, firstRow.get);
  const positions = usePositions(staging);
  const isGrouped = staging.groups.grouping.keys.length > 0;
  const [below, others] = [news?.below ?? 0, news?.others ?? 0];
  return (
    <StatusBar
      total={news?.total ?? 0}
      matching={source.dataCount}
      isWhole={staging.isWhole}
      selected={selected}
      first={isGrouped || below + others > 0 ? null : pages.offset + first}
    >
      {staging.isWhole && below > 0 && (
        <span>
          {counted(source.dataCount - below, 'job')}, {counted(below, 'child', 'children')}
        </span>
      )}
      {staging.isWhole && others > 0 && (
        <span>
          <b>{others.toLocaleString('en-US')}</b> more shown that {others === 1 ? 'is' : 'are'} not in this view
        </span>
      )}
      {staging.isWhole && positions !== null && positions > 0 && (
        <span>
          <b>{positions.toLocaleString('en-US')}</b> positions
        </span>
      )}
      {!staging.isWhole && !news?.failed && <span>Loading jobs…</span>}
      {staging.isWhole && <Pager list={pages} label="Pages of jobs" />}
    </StatusBar>
  );
}

const sumAfterMs = 200;

/** The sum of positions of the shown jobs, updated shortly after they change. */
function usePositions({ client, source: { version } }: Staging): number | null {
  const [sum, setSum] = useState<number | null>(null);
  useEffect(() => {
    let stale = version < 0;
    const timer = setTimeout(() => {
      client.sum('positions').then(
        (found) => !stale && setSum(found),
        () => undefined,
      );
    }, sumAfterMs);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [client, version]);
  return sum;
}
