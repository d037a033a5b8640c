import { useEffect, useState } from 'react';
import { StatusBar } from '#src/ui/grid/status-bar.tsx';
import type { Staging } from './use-staging.ts';

type StagingStatusProps = { readonly staging: Staging; readonly selected: number; readonly first: number };

/** What the grid shows, in numbers. */
export function StagingStatus({ staging, selected, first }: StagingStatusProps) {
  const { news, source } = staging;
  const positions = usePositions(staging);
  return (
    <StatusBar total={news?.total ?? 0} matching={source.rowCount} selected={selected} first={first}>
      {positions !== null && positions > 0 && (
        <span>
          <b>{positions.toLocaleString('en-US')}</b> positions
        </span>
      )}
      {news && !news.ready && !news.failed && <span>Reading jobs from this device…</span>}
    </StatusBar>
  );
}

const sumAfterMs = 200;

/** Positions of the shown jobs, a moment after they changed. */
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
