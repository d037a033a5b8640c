import { useCallback, useMemo, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { drawChart, fewBars, manyBars } from '#domain/reports/charts/draw-chart.ts';
import type { ChartOpens } from '#domain/reports/charts/drawn-chart.ts';
import type { Report } from '#domain/reports/kit/report.ts';
import type { ReportChart as Chart } from '#domain/reports/kit/report-chart.ts';
import { ChartCard } from '#src/ui/chart/chart-card.tsx';
import { clockAt } from '#src/ui/form/zoned-time.ts';
import { useFormat } from '#src/ui/format/use-format.tsx';
import { folded } from '../dashboard/board/board-layout.ts';
import { useBoardLayout } from '../dashboard/board/use-board-layout.ts';

type Props<T> = {
  report: Report<T>;
  chart: Chart<T>;
  /** All rows that search and filters match. */
  rows: readonly T[];
  filter: (name: string) => string;
};

/** The chart of a report's rows. A person who folds it finds it folded on every device, as with cards of the dashboard. */
export function ReportChart<T>({ report, chart, rows, filter }: Props<T>) {
  const [layout, change] = useBoardLayout();
  const [isWhole, setWhole] = useState(false);
  const hrefOf = useHref();
  const { preferences } = useFormat();
  const id = `chart-${report.id}`;
  const isOpen = !layout.closed.includes(id);
  const most = isWhole ? manyBars : fewBars[chart.kind];
  const { timeZone } = preferences;
  const asked = chart.kind === 'calendar' ? filter(chart.days) : '';
  // The same rows give the same chart, so that it is not drawn again under a pointer.
  const drawn = useMemo(
    () =>
      drawChart(report, chart, isOpen ? rows : [], {
        most,
        filter: () => asked,
        dayOf: (instant) => clockAt(instant, timeZone).day,
      }),
    [report, chart, isOpen, rows, most, asked, timeZone],
  );
  const hasMore = drawn.rest !== null && !isWhole && chart.kind !== 'calendar';
  return (
    <ChartCard
      title={chart.title}
      about={chart.about}
      drawn={drawn}
      hrefOf={hrefOf}
      isOpen={isOpen}
      onFold={(open) => change(folded(layout, id, !open))}
      {...(hasMore && { onMore: () => setWhole(true) })}
    />
  );
}

/** The address that a part opens: this report with its search and filters and those of the part, from the first page; or another one. */
function useHref(): (opens: ChartOpens) => string | null {
  const { pathname, search } = useLocation();
  return useCallback(
    (opens: ChartOpens) => {
      if (opens === null) return null;
      if ('to' in opens) return opens.to;
      const params = new URLSearchParams(search);
      params.delete('page');
      for (const [name, value] of Object.entries(opens.filters)) params.set(name, value);
      return `${pathname}?${params.toString()}`;
    },
    [pathname, search],
  );
}
