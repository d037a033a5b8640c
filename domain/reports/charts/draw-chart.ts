import type { Report } from '../kit/report.ts';
import type { ReportChart } from '../kit/report-chart.ts';
import { type CalendarView, calendarChart } from './day-calendar.ts';
import type { DrawnChart } from './drawn-chart.ts';
import { bulletChart, stackedChart } from './number-bars.ts';
import { rankedChart } from './ranked-bars.ts';
import { squaresChart } from './run-squares.ts';

/** Bars that a chart shows at first, and once all are asked for. More would not be read. */
export const fewBars: Readonly<Record<ReportChart<never>['kind'], number>> = {
  stacked: 10,
  bullets: 10,
  ranked: 6,
  squares: 5,
  calendar: 0,
};
export const manyBars = 200;

/**
 * A report's chart from the rows that it shows, all pages of them: grouped in one pass, and at most `most` bars. The parts of a chart open
 * exactly the rows that they count, and what is not drawn is counted in words.
 */
export function drawChart<T>(
  report: Report<T>,
  chart: ReportChart<T>,
  rows: readonly T[],
  { most, ...view }: CalendarView & { readonly most: number },
): DrawnChart {
  switch (chart.kind) {
    case 'stacked':
      return stackedChart(report, chart, rows, most);
    case 'bullets':
      return bulletChart(report, chart, rows, most);
    case 'ranked':
      return rankedChart(report, chart, rows, most);
    case 'squares':
      return squaresChart(report, chart, rows, most);
    case 'calendar':
      return calendarChart(report, chart, rows, view);
  }
}
