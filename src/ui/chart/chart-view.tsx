import { type ComponentType, lazy, Suspense } from 'react';
import type { DrawnChart } from '#domain/reports/charts/drawn-chart.ts';
import { Waiting } from '../page/waiting.tsx';
import type { ChartProps } from './chart-part.tsx';

const SvgBars = lazy(() => import('./svg-bars.tsx').then((m) => ({ default: m.SvgBars })));

/** One component for each kind of chart. Each is loaded when it is drawn. */
const kinds: Readonly<Record<DrawnChart['kind'], ComponentType<ChartProps>>> = {
  stacked: lazy(() => import('./stacked-bars.tsx').then((m) => ({ default: m.StackedBars }))),
  bullets: SvgBars,
  ranked: SvgBars,
  squares: lazy(() => import('./run-squares.tsx').then((m) => ({ default: m.RunSquares }))),
  calendar: lazy(() => import('./day-calendar.tsx').then((m) => ({ default: m.DayCalendar }))),
};

/** A chart, drawn by the component of its kind. */
export function ChartView(props: ChartProps) {
  const Kind = kinds[props.drawn.kind];
  return (
    <Suspense fallback={<Waiting rows={4} label="Drawing the chart" />}>
      <Kind {...props} />
    </Suspense>
  );
}
